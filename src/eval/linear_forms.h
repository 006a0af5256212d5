// Linear weights (eval/linear_weights.h) in other forms: one line of numbers, stretched to another board,
// compared. No evaluation here.
#pragma once

#include <string>
#include <string_view>

#include "eval/linear_weights.h"

namespace turncoat::eval {

// "1.4 -15 0.85 20 ...": the ten or twenty numbers of a weight file in one line, spaces, commas or semicolons
// between them. `source` is named in errors.
Result<LinearWeights> parse_linear_numbers(std::string_view text, std::string_view source);
std::string format_linear_numbers(const LinearWeights& weights);

// Whether a text is meant as such a line rather than as a name.
bool looks_like_numbers(std::string_view text);

// The same course of the game on a board of another size: what counted at a share of the old board's squares
// counts at that share of the new one's.
LinearWeights stretched(const LinearWeights& weights, int from_squares, int to_squares);

// Whether two heuristics always prefer the same positions because one is the other times a positive number.
bool same_heuristic(const LinearWeights& a, const LinearWeights& b);

}  // namespace turncoat::eval
