// Spec: a name with settings written as text, `name:key=value,key=value`. Knows no names and no keys of its
// own. A value with a comma, quote or space at its ends is written in double quotes, with \" and \\ inside.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "base/params.h"

namespace turncoat {

struct Spec {
  std::string name;
  ParamValues values;

  friend bool operator==(const Spec&, const Spec&) = default;
};

Result<Spec> parse_spec(std::string_view text);

// The text that parse_spec reads back to the same Spec.
std::string format_spec(const Spec& spec);

}  // namespace turncoat
