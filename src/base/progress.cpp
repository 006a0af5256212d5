#include "base/progress.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace turncoat {

namespace {

std::string hours_minutes_seconds(double seconds) {
  constexpr double kLongest = 1e9;  // an estimate of more than 30 years is as good as any
  const auto whole = static_cast<long long>(std::min(seconds, kLongest) + 0.5);
  if (whole >= 3600) return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

}  // namespace

Progress::Progress(std::ostream& out, Style style, std::string label, std::string unit, std::uint64_t total)
    : out_(out),
      style_(style),
      label_(std::move(label)),
      unit_(std::move(unit)),
      total_(total),
      start_(Clock::now()),
      next_draw_(start_ + (style == Style::Bar ? std::chrono::milliseconds(100) : std::chrono::seconds(5))) {}

Progress::~Progress() {
  finish();
}

void Progress::already_done(std::uint64_t items) {
  const std::scoped_lock lock(mutex_);
  earlier_ += items;
  done_ += items;
}

void Progress::advance(std::uint64_t items) {
  const std::scoped_lock lock(mutex_);
  done_ += items;
  if (finished_ || style_ == Style::Silent) return;
  const auto now = Clock::now();
  if (now < next_draw_) return;
  next_draw_ = now + (style_ == Style::Bar ? std::chrono::milliseconds(100) : std::chrono::seconds(10));
  draw(now);
}

void Progress::note(std::string text) {
  const std::scoped_lock lock(mutex_);
  note_ = std::move(text);
}

void Progress::finish() {
  const std::scoped_lock lock(mutex_);
  if (std::exchange(finished_, true) || style_ == Style::Silent) return;
  draw(Clock::now());
  if (style_ == Style::Bar) out_ << '\n' << std::flush;
}

void Progress::draw(Clock::time_point now) {
  const double seconds = std::chrono::duration<double>(now - start_).count();
  const double rate = seconds > 0 ? static_cast<double>(done_ - earlier_) / seconds : 0;
  std::string line = fmt::format("{} {}/{} {}", label_, done_, total_, unit_);
  if (style_ == Style::Bar) {
    constexpr std::uint64_t kWidth = 24;
    const double share = done_ >= total_ ? 1.0 : static_cast<double>(done_) / static_cast<double>(total_);
    const auto filled = static_cast<std::uint64_t>(share * kWidth);
    line = fmt::format("{} [{:#<{}}{:.<{}}] {}/{} {}", label_, "", filled, "", kWidth - filled, done_, total_,
                       unit_);
  }
  line += rate >= 100 ? fmt::format("  {:.0f}/s", rate) : fmt::format("  {:.2f}/s", rate);
  if (!finished_ && done_ < total_ && rate > 0) {
    line += "  ETA " + hours_minutes_seconds(static_cast<double>(total_ - done_) / rate);
  } else {
    line += "  in " + hours_minutes_seconds(seconds);
  }
  if (!note_.empty()) line += "  " + note_;

  if (style_ == Style::Lines) {
    out_ << line << '\n' << std::flush;
    return;
  }
  const std::size_t width = line.size();
  if (width < drawn_width_) line.append(drawn_width_ - width, ' ');
  drawn_width_ = width;
  out_ << '\r' << line << std::flush;
}

}  // namespace turncoat
