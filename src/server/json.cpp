#include "server/json.h"

#include "base/text.h"

namespace turncoat::server {

namespace {

// The parser would build what it is given, and a megabyte of brackets is a megabyte of nested values.
bool nests_deeper_than(std::string_view text, int depth) {
  int open = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '[' || c == '{') {
      if (++open > depth) return true;
    } else if (c == ']' || c == '}') {
      --open;
    }
  }
  return false;
}

}  // namespace

Result<Json> parse_json(std::string_view text, int depth) {
  if (nests_deeper_than(text, depth)) {
    return fail(Error::Code::Parse, "the JSON is nested deeper than {} levels", depth);
  }
  try {
    return Json::parse(text);
  } catch (const Json::exception& error) {
    return fail(Error::Code::Parse, "this is not JSON: {}", printable(error.what(), 120));
  }
}

std::string dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<void> check_object(const Json& json, std::string_view what) {
  if (json.is_object()) return {};
  return fail(Error::Code::Parse, "{} must be a JSON object", what);
}

const Json* find_field(const Json& object, std::string_view name) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(std::string(name));
  return found == object.end() || found->is_null() ? nullptr : &*found;
}

Result<std::optional<std::string>> optional_text_field(const Json& object, std::string_view name) {
  const Json* field = find_field(object, name);
  if (field == nullptr) return std::nullopt;
  if (!field->is_string()) return fail(Error::Code::Parse, "\"{}\" must be text", name);
  return field->get<std::string>();
}

Result<std::string> text_field(const Json& object, std::string_view name) {
  auto text = optional_text_field(object, name);
  if (!text) return std::unexpected(text.error());
  if (!*text) return fail(Error::Code::Parse, "\"{}\" is missing", name);
  return **std::move(text);
}

Result<std::optional<std::int64_t>> optional_integer_field(const Json& object, std::string_view name,
                                                           std::int64_t low, std::int64_t high) {
  const Json* field = find_field(object, name);
  if (field == nullptr) return std::nullopt;
  if (!field->is_number_integer()) return fail(Error::Code::Parse, "\"{}\" must be a whole number", name);
  const bool too_large = field->is_number_unsigned() && field->get<std::uint64_t>() > INT64_MAX;
  const std::int64_t value = too_large ? 0 : field->get<std::int64_t>();
  if (too_large || value < low || value > high) {
    return fail(Error::Code::Range, "\"{}\" must be from {} to {}", name, low, high);
  }
  return value;
}

Result<std::int64_t> integer_field(const Json& object, std::string_view name, std::int64_t low,
                                   std::int64_t high) {
  const auto value = optional_integer_field(object, name, low, high);
  if (!value) return std::unexpected(value.error());
  if (!*value) return fail(Error::Code::Parse, "\"{}\" is missing", name);
  return **value;
}

}  // namespace turncoat::server
