#include "trainer/stop_signal.h"

#include <atomic>

#include <signal.h>

namespace turncoat::trainer {

namespace {

// A handler has nothing else to reach; signals belong to the process as a whole.
std::atomic<bool>& was_seen() {
  static constinit std::atomic<bool> seen{false};
  return seen;
}

void note(int) {
  was_seen() = true;
}

}  // namespace

StopSignal::StopSignal() {
  was_seen() = false;
  struct sigaction action {};
  action.sa_handler = note;
  action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

bool StopSignal::seen() const {
  return was_seen();
}

}  // namespace turncoat::trainer
