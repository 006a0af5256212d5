// NBoard from a hostile board: any bytes, line by line, each command thought to its end. Every line said is
// text, and a command answered by an error changes nothing.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/check.h"
#include "base/text.h"
#include "protocol/nboard_session.h"

namespace turncoat::protocol {
namespace {

void talk(std::string_view text) {
  std::vector<std::string> heard;
  const auto session =
      NboardSession::make("random", [&](std::string_view line) { heard.emplace_back(line); });
  TURNCOAT_CHECK(session.has_value(), "there is a random player");
  for (const std::string_view line : split(text, '\n')) {
    const rules::Game before = (*session)->game();
    (*session)->handle(line);
    (*session)->wait();
    for (const std::string& said : heard) {
      for (const char c : said) TURNCOAT_CHECK(static_cast<unsigned char>(c) >= 32, "a line is text");
      TURNCOAT_CHECK(!said.starts_with("status error: ") || (*session)->game() == before,
                     "a refused command changes nothing");
    }
    heard.clear();
    if ((*session)->ended()) return;
  }
}

}  // namespace
}  // namespace turncoat::protocol

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  turncoat::protocol::talk({reinterpret_cast<const char*>(data), size});
  return 0;
}
