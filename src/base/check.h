// TURNCOAT_CHECK: stops the program at our own bug, in every build. Never reachable from input.
#pragma once

#include <string_view>

namespace turncoat {

[[noreturn]] void check_failed(const char* expression, const char* file, int line, std::string_view note);

}  // namespace turncoat

#define TURNCOAT_CHECK(condition, note) \
  (static_cast<bool>(condition) ? void(0) : ::turncoat::check_failed(#condition, __FILE__, __LINE__, (note)))
