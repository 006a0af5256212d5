// Outcome: what is kept in memory of a finished game; the moves go to whoever stores the record.
#pragma once

#include <optional>
#include <string>

#include "record/game_record.h"

namespace turncoat::match {

struct Outcome {
  int black_score = 0;  // discs; all squares when a side forfeited or resigned
  record::Ending ending = record::Ending::Finished;
  std::optional<rules::Color> loser;
  std::string reason;

  int score(rules::Color color) const { return color == rules::Color::Black ? black_score : -black_score; }
  // 1 for a win, 0.5 for a draw, 0 for a loss. A forfeit decides over the board.
  double points(rules::Color color) const {
    if (loser) return *loser == color ? 0 : 1;
    return score(color) > 0 ? 1 : score(color) < 0 ? 0 : 0.5;
  }

  friend bool operator==(const Outcome&, const Outcome&) = default;
};

// Nothing for a game broken off.
inline std::optional<Outcome> outcome_of(const record::GameRecord& record) {
  const auto score = black_score(record);
  if (!score) return std::nullopt;
  return Outcome{*score, record.ending, record.loser, record.reason};
}

}  // namespace turncoat::match
