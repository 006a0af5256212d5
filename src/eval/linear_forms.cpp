#include "eval/linear_forms.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/text.h"

namespace turncoat::eval {

namespace {

constexpr std::string_view kSeparators = " \t\r\n,;";
constexpr double kLargest = 1e6;  // as in weight files

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t at = text.find_first_not_of(kSeparators); at != std::string_view::npos;
       at = text.find_first_not_of(kSeparators, at)) {
    const std::size_t end = std::min(text.find_first_of(kSeparators, at), text.size());
    words.push_back(text.substr(at, end - at));
    at = end;
  }
  return words;
}

}  // namespace

bool looks_like_numbers(std::string_view text) {
  const auto words = words_of(text);
  return words.size() > 1 && parse_double(words[0]).has_value() && parse_double(words[1]).has_value();
}

Result<LinearWeights> parse_linear_numbers(std::string_view text, std::string_view source) {
  const auto words = words_of(text);
  if (words.size() != 2 * kQualities && words.size() != 4 * kQualities) {
    return fail(Error::Code::Parse, "{}: {} numbers; ten make a linear heuristic, twenty a cubic one", source,
                words.size());
  }
  LinearWeights weights;
  const std::size_t terms = words.size() / kQualities;
  weights.degree = static_cast<int>(terms) - 1;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto number = parse_double(words[i]);
    if (!number || !(std::abs(*number) <= kLargest)) {
      return fail(Error::Code::Parse, "{}: {} is not a usable number", source, quote(words[i]));
    }
    weights.coefficients[i / terms][terms - 1 - i % terms] = *number;
  }
  return weights;
}

std::string format_linear_numbers(const LinearWeights& weights) {
  std::string text;
  for (const auto& quality : weights.coefficients) {
    for (int power = weights.degree; power >= 0; --power) {
      text += fmt::format("{}{}", text.empty() ? "" : " ", quality[static_cast<std::size_t>(power)]);
    }
  }
  return text;
}

LinearWeights stretched(const LinearWeights& weights, int from_squares, int to_squares) {
  LinearWeights result = weights;
  const double factor = static_cast<double>(from_squares) / to_squares;
  for (auto& quality : result.coefficients) {
    double scale = 1;
    for (double& coefficient : quality) {
      coefficient *= scale;
      scale *= factor;
    }
  }
  return result;
}

bool same_heuristic(const LinearWeights& a, const LinearWeights& b) {
  // At the middle of an 8x8 game every power is of the same order, so that one tolerance serves all.
  constexpr int kMiddle = 32;
  constexpr double kTolerance = 1e-9;
  std::vector<double> left;
  std::vector<double> right;
  for (std::size_t q = 0; q < kQualities; ++q) {
    double scale = 1;
    for (std::size_t power = 0; power < a.coefficients[q].size(); ++power) {
      left.push_back(a.coefficients[q][power] * scale);
      right.push_back(b.coefficients[q][power] * scale);
      scale *= kMiddle;
    }
  }
  const auto largest = [](const std::vector<double>& values) {
    return std::ranges::max(values, {}, [](double value) { return std::abs(value); });
  };
  const double left_size = std::abs(largest(left));
  const double right_size = std::abs(largest(right));
  if (left_size == 0 || right_size == 0) return left_size == right_size;
  for (std::size_t i = 0; i < left.size(); ++i) {
    if (std::abs(left[i] / left_size - right[i] / right_size) > kTolerance) return false;
  }
  return true;
}

}  // namespace turncoat::eval
