// The commands a person can type in `turncoat play`.
#include "base/rng.h"
#include "base/text.h"
#include "cli/play_file.h"
#include "cli/play_screen.h"
#include "cli/play_session.h"
#include "engine/registry.h"
#include "record/transcript.h"

namespace turncoat::cli {

namespace {

// Long enough for a good answer, short enough to wait for.
constexpr auto kHintTime = std::chrono::seconds(3);

std::string count_moves(int moves) {
  return fmt::format("{} move{}", moves, moves == 1 ? "" : "s");
}

}  // namespace

void PlaySession::run_command(const PlayCommand& command) {
  using Kind = PlayCommand::Kind;
  switch (command.kind) {
    case Kind::Nothing:
      return;
    case Kind::Move:  // only after the end: a move during the game goes to the table
      return say("The game is over: undo takes the last move back, new starts another game.\n");
    case Kind::Pass:
      return explain_pass();
    case Kind::Hint:
      return hint();
    case Kind::Undo:
      return undo();
    case Kind::Moves:
      return moves();
    case Kind::Board:
      return draw();
    case Kind::Save:
      return save(command.file);
    case Kind::Load:
      return load(command.file);
    case Kind::New:
      return start_again();
    case Kind::Resign:
      return resign();
    case Kind::Help:
      return say(show_help());
    case Kind::Quit:
      leaving_ = Leave::Asked;
      return;
  }
}

void PlaySession::hint() {
  if (table_->is_over()) return say("The game is over: there is nothing to advise.\n");
  const rules::Game& game = table_->game();
  if (!adviser_) {
    auto made = engine::make_player(options_.hint);
    if (!made) return say(wrap_text(fmt::format("No hint: {}", made.error().message)));
    adviser_ = std::move(*made);
  }
  if (!adviser_ready_) {
    const auto ready = adviser_->new_game(game.start(), options_.seed);
    if (!ready) return say(wrap_text(fmt::format("No hint: {}", ready.error().message)));
    adviser_ready_ = true;
  }
  player::Request request;
  request.time.move = kHintTime;
  request.stop = context_.stop;
  const auto choice = adviser_->choose(game, request);
  if (context_.stop.stop_requested()) return;
  if (!choice) {
    adviser_ready_ = false;
    return say(wrap_text(fmt::format("No hint: {}", choice.error().message)));
  }
  if (!game.position().is_legal(choice->move)) {
    return say(fmt::format("No hint: {} suggests {}, which is not legal.\n", short_spec(options_.hint, 40),
                           choice->move.name()));
  }
  say(show_hint(*choice, options_.hint));
}

void PlaySession::undo() {
  const auto taken = table_->undo();
  if (!taken) return say(wrap_text(fmt::format("Nothing is taken back: {}", taken.error().message)));
  if (!*taken) return say("There is no move of yours to take back.\n");
  announced_ = false;
  if (**taken == 0) return say("The resignation is taken back.\n");
  saved_as_.clear();
  drawn_ = false;
  say(fmt::format("{} taken back.\n", count_moves(**taken)));
}

void PlaySession::moves() {
  if (table_->game().ply() == 0) return say("No move has been played.\n");
  say(record::format_transcript(table_->game()) + "\n");
}

void PlaySession::save(const std::string& path) {
  const auto saved = save_game(path, table_->to_record());
  if (!saved) return say(wrap_text(fmt::format("Not saved: {}", saved.error().message)));
  saved_as_ = path;
  say(fmt::format("Saved {} to {}{}.\n", count_moves(table_->game().ply()), path,
                  *saved == Saved::Replaced ? ", in place of the file that was there" : ""));
}

void PlaySession::load(const std::string& path) {
  const auto loaded = load_game(path, rules_);
  if (!loaded) return say(wrap_text(fmt::format("Not loaded: {}", loaded.error().message)));
  if (const auto started = table_->start(loaded->record); !started) {
    return say(wrap_text(fmt::format("Not loaded: {}", started.error().message)));
  }
  rules_ = loaded->record.game.start().ruleset_ptr();
  saved_as_ = loaded->games == 1 ? path : "";
  adviser_ready_ = announced_ = drawn_ = false;
  say(fmt::format("Loaded {} from {}{}.\n", count_moves(table_->game().ply()), path,
                  loaded->games == 1 ? "" : fmt::format(", the first of its {} games", loaded->games)));
}

void PlaySession::start_again() {
  if (const auto started = table_->start_new(rules_); !started) {
    return say(wrap_text(fmt::format("No new game: {}", started.error().message)));
  }
  saved_as_.clear();
  adviser_ready_ = announced_ = drawn_ = false;
  say("A new game.\n");
}

void PlaySession::resign() {
  if (table_->is_over()) return say("The game is over already.\n");
  const rules::Color color = table_->position().mover();
  table_->forfeit({record::Ending::Resigned, color, fmt::format("{} resigned", rules::color_name(color))});
  saved_as_.clear();
}

void PlaySession::explain_pass() {
  if (table_->is_over()) return say("The game is over: nobody has to pass.\n");
  say(fmt::format("{} has a move, so there is no pass; passes that are due are played for you.\n",
                  rules::color_name(table_->position().mover())));
  say(show_legal_moves(table_->position()));
}

}  // namespace turncoat::cli
