#include <atomic>

#include "cli/commands.h"
#include "cli/conversation.h"
#include "protocol/default_players.h"
#include "protocol/nboard_session.h"

namespace turncoat::cli {

namespace {

struct Options {
  std::string player{protocol::kNboardPlayer};
};

Result<int> run(Context& context, const Options& options) {
  std::atomic<bool> unheard = false;  // set by the thread that thinks, too
  const auto session = protocol::NboardSession::make(options.player, [&](std::string_view line) {
    context.out << line << '\n';
    if (!context.out.flush()) unheard = true;
  });
  if (!session) return fail_at(session.error(), "--player");
  const bool input_ended = converse(context, [&](const LineReader::Outcome& line) {
    if (line.status == LineReader::Status::TooLong) {
      (*session)->refuse_long_line();
    } else {
      (*session)->handle(line.text);
    }
    return !(*session)->ended() && !unheard;
  });
  if (input_ended) (*session)->finish(kGrace);
  return 0;
}

}  // namespace

void add_nboard(CLI::App& app, Run& chosen) {
  CLI::App* command =
      app.add_subcommand("nboard", "be the engine behind NBoard or another board of its kind");
  auto options = std::make_shared<Options>();
  command->add_option("--player", options->player, "who thinks; turncoat players lists them")
      ->capture_default_str();
  command->callback(
      [&chosen, options] { chosen = [options](Context& context) { return run(context, *options); }; });
}

}  // namespace turncoat::cli
