#include "base/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>

namespace turncoat {

namespace {

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

template <class T>
std::optional<T> parse_number(std::string_view text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// Letters to add, drop, change or swap with their neighbour to get from one word to the other.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  std::vector<std::size_t> above(row.size());
  std::vector<std::size_t> two_above(row.size());
  const auto same = [&](std::size_t i, std::size_t j) { return lower(a[i - 1]) == lower(b[j - 1]); };
  for (std::size_t i = 1; i <= a.size(); ++i) {
    two_above.swap(above);
    above.swap(row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (same(i, j) ? 0 : 1)});
      if (i > 1 && j > 1 && same(i, j - 1) && same(i - 1, j)) row[j] = std::min(row[j], two_above[j - 2] + 1);
    }
  }
  return row[b.size()];
}

// Splits "1.5ms" into the number and the unit.
std::pair<std::string_view, std::string_view> split_unit(std::string_view text) {
  const std::size_t end = text.find_first_not_of("0123456789.");
  if (end == std::string_view::npos) return {text, {}};
  return {text.substr(0, end), trim(text.substr(end))};
}

}  // namespace

std::string_view trim(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n\f\v";
  const std::size_t first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t at = text.find(separator);
    parts.push_back(text.substr(0, at));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

std::string join(std::span<const std::string> parts, std::string_view separator) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) text += separator;
    text += parts[i];
  }
  return text;
}

std::string to_lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), lower);
  return result;
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](char x, char y) { return lower(x) == lower(y); });
}

std::optional<std::int64_t> parse_int(std::string_view text) {
  return parse_number<std::int64_t>(text);
}

std::optional<std::uint64_t> parse_uint(std::string_view text) {
  return parse_number<std::uint64_t>(text);
}

std::optional<double> parse_double(std::string_view text) {
  const auto value = parse_number<double>(text);
  if (value && !std::isfinite(*value)) return std::nullopt;
  return value;
}

Result<std::chrono::nanoseconds> parse_duration(std::string_view text) {
  const auto [digits, unit] = split_unit(trim(text));
  const auto number = parse_double(digits);
  double scale = 0;
  if (unit.empty() || unit == "s") scale = 1;
  if (unit == "us") scale = 1e-6;
  if (unit == "ms") scale = 1e-3;
  if (unit == "m" || unit == "min") scale = 60;
  if (unit == "h") scale = 3600;
  if (!number || scale == 0) {
    return fail(Error::Code::Parse, "{} is not a duration; write it like 250ms, 1.5s, 2m or 1h", quote(text));
  }
  const double seconds = *number * scale;
  constexpr double kLongest = 366.0 * 24 * 3600;
  if (seconds > kLongest) return fail(Error::Code::Range, "{} is longer than a year", quote(text));
  return std::chrono::nanoseconds(std::llround(seconds * 1e9));
}

std::string format_duration(std::chrono::nanoseconds duration) {
  const std::int64_t ns = duration.count();
  if (ns % 1'000'000'000 == 0) return fmt::format("{}s", ns / 1'000'000'000);
  if (ns % 1'000'000 == 0 && ns < 1'000'000'000) return fmt::format("{}ms", ns / 1'000'000);
  if (ns < 1'000'000) return fmt::format("{}us", static_cast<double>(ns) / 1e3);
  return fmt::format("{}s", static_cast<double>(ns) / 1e9);
}

Result<std::uint64_t> parse_bytes(std::string_view text) {
  const auto [digits, unit_text] = split_unit(trim(text));
  const std::string unit = to_lower(unit_text);
  const auto number = parse_double(digits);
  std::uint64_t scale = 0;
  if (unit.empty() || unit == "b") scale = 1;
  if (unit == "k" || unit == "kb" || unit == "kib") scale = 1 << 10;
  if (unit == "m" || unit == "mb" || unit == "mib") scale = 1 << 20;
  if (unit == "g" || unit == "gb" || unit == "gib") scale = 1 << 30;
  if (unit == "t" || unit == "tb" || unit == "tib") scale = std::uint64_t{1} << 40;
  if (unit == "p" || unit == "pb" || unit == "pib") scale = std::uint64_t{1} << 50;
  if (unit == "e" || unit == "eb" || unit == "eib") scale = std::uint64_t{1} << 60;
  if (!number || scale == 0) {
    return fail(Error::Code::Parse, "{} is not a size; write it like 512KB, 16MB or 1GB", quote(text));
  }
  const double bytes = *number * static_cast<double>(scale);
  if (bytes > 0x1p60) return fail(Error::Code::Range, "{} is more memory than there is", quote(text));
  // Whole numbers stay exact beyond the 53 bits of a double.
  if (const auto whole = parse_uint(digits)) return *whole * scale;
  return static_cast<std::uint64_t>(bytes);
}

std::string format_bytes(std::uint64_t bytes) {
  constexpr std::array<const char*, 4> kUnits = {"B", "KB", "MB", "GB"};
  std::size_t unit = 0;
  while (unit + 1 < kUnits.size() && bytes != 0 && bytes % 1024 == 0) {
    bytes /= 1024;
    ++unit;
  }
  return unit == 0 ? fmt::format("{}", bytes) : fmt::format("{}{}", bytes, kUnits[unit]);
}

std::optional<std::string> closest(std::string_view typed, std::span<const std::string> known) {
  std::optional<std::string> best;
  // A third of the letters may be wrong, at least one, never all; beyond that a suggestion confuses more than
  // it helps.
  std::size_t limit = std::max<std::size_t>(1, typed.size() / 3) + 1;
  for (const std::string& name : known) {
    const std::size_t distance = edit_distance(typed, name);
    if (distance < limit && distance < std::max(typed.size(), name.size())) {
      limit = distance;
      best = name;
    }
  }
  return best;
}

std::string did_you_mean(std::string_view typed, std::span<const std::string> known) {
  const auto near = closest(typed, known);
  return near ? fmt::format("; did you mean \"{}\"?", *near) : std::string();
}

std::string printable(std::string_view text, std::size_t longest) {
  const bool cut = text.size() > longest;
  if (cut) {
    // Back to the first byte of a UTF-8 character.
    while (longest > 0 && (static_cast<unsigned char>(text[longest]) & 0xc0) == 0x80) --longest;
    text = text.substr(0, longest);
  }
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    result += byte < 0x20 || byte == 0x7f ? '?' : c;
  }
  return cut ? result + "..." : result;
}

std::string quote(std::string_view text, std::size_t longest) {
  return '"' + printable(text, longest) + '"';
}

}  // namespace turncoat
