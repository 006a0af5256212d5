// Progress: tells a person how far a long job is, with rate and time left. A bar that redraws itself on a
// terminal, a plain line now and then when piped. Writes only to the stream it is given. Safe to call from
// many threads.
#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <ostream>
#include <string>

namespace turncoat {

class Progress {
 public:
  enum class Style { Silent, Lines, Bar };

  Progress(std::ostream& out, Style style, std::string label, std::string unit, std::uint64_t total);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Items already there before this run: counted as done, but not in the rate.
  void already_done(std::uint64_t items);
  void advance(std::uint64_t items = 1);
  // A few words behind the bar, such as the score so far.
  void note(std::string text);
  // Draws the last state and ends the line. The destructor calls it too.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;
  void draw(Clock::time_point now);

  std::mutex mutex_;
  std::ostream& out_;
  Style style_;
  std::string label_;
  std::string unit_;
  std::uint64_t total_;
  std::uint64_t done_ = 0;
  std::uint64_t earlier_ = 0;
  std::string note_;
  Clock::time_point start_;
  Clock::time_point next_draw_;
  std::size_t drawn_width_ = 0;
  bool finished_ = false;
};

}  // namespace turncoat
