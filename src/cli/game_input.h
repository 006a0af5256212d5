// The game or position a command is about: words of the command line, a file, or input; and the SVG file it
// may write. Shared by `show` and `analyze`; `solve` reads the same words as positions.
#pragma once

#include <string>
#include <vector>

#include "cli/command.h"
#include "record/load.h"

namespace turncoat::cli {

struct GameInput {
  std::vector<std::string> words;
  std::string rules;  // empty: guessed
  std::uint64_t number = 1;
  std::string svg;  // a path, - for the output, or empty
  bool force = false;
};

// Declares game, --rules, --game, --svg and --force; `svg_help` says what is drawn. To be called once per
// command, whose callback then begins with take_board_words.
void add_game_input(CLI::App& command, GameInput& input, const std::string& svg_help);

// Whether it begins with at least the squares of the smallest board; the scores of an OBF line may follow.
bool is_board_word(const std::string& word);

// A board may start with dashes and then looks like an option: takes such words back.
void take_board_words(const CLI::App& command, std::vector<std::string>& words);

// What the words are, or the input where they are - or nothing and the input is no terminal.
Result<record::Loaded> read_words(Context& context, const std::vector<std::string>& words,
                                  const std::string& rules, std::string_view command);

// The game asked for. Says on `err` which one it is when there are several.
Result<record::GameRecord> read_game(Context& context, const GameInput& input, std::string_view command);

// "name (X) - name (O), event, date" and a line end, or nothing.
std::string heading(const record::GameRecord& record);

}  // namespace turncoat::cli
