#include "cli/conversation.h"

#include <future>
#include <optional>
#include <utility>

namespace turncoat::cli {

namespace {

using Status = LineReader::Status;

void finish(std::future<void>& call) {
  if (call.valid()) call.get();
}

}  // namespace

bool converse(Context& context, const std::function<bool(const LineReader::Outcome&)>& take,
              std::stop_source hurry) {
  const auto reader = make_reader(context.in, kLongestCommand);
  std::stop_source done;
  const std::stop_callback on_stop(context.stop, [&] {
    done.request_stop();
    hurry.request_stop();
  });
  std::future<void> under_way;
  for (;;) {
    LineReader::Outcome line = reader->read(done.get_token(), std::nullopt);
    const bool is_line = line.status == Status::Line || line.status == Status::TooLong;
    // A command that others follow is not cut short: they were sent together.
    if (line.status == Status::EndOfInput && under_way.valid() &&
        under_way.wait_for(kGrace) == std::future_status::timeout) {
      hurry.request_stop();
    }
    finish(under_way);
    if (!is_line || done.stop_requested()) return line.status == Status::EndOfInput && !done.stop_requested();
    under_way = std::async(std::launch::async, [&take, &done, line = std::move(line)] {
      if (!take(line)) done.request_stop();
    });
  }
}

}  // namespace turncoat::cli
