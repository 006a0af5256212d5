#include <cstdlib>

#include "cli/commands.h"
#include "cli/game_input.h"
#include "cli/marks.h"
#include "cli/out_file.h"
#include "record/animation.h"
#include "record/diagram.h"
#include "record/ggf.h"
#include "record/obf.h"
#include "record/text_board.h"
#include "record/transcript.h"

namespace turncoat::cli {

namespace {

struct ShowOptions {
  GameInput input;
  std::string format = "text";
  std::string mark;
  int ply = -1;  // -1: the end
  bool animate = false;
};

// The same game, broken off after `ply` moves.
record::GameRecord cut(const record::GameRecord& record, int ply) {
  if (ply == record.game.ply()) return record;
  record::GameRecord part = record;
  while (part.game.ply() > ply) part.game.undo();
  if (!part.notes.empty()) part.notes.resize(static_cast<std::size_t>(ply));
  part.ending = record::Ending::Unfinished;
  part.loser.reset();
  part.reason.clear();
  part.stated_score.reset();
  return part;
}

std::string state(const record::GameRecord& record) {
  const rules::Position& position = record.game.position();
  std::string text = fmt::format("X {}, O {}", position.disc_count(rules::Color::Black),
                                 position.disc_count(rules::Color::White));
  if (record.loser) {
    return text + fmt::format("; {} loses: {}{}{}\n", rules::color_name(*record.loser),
                              record::ending_name(record.ending), record.reason.empty() ? "" : ", ",
                              record.reason);
  }
  if (position.is_over()) {
    const int score = position.score(rules::Color::Black);
    if (score == 0) return text + "; a draw\n";
    return text + fmt::format("; {} wins by {}\n",
                              rules::color_name(score > 0 ? rules::Color::Black : rules::Color::White),
                              std::abs(score));
  }
  text += fmt::format("; {} ({}) to move", rules::color_name(position.mover()),
                      rules::disc_char(position.mover()));
  return text + (position.must_pass() ? ", who must pass\n" : "\n");
}

std::string show_text(const record::GameRecord& record, bool color) {
  const rules::Game& game = record.game;
  record::TextBoardOptions board{.color = color};
  if (game.ply() > 0) board.last_move = game.moves().back();
  std::string text = heading(record) + record::draw_board(game.position(), board) + state(record);
  if (game.ply() > 0) text += fmt::format("{} moves: {}\n", game.ply(), record::format_transcript(game));
  return text;
}

std::string show_as(const record::GameRecord& record, const std::string& format, bool color) {
  if (format == "transcript") return record::format_transcript(record.game) + '\n';
  if (format == "board") return record.game.position().to_string() + '\n';
  if (format == "ggf") return record::format_ggf(record) + '\n';
  if (format == "obf") {
    return record::format_obf({record.game.position(), {}, std::nullopt, "", 0}) + '\n';
  }
  return show_text(record, color);
}

std::string draw_diagram(const record::GameRecord& record, const std::string& mark) {
  record::DiagramOptions diagram;
  if (record.game.ply() > 0) diagram.last_move = record.game.moves().back();
  if (mark == "stable") diagram.labels = stability_marks(record.game.position());
  if (mark == "order") diagram.labels = order_marks(record.game.position());
  return record::draw_svg(record.game.position(), diagram);
}

Result<int> run(Context& context, const ShowOptions& options) {
  const auto whole = read_game(context, options.input, "show");
  if (!whole) return std::unexpected(whole.error());
  const int ply = options.ply < 0 ? whole->game.ply() : options.ply;
  if (ply > whole->game.ply()) {
    return fail(Error::Code::Range, "--ply {}: the game has {} moves", ply, whole->game.ply());
  }
  const record::GameRecord record = cut(*whole, ply);
  if (options.input.svg.empty()) {
    if (!options.mark.empty()) return fail(Error::Code::Conflict, "--mark is for diagrams: add --svg FILE");
    if (options.animate) return fail(Error::Code::Conflict, "--animate is for pictures: add --svg FILE");
    context.out << show_as(record, options.format, context.out_is_terminal);
    return 0;
  }
  if (options.animate && !options.mark.empty()) {
    return fail(Error::Code::Conflict, "--mark is for one position: leave out --animate");
  }
  const auto written =
      write_svg(context, options.input.svg, options.input.force,
                options.animate ? record::draw_animation(record, {}) : draw_diagram(record, options.mark));
  if (!written) return std::unexpected(written.error());
  return 0;
}

}  // namespace

void add_show(CLI::App& app, Run& chosen) {
  CLI::App* command =
      app.add_subcommand("show", "draw a game or position: pasted text or a file of any format");
  auto options = std::make_shared<ShowOptions>();
  add_game_input(*command, options->input, "write an SVG diagram to this file, or to - for the output");
  command->add_option("--ply", options->ply, "show the position after this many moves, passes counted")
      ->check(CLI::NonNegativeNumber);
  command
      ->add_option("--mark", options->mark,
                   "write on the diagram: stable, +1 for stable discs and -1 for those in danger; order, how "
                   "the staged evaluation ranks the moves")
      ->check(CLI::IsMember({"stable", "order"}))
      ->type_name("WHAT");
  command->add_flag("--animate", options->animate,
                    "draw the game as an animated SVG, move by move, up to --ply");
  command->add_option("--format", options->format, "what to print")
      ->check(CLI::IsMember({"text", "transcript", "board", "ggf", "obf"}));
  command->callback([&chosen, options, command] {
    take_board_words(*command, options->input.words);
    chosen = [options](Context& context) { return run(context, *options); };
  });
}

}  // namespace turncoat::cli
