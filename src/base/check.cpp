#include "base/check.h"

#include <cstdio>
#include <exception>

namespace turncoat {

void check_failed(const char* expression, const char* file, int line, std::string_view note) {
  std::fprintf(stderr, "turncoat: internal error at %s:%d: %s (%.*s)\n", file, line, expression,
               static_cast<int>(note.size()), note.data());
  std::terminate();
}

}  // namespace turncoat
