#include <chrono>
#include <cmath>

#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/start_option.h"
#include "cli/threads_option.h"
#include "rules/playout.h"

namespace turncoat::cli {

namespace {

struct Options {
  std::string rules = "standard-8";
  std::string position;
  std::string kernel = "auto";
  std::uint64_t games = 1'000'000;
  std::uint64_t seed = 1;
  int threads = 1;
  bool json = false;
};

// What the games say about the start: shares of results and the score from Black's side.
struct Summary {
  rules::PlayoutTally tally;
  std::uint64_t black = 0;
  std::uint64_t white = 0;
  double mean_score = 0;
  double score_error = 0;

  Summary(const rules::PlayoutTally& sums, rules::Color mover) : tally(sums) {
    const bool is_black = mover == rules::Color::Black;
    black = is_black ? sums.wins : sums.losses;
    white = is_black ? sums.losses : sums.wins;
    const auto games = static_cast<double>(sums.games);
    const double mean = static_cast<double>(sums.score) / games;
    const double variance = std::max(0.0, static_cast<double>(sums.score_square) / games - mean * mean);
    mean_score = is_black ? mean : -mean;
    score_error = std::sqrt(variance / games);
  }
  double share(std::uint64_t count) const {
    return static_cast<double>(count) / static_cast<double>(tally.games);
  }
  double share_error(std::uint64_t count) const {
    const double p = share(count);
    return std::sqrt(p * (1 - p) / static_cast<double>(tally.games));
  }
  double mean_plies() const { return share(tally.moves + tally.passes); }
};

void print_json(Context& context, const Options& options, const std::string& rules, const Summary& summary,
                double seconds, std::string_view kernel) {
  const auto& tally = summary.tally;
  const nlohmann::json json = {
      {"rules", rules},
      {"games", tally.games},
      {"black", summary.share(summary.black)},
      {"white", summary.share(summary.white)},
      {"draw", summary.share(tally.draws)},
      {"counts", {{"black", summary.black}, {"white", summary.white}, {"draw", tally.draws}}},
      {"standard_error",
       {{"black", summary.share_error(summary.black)},
        {"white", summary.share_error(summary.white)},
        {"draw", summary.share_error(tally.draws)},
        {"mean_score", summary.score_error}}},
      {"mean_score", summary.mean_score},
      {"mean_plies", summary.mean_plies()},
      {"mean_passes", summary.share(tally.passes)},
      {"seconds", seconds},
      {"games_per_second", seconds > 0 ? static_cast<double>(tally.games) / seconds : 0.0},
      {"threads", options.threads},
      {"kernel", kernel},
      {"seed", options.seed},
  };
  context.out << json.dump(2) << '\n';
}

void print_text(Context& context, const Summary& summary, double seconds) {
  const auto line = [&](std::string_view name, std::uint64_t count) {
    context.out << fmt::format("{:<6} {:>14}  {:.5f} +- {:.5f}\n", name, count, summary.share(count),
                               summary.share_error(count));
  };
  line("black", summary.black);
  line("white", summary.white);
  line("draw", summary.tally.draws);
  context.out << fmt::format(
      "score for Black {:+.4f} +- {:.4f}, {:.3f} plies a game, {:.3f} of them passes\n", summary.mean_score,
      summary.score_error, summary.mean_plies(), summary.share(summary.tally.passes));
  context.out << fmt::format("{} games in {:.3f} s\n", summary.tally.games, seconds);
}

Result<int> run(Context& context, const Options& options) {
  const auto chosen = start_position(options.rules, options.position);
  if (!chosen) return std::unexpected(chosen.error());
  const rules::Position& position = *chosen;
  const auto isa = rules::kernel::parse_isa(options.kernel);
  if (!isa) return fail_at(isa.error(), "--kernel");

  rules::PlayoutOptions playouts;
  playouts.games = {options.seed, 0, options.games};
  playouts.threads = options.threads;
  playouts.isa = *isa;
  const auto start = std::chrono::steady_clock::now();
  Progress progress(context.err, context.progress_style(!context.err_is_terminal), "random games", "games",
                    options.games);
  const auto tally = rules::play_random_games(position, playouts, context.stop,
                                              [&](std::uint64_t games) { progress.advance(games); });
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  progress.finish();
  if (!tally) return std::unexpected(tally.error());
  const Summary summary(*tally, position.mover());
  if (options.json) {
    print_json(context, options, position.ruleset().name, summary, seconds, rules::kernel::isa_name(*isa));
  } else {
    print_text(context, summary, seconds);
  }
  return 0;
}

}  // namespace

void add_random_games(CLI::App& app, Run& chosen) {
  CLI::App* command = app.add_subcommand("random-games", "play games of random moves and count the results");
  auto options = std::make_shared<Options>();
  command->add_option("--rules", options->rules, "a ruleset's name or file")->capture_default_str();
  command->add_option("--position", options->position, "play from this board instead of the start");
  command->add_option("--games", options->games, "how many games")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000'000'000}))
      ->capture_default_str();
  command->add_option("--seed", options->seed, "same seed, same games, whatever kernel and threads")
      ->capture_default_str();
  add_threads_option(*command, options->threads);
  command->add_option("--kernel", options->kernel, "auto, reference, portable, avx2 or avx512")
      ->capture_default_str();
  command->add_flag("--json", options->json, "print JSON");
  command->callback(
      [&chosen, options] { chosen = [options](Context& context) { return run(context, *options); }; });
}

}  // namespace turncoat::cli
