// StopSignal: Ctrl-C and SIGTERM as a question to ask between steps, so that no step is cut in half. A second
// signal ends the program at once. A handler, not a blocked mask: libraries start threads before main.
#pragma once

namespace turncoat::trainer {

class StopSignal {
 public:
  // For the rest of the program.
  StopSignal();

  bool seen() const;
};

}  // namespace turncoat::trainer
