#include "eval/linear_weights.h"

#include <cmath>
#include <optional>
#include <vector>

#include "base/text.h"

namespace turncoat::eval {

namespace {

constexpr std::array<std::string_view, kQualities> kNames = {"corners", "moves", "discs", "centre", "groups"};

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  for (const std::string_view word : split(line, ' ')) {
    if (!trim(word).empty()) words.push_back(trim(word));
  }
  return words;
}

std::optional<std::size_t> quality_of(std::string_view name) {
  for (std::size_t q = 0; q < kQualities; ++q) {
    if (kNames[q] == name) return q;
  }
  return std::nullopt;
}

// One line "corners 0.185 55.6" into the weights; gives the degree its numbers mean.
Result<int> read_line(const std::vector<std::string_view>& words, LinearWeights& weights,
                      std::array<bool, 5>& seen) {
  const auto quality = quality_of(words.front());
  if (!quality) {
    const std::vector<std::string> known(kNames.begin(), kNames.end());
    return fail(Error::Code::NotFound, "there is no quality {}; they are {}", quote(words.front()),
                join(known, ", "));
  }
  if (seen[*quality]) return fail(Error::Code::Conflict, "{} is given twice", words.front());
  seen[*quality] = true;
  const std::size_t numbers = words.size() - 1;
  if (numbers != 2 && numbers != 4) {
    return fail(Error::Code::Parse, "{} has {} numbers; two make a line, four a cubic", words.front(),
                numbers);
  }
  for (std::size_t i = 1; i < words.size(); ++i) {
    const auto number = parse_double(words[i]);
    if (!number || std::abs(*number) > 1e6)
      return fail(Error::Code::Parse, "{} is not a usable number", quote(words[i]));
    weights.coefficients[*quality][numbers - i] = *number;
  }
  return static_cast<int>(numbers) - 1;
}

}  // namespace

Result<LinearWeights> parse_linear_weights(std::string_view text, std::string_view source) {
  LinearWeights weights;
  std::array<bool, kQualities> seen{};
  std::optional<int> degree;
  int number = 0;
  for (const std::string_view raw : split(text, '\n')) {
    ++number;
    const std::string_view line = trim(raw.substr(0, raw.find('#')));
    if (line.empty()) continue;
    const auto read = read_line(words_of(line), weights, seen);
    if (!read) return fail_at(read.error(), "{} line {}", source, number);
    if (degree && *degree != *read) {
      return fail(Error::Code::Parse, "{} line {}: some qualities have two numbers and some four", source,
                  number);
    }
    degree = *read;
  }
  for (std::size_t q = 0; q < kQualities; ++q) {
    if (!seen[q]) return fail(Error::Code::Parse, "{}: the line for {} is missing", source, kNames[q]);
  }
  weights.degree = *degree;
  return weights;
}

std::string format_linear_weights(const LinearWeights& weights) {
  std::string text;
  for (std::size_t q = 0; q < kQualities; ++q) {
    text += kNames[q];
    for (int power = weights.degree; power >= 0; --power) {
      text += fmt::format(" {}", weights.coefficients[q][static_cast<std::size_t>(power)]);
    }
    text += '\n';
  }
  return text;
}

}  // namespace turncoat::eval
