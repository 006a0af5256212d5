// converse: lines from the input to a session until one of them is done. For commands that talk with another
// program.
#pragma once

#include <functional>

#include "cli/command.h"
#include "cli/line_reader.h"

namespace turncoat::cli {

// A game of 16x16 with evaluations and times in GGF fits many times over.
inline constexpr std::size_t kLongestCommand = 64 << 10;

// Gives each line, or the news that one was too long, to `take` until it says false, the input ends or a stop
// is requested.
void converse(Context& context, const std::function<bool(const LineReader::Outcome&)>& take);

}  // namespace turncoat::cli
