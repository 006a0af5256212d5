// OBF, the problem lines of endgame test sets: a board, the side to move, and what its moves are worth.
//   O--OOOOX-OOOOOOX... X; A2:+38; C7:+36; % a comment
// Scores are final disc differences for the side to move. Reading is described in docs/file-formats.md.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "rules/position.h"

namespace turncoat::record {

struct ScoredMove {
  rules::Move move;
  int score = 0;

  friend bool operator==(const ScoredMove&, const ScoredMove&) = default;
};

struct Problem {
  rules::Position position;
  std::vector<ScoredMove> moves;  // legal, each at most once, in the order of the line
  std::optional<int> score;       // of the position itself, where the line gives one without a move
  std::string comment;
  std::size_t line = 0;  // in its file, from 1

  // Every move with the highest score: all of them solve the problem.
  std::vector<rules::Move> best_moves() const;
  // What the position is worth: the highest score of a move, or the bare score.
  std::optional<int> best_score() const;

  // The line number is not part of a problem.
  friend bool operator==(const Problem& a, const Problem& b) {
    return a.position == b.position && a.moves == b.moves && a.score == b.score && a.comment == b.comment;
  }
};

// One line; nothing for a blank one or a comment.
Result<std::optional<Problem>> parse_obf_line(std::string_view line,
                                              const std::optional<rules::RulesetPtr>& rules = std::nullopt);

// All problems of a text, or the error of the first bad line with its number.
Result<std::vector<Problem>> parse_obf(std::string_view text,
                                       const std::optional<rules::RulesetPtr>& rules = std::nullopt);

// One line without its newline.
std::string format_obf(const Problem& problem);

}  // namespace turncoat::record
