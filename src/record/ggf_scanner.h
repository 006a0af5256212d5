// The outer shape of GGF: "(;NAME[value]NAME[value];)". Knows no tag's meaning.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace turncoat::record {

struct GgfTag {
  std::string name;   // upper case
  std::string value;  // escapes undone
  std::size_t at;     // offset of the name in the text
};

struct GgfGame {
  std::vector<GgfTag> tags;
  std::size_t at;  // offset of "(;"
};

// Errors name the place in the text.
Result<std::vector<GgfGame>> scan_ggf(std::string_view text);

}  // namespace turncoat::record
