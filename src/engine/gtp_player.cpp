#include "engine/gtp_player.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"

namespace turncoat::engine {

namespace {

using std::chrono::nanoseconds;
using std::chrono::seconds;

std::string_view gtp_color(rules::Color color) {
  return color == rules::Color::Black ? "black" : "white";
}

std::string_view first_word(std::string_view text) {
  return text.substr(0, text.find_first_of(" \t\r\n"));
}

bool is_pass(std::string_view word) {
  return equal_ignoring_case(word, "pass") || equal_ignoring_case(word, "pa") ||
         equal_ignoring_case(word, "ps");
}

// GTP counts whole seconds. Rounded down so that the program does not overstep; less than one second has no
// such number, so the fraction is sent and the program makes of it what it can.
std::string gtp_seconds(nanoseconds time) {
  const auto whole = std::chrono::floor<seconds>(time).count();
  if (whole >= 1 || time.count() <= 0) return fmt::format("{}", std::max<std::int64_t>(whole, 0));
  return fmt::format("{:.2f}", std::floor(std::chrono::duration<double>(time).count() * 100) / 100);
}

// What is known of how programs want passes (docs/external-engines.md).
bool wants_no_passes(std::string_view name) {
  const std::string lower = to_lower(name);
  for (const std::string_view known : {"edax", "egaroucid", "grhino"}) {
    if (lower.find(known) != std::string::npos) return true;
  }
  return false;
}

}  // namespace

void GtpParams::describe(Fields<GtpParams>& f) {
  const auto hour = std::chrono::hours(1);
  f.add("command", &GtpParams::command, "the program and its arguments; no shell expands them");
  f.add("startup", &GtpParams::startup, {std::chrono::milliseconds(10), hour},
        "time for each answer before the first move");
  f.add("grace", &GtpParams::grace, {nanoseconds(0), hour},
        "how long past its clock the program is waited for before it is killed");
  f.add("patience", &GtpParams::patience, {std::chrono::milliseconds(10), 24 * hour},
        "time for a move when no clock runs");
  f.add("level", &GtpParams::level, {-1, 100}, "sent as set_level; -1 leaves the program's own");
  f.add("pass", &GtpParams::pass,
        {{"auto", GtpParams::Pass::Auto},
         {"explicit", GtpParams::Pass::Explicit},
         {"never", GtpParams::Pass::Never}},
        "whether forced passes are sent to the program");
  f.add("init", &GtpParams::init, "commands sent once after the start, separated by ;");
  f.add("log", &GtpParams::log, "file to which all traffic is appended");
}

Result<std::unique_ptr<player::Player>> GtpPlayer::make(GtpParams params) {
  if (trim(params.command).empty()) {
    return fail(Error::Code::Range, "gtp needs a program: gtp:command=\"edax -gtp\"");
  }
  auto words = split_command(params.command);
  if (!words) return fail_at(words.error(), "gtp");
  if (params.init.find_first_of("\r\n") != std::string::npos) {
    return fail(Error::Code::Parse, "gtp: init must be one line; separate its commands by ;");
  }
  return std::unique_ptr<player::Player>(new GtpPlayer(std::move(params), std::move(*words)));
}

std::string GtpPlayer::who() const {
  return quote(params_.command, 80);
}

void GtpPlayer::drop() {
  if (client_) client_->kill();
  client_.reset();
}

Result<GtpReply> GtpPlayer::send(std::string_view command, const Patience& patience) {
  auto reply = client_->send(command, patience);
  if (!reply) return fail(reply.error().code, "{} {}", who(), reply.error().message);
  return reply;
}

Result<std::string> GtpPlayer::demand(std::string_view command, const Patience& patience) {
  auto reply = send(command, patience);
  if (!reply) return std::unexpected(reply.error());
  if (!reply->ok) {
    return fail(Error::Code::Unavailable, "{} refuses {}: {}", who(), quote(command), quote(reply->text));
  }
  return std::move(reply->text);
}

Result<bool> GtpPlayer::knows(std::string_view command, const Patience& patience) {
  const auto reply = send(fmt::format("known_command {}", command), patience);
  if (!reply) return std::unexpected(reply.error());
  return reply->ok && equal_ignoring_case(reply->text, "true");
}

Result<void> GtpPlayer::new_game(const rules::Position& start, std::uint64_t) {
  const rules::RulesetPtr usual = rules::standard(start.size());
  const auto same_discs = [&](rules::Color color) {
    return start.discs(color) == (color == rules::Color::Black ? usual->black : usual->white);
  };
  if (start.mover() != usual->first || !same_discs(rules::Color::Black) || !same_discs(rules::Color::White)) {
    return fail(Error::Code::Range,
                "{} cannot play {}: GTP knows only the usual start, four discs and Black to move", who(),
                start.ruleset().name);
  }
  // A program left over from the last game may have ended since: that is no reason to lose the next one.
  const bool reused = client_.has_value();
  auto ready = set_up(start.size());
  if (!ready) drop();
  if (!ready && reused && ready.error().code == Error::Code::Unavailable) {
    ready = set_up(start.size());
    if (!ready) drop();
  }
  return ready;
}

Result<void> GtpPlayer::set_up(int size) {
  if (!client_) {
    if (auto started = start_program(); !started) return started;
  }
  return begin_board(size);
}

Result<void> GtpPlayer::start_program() {
  auto client = GtpClient::start(words_, params_.log);
  if (!client) return fail_at(client.error(), "gtp");
  client_.emplace(std::move(*client));

  const auto version = demand("protocol_version", startup());
  if (!version) return std::unexpected(version.error());
  if (!version->starts_with('2')) {
    return fail(Error::Code::Unavailable, "{} speaks GTP version {}, not 2", who(), quote(*version));
  }
  auto name = demand("name", startup());
  if (!name) return std::unexpected(name.error());
  name_ = std::move(*name);
  tell_passes_ = params_.pass == GtpParams::Pass::Explicit ||
                 (params_.pass == GtpParams::Pass::Auto && !wants_no_passes(name_));

  for (const auto& [command, known] :
       {std::pair("time_settings", &knows_time_settings_), std::pair("time_left", &knows_time_left_)}) {
    const auto answer = knows(command, startup());
    if (!answer) return std::unexpected(answer.error());
    *known = *answer;
  }
  for (const std::string_view command : split(params_.init, ';')) {
    if (trim(command).empty()) continue;
    if (auto done = demand(trim(command), startup()); !done) return std::unexpected(done.error());
  }
  if (params_.level < 0) return {};
  const auto has_levels = knows("set_level", startup());
  if (!has_levels) return std::unexpected(has_levels.error());
  if (!*has_levels) {
    return fail(Error::Code::Unavailable, "{} has no set_level: give its level in the command", who());
  }
  auto done = demand(fmt::format("set_level {}", params_.level), startup());
  if (!done) return std::unexpected(done.error());
  return {};
}

Result<void> GtpPlayer::begin_board(int size) {
  const auto sized = send(fmt::format("boardsize {}", size), startup());
  if (!sized) return std::unexpected(sized.error());
  if (!sized->ok) {
    const auto known = size == 8 ? knows("boardsize", startup()) : Result<bool>(true);
    if (!known) return std::unexpected(known.error());
    if (*known) {
      return fail(Error::Code::Range, "{} does not play {}x{}: {}", who(), size, size, quote(sized->text));
    }
  }
  if (auto cleared = demand("clear_board", startup()); !cleared) return std::unexpected(cleared.error());
  told_.clear();
  board_lost_ = false;
  clock_told_ = false;
  return {};
}

Result<player::Choice> GtpPlayer::choose(const rules::Game& game, const player::Request& request) {
  if (!client_) {
    return fail(Error::Code::Unavailable, "{} is not running; a new game starts it again", who());
  }
  const StopEvent stop(request.stop);
  const auto limit = request.time.hard_limit();
  const auto patience = Patience::of(limit ? *limit + params_.grace : params_.patience, stop.fd());
  auto choice = ask_for_move(game, request, patience);
  if (!choice) drop();
  return choice;
}

Result<player::Choice> GtpPlayer::ask_for_move(const rules::Game& game, const player::Request& request,
                                               const Patience& patience) {
  const rules::Color color = game.position().mover();
  if (auto in_step = keep_in_step(game, patience); !in_step) return std::unexpected(in_step.error());
  if (auto told = tell_time(color, request.time, patience); !told) return std::unexpected(told.error());
  const std::string command = fmt::format("genmove {}", gtp_color(color));
  const auto answer = demand(command, patience);
  if (!answer) return std::unexpected(answer.error());

  const std::string_view word = first_word(*answer);
  player::Choice choice{rules::Move::pass(), {}};
  if (equal_ignoring_case(word, "resign")) {
    board_lost_ = true;
    choice.resigns = true;
    return choice;
  }
  if (!is_pass(word)) {
    const auto square = rules::Square::parse(word, game.position().size());
    if (!square) {
      return fail(Error::Code::Unavailable, "{} answered {} to {}, which is no move", who(), quote(*answer),
                  quote(command));
    }
    choice.move = *square;
  }
  if (game.position().is_legal(choice.move)) {
    told_.push_back(choice.move);
  } else {
    board_lost_ = true;
  }
  return choice;
}

// Most often there is one move to tell. When moves were taken back the board is cleared and played again:
// undo is not known everywhere, nor whether it takes an implied pass back too.
Result<void> GtpPlayer::keep_in_step(const rules::Game& game, const Patience& patience) {
  const auto moves = game.moves();
  const bool continues =
      !board_lost_ && told_.size() <= moves.size() && std::equal(told_.begin(), told_.end(), moves.begin());
  if (!continues) {
    if (auto cleared = demand("clear_board", patience); !cleared) return std::unexpected(cleared.error());
    told_.clear();
    board_lost_ = false;
  }
  while (told_.size() < moves.size()) {
    const int ply = static_cast<int>(told_.size());
    const rules::Move move = moves[told_.size()];
    if (auto told = tell_move(game.position_at(ply).mover(), move, patience); !told) return told;
    told_.push_back(move);
  }
  return {};
}

Result<void> GtpPlayer::tell_move(rules::Color color, rules::Move move, const Patience& patience) {
  if (move.is_pass()) return tell_pass(color, patience);
  const auto played = demand(fmt::format("play {} {}", gtp_color(color), move.name()), patience);
  if (!played) return std::unexpected(played.error());
  return {};
}

Result<void> GtpPlayer::tell_pass(rules::Color color, const Patience& patience) {
  if (!tell_passes_) return {};
  const auto reply = send(fmt::format("play {} pass", gtp_color(color)), patience);
  if (!reply) return std::unexpected(reply.error());
  if (reply->ok) return {};
  if (params_.pass == GtpParams::Pass::Explicit) {
    return fail(Error::Code::Unavailable, "{} refuses a forced pass: {}; try pass=never", who(),
                quote(reply->text));
  }
  tell_passes_ = false;  // it refused, so it has its own way: most imply the pass from the next colour
  return {};
}

// Only what GTP can say is said: N seconds a move, or a bank of seconds. An increment would need the Canadian
// form to be bent (some read "no limit" there), so the program hears of it only through a growing bank.
// Refusals are ignored: the clock runs anyway.
Result<void> GtpPlayer::tell_time(rules::Color color, const TimeBudget& time, const Patience& patience) {
  const auto limit = time.hard_limit();
  if (!limit) return {};
  const std::string amount = gtp_seconds(*limit);
  const int stones = time.move ? 1 : 0;
  if (knows_time_settings_ && !clock_told_) {
    const std::string settings =
        time.move ? fmt::format("time_settings 0 {} 1", amount) : fmt::format("time_settings {} 0 0", amount);
    if (auto told = send(settings, patience); !told) return std::unexpected(told.error());
    clock_told_ = true;
  }
  if (knows_time_left_) {
    const std::string left = fmt::format("time_left {} {} {}", gtp_color(color), amount, stones);
    if (auto told = send(left, patience); !told) return std::unexpected(told.error());
  }
  return {};
}

}  // namespace turncoat::engine
