#include "cli/line_reader.h"

#include <sstream>
#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace turncoat::cli {
namespace {

using Status = LineReader::Status;

class Pipe {
 public:
  Pipe() {
    int ends[2] = {-1, -1};
    EXPECT_EQ(pipe2(ends, O_CLOEXEC), 0);
    read_ = ends[0];
    write_ = ends[1];
  }
  ~Pipe() {
    close(read_);
    close_writer();
  }
  void put(std::string_view text) {
    EXPECT_EQ(write(write_, text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }
  void close_writer() {
    if (write_ >= 0) close(write_);
    write_ = -1;
  }
  int reader() const { return read_; }

 private:
  int read_ = -1;
  int write_ = -1;
};

// Both backends must cut the same text into the same lines.
std::vector<std::string> lines_of(LineReader& reader) {
  std::vector<std::string> lines;
  for (;;) {
    const auto outcome = reader.read({}, std::nullopt);
    if (outcome.status == Status::EndOfInput) return lines;
    lines.push_back(outcome.status == Status::TooLong ? "<too long>" : outcome.text);
  }
}

TEST(LineReader, StreamAndDescriptorCutTheSameLines) {
  const std::string text = "d3\n\n  c4 \r\n" + std::string(kLongestLine + 1, 'x') + "\nafter\n" +
                           std::string("a\0b", 3) + "\nlast";
  const std::vector<std::string> expected = {
      "d3", "", "  c4 ", "<too long>", "after", std::string("a\0b", 3), "last"};
  std::istringstream stream(text);
  EXPECT_EQ(lines_of(*make_stream_reader(stream)), expected);
  Pipe pipe;
  pipe.put(text);
  pipe.close_writer();
  EXPECT_EQ(lines_of(*make_descriptor_reader(pipe.reader())), expected);
}

TEST(LineReader, LineOfTheGreatestLengthIsKept) {
  std::istringstream stream(std::string(kLongestLine, 'x') + "\n");
  EXPECT_EQ(make_stream_reader(stream)->read({}, std::nullopt).text.size(), kLongestLine);
}

TEST(LineReader, StopEndsTheWaitAndKeepsWhatWasTyped) {
  Pipe pipe;
  pipe.put("d3\nhal");
  const auto reader = make_descriptor_reader(pipe.reader());
  EXPECT_EQ(reader->read({}, std::nullopt).text, "d3");
  std::stop_source source;
  std::jthread stopper([&] { source.request_stop(); });
  EXPECT_EQ(reader->read(source.get_token(), std::nullopt).status, Status::Stopped);
  pipe.put("f\n");
  EXPECT_EQ(reader->read({}, std::nullopt).text, "half");
}

TEST(LineReader, DeadlineEndsTheWait) {
  Pipe pipe;
  const auto reader = make_descriptor_reader(pipe.reader());
  const auto soon = std::chrono::steady_clock::now() + std::chrono::milliseconds(5);
  EXPECT_EQ(reader->read({}, soon).status, Status::TimedOut);
  EXPECT_EQ(reader->read({}, std::chrono::steady_clock::now()).status, Status::TimedOut);
}

TEST(LineReader, ClosedDescriptorIsTheEndOfInput) {
  EXPECT_EQ(make_descriptor_reader(1'000'000)->read({}, std::nullopt).status, Status::EndOfInput);
}

TEST(LineReader, StoppedStreamIsNotRead) {
  std::istringstream stream("d3\n");
  std::stop_source source;
  source.request_stop();
  EXPECT_EQ(make_stream_reader(stream)->read(source.get_token(), std::nullopt).status, Status::Stopped);
}

}  // namespace
}  // namespace turncoat::cli
