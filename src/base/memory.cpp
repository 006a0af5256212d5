#include "base/memory.h"

#include <unistd.h>

#include "base/text.h"

namespace turncoat {

namespace {

Error too_much(std::string_view size) {
  return {Error::Code::Range,
          fmt::format("{} is more than the {:.1f}GB of memory that this machine has", size,
                      static_cast<double>(physical_memory()) / static_cast<double>(1 << 30))};
}

}  // namespace

std::uint64_t physical_memory() {
  return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
         static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

Result<void> check_memory(std::uint64_t bytes) {
  if (bytes > physical_memory()) return std::unexpected(too_much(format_bytes(bytes)));
  return {};
}

Result<std::uint64_t> parse_memory(std::string_view text) {
  const auto bytes = parse_bytes(text);
  if (bytes && *bytes > physical_memory()) return std::unexpected(too_much(printable(trim(text))));
  return bytes;
}

}  // namespace turncoat
