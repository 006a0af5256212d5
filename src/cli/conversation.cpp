#include "cli/conversation.h"

namespace turncoat::cli {

void converse(Context& context, const std::function<bool(const LineReader::Outcome&)>& take) {
  const auto reader = make_reader(context.in, kLongestCommand);
  for (;;) {
    const auto line = reader->read(context.stop, std::nullopt);
    if (line.status != LineReader::Status::Line && line.status != LineReader::Status::TooLong) return;
    if (!take(line)) return;
  }
}

}  // namespace turncoat::cli
