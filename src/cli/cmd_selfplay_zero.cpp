#include <chrono>
#include <filesystem>

#include <nlohmann/json.hpp>

#include "cli/arena.h"
#include "cli/numbers_option.h"
#include "cli/threads_option.h"
#include "cli/train_commands.h"
#include "engine/models.h"
#include "engine/network_judge.h"
#include "learn/zero_claim.h"
#include "learn/zero_folder.h"
#include "learn/zero_selfplay.h"

namespace turncoat::cli {

namespace {

struct Options {
  std::string net;
  std::string rules = "standard-8";
  std::string preset = "fast";
  std::string out;
  std::uint64_t games = 0;
  std::uint64_t seed = 1;
  int threads = 0;
  mcts::Numbers numbers = mcts::Numbers::Float;
  bool json = false;
};

Result<void> claim(const Options& options, const rules::RulesetPtr& rules, const learn::ZeroRecipe& recipe) {
  const auto path = engine::find_network(options.net);
  if (!path) return fail_at(path.error(), "--net");
  auto fingerprint = learn::file_fingerprint(*path);
  if (!fingerprint) return fail_at(fingerprint.error(), "--net");
  return learn::claim_samples(
      options.out, {rules, options.net, *std::move(fingerprint), options.numbers, recipe, options.seed});
}

Result<int> run(Context& context, const Options& options) {
  const auto rules = rules::find_ruleset(options.rules);
  if (!rules) return std::unexpected(rules.error());
  const auto recipe = learn::parse_recipe(options.preset, (*rules)->size);
  if (!recipe) return fail_at(recipe.error(), "--preset");
  const auto network = engine::load_network(options.net, engine::backend_for(options.numbers));
  if (!network) return fail_at(network.error(), "--net");
  if ((*network)->arch().size != (*rules)->size) {
    return fail(Error::Code::Conflict, "{} was made for {}x{} boards, not for {}", options.net,
                (*network)->arch().size, (*network)->arch().size, (*rules)->name);
  }
  if (auto claimed = claim(options, *rules, *recipe); !claimed) return std::unexpected(claimed.error());
  auto files = learn::ZeroRoundFiles::open(options.out + ".games.txt", options.out, *rules);
  if (!files) return std::unexpected(files.error());
  const std::uint64_t before = files->games();
  const std::uint64_t judged_before = files->judged();
  if (before > 0) context.err << fmt::format("{} has {} games; going on\n", options.out, before);
  learn::ZeroSelfplay selfplay(*rules, *recipe, options.threads, options.seed, files->next_number());
  const auto start = std::chrono::steady_clock::now();
  if (before < options.games) {
    Progress progress(context.err, context.progress_style(), "selfplay", "games", options.games);
    progress.already_done(before);
    const auto played = selfplay.play(
        options.games - before,
        [&]() -> Result<std::unique_ptr<mcts::Judge>> {
          return std::make_unique<engine::NetworkJudge>(*network, mcts::Symmetries::Random, 1, options.seed);
        },
        [&](learn::ZeroGame&& game) {
          progress.advance();
          return files->append(game);
        },
        context.stop);
    if (!played) return std::unexpected(played.error());
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const auto fresh = static_cast<double>(files->games() - before);
  const auto judged = static_cast<double>(files->judged() - judged_before);
  if (options.json) {
    context.out << dump({{"file", options.out},
                         {"games", files->games()},
                         {"new_games", files->games() - before},
                         {"samples", files->samples()},
                         {"seconds", seconds},
                         {"games_per_second", seconds > 0 ? fresh / seconds : 0.0},
                         {"positions_per_second", seconds > 0 ? judged / seconds : 0.0},
                         {"threads", options.threads}});
  } else {
    context.out << fmt::format("{}: {} game{}, {} samples; {:.2f} games/s, {:.0f} positions/s\n", options.out,
                               files->games(), files->games() == 1 ? "" : "s", files->samples(),
                               seconds > 0 ? fresh / seconds : 0.0, seconds > 0 ? judged / seconds : 0.0);
  }
  return 0;
}

}  // namespace

void add_selfplay_zero(CLI::App& selfplay, Run& chosen) {
  CLI::App* command = selfplay.add_subcommand(
      "zero", "games of a network against itself, as training samples (docs/zero.md)");
  auto options = std::make_shared<Options>();
  command->add_option("--net", options->net, "the weights: a model or a file")->type_name("NET")->required();
  command->add_option("--games", options->games, "how many games there shall be")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000'000}))
      ->required();
  command
      ->add_option(
          "--out", options->out,
          "the samples; the games go to FILE.games.txt, the settings to FILE.settings.json; the same command "
          "goes on with files there")
      ->type_name("FILE")
      ->required();
  command->add_option("--rules", options->rules, "a ruleset (turncoat rules) or its file")
      ->capture_default_str();
  command->add_option("--preset", options->preset, "fast or seed-004, with changes: fast:sims=64,solve=12")
      ->capture_default_str();
  command->add_option("--seed", options->seed, "decides what is left to chance")->capture_default_str();
  add_threads_option(*command, options->threads);
  add_numbers_option(*command, options->numbers);
  command->add_flag("--json", options->json, "print JSON");
  command->callback(
      [&chosen, options] { chosen = [options](Context& context) { return run(context, *options); }; });
}

}  // namespace turncoat::cli
