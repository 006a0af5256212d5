// GTP from a hostile controller: any bytes, line by line. One answer of the right shape comes back, and a
// refused command changes nothing.
#include <cstddef>
#include <cstdint>

#include "base/check.h"
#include "base/text.h"
#include "player/random_player.h"
#include "protocol/gtp_session.h"

namespace turncoat::protocol {
namespace {

void check_framing(std::string_view answer) {
  if (answer.empty()) return;
  TURNCOAT_CHECK(answer.front() == '=' || answer.front() == '?', "an answer begins with its sign");
  TURNCOAT_CHECK(answer.find("\n\n") == answer.size() - 2, "an answer ends with its only empty line");
  for (const char c : answer) {
    TURNCOAT_CHECK(c == '\n' || static_cast<unsigned char>(c) >= 32, "an answer is text");
  }
}

void talk(std::string_view text) {
  GtpSession::Options options;
  options.player = std::make_unique<player::RandomPlayer>();
  options.rules = rules::standard(8);
  GtpSession session(std::move(options));
  for (const std::string_view line : split(text, '\n')) {
    const rules::Game before = session.game();
    const std::string answer = session.handle(line);
    check_framing(answer);
    TURNCOAT_CHECK(!answer.starts_with('?') || session.game() == before, "a refused command changes nothing");
    if (session.ended()) return;
  }
}

}  // namespace
}  // namespace turncoat::protocol

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  turncoat::protocol::talk({reinterpret_cast<const char*>(data), size});
  return 0;
}
