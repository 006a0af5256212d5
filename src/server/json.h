// JSON in and out: text to a value within bounds, a value's fields as our types, and back to text. What comes
// in is never trusted: every function here answers with one sentence that names the field.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "base/error.h"

namespace turncoat::server {

using Json = nlohmann::ordered_json;

// Nested at most so deep.
Result<Json> parse_json(std::string_view text, int depth);

// One line; bytes that are not UTF-8 are replaced.
std::string dump(const Json& json);

// Fields of an object. A field that is missing or null is absent; `optional_` functions take that, the others
// do not.
Result<void> check_object(const Json& json, std::string_view what);
Result<std::string> text_field(const Json& object, std::string_view name);
Result<std::optional<std::string>> optional_text_field(const Json& object, std::string_view name);
Result<std::int64_t> integer_field(const Json& object, std::string_view name, std::int64_t low,
                                   std::int64_t high);
Result<std::optional<std::int64_t>> optional_integer_field(const Json& object, std::string_view name,
                                                           std::int64_t low, std::int64_t high);
// Null when it is absent; lives as long as `object`.
const Json* find_field(const Json& object, std::string_view name);

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

}  // namespace turncoat::server
