#include "cli/play_session.h"

#include <utility>

#include "base/spec.h"
#include "cli/play_screen.h"
#include "engine/registry.h"
#include "record/ggf.h"
#include "record/transcript.h"

namespace turncoat::cli {

namespace {

using rules::Color;

// From here on a person gets to see their own move on the board while the program thinks.
constexpr auto kSlowThinking = std::chrono::milliseconds(300);

Result<TableSide> make_side(const std::string& spec, const engine::Environment& environment) {
  auto canonical = engine::canonical_spec(spec);
  if (!canonical) return std::unexpected(canonical.error());
  auto made = engine::make_player(spec, environment);
  if (!made) return std::unexpected(made.error());
  const bool human = parse_spec(*canonical)->name == "human";
  return TableSide{std::move(*canonical), human, std::move(*made)};
}

}  // namespace

PlaySession::PlaySession(Context& context, PlayOptions options, std::unique_ptr<LineReader> reader)
    : context_(context),
      options_(std::move(options)),
      reader_(std::move(reader)),
      rules_(options_.opening ? options_.opening->game.start().ruleset_ptr() : options_.rules) {}

Result<std::unique_ptr<PlaySession>> PlaySession::make(Context& context, PlayOptions options,
                                                       std::unique_ptr<LineReader> reader) {
  std::unique_ptr<PlaySession> session(new PlaySession(context, std::move(options), std::move(reader)));
  PlaySession* self = session.get();
  const engine::Environment environment{
      .ask_human = [self](const rules::Game& game, const player::Request& request) {
        return self->ask(game, request);
      }};
  const PlayOptions& chosen = self->options_;
  auto black = make_side(chosen.black, environment);
  if (!black) return std::unexpected(black.error());
  auto white = make_side(chosen.white, environment);
  if (!white) return std::unexpected(white.error());
  if (const auto adviser = engine::make_player(chosen.hint); !adviser) {
    return fail_at(adviser.error(), "--hint");
  }
  if (chosen.quiet && (black->human || white->human)) {
    return fail(Error::Code::Conflict, "--quiet is for two programs: a person needs the board");
  }
  TableOptions table;
  table.time = chosen.time.value_or(self->rules_->clock);
  table.humans_can_lose_on_time = chosen.time.has_value();
  table.seed = chosen.seed;
  self->table_ = std::make_unique<PlayTable>(std::array{std::move(*black), std::move(*white)},
                                             std::move(table), self->rules_);
  const auto started =
      chosen.opening ? self->table_->start(*chosen.opening) : self->table_->start_new(self->rules_);
  if (!started) return std::unexpected(started.error());
  self->saved_as_ = chosen.opening_file;
  return session;
}

Result<int> PlaySession::run() {
  if (table_->has_human()) say("Write a square to move there, or help.\n");
  while (leaving_ == Leave::No) {
    if (context_.stop.stop_requested()) {
      leaving_ = Leave::Stopped;
    } else if (table_->is_over()) {
      end_of_game();
      if (!table_->has_human()) return 0;
    } else if (const Color color = table_->position().mover(); table_->pass_if_forced()) {
      if (!options_.quiet) say(show_pass(color));
      drawn_ = false;
    } else {
      turn();
    }
  }
  return leave();
}

void PlaySession::turn() {
  const TableSide& mover = table_->mover();
  const Color color = table_->position().mover();
  if (!mover.human && table_->has_human() && !drawn_ && table_->last_think(color) >= kSlowThinking) draw();
  const bool show_thinking = !mover.human && table_->has_human() && context_.out_is_terminal;
  if (show_thinking) say(fmt::format("{} is thinking...", rules::color_name(color)));
  const auto choice = table_->choose(context_.stop);
  if (show_thinking) say("\r\x1b[K");

  if (leaving_ != Leave::No || context_.stop.stop_requested()) return;
  if (pending_) {
    run_command(*std::exchange(pending_, std::nullopt));
  } else if (choice) {
    play_choice(*choice);
  } else {
    table_->fail_mover(choice.error());
  }
}

void PlaySession::play_choice(const player::Choice& choice) {
  std::string text;
  if (!options_.quiet && table_->position().is_legal(choice.move)) {
    text = table_->has_human() ? show_move(*table_, choice.move) : show_watched_move(*table_, choice);
  }
  if (const auto played = table_->accept(choice); !played) {
    say(fmt::format("{}.\n", played.error().message) + show_legal_moves(table_->position()));
    return;
  }
  if (table_->forfeit()) return;
  saved_as_.clear();
  drawn_ = false;
  say(text);
  if (options_.boards && !table_->has_human() && !options_.quiet) draw();
}

void PlaySession::end_of_game() {
  if (!std::exchange(announced_, true)) {
    if (!options_.quiet && !drawn_) draw();
    say(options_.quiet ? show_result(*table_) : show_end(*table_));
  }
  if (!table_->has_human()) return;
  if (const auto command = prompt(std::nullopt)) run_command(*command);
}

void PlaySession::draw() {
  say("\n" + show_table(*table_, options_.color) + "\n");
  drawn_ = true;
}

Result<rules::Move> PlaySession::ask(const rules::Game&, const player::Request& request) {
  LineReader::Deadline deadline;
  if (const auto limit = request.time.hard_limit()) deadline = std::chrono::steady_clock::now() + *limit;
  const auto command = prompt(deadline);
  if (!command) {
    return fail(timed_out_ ? Error::Code::Timeout : Error::Code::Cancelled, "no move was given");
  }
  if (command->kind == PlayCommand::Kind::Move) return *command->square;
  pending_ = command;
  return fail(Error::Code::Cancelled, "a command was given instead of a move");
}

std::optional<PlayCommand> PlaySession::prompt(const LineReader::Deadline& deadline) {
  timed_out_ = false;
  for (;;) {
    if (!drawn_) draw();
    say(show_prompt(*table_));
    const LineReader::Outcome line = reader_->read(context_.stop, deadline);
    // A line from a file does not show on the screen by itself; every other end leaves the prompt open.
    if (line.status != LineReader::Status::Line) {
      say("\n");
    } else if (!context_.in_is_terminal) {
      say(short_spec(line.text, 60) + "\n");
    }
    switch (line.status) {
      case LineReader::Status::EndOfInput:
        leaving_ = Leave::EndOfInput;
        return std::nullopt;
      case LineReader::Status::Stopped:
        leaving_ = Leave::Stopped;
        return std::nullopt;
      case LineReader::Status::TimedOut:
        timed_out_ = true;
        return std::nullopt;
      case LineReader::Status::TooLong:
        say("That line is too long. Write a square like d3, or help.\n");
        continue;
      case LineReader::Status::Line:
        break;
    }
    const auto command = parse_play_command(line.text, table_->position().size());
    if (!command) {
      say(wrap_text(command.error().message));
    } else if (command->kind != PlayCommand::Kind::Nothing) {
      return *command;
    }
  }
}

int PlaySession::leave() {
  if (leaving_ == Leave::EndOfInput) say("End of input: leaving the game.\n");
  if (leaving_ == Leave::Stopped) say("Interrupted: leaving the game.\n");
  if (table_->is_over() || table_->game().ply() == 0) return 0;
  say(how_to_go_on());
  return 0;
}

std::string PlaySession::how_to_go_on() const {
  const rules::Game& game = table_->game();
  if (!saved_as_.empty()) {
    return fmt::format("To go on: {} --load {}\n", options_.same_again, shell_quote(saved_as_));
  }
  if (game.start() == rules::Position(options_.rules)) {
    return fmt::format("To go on: {} --moves {}\n", options_.same_again, record::format_transcript(game));
  }
  return fmt::format("The game is not saved. As a GGF file it is\n{}\n",
                     record::format_ggf(table_->to_record()));
}

}  // namespace turncoat::cli
