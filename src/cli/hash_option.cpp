#include "cli/hash_option.h"

#include <fmt/format.h>

#include "base/memory.h"
#include "base/text.h"
#include "search/engine.h"

namespace turncoat::cli {

CLI::Option* add_hash_option(CLI::App& command, std::uint64_t& bytes) {
  const auto read = [&bytes](const std::string& text) {
    const auto size = parse_memory(text);
    if (!size) throw CLI::ValidationError("--hash", size.error().message);
    if (*size < search::kLeastHash || *size > search::kMostHash) {
      throw CLI::ValidationError(
          "--hash", fmt::format("{} is outside {}..{}", printable(text), format_bytes(search::kLeastHash),
                                format_bytes(search::kMostHash)));
    }
    bytes = *size;
  };
  return command.add_option_function<std::string>("--hash", read, "memory for positions seen before")
      ->type_name("SIZE")
      ->default_str(format_bytes(bytes));
}

}  // namespace turncoat::cli
