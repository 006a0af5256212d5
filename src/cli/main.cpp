// Process set-up: streams, signals, exit status. Everything else is in run_program.
#include <atomic>
#include <iostream>
#include <thread>

#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include "cli/command.h"

namespace {

// Ctrl-C and SIGTERM arrive on this thread only and become a stop request, so no work is cut in half. A
// second signal ends the program at once.
class SignalWatcher {
 public:
  SignalWatcher() {
    sigemptyset(&signals_);
    sigaddset(&signals_, SIGINT);
    sigaddset(&signals_, SIGTERM);
    sigaddset(&signals_, SIGUSR2);  // our own: the watch is over
    pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
    thread_ = std::thread([this] { watch(); });
  }
  ~SignalWatcher() {
    pthread_kill(thread_.native_handle(), SIGUSR2);
    thread_.join();
  }
  SignalWatcher(const SignalWatcher&) = delete;
  SignalWatcher& operator=(const SignalWatcher&) = delete;

  std::stop_token token() const { return source_.get_token(); }
  int signal_seen() const { return seen_; }

 private:
  void watch() {
    for (;;) {
      int signal = 0;
      if (sigwait(&signals_, &signal) != 0) continue;
      if (signal == SIGUSR2) return;
      if (seen_ != 0) _exit(128 + signal);
      seen_ = signal;
      source_.request_stop();
    }
  }

  sigset_t signals_{};
  std::stop_source source_;
  std::atomic<int> seen_{0};
  std::thread thread_;
};

}  // namespace

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  signal(SIGPIPE, SIG_IGN);
  SignalWatcher signals;
  turncoat::cli::Context context{.in = std::cin,
                                 .out = std::cout,
                                 .err = std::cerr,
                                 .in_is_terminal = isatty(STDIN_FILENO) == 1,
                                 .out_is_terminal = isatty(STDOUT_FILENO) == 1,
                                 .err_is_terminal = isatty(STDERR_FILENO) == 1,
                                 .stop = signals.token(),
                                 .reader_gone = [] {
                                   pollfd output{STDOUT_FILENO, 0, 0};
                                   return poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0;
                                 }};
  const int status = turncoat::cli::run_program({argv + 1, argv + argc}, context);
  if (context.stopped_in_order) return status;
  return signals.signal_seen() != 0 ? 128 + signals.signal_seen() : status;
}
