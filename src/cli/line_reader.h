// LineReader: one line of a person's typing at a time, from a stream or from a file descriptor.
// Only the descriptor can be waited for: there a stop request or a deadline ends the wait at once. A stream
// is read to the end of the line first. No line is ever longer than `longest` bytes in memory.
#pragma once

#include <chrono>
#include <istream>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace turncoat::cli {

inline constexpr std::size_t kLongestLine = 4096;

class LineReader {
 public:
  using Deadline = std::optional<std::chrono::steady_clock::time_point>;

  enum class Status { Line, TooLong, EndOfInput, Stopped, TimedOut };
  struct Outcome {
    Status status = Status::EndOfInput;
    std::string text;  // without the line's end; only for Status::Line
  };

  virtual ~LineReader() = default;
  // A last line without a newline counts as a line. Input that was read but not asked for is kept.
  virtual Outcome read(const std::stop_token& stop, const Deadline& deadline) = 0;
};

std::unique_ptr<LineReader> make_stream_reader(std::istream& in, std::size_t longest = kLongestLine);

// Does not close `fd`.
std::unique_ptr<LineReader> make_descriptor_reader(int fd, std::size_t longest = kLongestLine);

// By its descriptor when it is the program's own input, which alone can be waited for; else as a stream.
std::unique_ptr<LineReader> make_reader(std::istream& in, std::size_t longest = kLongestLine);

}  // namespace turncoat::cli
