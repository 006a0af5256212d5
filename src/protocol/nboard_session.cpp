#include "protocol/nboard_session.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/text.h"
#include "engine/registry.h"
#include "protocol/ask.h"
#include "protocol/default_players.h"
#include "record/ggf.h"

namespace turncoat::protocol {

namespace {

using std::chrono::steady_clock;

constexpr std::uint64_t kDeepest = 1000;
constexpr std::uint64_t kMostHints = 256;
constexpr double kHighestContempt = 1000;
// For one position of a game that is analysed. A player with a depth of its own stops earlier.
constexpr std::chrono::milliseconds kAnalysisTime{500};

double seconds_since(steady_clock::time_point start) {
  return std::chrono::duration<double>(steady_clock::now() - start).count();
}

std::string move_name(rules::Move move) {
  if (move.is_pass()) return "PA";
  std::string name = move.name();
  name[0] = static_cast<char>(name[0] - 'a' + 'A');
  return name;
}

std::string line_name(std::span<const rules::Move> line) {
  std::vector<std::string> names;
  for (const rules::Move move : line) names.push_back(move_name(move));
  return join(names, "-");
}

// The first word and what follows it.
std::pair<std::string_view, std::string_view> first_word(std::string_view text) {
  const std::size_t end = std::min(text.size(), text.find_first_of(" \t"));
  return {text.substr(0, end), trim(text.substr(end))};
}

}  // namespace

std::span<const NboardSession::Command> NboardSession::commands() {
  static constexpr std::array<Command, 9> kCommands = {{
      {"nboard", &NboardSession::nboard},
      {"set", &NboardSession::set},
      {"move", &NboardSession::move},
      {"hint", &NboardSession::hint},
      {"go", &NboardSession::go},
      {"ping", &NboardSession::ping},
      {"learn", &NboardSession::learn},
      {"analyze", &NboardSession::analyze},
      {"quit", &NboardSession::quit},
  }};
  return kCommands;
}

NboardSession::NboardSession(std::unique_ptr<player::Player> player, Say say)
    : player_(std::move(player)), game_(rules::standard(8)), say_(std::move(say)) {}

Result<std::unique_ptr<NboardSession>> NboardSession::make(std::string player_spec, Say say) {
  auto player = engine::make_player(player_spec);
  if (!player) return std::unexpected(player.error());
  auto session = std::make_unique<NboardSession>(std::move(*player), std::move(say));
  session->spec_ = std::move(player_spec);
  return session;
}

void NboardSession::handle(std::string_view line) {
  const auto [name, rest] = first_word(trim(line));
  const auto command = std::ranges::find(commands(), name, &Command::name);
  if (command == commands().end()) return;
  thinker_.stop();
  (this->*command->run)(rest);
}

void NboardSession::refuse_long_line() {
  thinker_.stop();
  say_error("the line is too long");
}

void NboardSession::finish(std::chrono::nanoseconds grace) {
  finishing_ = true;
  if (!thinker_.wait_for(grace)) thinker_.stop();
}

void NboardSession::say(std::string_view line) {
  const std::lock_guard lock(mutex_);
  say_(line);
}

void NboardSession::say_error(std::string_view message) {
  say(fmt::format("status error: {}", printable(message, 400)));
}

void NboardSession::nboard(std::string_view rest) {
  const auto version = parse_uint(rest);
  if (!version || *version < 1) return say_error("nboard needs a version: nboard 2");
  say("set myname Turncoat");
}

void NboardSession::set(std::string_view rest) {
  const auto [what, value] = first_word(rest);
  if (what == "depth") return set_depth(value);
  if (what == "game") return set_game(value);
  if (what != "contempt") return;  // a setting of a later version
  const auto contempt = parse_double(value);
  // Known, checked and without effect: no player here values draws in another way than the rules do.
  if (!contempt || !std::isfinite(*contempt) || std::abs(*contempt) > kHighestContempt) {
    say_error(fmt::format("contempt {} is not a number", quote(value)));
  }
}

void NboardSession::set_depth(std::string_view text) {
  const auto depth = parse_uint(text);
  if (!depth || *depth < 1 || *depth > kDeepest) {
    return say_error(fmt::format("depth {} is not a number from 1 to {}", quote(text), kDeepest));
  }
  if (!spec_.empty()) {
    auto spec = with_depth(spec_, static_cast<int>(*depth));
    if (!spec) return say_error(spec.error().message);
    auto player = engine::make_player(*spec);
    if (!player) return say_error(player.error().message);
    // Players without a depth are left as they are.
    if (with_depth(*spec, 1) != with_depth(*spec, 2)) depth_ = static_cast<int>(*depth);
    spec_ = std::move(*spec);
    player_ = std::move(*player);
    player_ready_ = false;
  }
  say(fmt::format("set myname Turncoat{}", *depth));
}

void NboardSession::set_game(std::string_view ggf) {
  auto records = record::parse_ggf(ggf);
  if (!records) return say_error(records.error().message);
  if (records->size() != 1) return say_error(fmt::format("set game needs one game, not {}", records->size()));
  game_ = std::move(records->front().game);
  player_ready_ = false;
}

void NboardSession::move(std::string_view rest) {
  // Evaluation and time of the move are the opponent's affair.
  const std::string_view name = trim(rest.substr(0, rest.find('/')));
  const auto read = read_move(name, game_.position().size());
  if (!read) return say_error(read.error().message);
  if (const auto played = play_with_implied_pass(game_, *read); !played) say_error(played.error().message);
}

void NboardSession::hint(std::string_view rest) {
  const auto count = rest.empty() ? std::optional<std::uint64_t>(1) : parse_uint(rest);
  if (!count || *count < 1) return say_error(fmt::format("hint {} is not a number of moves", quote(rest)));
  if (game_.is_over()) return say("status the game is over");
  const auto most = static_cast<std::size_t>(std::min(*count, kMostHints));
  say("status thinking");
  thinker_.start([this, most](std::stop_token stop) { think_of_hints(most, std::move(stop)); });
}

void NboardSession::go(std::string_view) {
  if (game_.is_over()) return say("status the game is over");
  if (game_.position().must_pass()) return say("=== PA");
  say("status thinking");
  thinker_.start([this](std::stop_token stop) { think_of_move(std::move(stop)); });
}

void NboardSession::ping(std::string_view rest) {
  const auto number = parse_int(rest);
  if (!number) return say_error(fmt::format("ping {} is not a number", quote(rest)));
  say(fmt::format("pong {}", *number));
}

// Books are made beforehand (turncoat book): a game alone teaches none of them anything.
void NboardSession::learn(std::string_view) {
  say("learned");
}

void NboardSession::analyze(std::string_view) {
  say("status analyzing");
  thinker_.start([this](std::stop_token stop) { think_of_game(std::move(stop)); });
}

void NboardSession::quit(std::string_view) {
  ended_ = true;
}

bool NboardSession::player_ready() {
  if (player_ready_) return true;
  if (const auto started = start_game(*player_, game_.start()); !started) {
    say_error(started.error().message);
    return false;
  }
  player_ready_ = true;
  return true;
}

void NboardSession::say_search(const MoveScore& score) {
  const std::string depth = score.exact ? "100%" : fmt::format("{}", score.depth.value_or(0));
  say(fmt::format("search {} {:.2f} 0 {}", line_name(score.line), score.discs, depth));
}

void NboardSession::think_of_move(std::stop_token stop) {
  const auto start = steady_clock::now();
  if (!player_ready()) return;
  const rules::Position& position = game_.position();
  player::Request request;
  request.stop = stop;
  request.report = [&](const player::Thought& thought) {
    if (stop.stop_requested() || thought.line.empty()) return;
    say_search({thought.line.front(), discs_of(thought, position).value_or(0), is_exact(thought, position),
                thought.depth, thought.nodes, thought.line});
    say(fmt::format("nodestats {} {:.2f}", thought.nodes, seconds_since(start)));
  };
  const auto choice = ask(*player_, game_, request);
  // The question is out of date: nobody waits for the answer.
  if (stop.stop_requested() && !finishing_) return;
  if (!choice || choice->resigns) {
    player_ready_ = false;
    return say_error(choice ? "the player resigns" : choice.error().message);
  }
  const auto discs = discs_of(choice->thought, position);
  say(fmt::format("nodestats {} {:.2f}", choice->thought.nodes, seconds_since(start)));
  say(fmt::format("=== {}/{}/{:.2f}", move_name(choice->move), discs ? fmt::format("{:.2f}", *discs) : "",
                  seconds_since(start)));
  say("status");
}

Result<NboardSession::Scores> NboardSession::score_hints(const rules::Game& game, std::stop_token stop,
                                                         const std::function<void(const Scores&)>& report) {
  ScoreOptions options;
  options.stop = std::move(stop);
  if (!depth_) return score_moves(*player_, game, options, report);
  options.first_round.reset();
  Scores scores;
  // The move itself is a ply of it. In steps of two: odd and even depths judge differently.
  for (int plies = *depth_ < 3 ? *depth_ : 2 + *depth_ % 2; plies <= *depth_; plies += 2) {
    const auto spec = with_depth(spec_, std::max(1, plies - 1));
    if (!spec) return std::unexpected(spec.error());
    const auto player = engine::make_player(*spec);
    if (!player) return std::unexpected(player.error());
    if (auto started = start_game(**player, game.start()); !started) return std::unexpected(started.error());
    auto deeper = score_moves(**player, game, options, report);
    if (!deeper || options.stop.stop_requested()) return deeper;
    scores = *std::move(deeper);
    if (std::ranges::all_of(scores, &MoveScore::exact)) break;
  }
  return scores;
}

void NboardSession::think_of_hints(std::size_t count, std::stop_token stop) {
  const auto start = steady_clock::now();
  player_ready_ = false;  // a plan it made for a game is no judgement
  if (!player_ready()) return;
  rules::Game game = game_;
  const bool passed = game.pass_if_forced();
  const auto report = [&](const std::vector<MoveScore>& best_first) {
    std::uint64_t nodes = 0;
    for (const MoveScore& score : best_first) nodes += score.nodes;
    // After a forced pass the pass is the move, worth what the other side's best reply leaves.
    const std::size_t shown = passed ? 1 : std::min(count, best_first.size());
    for (std::size_t i = 0; i < shown; ++i) {
      MoveScore score = best_first[i];
      if (passed) {
        score.line.insert(score.line.begin(), rules::Move::pass());
        score.discs = 0.0 - score.discs;
      }
      say_search(score);
    }
    say(fmt::format("nodestats {} {:.2f}", nodes, seconds_since(start)));
  };
  const auto scores = score_hints(game, stop, report);
  if (stop.stop_requested() && !finishing_) return;
  if (!scores) {
    player_ready_ = false;
    return say_error(scores.error().message);
  }
  say("status");
}

void NboardSession::think_of_game(std::stop_token stop) {
  player_ready_ = false;
  if (!player_ready()) return;
  player::Request request;
  request.stop = stop;
  request.time.move = kAnalysisTime;
  // From the end, where positions are solved soonest and what is found helps with those before.
  rules::Game game = game_;
  for (;;) {
    const auto judged = judge(*player_, game, game.position().mover(), request);
    if (stop.stop_requested()) return;
    if (!judged) {
      player_ready_ = false;
      return say_error(judged.error().message);
    }
    if (judged->discs) say(fmt::format("analysis {} {:.2f}", game.ply(), *judged->discs));
    if (!game.undo()) break;
  }
  say("status");
}

}  // namespace turncoat::protocol
