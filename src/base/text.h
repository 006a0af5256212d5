// Small text helpers shared by every parser: trimming, splitting, numbers, durations, sizes, "did you mean".
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace turncoat {

std::string_view trim(std::string_view text);
std::vector<std::string_view> split(std::string_view text, char separator);
std::string join(std::span<const std::string> parts, std::string_view separator);
std::string to_lower(std::string_view text);
bool equal_ignoring_case(std::string_view a, std::string_view b);

// The whole text must be the number; no sign for unsigned, no surrounding space.
std::optional<std::int64_t> parse_int(std::string_view text);
std::optional<std::uint64_t> parse_uint(std::string_view text);
std::optional<double> parse_double(std::string_view text);

// "250ms", "1.5s", "2m", "1h"; a plain number is seconds. Never negative.
Result<std::chrono::nanoseconds> parse_duration(std::string_view text);
std::string format_duration(std::chrono::nanoseconds duration);

// "16MB", "1GB", "512KB" (powers of 1024), plain numbers are bytes.
Result<std::uint64_t> parse_bytes(std::string_view text);
std::string format_bytes(std::uint64_t bytes);

// The known name nearest to a mistyped one, if it is near enough to be worth suggesting.
std::optional<std::string> closest(std::string_view typed, std::span<const std::string> known);

// `; did you mean "sims"?` or nothing: to be appended to an error.
std::string did_you_mean(std::string_view typed, std::span<const std::string> known);

// For error messages: shortened to so many bytes, control characters shown as '?'; `quote` adds quotes.
std::string printable(std::string_view text, std::size_t longest = 40);
std::string quote(std::string_view text, std::size_t longest = 40);

}  // namespace turncoat
