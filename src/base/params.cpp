#include "base/params.h"

namespace turncoat::params_detail {

namespace {

bool is_whole_number(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

template <class T>
Result<T> in_range(std::string_view name, std::string_view text, std::optional<T> value,
                   ParamRange<T> range) {
  if (value && *value >= range.low && *value <= range.high) return *value;
  return fail(Error::Code::Range, "{}={} is outside {}..{}", name, printable(text), range.low, range.high);
}

}  // namespace

Result<std::int64_t> read_integer(std::string_view name, std::string_view text,
                                  ParamRange<std::int64_t> range) {
  if (!is_whole_number(text)) {
    return fail(Error::Code::Parse, "{}={} is not a whole number", name, printable(text));
  }
  return in_range(name, text, parse_int(text), range);
}

Result<std::uint64_t> read_integer(std::string_view name, std::string_view text,
                                   ParamRange<std::uint64_t> range) {
  if (!is_whole_number(text)) {
    return fail(Error::Code::Parse, "{}={} is not a whole number", name, printable(text));
  }
  return in_range(name, text, parse_uint(text), range);
}

Result<double> read_real(std::string_view name, std::string_view text, ParamRange<double> range) {
  const auto value = parse_double(text);
  if (!value) return fail(Error::Code::Parse, "{}={} is not a number", name, printable(text));
  return in_range(name, text, value, range);
}

Result<bool> read_switch(std::string_view name, std::string_view text) {
  for (const std::string_view yes : {"on", "true", "yes", "1"}) {
    if (equal_ignoring_case(text, yes)) return true;
  }
  for (const std::string_view no : {"off", "false", "no", "0"}) {
    if (equal_ignoring_case(text, no)) return false;
  }
  return fail(Error::Code::Parse, "{}={} must be on or off", name, printable(text));
}

Result<std::size_t> read_choice(std::string_view name, std::string_view text,
                                std::span<const std::string> choices) {
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (equal_ignoring_case(text, choices[i])) return i;
  }
  return fail(Error::Code::Range, "{}={} must be one of {}{}", name, printable(text), join(choices, ", "),
              did_you_mean(text, choices));
}

Error unknown_key(std::string_view owner, std::string_view key, std::span<const std::string> known) {
  std::string message = fmt::format("{} has no parameter {}", owner, quote(key));
  const std::string hint = did_you_mean(key, known);
  if (!hint.empty()) {
    message += hint;
  } else if (known.empty()) {
    message += "; it takes none";
  } else {
    message += fmt::format("; it takes {}", join(known, ", "));
  }
  return {Error::Code::NotFound, message};
}

}  // namespace turncoat::params_detail
