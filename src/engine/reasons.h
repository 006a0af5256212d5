// Reasons: why a move was a mistake, in the game's own terms: a corner given away, moves lost, parity lost.
// Facts of the board after the played move beside the board after the better one; no opinion of its own about
// which move is better, and no sentences: whoever shows a reason has words for its code.
#pragma once

#include <string_view>
#include <vector>

#include "rules/position.h"

namespace turncoat::engine {

enum class ReasonCode {
  Wipeout,        // the rest of the game leaves the mover without a disc
  CornerMissed,   // `squares`: the corner the better move takes
  CornerGiven,    // `squares`: corners the opponent may take now, and could not after the better move
  XSquare,        // played diagonally beside an empty corner: `squares` is the corner
  CSquare,        // played on the edge beside an empty corner: `squares` is the corner
  StableLost,     // `amount` fewer discs of one's own that can never be turned
  MobilityLost,   // `amount` fewer moves for oneself
  OpponentFreed,  // `amount` more moves for the opponent
  ParityLost,     // played into an even region; `squares`: the odd one that was better
  EdgeUnstable,   // a disc on an edge that can be turned again: `squares` is that disc
  EndgameCount,   // near the end, and nothing but counting tells
};

// "corner_given" and so on, for files and other programs.
std::string_view reason_name(ReasonCode code);

struct Reason {
  ReasonCode code = ReasonCode::EndgameCount;
  std::vector<rules::Square> squares = {};
  int amount = 0;

  friend bool operator==(const Reason&, const Reason&) = default;
};

// The weightiest first, at most three. Requires two different legal moves that are no passes. `wiped_out`
// tells that best play from here leaves the mover without a disc after `played` and not after `better`.
std::vector<Reason> reasons_for(const rules::Position& position, rules::Square played, rules::Square better,
                                bool wiped_out = false);

}  // namespace turncoat::engine
