// GtpClient: the controller's side of the Go Text Protocol, version 2, with one program. It knows framing,
// not Othello. Lenient in what it reads: any line before the answer is skipped, ids nobody asked for and CR
// LF are dropped. Commands are sent without ids and answered one at a time.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "engine/process.h"

namespace spdlog {
class logger;
}

namespace turncoat::engine {

struct GtpReply {
  bool ok = true;    // "=" and not "?"
  std::string text;  // without id and outer space; lines separated by '\n'
};

class GtpClient {
 public:
  // Writes all traffic to this file as well; an empty path is none. Appends.
  static Result<GtpClient> start(const std::vector<std::string>& words, const std::string& log_path);

  // Asks the program to quit and gives it a moment before it is killed.
  ~GtpClient();
  GtpClient(GtpClient&&) noexcept;
  GtpClient& operator=(GtpClient&&) = delete;

  // The answer, which may be a refusal. After an error the conversation is out of step: only kill() is left.
  // Errors say what the program did, without its name: "exited with status 1 when asked genmove black".
  Result<GtpReply> send(std::string_view command, const Patience& patience);

  void kill();

 private:
  GtpClient(std::unique_ptr<Process> process, std::shared_ptr<spdlog::logger> log);
  Result<GtpReply> read_reply(const Patience& patience);
  Result<std::string> read_line(const Patience& patience);
  void note(char direction, std::string_view line);

  std::unique_ptr<Process> process_;  // none once moved from
  std::shared_ptr<spdlog::logger> log_;
};

// The text after "=", "=7", "= 7 " or "= ": digits at once are an id, digits after space only if more
// follows.
std::string_view strip_reply_id(std::string_view after_sign);

}  // namespace turncoat::engine
