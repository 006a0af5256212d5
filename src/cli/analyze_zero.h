// `analyze --player zero:...`: what a guided search makes of each position of a game: visits, values and the
// network's policy for every move, as text or JSON, and the tree of the last position as a picture.
#pragma once

#include <string>

#include "cli/command.h"
#include "record/game_record.h"

namespace turncoat::cli {

struct ZeroAnalysisOptions {
  std::string player;
  double threshold = 1;    // a move that loses so many discs is a mistake
  bool all_moves = false;  // of every position; a position without a game always gets them
  int tree = 0;            // plies of the last position's tree to print
  bool json = false;
};

// `svg` becomes the picture of the last position's tree; empty when nothing was searched there.
Result<int> analyze_zero(Context& context, const record::GameRecord& record,
                         const ZeroAnalysisOptions& options, std::string& svg);

}  // namespace turncoat::cli
