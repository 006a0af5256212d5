// A whole game as one animated SVG: it plays in any browser without a script, from the first position to the
// last, and begins again. Where the reader asks for less motion it stands still at the last position.
#pragma once

#include <chrono>
#include <string>

#include "record/game_record.h"

namespace turncoat::record {

struct AnimationOptions {
  int square_pixels = 48;                   // 8 to 512; the drawing scales anyway
  std::chrono::milliseconds per_move{700};  // 100 to 10000; passes take as long
};

// A whole SVG document.
std::string draw_animation(const GameRecord& record, const AnimationOptions& options);

}  // namespace turncoat::record
