#include "cli/game_input.h"

#include <algorithm>
#include <iterator>

#include "base/file.h"
#include "base/text.h"

namespace turncoat::cli {

bool is_board_word(const std::string& word) {
  return std::min(word.size(), word.find_first_not_of("Xx*BbOo0Ww-._ /;")) >= 16;
}

void add_game_input(CLI::App& command, GameInput& input, const std::string& svg_help) {
  command.add_option("game", input.words,
                     "a transcript, a board string, or a file (GGF, OBF, WTHOR, transcripts); - reads input");
  command.add_option("--rules", input.rules, "ruleset, by name or file; guessed when left out");
  command.add_option("--game", input.number, "which game of a file, from 1");
  command.add_option("--svg", input.svg, svg_help);
  command.add_flag("--force", input.force, "replace the SVG file when it is already there");
  command.allow_extras();
}

void take_board_words(const CLI::App& command, std::vector<std::string>& words) {
  for (const std::string& word : command.remaining()) {
    if (word == "--") continue;
    if (!is_board_word(word)) throw CLI::ExtrasError({word});
    words.insert(words.begin(), word);
  }
}

Result<record::Loaded> read_words(Context& context, const std::vector<std::string>& words,
                                  const std::string& rules, std::string_view command) {
  std::optional<rules::RulesetPtr> ruleset;
  if (!rules.empty()) {
    const auto found = rules::find_ruleset(rules);
    if (!found) return std::unexpected(found.error());
    ruleset = *found;
  }
  const std::string text = join(words, " ");
  if (text != "-" && !(text.empty() && !context.in_is_terminal)) {
    if (trim(text).empty()) {
      return fail(Error::Code::NotFound, "{} needs a game, a position, a file, or - to read them from input",
                  command);
    }
    return record::read_games(text, ruleset);
  }
  const std::string input(std::istreambuf_iterator<char>(context.in), {});
  return record::read_text(input, "the input", ruleset);
}

Result<record::GameRecord> read_game(Context& context, const GameInput& input, std::string_view command) {
  const auto loaded = read_words(context, input.words, input.rules, command);
  if (!loaded) return std::unexpected(loaded.error());
  const std::uint64_t games = loaded->games.size();
  if (input.number < 1 || input.number > games) {
    return fail(Error::Code::Range, "--game {}: there {} {}", input.number, games == 1 ? "is" : "are",
                games == 1 ? "one game" : fmt::format("{} games", games));
  }
  if (games > 1) context.err << fmt::format("game {} of {}\n", input.number, games);
  return loaded->games[input.number - 1];
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

}  // namespace turncoat::cli
