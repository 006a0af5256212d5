// book build and book merge: books out of games and out of other books.
#include <algorithm>

#include "base/file.h"
#include "book/book_file.h"
#include "cli/book_commands.h"
#include "cli/store_option.h"
#include "cli/table.h"
#include "record/load.h"

namespace turncoat::cli {

namespace {

constexpr int kMostPlies = rules::kMaxSize * rules::kMaxSize;

// Where the new book goes.
struct Output {
  std::string file;
  std::string about;
  bool force = false;
};

void add_output(CLI::App& command, Output& output) {
  command.add_option("--out", output.file, "file for the book")->required()->type_name("FILE");
  command.add_option("--about", output.about, "a few words that the book keeps for people")
      ->type_name("TEXT");
  command.add_flag("--force", output.force, "replace the file when it is already there");
}

Result<void> write_book(const Output& output, book::Book& book) {
  if (!output.about.empty()) book.about = output.about;
  auto saved =
      save_file(output.file, book::encode_book(book), output.force ? Existing::Replace : Existing::Refuse);
  if (!saved && saved.error().code == Error::Code::Conflict && !output.force) {
    saved.error().message += "; --force replaces it, book merge adds to it";
  }
  return saved;
}

struct BuildOptions {
  std::vector<std::string> from;
  std::string rules = "standard-8";
  std::string store;
  std::string player;
  int plies = 20;
  std::uint64_t least = 1;
  Output output;
};

// Counts games into a book and keeps account of those it cannot use.
struct Counter {
  book::Book& book;
  int plies;
  std::uint64_t taken = 0;
  std::uint64_t skipped = 0;

  void add(const record::GameRecord& record) {
    const auto score = record::black_score(record);
    if (!score || record.game.ply() == 0) {
      ++skipped;
      return;
    }
    book.add_game(record.game, *score, 0, plies);
    ++taken;
  }
};

Result<void> count_store(const BuildOptions& options, const rules::Ruleset& rules, Counter& counter) {
  const auto store = open_existing_store(options.store);
  if (!store) return std::unexpected(store.error());
  const auto ids = (*store)->ids({.player = options.player, .rules = rules.name});
  if (!ids) return std::unexpected(ids.error());
  for (const store::GameId id : *ids) {
    const auto game = (*store)->game(id);
    if (!game) return std::unexpected(game.error());
    if (book::same_game(game->record.game.start().ruleset(), rules)) {
      counter.add(game->record);
    } else {
      ++counter.skipped;
    }
  }
  return {};
}

Result<void> count_file(const std::string& file, const rules::RulesetPtr& rules, Counter& counter) {
  const auto loaded = record::read_file(file, rules);
  if (!loaded) return std::unexpected(loaded.error());
  for (const record::GameRecord& record : loaded->games) {
    if (!book::same_game(record.game.start().ruleset(), *rules)) {
      return fail(Error::Code::Conflict, "{} has a game of {}; the book is for {}", file,
                  record.game.start().ruleset().name, rules->name);
    }
    record::GameRecord game = record;
    // Transcripts state no ending; the board does.
    if (game.ending == record::Ending::Unfinished && game.game.is_over()) {
      game.ending = record::Ending::Finished;
    }
    counter.add(game);
  }
  return {};
}

Result<int> run_build(Context& context, const BuildOptions& options) {
  const auto rules = rules::find_ruleset(options.rules);
  if (!rules) return fail_at(rules.error(), "--rules");
  book::Book book(*rules);
  Counter counter{book, options.plies};
  for (const std::string& source : options.from) {
    const auto counted =
        source == "store" ? count_store(options, **rules, counter) : count_file(source, *rules, counter);
    if (!counted) return std::unexpected(counted.error());
  }
  book.prune(options.least);
  if (book.size() == 0) {
    return fail(Error::Code::NotFound, "no position of a finished game is left for the book");
  }
  if (auto saved = write_book(options.output, book); !saved) return std::unexpected(saved.error());
  context.out << fmt::format("{}: {} from {}", options.output.file, count_of(book.size(), "position"),
                             count_of(counter.taken, "game"));
  if (counter.skipped > 0) {
    context.out << fmt::format("; {} without a result skipped", count_of(counter.skipped, "game"));
  }
  context.out << '\n';
  return 0;
}

struct MergeOptions {
  std::vector<std::string> books;
  std::uint64_t least = 1;
  Output output;
};

Result<int> run_merge(Context& context, const MergeOptions& options) {
  std::optional<book::Book> merged;
  for (const std::string& name : options.books) {
    auto next = read_book(name);
    if (!next) return std::unexpected(next.error());
    if (!merged) {
      merged.emplace(next->rules());
      merged->about = next->about;
    }
    if (auto added = merged->merge(*next); !added) return fail_at(added.error(), "{}", name);
  }
  merged->prune(options.least);
  if (auto saved = write_book(options.output, *merged); !saved) return std::unexpected(saved.error());
  context.out << fmt::format("{}: {}\n", options.output.file, count_of(merged->size(), "position"));
  return 0;
}

}  // namespace

void add_book_build(CLI::App& book, Run& chosen) {
  CLI::App* command = book.add_subcommand("build", "count the moves of games, symmetric positions as one");
  auto options = std::make_shared<BuildOptions>();
  command->add_option("--from", options->from, "store, for the games of the store, or files of games")
      ->required()
      ->type_name("store|FILE");
  command->add_option("--rules", options->rules, "a ruleset's name or file")->capture_default_str();
  command->add_option("--plies", options->plies, "how far into each game")
      ->check(CLI::Range(1, kMostPlies))
      ->capture_default_str();
  command->add_option("--least", options->least, "leave positions of fewer games out")->capture_default_str();
  command
      ->add_option("--player", options->player, "of the store, only games of players with this in their name")
      ->type_name("TEXT");
  add_store_option(*command, options->store);
  add_output(*command, options->output);
  command->callback(
      [&chosen, options] { chosen = [options](Context& context) { return run_build(context, *options); }; });
}

void add_book_merge(CLI::App& book, Run& chosen) {
  CLI::App* command = book.add_subcommand("merge",
                                          "put books together: games are added up, of two scores the one "
                                          "searched with more care stays");
  auto options = std::make_shared<MergeOptions>();
  command->add_option("books", options->books, "names or files")->required()->type_name("BOOK");
  command->add_option("--least", options->least, "leave positions of fewer games out, unless scored")
      ->capture_default_str();
  add_output(*command, options->output);
  command->callback(
      [&chosen, options] { chosen = [options](Context& context) { return run_merge(context, *options); }; });
}

}  // namespace turncoat::cli
