#include <cmath>

#include "base/file.h"
#include "cli/book_commands.h"
#include "cli/number_range.h"
#include "cli/out_file.h"
#include "cli/threads_option.h"
#include "engine/balanced_openings.h"
#include "engine/models.h"
#include "record/transcript.h"

namespace turncoat::cli {

namespace {

struct OpeningOptions {
  engine::BalanceSettings balance;
  std::string weights = "patterns-8";
  std::string out;
  bool force = false;
};

Result<int> run_openings(Context& context, const OpeningOptions& options) {
  const auto patterns = engine::load_patterns_for(8, options.weights);
  if (!patterns) return fail_at(patterns.error(), "--weights");
  if (!options.out.empty()) {
    if (auto free = check_out_file(options.out, options.force); !free) return std::unexpected(free.error());
  }
  std::vector<engine::BalancedOpening> openings;
  {
    std::unique_ptr<Progress> progress;
    std::mutex mutex;
    const auto advance = [&](std::uint64_t, std::uint64_t all) {
      const std::lock_guard lock(mutex);
      if (!progress) {
        progress =
            std::make_unique<Progress>(context.err, context.progress_style(), "openings", "positions", all);
      }
      progress->advance();
    };
    openings = engine::balanced_openings(*patterns, options.balance, advance, context.stop);
  }
  if (context.stop.stop_requested()) return fail(Error::Code::Cancelled, "stopped; nothing was written");
  std::string text;
  for (const engine::BalancedOpening& opening : openings)
    text += record::format_transcript(opening.game) + '\n';
  if (options.out.empty()) {
    context.out << text;
    return 0;
  }
  const auto saved = save_file(options.out, text, options.force ? Existing::Replace : Existing::Refuse);
  if (!saved) return std::unexpected(saved.error());
  context.out << fmt::format("{}: {} openings of {} plies within {} discs at level {}\n", options.out,
                             openings.size(), options.balance.plies, options.balance.within,
                             options.balance.level);
  return 0;
}

}  // namespace

void add_book_openings(CLI::App& book, Run& chosen) {
  CLI::App* openings = book.add_subcommand(
      "openings", "list every opening of 8x8 that leaves neither side ahead, for fair matches");
  auto options = std::make_shared<OpeningOptions>();
  openings->add_option("--plies", options->balance.plies, "how long")
      ->check(CLI::Range(1, 10))
      ->capture_default_str();
  openings->add_option("--within", options->balance.within, "the most discs that the side ahead may lead by")
      ->check(number_range(0.0, 64.0))
      ->capture_default_str();
  openings
      ->add_option("--level", options->balance.level,
                   "how carefully they are judged, as the player engine does")
      ->check(CLI::Range(1, 30))
      ->capture_default_str();
  openings->add_option("--weights", options->weights, "pattern weights: a model or a file")
      ->capture_default_str();
  add_threads_option(*openings, options->balance.threads);
  openings->add_option("--out", options->out, "a file for the list; printed when left out")
      ->type_name("FILE");
  openings->add_flag("--force", options->force, "replace the file");
  openings->callback([&chosen, options] {
    chosen = [options](Context& context) { return run_openings(context, *options); };
  });
}

}  // namespace turncoat::cli
