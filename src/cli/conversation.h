// converse: lines from the input to a session until one of them is done. For commands that talk with another
// program.
#pragma once

#include <chrono>
#include <functional>
#include <stop_token>

#include "cli/command.h"
#include "cli/line_reader.h"

namespace turncoat::cli {

// A game of 16x16 with evaluations and times in GGF fits many times over.
inline constexpr std::size_t kLongestCommand = 64 << 10;

// What the last command may still take once the input has ended: whoever asked may be dead, but may also have
// written all of its commands at once.
inline constexpr std::chrono::seconds kGrace{2};

// Gives each line, or the news that one was too long, to `take` until it says false, the input ends or a stop
// is requested. `take` runs on a thread of its own, one call after the other, so that the end of the input is
// noticed meanwhile: kGrace later `hurry` is asked to stop, which a stop of the program does at once. True
// when the input has ended.
bool converse(Context& context, const std::function<bool(const LineReader::Outcome&)>& take,
              std::stop_source hurry = {});

}  // namespace turncoat::cli
