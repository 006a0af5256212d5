#include "cli/line_reader.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <iostream>

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace turncoat::cli {

namespace {

using Clock = std::chrono::steady_clock;
using Status = LineReader::Status;

// Gathers bytes into lines and drops what goes beyond the longest one.
class LineBuffer {
 public:
  explicit LineBuffer(std::size_t longest) : longest_(longest) {}

  // True when this byte ended the line.
  bool take(char c) {
    if (c == '\n') return true;
    begun_ = true;
    if (text_.size() < longest_) {
      text_ += c;
    } else {
      too_long_ = true;
    }
    return false;
  }
  bool begun() const { return begun_; }
  LineReader::Outcome finish() {
    if (text_.ends_with('\r')) text_.pop_back();
    LineReader::Outcome outcome{too_long_ ? Status::TooLong : Status::Line, {}};
    if (!too_long_) outcome.text = std::move(text_);
    *this = LineBuffer(longest_);
    return outcome;
  }

 private:
  std::size_t longest_;
  std::string text_;
  bool begun_ = false;
  bool too_long_ = false;
};

class StreamReader final : public LineReader {
 public:
  StreamReader(std::istream& in, std::size_t longest) : in_(in), longest_(longest) {}

  Outcome read(const std::stop_token& stop, const Deadline& deadline) override {
    if (stop.stop_requested()) return {Status::Stopped, {}};
    if (deadline && Clock::now() >= *deadline) return {Status::TimedOut, {}};
    LineBuffer line(longest_);
    char c = 0;
    while (in_.get(c)) {
      if (line.take(c)) return line.finish();
    }
    return line.begun() ? line.finish() : Outcome{Status::EndOfInput, {}};
  }

 private:
  std::istream& in_;
  std::size_t longest_;
};

struct OwnedFd {
  int value;
  ~OwnedFd() {
    if (value >= 0) close(value);
  }
};

// A descriptor that becomes readable when a stop is requested.
class StopEvent {
 public:
  explicit StopEvent(const std::stop_token& stop)
      : fd_{eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)}, callback_(stop, Wake{fd_.value}) {}
  StopEvent(const StopEvent&) = delete;
  StopEvent& operator=(const StopEvent&) = delete;
  int fd() const { return fd_.value; }

 private:
  struct Wake {
    int fd;
    void operator()() const {
      const std::uint64_t one = 1;
      [[maybe_unused]] const auto written = write(fd, &one, sizeof one);
    }
  };
  OwnedFd fd_;
  std::stop_callback<Wake> callback_;  // after fd_, so that it is gone before its descriptor is
};

class DescriptorReader final : public LineReader {
 public:
  DescriptorReader(int fd, std::size_t longest) : fd_(fd), line_(longest) {}

  Outcome read(const std::stop_token& stop, const Deadline& deadline) override {
    const StopEvent stop_event(stop);
    for (;;) {
      while (next_ < filled_) {
        if (line_.take(chunk_[next_++])) return line_.finish();
      }
      if (ended_) return line_.begun() ? line_.finish() : Outcome{Status::EndOfInput, {}};
      if (stop.stop_requested()) return {Status::Stopped, {}};
      if (!wait(stop_event.fd(), deadline)) return {Status::TimedOut, {}};
      if (stop.stop_requested()) return {Status::Stopped, {}};
    }
  }

 private:
  // Waits for input and fetches it; also returns, true, when there is merely a reason to look again. False
  // when the deadline has passed.
  bool wait(int stop_fd, const Deadline& deadline) {
    int timeout = -1;
    if (deadline) {
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(*deadline - Clock::now()).count();
      if (left <= 0) return false;
      timeout = static_cast<int>(std::min<std::int64_t>(left, 60'000));
    }
    std::array<pollfd, 2> waiting = {{{fd_, POLLIN, 0}, {stop_fd, POLLIN, 0}}};
    const int ready = poll(waiting.data(), waiting.size(), timeout);
    if (ready < 0 && errno != EINTR) ended_ = true;
    if (ready <= 0 || waiting[0].revents == 0) return true;
    const ssize_t got = ::read(fd_, chunk_.data(), chunk_.size());
    next_ = 0;
    filled_ = got > 0 ? static_cast<std::size_t>(got) : 0;
    // A terminal that was hung up gives EIO: the input is over, not broken.
    if (got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN)) ended_ = true;
    return true;
  }

  int fd_;
  std::array<char, 1024> chunk_{};
  std::size_t next_ = 0;
  std::size_t filled_ = 0;
  LineBuffer line_;
  bool ended_ = false;
};

}  // namespace

std::unique_ptr<LineReader> make_stream_reader(std::istream& in, std::size_t longest) {
  return std::make_unique<StreamReader>(in, longest);
}

std::unique_ptr<LineReader> make_descriptor_reader(int fd, std::size_t longest) {
  return std::make_unique<DescriptorReader>(fd, longest);
}

std::unique_ptr<LineReader> make_reader(std::istream& in, std::size_t longest) {
  return &in == &std::cin ? make_descriptor_reader(STDIN_FILENO, longest) : make_stream_reader(in, longest);
}

}  // namespace turncoat::cli
