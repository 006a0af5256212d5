#include "cli/threads_option.h"

#include <algorithm>
#include <cstdint>
#include <optional>

#include <fmt/format.h>

#include "base/parallel.h"
#include "base/text.h"

namespace turncoat::cli {

CLI::Option* add_threads_option(CLI::App& command, int& threads, const std::string& about, int most) {
  const int all = std::min(hardware_threads(), most);
  const std::string usual = threads == 0 ? "all" : std::to_string(threads);
  if (threads == 0) threads = all;
  const auto read = [&threads, all, most](const std::string& text) {
    const auto number = text == "all" ? std::optional<std::int64_t>(0) : parse_int(text);
    if (!number || *number < 0 || *number > most) {
      throw CLI::ValidationError(
          "--threads", fmt::format("{} is neither all nor a number from 0 to {}", quote(text), most));
    }
    threads = *number == 0 ? all : static_cast<int>(*number);
  };
  return command
      .add_option_function<std::string>(
          "--threads", read,
          (about.empty() ? "" : about + "; ") + "all, or 0: as many as the machine has cores")
      ->type_name("T")
      ->default_str(usual);
}

}  // namespace turncoat::cli
