// A command of the program: declares its options on a CLI11 app and says what to run when it was asked for.
// Commands are listed by hand in commands.cpp. Only the answer goes to `out`; progress and remarks go to
// `err`.
#pragma once

#include <functional>
#include <istream>
#include <ostream>
#include <stop_token>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "base/error.h"
#include "base/progress.h"

namespace turncoat::cli {

struct Context {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;
  bool in_is_terminal = false;
  bool out_is_terminal = false;
  bool err_is_terminal = false;
  std::stop_token stop;                    // requested on Ctrl-C and SIGTERM
  std::function<bool()> reader_gone = {};  // whether nobody reads `out` any more, as after `| head`
  bool stopped_in_order = false;           // set by a command whose usual end is a stop: no failure

  Progress::Style progress_style(bool quiet = false) const {
    if (quiet) return Progress::Style::Silent;
    return err_is_terminal ? Progress::Style::Bar : Progress::Style::Lines;
  }
};

// What a command does once its options are read: the exit status, or an error that main prints.
using Run = std::function<Result<int>(Context&)>;

// Adds one sub-command to `app`; its callback stores the work in `chosen`.
using AddCommand = void (*)(CLI::App& app, Run& chosen);

// In the order of the help text.
std::vector<AddCommand> all_commands();

// The whole program but for process set-up: parses, runs, prints errors, returns the exit status.
int run_program(const std::vector<std::string>& arguments, Context& context);

}  // namespace turncoat::cli
