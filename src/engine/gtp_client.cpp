#include "engine/gtp_client.h"

#include <spdlog/logger.h>
#include <spdlog/sinks/basic_file_sink.h>

#include "base/text.h"

namespace turncoat::engine {

namespace {

constexpr int kMostStrayLines = 1000;   // before an answer: banners, thinking output
constexpr int kMostAnswerLines = 1000;  // a drawn 16x16 board has some twenty

Result<std::shared_ptr<spdlog::logger>> open_log(const std::string& path) {
  if (path.empty()) return nullptr;
  try {
    // Our own logger, not one of spdlog's register: any number of players may share a file.
    auto sink = std::make_shared<spdlog::sinks::basic_file_sink_mt>(path, false);
    auto log = std::make_shared<spdlog::logger>("gtp", std::move(sink));
    log->set_pattern("%Y-%m-%d %H:%M:%S.%e %v");
    log->flush_on(spdlog::level::info);
    return log;
  } catch (const spdlog::spdlog_ex& error) {
    return fail(Error::Code::Io, "cannot write the log {}: {}", quote(path, 200), error.what());
  }
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

}  // namespace

std::string_view strip_reply_id(std::string_view after_sign) {
  const std::string_view text = trim(after_sign);
  std::size_t digits = 0;
  while (digits < text.size() && is_digit(text[digits])) ++digits;
  const bool at_once = !after_sign.empty() && is_digit(after_sign.front());
  const std::string_view rest = text.substr(digits);
  const bool separated = rest.empty() || rest.front() == ' ' || rest.front() == '\t';
  if (digits > 0 && separated && (at_once || !rest.empty())) return trim(rest);
  return text;
}

GtpClient::GtpClient(std::unique_ptr<Process> process, std::shared_ptr<spdlog::logger> log)
    : process_(std::move(process)), log_(std::move(log)) {}

GtpClient::GtpClient(GtpClient&&) noexcept = default;

GtpClient::~GtpClient() {
  if (!process_) return;
  // Only what the pipe takes at once; the answer is not waited for.
  if (process_->write("quit\n", Patience::of(std::chrono::nanoseconds(0)))) note('>', "quit");
}

Result<GtpClient> GtpClient::start(const std::vector<std::string>& words, const std::string& log_path) {
  auto log = open_log(log_path);
  if (!log) return std::unexpected(log.error());
  auto process = Process::start(words);
  if (!process) return std::unexpected(process.error());
  return GtpClient(std::move(*process), std::move(*log));
}

void GtpClient::note(char direction, std::string_view line) {
  if (log_) log_->info("{} {} {}", process_->pid(), direction, line);
}

void GtpClient::kill() {
  process_->kill();
}

Result<std::string> GtpClient::read_line(const Patience& patience) {
  auto line = process_->read_line(patience);
  if (line) note('<', *line);
  return line;
}

Result<GtpReply> GtpClient::read_reply(const Patience& patience) {
  std::string line;
  for (int stray = 0;; ++stray) {
    auto read = read_line(patience);
    if (!read) return std::unexpected(read.error());
    line = std::move(*read);
    if (!line.empty() && (line.front() == '=' || line.front() == '?')) break;
    if (stray == kMostStrayLines) {
      return fail(Error::Code::Unavailable, "wrote {} lines that are no answer, the last {}", kMostStrayLines,
                  quote(line));
    }
  }
  GtpReply reply{line.front() == '=', std::string(strip_reply_id(std::string_view(line).substr(1)))};
  for (int count = 0; count < kMostAnswerLines; ++count) {
    auto read = read_line(patience);
    if (!read) return std::unexpected(read.error());
    if (trim(*read).empty()) {
      reply.text = std::string(trim(reply.text));
      return reply;
    }
    reply.text += '\n';
    reply.text += *read;
  }
  return fail(Error::Code::Unavailable, "wrote an answer of more than {} lines", kMostAnswerLines);
}

Result<GtpReply> GtpClient::send(std::string_view command, const Patience& patience) {
  note('>', command);
  auto reply = [&]() -> Result<GtpReply> {
    const auto written = process_->write(fmt::format("{}\n", command), patience);
    if (!written) return std::unexpected(written.error());
    return read_reply(patience);
  }();
  if (reply) return reply;
  const Error& error = reply.error();
  const std::string last = process_->last_error_line();
  std::string message = fmt::format("{} when asked {}", error.message, quote(command));
  if (error.code != Error::Code::Cancelled && !last.empty()) {
    message += fmt::format("; its last error line was {}", quote(last, 160));
  }
  note('!', message);
  return std::unexpected(Error{error.code, std::move(message)});
}

}  // namespace turncoat::engine
