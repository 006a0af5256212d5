#include "cli/number_range.h"

#include <fmt/format.h>

#include "base/text.h"

namespace turncoat::cli {

CLI::Validator number_range(double least, double most) {
  const auto check = [least, most](const std::string& text) -> std::string {
    const auto number = parse_double(text);
    if (number && *number >= least && *number <= most) return "";
    return fmt::format("Value {} not in range {:g} to {:g}", text, least, most);
  };
  return CLI::Validator(check, fmt::format("FLOAT in [{:g} - {:g}]", least, most));
}

}  // namespace turncoat::cli
