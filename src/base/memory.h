// How much memory the machine has, and sizes that have to fit into it.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/error.h"

namespace turncoat {

std::uint64_t physical_memory();

// An error when that is more than the machine has.
Result<void> check_memory(std::uint64_t bytes);

// "16MB" and the like, as parse_bytes reads it, of memory that is going to be used.
Result<std::uint64_t> parse_memory(std::string_view text);

}  // namespace turncoat
