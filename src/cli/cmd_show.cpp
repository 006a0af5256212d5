#include <algorithm>
#include <iterator>

#include "base/file.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/marks.h"
#include "record/diagram.h"
#include "record/ggf.h"
#include "record/load.h"
#include "record/obf.h"
#include "record/text_board.h"
#include "record/transcript.h"

namespace turncoat::cli {

namespace {

struct ShowOptions {
  std::vector<std::string> words;
  std::string rules;
  std::string svg;
  std::string format = "text";
  std::string mark;
  int ply = -1;  // -1: the end
  std::uint64_t game = 1;
  bool force = false;
};

Result<record::Loaded> read_input(Context& context, const ShowOptions& options) {
  std::optional<rules::RulesetPtr> rules;
  if (!options.rules.empty()) {
    const auto found = rules::find_ruleset(options.rules);
    if (!found) return std::unexpected(found.error());
    rules = *found;
  }
  const std::string input = join(options.words, " ");
  if (input != "-" && !(input.empty() && !context.in_is_terminal)) {
    if (trim(input).empty()) {
      return fail(Error::Code::NotFound,
                  "show needs a game, a position, a file, or - to read them from input");
    }
    return record::read_games(input, rules);
  }
  const std::string text(std::istreambuf_iterator<char>(context.in), {});
  return record::read_text(text, "the input", rules);
}

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

std::string heading(const record::GameRecord& record) {
  std::vector<std::string> parts;
  if (!record.black.empty() || !record.white.empty()) {
    parts.push_back(fmt::format("{} (X) - {} (O)", record.black.empty() ? "?" : record.black,
                                record.white.empty() ? "?" : record.white));
  }
  if (!record.event.empty()) parts.push_back(record.event);
  if (!record.date.empty()) parts.push_back(record.date);
  return parts.empty() ? "" : join(parts, ", ") + '\n';
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

Result<int> run(Context& context, const ShowOptions& options) {
  const auto loaded = read_input(context, options);
  if (!loaded) return std::unexpected(loaded.error());
  const std::uint64_t games = loaded->games.size();
  if (options.game < 1 || options.game > games) {
    return fail(Error::Code::Range, "--game {}: there {} {}", options.game, games == 1 ? "is" : "are",
                games == 1 ? "one game" : fmt::format("{} games", games));
  }
  const record::GameRecord& whole = loaded->games[options.game - 1];
  const int ply = options.ply < 0 ? whole.game.ply() : options.ply;
  if (ply > whole.game.ply()) {
    return fail(Error::Code::Range, "--ply {}: the game has {} moves", ply, whole.game.ply());
  }
  const record::GameRecord record = cut(whole, ply);
  if (games > 1) context.err << fmt::format("game {} of {}\n", options.game, games);
  if (options.svg.empty()) {
    if (!options.mark.empty()) return fail(Error::Code::Conflict, "--mark is for diagrams: add --svg FILE");
    context.out << show_as(record, options.format, context.out_is_terminal);
    return 0;
  }
  record::DiagramOptions diagram;
  if (ply > 0) diagram.last_move = record.game.moves().back();
  if (options.mark == "stable") diagram.labels = stability_marks(record.game.position());
  if (options.mark == "order") diagram.labels = order_marks(record.game.position());
  const std::string svg = record::draw_svg(record.game.position(), diagram);
  if (options.svg == "-") {
    context.out << svg;
    return 0;
  }
  const auto existing = options.force ? Existing::Replace : Existing::Refuse;
  if (auto saved = save_file(options.svg, svg, existing); !saved) {
    const bool there = saved.error().code == Error::Code::Conflict && !options.force;
    if (there) saved.error().message += "; --force replaces it";
    return std::unexpected(saved.error());
  }
  return 0;
}

// A board may start with dashes and then looks like an option: such words are ours all the same.
bool is_board_word(const std::string& word) {
  return word.size() >= 16 && word.find_first_not_of("Xx*BbOo0Ww-._ /;") == std::string::npos;
}

}  // namespace

void add_show(CLI::App& app, Run& chosen) {
  CLI::App* command =
      app.add_subcommand("show", "draw a game or position: pasted text or a file of any format");
  auto options = std::make_shared<ShowOptions>();
  command->add_option(
      "game", options->words,
      "a transcript, a board string, or a file (GGF, OBF, WTHOR, transcripts); - reads input");
  command->add_option("--rules", options->rules, "ruleset, by name or file; guessed when left out");
  command->add_option("--ply", options->ply, "show the position after this many moves, passes counted")
      ->check(CLI::NonNegativeNumber);
  command->add_option("--game", options->game, "which game of a file, from 1");
  command->add_option("--svg", options->svg, "write an SVG diagram to this file, or to - for the output");
  command
      ->add_option("--mark", options->mark,
                   "write on the diagram: stable, +1 for stable discs and -1 for those in danger; order, how "
                   "the staged evaluation ranks the moves")
      ->check(CLI::IsMember({"stable", "order"}))
      ->type_name("WHAT");
  command->add_flag("--force", options->force, "replace the SVG file when it is already there");
  command->add_option("--format", options->format, "what to print")
      ->check(CLI::IsMember({"text", "transcript", "board", "ggf", "obf"}));
  command->allow_extras();
  command->callback([&chosen, options, command] {
    for (const std::string& word : command->remaining()) {
      if (word == "--") continue;
      if (!is_board_word(word)) throw CLI::ExtrasError({word});
      options->words.insert(options->words.begin(), word);
    }
    chosen = [options](Context& context) { return run(context, *options); };
  });
}

}  // namespace turncoat::cli
