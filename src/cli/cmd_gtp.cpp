#include <stop_token>

#include "cli/commands.h"
#include "cli/conversation.h"
#include "engine/registry.h"
#include "protocol/default_players.h"
#include "protocol/gtp_session.h"

namespace turncoat::cli {

namespace {

struct Options {
  std::string player{protocol::kGtpPlayer};
  std::string rules = "standard-8";
};

Result<int> run(Context& context, const Options& options) {
  const auto rules = rules::find_ruleset(options.rules);
  if (!rules) return fail_at(rules.error(), "--rules");
  auto player = engine::make_player(options.player);
  if (!player) return fail_at(player.error(), "--player");
  const std::stop_source hurry;
  protocol::GtpSession session({.player = std::move(*player), .rules = *rules, .stop = hurry.get_token()});
  const auto take = [&](const LineReader::Outcome& line) {
    context.out << (line.status == LineReader::Status::TooLong ? session.refuse_long_line()
                                                               : session.handle(line.text));
    context.out.flush();
    return !session.ended() && context.out.good();
  };
  converse(context, take, hurry);
  return 0;
}

}  // namespace

void add_gtp(CLI::App& app, Run& chosen) {
  CLI::App* command = app.add_subcommand("gtp", "talk GTP with a program that runs matches or shows a board");
  auto options = std::make_shared<Options>();
  command->add_option("--player", options->player, "who chooses the moves; turncoat players lists them")
      ->capture_default_str();
  command->add_option("--rules", options->rules, "ruleset name or file; boardsize leads to the standard ones")
      ->capture_default_str();
  command->callback(
      [&chosen, options] { chosen = [options](Context& context) { return run(context, *options); }; });
}

}  // namespace turncoat::cli
