#include "cli/numbers_option.h"

#include <string>
#include <vector>

namespace turncoat::cli {

void add_numbers_option(CLI::App& command, mcts::Numbers& numbers) {
  std::vector<std::string> names;
  for (const auto& [name, value] : mcts::numbers_by_name()) names.push_back(name);
  command
      .add_option_function<std::string>(
          "--numbers",
          [&numbers](const std::string& text) {
            for (const auto& [name, value] : mcts::numbers_by_name()) {
              if (name == text) numbers = value;
            }
          },
          mcts::numbers_help())
      ->check(CLI::IsMember(names))
      ->type_name("NUMBERS")
      ->default_str(names.front());
}

}  // namespace turncoat::cli
