#include "base/params.h"

namespace turncoat::params_detail {

Result<std::int64_t> read_integer(std::string_view name, std::string_view text, std::int64_t low,
                                  std::int64_t high) {
  const auto value = parse_int(text);
  if (!value) return fail(Error::Code::Parse, "{}={} is not a whole number", name, text);
  if (*value < low || *value > high)
    return fail(Error::Code::Range, "{}={} is outside {}..{}", name, text, low, high);
  return *value;
}

Result<double> read_real(std::string_view name, std::string_view text, double low, double high) {
  const auto value = parse_double(text);
  if (!value) return fail(Error::Code::Parse, "{}={} is not a number", name, text);
  if (*value < low || *value > high)
    return fail(Error::Code::Range, "{}={} is outside {}..{}", name, text, low, high);
  return *value;
}

Result<bool> read_switch(std::string_view name, std::string_view text) {
  for (const std::string_view yes : {"on", "true", "yes", "1"}) {
    if (equal_ignoring_case(text, yes)) return true;
  }
  for (const std::string_view no : {"off", "false", "no", "0"}) {
    if (equal_ignoring_case(text, no)) return false;
  }
  return fail(Error::Code::Parse, "{}={} must be on or off", name, text);
}

Result<std::size_t> read_choice(std::string_view name, std::string_view text,
                                std::span<const std::string> choices) {
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (equal_ignoring_case(text, choices[i])) return i;
  }
  return fail(Error::Code::Range, "{}={} must be one of {}{}", name, text, join(choices, ", "),
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
