// Process: a program of somebody else's, started from a command line without a shell, with pipes on its
// input, output and error output. It knows no protocol. Every wait has a deadline and every buffer a bound,
// so the program can neither stop us nor fill our memory. One thread uses a Process at a time. The program
// leads its own session and process group. The destructor leaves no process of that group alive, and a warden
// (a waiting /bin/sh) ends the group when we are killed ourselves; only a descendant that moved to a group of
// its own escapes.
#pragma once

#include <chrono>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <sys/types.h>

#include "base/error.h"

namespace turncoat::engine {

// The words of a command line: separated by space, grouped by '...', "..." or a backslash. Nothing is
// expanded.
Result<std::vector<std::string>> split_command(std::string_view text);

// A file descriptor that is closed with its owner; -1 is none.
class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int fd) : fd_(fd) {}
  FileDescriptor(FileDescriptor&& from) noexcept : fd_(std::exchange(from.fd_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& from) noexcept {
    std::swap(fd_, from.fd_);
    return *this;
  }
  ~FileDescriptor() { close(); }

  int get() const { return fd_; }
  bool is_open() const { return fd_ >= 0; }
  void close();

 private:
  int fd_ = -1;
};

// A descriptor that becomes readable when a stop is requested; none when that cannot happen.
class StopEvent {
 public:
  explicit StopEvent(const std::stop_token& stop);
  int fd() const { return event_.get(); }

 private:
  struct Signal {
    int fd;
    void operator()() const;
  };
  FileDescriptor event_;
  std::stop_callback<Signal> callback_;  // after event_: it must go first
};

// How long to wait, and what ends the wait early.
struct Patience {
  std::chrono::steady_clock::time_point deadline;
  int stop_fd = -1;  // of a StopEvent

  static Patience of(std::chrono::nanoseconds time, int stop_fd = -1) {
    return {std::chrono::steady_clock::now() + time, stop_fd};
  }
};

class Process {
 public:
  // The first word is looked up in PATH. NotFound or Io when it cannot be started.
  static Result<std::unique_ptr<Process>> start(const std::vector<std::string>& words);

  // As stop() with half a second.
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  // All of the text, or an error: Timeout, Cancelled, or Unavailable when the program is gone or floods us.
  Result<void> write(std::string_view text, const Patience& patience);

  // The next line of the program's output without its end (LF or CR LF). Errors as for write(); what was
  // written before the program ended is still read.
  Result<std::string> read_line(const Patience& patience);

  // Closes the program's input, gives it this long to end by itself, then SIGTERM and soon SIGKILL to its
  // group.
  void stop(std::chrono::nanoseconds grace);
  // SIGKILL to its group at once.
  void kill();

  // "exited with status 3", "was killed by signal 11 (Segmentation fault)", "closed its output", "is
  // running". Waits a moment for a program that closed its pipes to end.
  std::string state_text();
  // The last line with text on it that the program wrote to its error output; may be empty.
  std::string last_error_line() const;

  pid_t pid() const { return pid_; }

 private:
  Process() = default;

  Result<void> wait(bool for_input, const Patience& patience);
  void take_output();
  void take_errors();
  bool wait_for_end(std::chrono::nanoseconds time);
  void reap();
  Result<void> start_warden();

  pid_t pid_ = -1;         // -1 once reaped
  int status_ = 0;         // as of waitpid, once reaped
  pid_t warden_ = -1;      // -1 once ended
  FileDescriptor handle_;  // pidfd: readable once the program has ended
  FileDescriptor input_;
  FileDescriptor output_;
  FileDescriptor errors_;
  FileDescriptor warden_input_;  // its closing, by our death, is the warden's signal
  std::string output_text_;      // read, not yet asked for
  std::string error_text_;       // the end of what came
  bool flooded_ = false;
};

}  // namespace turncoat::engine
