// How fast networks answer and learn, with one thread: libtorch beside our own inference, in one run.
#pragma once

#include <ostream>
#include <span>
#include <string>

#include "base/error.h"

namespace turncoat::trainer {

// Positions per second for each architecture, way and batch size, `seconds` of processor time for each.
Result<void> bench(std::span<const std::string> archs, double seconds, std::ostream& out);

}  // namespace turncoat::trainer
