#include "base/spec.h"

#include <algorithm>

#include "base/text.h"

namespace turncoat {

namespace {

bool is_key_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

bool is_key(std::string_view text) {
  if (text.empty()) return false;
  for (const char c : text) {
    if (!is_key_char(c)) return false;
  }
  return true;
}

// Reads one value from the front of `rest`, up to a comma outside quotes.
Result<std::string> take_value(std::string_view& rest) {
  rest = trim(rest);
  if (!rest.starts_with('"')) {
    const std::size_t end = std::min(rest.find(','), rest.size());
    std::string value(trim(rest.substr(0, end)));
    rest.remove_prefix(end);
    return value;
  }
  rest.remove_prefix(1);
  std::string value;
  while (!rest.empty() && rest.front() != '"') {
    if (rest.front() == '\\' && rest.size() > 1) rest.remove_prefix(1);
    value += rest.front();
    rest.remove_prefix(1);
  }
  if (rest.empty()) return fail(Error::Code::Parse, "the quote before {} is never closed", quote(value));
  rest = trim(rest.substr(1));
  if (!rest.empty() && rest.front() != ',') {
    return fail(Error::Code::Parse, "there must be a comma after the quoted {}", quote(value));
  }
  return value;
}

bool needs_quotes(std::string_view value) {
  return value.find_first_of(",\"\\") != std::string_view::npos || trim(value) != value;
}

}  // namespace

Result<Spec> parse_spec(std::string_view text) {
  Spec spec;
  text = trim(text);
  const std::size_t colon = text.find(':');
  spec.name = std::string(trim(text.substr(0, colon)));
  if (!is_key(spec.name)) {
    return fail(Error::Code::Parse, "{} is not a name; a spec is written name:key=value,key=value",
                quote(text));
  }
  if (colon == std::string_view::npos) return spec;

  std::string_view rest = trim(text.substr(colon + 1));
  while (!rest.empty()) {
    const std::size_t equals = rest.find('=');
    const std::string_view key = trim(rest.substr(0, equals));
    if (equals == std::string_view::npos || !is_key(key)) {
      return fail(Error::Code::Parse, "{} in {} is not key=value", quote(rest.substr(0, rest.find(','))),
                  quote(text));
    }
    rest.remove_prefix(equals + 1);
    auto value = take_value(rest);
    if (!value) return fail_at(value.error(), "{}", key);
    spec.values.emplace_back(key, std::move(*value));
    if (rest.empty()) break;
    rest = trim(rest.substr(1));
    if (rest.empty()) return fail(Error::Code::Parse, "{} ends in a comma", quote(text));
  }
  return spec;
}

std::string format_spec(const Spec& spec) {
  std::string text = spec.name;
  char separator = ':';
  for (const auto& [key, value] : spec.values) {
    text += separator;
    separator = ',';
    text += key;
    text += '=';
    if (!needs_quotes(value)) {
      text += value;
      continue;
    }
    text += '"';
    for (const char c : value) {
      if (c == '"' || c == '\\') text += '\\';
      text += c;
    }
    text += '"';
  }
  return text;
}

}  // namespace turncoat
