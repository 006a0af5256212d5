// book grow and book expand: the long jobs. Both go on where a killed or stopped run left the file.
#include <algorithm>

#include "base/parallel.h"
#include "base/rng.h"
#include "base/text.h"
#include "book/expand.h"
#include "book/growth.h"
#include "cli/book_commands.h"
#include "cli/number_range.h"
#include "cli/table.h"
#include "cli/threads_option.h"
#include "engine/book_judge.h"
#include "engine/models.h"
#include "engine/registry.h"
#include "match/game_loop.h"
#include "search/levels.h"

namespace turncoat::cli {

namespace {

// Games are drawn from the book as it was before their batch, so that threads do not matter.
constexpr std::uint64_t kBatch = 32;
constexpr std::uint64_t kMostGames = 100'000'000;

struct GrowOptions {
  std::string file;
  std::string player;
  std::string rules;
  std::uint64_t games = 0;
  int plies = 16;
  std::uint64_t seed = 1;
  int threads = 1;
  std::string save_every = "30s";
};

class Grower {
 public:
  Grower(BookFile& file, const GrowOptions& options, std::string player, std::stop_token stop)
      : file_(file), options_(options), player_(std::move(player)), stop_(std::move(stop)) {}

  Result<void> run(Progress& progress) {
    if (auto ready = make_players(); !ready) return ready;
    const book::Growth wanted{player_, options_.seed, options_.plies, 0};
    auto& growth = file_.book().growth;
    book::Growth so_far = growth.value_or(wanted);
    so_far.games = 0;
    if (!growth || so_far != wanted) growth = wanted;
    progress.already_done(std::min(growth->games, options_.games));
    while (growth->games < options_.games && !stop_.stop_requested()) {
      const auto played = play_batch(std::min(kBatch, options_.games - growth->games), progress);
      if (!played) return std::unexpected(played.error());
      if (!*played) break;
      if (auto kept = file_.keep(); !kept) return kept;
    }
    return file_.save();
  }

 private:
  Result<void> make_players() {
    for (int i = 0; i < 2 * options_.threads; ++i) {
      auto player = engine::make_player(player_);
      if (!player) return std::unexpected(player.error());
      players_.push_back(*std::move(player));
    }
    return {};
  }

  // False when it was stopped; the batch is then dropped.
  Result<bool> play_batch(std::uint64_t count, Progress& progress) {
    book::Growth& growth = *file_.book().growth;
    std::vector<rules::Game> openings;
    for (std::uint64_t i = 0; i < count; ++i) {
      Rng rng = Rng::stream(growth.seed, growth.games + i);
      openings.push_back(book::draw_opening(file_.book(), growth.plies, rng));
    }
    std::vector<std::optional<record::GameRecord>> records(count);
    parallel_for(
        options_.threads, count,
        [&](std::uint64_t i, int worker) {
          match::GameOptions game;
          game.seed = derive_seed(growth.seed, growth.games + i);
          game.stop = stop_;
          const auto first = 2 * static_cast<std::size_t>(worker);
          records[i] = match::play_game(*players_[first], *players_[first + 1], openings[i], game);
          progress.advance();
        },
        stop_);
    for (const auto& record : records) {
      if (!record || record->ending == record::Ending::Unfinished) return false;
      if (record->ending != record::Ending::Finished) {
        return fail(Error::Code::Unavailable, "{} did not play a game out: {}", player_, record->reason);
      }
    }
    for (const auto& record : records) {
      file_.book().add_game(record->game, *record::black_score(*record), 0, growth.plies);
    }
    growth.games += count;
    return true;
  }

  BookFile& file_;
  const GrowOptions& options_;
  std::string player_;
  std::stop_token stop_;
  std::vector<std::unique_ptr<player::Player>> players_;
};

Result<int> run_grow(Context& context, const GrowOptions& options) {
  const auto every = parse_duration(options.save_every);
  if (!every) return fail_at(every.error(), "--save-every");
  auto player = engine::canonical_spec(options.player);
  if (!player) return fail_at(player.error(), "--player");
  auto file = BookFile::open(options.file, options.rules, *every);
  if (!file) return std::unexpected(file.error());
  {
    Progress progress(context.err, context.progress_style(), "book", "games", options.games);
    const auto grown = Grower(*file, options, *std::move(player), context.stop).run(progress);
    if (!grown) return std::unexpected(grown.error());
  }
  context.out << fmt::format("{}: {} after {}{}\n", options.file, count_of(file->book().size(), "position"),
                             count_of(file->book().growth->games, "game"),
                             context.stop.stop_requested() ? ", stopped" : "");
  return 0;
}

struct ExpandOptions {
  std::string file;
  book::ExpandSettings expand;
  std::string weights = "patterns-8";
  std::string about;
  std::string save_every = "30s";
};

Result<int> run_expand(Context& context, const ExpandOptions& options) {
  const auto every = parse_duration(options.save_every);
  if (!every) return fail_at(every.error(), "--save-every");
  auto file = BookFile::open(options.file, "", *every);
  if (!file) return std::unexpected(file.error());
  book::Book& book = file->book();
  if (book.rules()->size != 8) {
    return fail(Error::Code::Range, "{} is for {}; only on 8x8 does the engine give scores", options.file,
                book.rules()->name);
  }
  const auto patterns = engine::load_patterns_for(book.rules()->size, options.weights);
  if (!patterns) return fail_at(patterns.error(), "--weights");
  book::ExpandSettings settings = options.expand;
  if (!options.about.empty()) book.about = options.about;
  Result<book::ExpandOutcome> outcome;
  {
    Progress progress(context.err, context.progress_style(), "book", "positions", settings.positions);
    std::uint64_t before = book.size();
    progress.already_done(std::min<std::uint64_t>(before, settings.positions));
    const auto judge =
        engine::engine_judge(book.rules(), *patterns, settings.level, settings.threads, context.stop);
    const auto checkpoint = [&](const book::ExpandOutcome& so_far) -> Result<void> {
      progress.advance(book.size() - before);
      before = book.size();
      progress.note(fmt::format("{} searches", so_far.judged));
      return file->keep();
    };
    outcome = book::expand(book, settings, judge, checkpoint, context.stop);
  }
  if (!outcome) return std::unexpected(outcome.error());
  if (auto saved = file->save(); !saved) return std::unexpected(saved.error());
  context.out << fmt::format("{}: {}, {} of them new; {}\n", options.file, count_of(book.size(), "position"),
                             outcome->added,
                             outcome->finished               ? "nothing is left within the limits"
                             : context.stop.stop_requested() ? "stopped, the same command goes on"
                                                             : "full, more positions would go on");
  return 0;
}

}  // namespace

void add_book_grow(CLI::App& book, Run& chosen) {
  CLI::App* command =
      book.add_subcommand("grow",
                          "let a player play against itself and count its games into a book.\n"
                          "Each game follows moves that did well so far and tries something new.");
  auto options = std::make_shared<GrowOptions>();
  command->add_option("book", options->file, "the file; made when it is not there")
      ->required()
      ->type_name("FILE");
  command->add_option("--player", options->player, "who plays, such as alphabeta:depth=4")->required();
  command->add_option("--games", options->games, "how many in all; those of earlier runs of the same count")
      ->required()
      ->check(CLI::Range(std::uint64_t{1}, kMostGames));
  command->add_option("--rules", options->rules, "of a new book; standard-8 when left out");
  command->add_option("--plies", options->plies, "how far into each game moves are counted")
      ->check(CLI::Range(1, 200))
      ->capture_default_str();
  command->add_option("--seed", options->seed, "of every choice")->capture_default_str();
  add_threads_option(*command, options->threads, kGamesAtOnce);
  add_save_option(*command, options->save_every);
  command->callback(
      [&chosen, options] { chosen = [options](Context& context) { return run_grow(context, *options); }; });
}

void add_book_expand(CLI::App& book, Run& chosen) {
  CLI::App* command =
      book.add_subcommand("expand",
                          "add positions of 8x8 with the engine's scores, along all lines in which one side "
                          "errs by no more than the limits");
  auto options = std::make_shared<ExpandOptions>();
  book::ExpandSettings& expand = options->expand;
  command->add_option("book", options->file, "the file; made when it is not there")
      ->required()
      ->type_name("FILE");
  command
      ->add_option("--level", expand.level, "how carefully positions are searched, as the player engine does")
      ->check(CLI::Range(1, search::kMostLevel))
      ->capture_default_str();
  command->add_option("--relative", expand.relative, "discs that a move of that side may be behind the best")
      ->check(number_range(0.0, 64.0))
      ->capture_default_str();
  command->add_option("--absolute", expand.absolute, "discs that a line may stray from where it began")
      ->check(number_range(0.0, 64.0))
      ->capture_default_str();
  command->add_option("--all-plies", expand.all_plies, "so far from the start every move is followed")
      ->check(CLI::Range(0, 10))
      ->capture_default_str();
  command->add_option("--plies", expand.plies, "how far lines go")
      ->check(CLI::Range(1, 60))
      ->capture_default_str();
  command->add_option("--positions", expand.positions, "stop when the book holds so many")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{100'000'000}))
      ->capture_default_str();
  command->add_option("--weights", options->weights, "pattern weights: a model or a file")
      ->capture_default_str();
  command->add_option("--about", options->about, "a few words that the book keeps for people")
      ->type_name("TEXT");
  add_threads_option(*command, expand.threads, "positions searched at the same time");
  add_save_option(*command, options->save_every);
  command->callback(
      [&chosen, options] { chosen = [options](Context& context) { return run_expand(context, *options); }; });
}

}  // namespace turncoat::cli
