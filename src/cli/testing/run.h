// Runs the program in a test: arguments in, status and both streams out.
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "cli/command.h"

namespace turncoat::cli {

struct Outcome {
  int status = 0;
  std::string out;
  std::string err;
};

inline Outcome run(const std::vector<std::string>& arguments) {
  std::istringstream in;
  std::ostringstream out;
  std::ostringstream err;
  Context context{.in = in, .out = out, .err = err, .stop = {}};
  const int status = run_program(arguments, context);
  return {status, out.str(), err.str()};
}

}  // namespace turncoat::cli
