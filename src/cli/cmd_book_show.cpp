// book show, probe, export and check: looking into books.
#include <algorithm>
#include <map>

#include <nlohmann/json.hpp>

#include "base/file.h"
#include "base/text.h"
#include "book/book_file.h"
#include "book/choice.h"
#include "book/opening_names.h"
#include "cli/arena.h"
#include "cli/book_commands.h"
#include "cli/game_input.h"
#include "cli/table.h"
#include "record/load.h"
#include "record/transcript.h"

namespace turncoat::cli {

namespace {

using book::BookMove;
using nlohmann::ordered_json;

std::string discs_text(int score) {
  return fmt::format("{:+.2f}", book::discs(score));
}

std::string search_text(const book::Leaf& leaf) {
  return fmt::format("level {}, {}@{}%", leaf.level, leaf.depth, leaf.percent);
}

// The moves that the book takes for best, from a game on.
rules::Game best_line(const book::Book& book, rules::Game game) {
  while (!game.is_over()) {
    if (game.pass_if_forced()) continue;
    const auto moves = book::look_up(book, game.position());
    if (moves.empty() || !game.play(moves.front().move)) break;
  }
  return game;
}

std::string line_text(const rules::Game& line, int from) {
  std::string text;
  for (int ply = from; ply < line.ply(); ++ply) {
    const rules::Move move = line.moves()[static_cast<std::size_t>(ply)];
    if (!move.is_pass()) text += move.name();
  }
  return text;
}

std::string name_after(const rules::Position& position, rules::Move move) {
  return std::string(book::opening_name(position.after(move)).value_or(""));
}

ordered_json move_json(const rules::Position& position, const BookMove& move) {
  ordered_json json{{"move", move.move.name()}};
  if (move.score) json["score"] = book::discs(*move.score);
  if (move.score) json["in_book"] = move.in_book;
  if (move.leaf) {
    json["level"] = move.leaf->level;
    json["depth"] = move.leaf->depth;
    json["selectivity"] = move.leaf->percent;
  }
  json["games"] = move.games.games();
  json["wins"] = move.games.wins;
  json["draws"] = move.games.draws;
  json["losses"] = move.games.losses;
  if (const std::string name = name_after(position, move.move); !name.empty()) json["name"] = name;
  return json;
}

ordered_json position_json(const book::Book& book, const rules::Position& position) {
  ordered_json json{{"position", position.to_string()}};
  if (const auto name = book::opening_name(position)) json["name"] = *name;
  const book::Entry* entry = book.find(book::canonical(position).key);
  if (entry != nullptr && entry->value) json["value"] = book::discs(*entry->value);
  json["moves"] = ordered_json::array();
  for (const BookMove& move : book::look_up(book, position))
    json["moves"].push_back(move_json(position, move));
  return json;
}

void print_moves(std::ostream& out, const book::Book& book, const rules::Game& game) {
  const rules::Position& position = game.position();
  Table table({{"move"},
               {"score", true},
               {"from"},
               {"games", true},
               {"won", true},
               {"drawn", true},
               {"lost", true},
               {"share", true},
               {"goes on"},
               {"opening"}});
  for (const BookMove& move : book::look_up(book, position)) {
    rules::Game next = game;
    if (!next.play(move.move)) continue;
    const bool played = move.games.games() > 0;
    table.add({move.move.name(), move.score ? discs_text(*move.score) : "",
               move.leaf      ? search_text(*move.leaf)
               : move.in_book ? "book"
                              : "",
               played ? fmt::format("{}", move.games.games()) : "",
               played ? fmt::format("{}", move.games.wins) : "",
               played ? fmt::format("{}", move.games.draws) : "",
               played ? fmt::format("{}", move.games.losses) : "",
               played ? fmt::format("{:.1f} %", 100 * move.share()) : "",
               line_text(best_line(book, next), next.ply()), name_after(position, move.move)});
  }
  table.print(out);
}

struct ShowOptions {
  std::string book;
  bool json = false;
};

struct PlyCount {
  std::uint64_t positions = 0;
  std::uint64_t scored = 0;
  std::uint64_t games = 0;
};

std::map<int, PlyCount> counts_by_ply(const book::Book& book) {
  const int first = book.rules()->black.size() + book.rules()->white.size();
  std::map<int, PlyCount> counts;
  for (const auto& [key, entry] : book.entries()) {
    PlyCount& count = counts[key.discs() - first];
    ++count.positions;
    if (entry.value) ++count.scored;
    count.games += entry.games();
  }
  return counts;
}

Result<int> run_show(Context& context, const ShowOptions& options) {
  const auto book = read_book(options.book);
  if (!book) return std::unexpected(book.error());
  const auto counts = counts_by_ply(*book);
  const rules::Game game(book->rules());
  if (options.json) {
    ordered_json json{{"rules", book->rules()->name}, {"about", book->about}, {"positions", book->size()}};
    if (book->growth) {
      json["grown"] = {{"player", book->growth->player},
                       {"seed", book->growth->seed},
                       {"plies", book->growth->plies},
                       {"games", book->growth->games}};
    }
    json["plies"] = ordered_json::array();
    for (const auto& [ply, count] : counts) {
      json["plies"].push_back(
          {{"ply", ply}, {"positions", count.positions}, {"scored", count.scored}, {"games", count.games}});
    }
    json["start"] = position_json(*book, game.position());
    context.out << dump(json);
    return 0;
  }
  context.out << fmt::format("{}: {}\n", book->rules()->name, count_of(book->size(), "position"));
  if (!book->about.empty()) context.out << printable(book->about) << '\n';
  if (book->growth) {
    context.out << fmt::format("grown by {}, seed {}: {}\n", printable(book->growth->player),
                               book->growth->seed, count_of(book->growth->games, "game"));
  }
  Table table({{"ply", true}, {"positions", true}, {"scored", true}, {"games", true}});
  for (const auto& [ply, count] : counts) {
    table.add({fmt::format("{}", ply), fmt::format("{}", count.positions), fmt::format("{}", count.scored),
               fmt::format("{}", count.games)});
  }
  table.print(context.out);
  context.out << '\n';
  print_moves(context.out, *book, game);
  return 0;
}

struct ProbeOptions {
  std::string book;
  GameInput input;
  bool json = false;
};

Result<int> run_probe(Context& context, const ProbeOptions& options) {
  const auto book = read_book(options.book);
  if (!book) return std::unexpected(book.error());
  rules::Game game(book->rules());
  if (const std::string words = join(options.input.words, " "); !trim(words).empty()) {
    auto loaded = record::read_games(words, book->rules());
    if (!loaded) return std::unexpected(loaded.error());
    game = std::move(loaded->games.front().game);
    if (!book::same_game(game.start().ruleset(), *book->rules())) {
      return fail(Error::Code::Conflict, "the position is one of {}, the book is for {}",
                  game.start().ruleset().name, book->rules()->name);
    }
  }
  game.pass_if_forced();
  if (options.json) {
    context.out << dump(position_json(*book, game.position()));
    return 0;
  }
  const book::Entry* entry = book->find(book::canonical(game.position()).key);
  context.out << game.position().to_string();
  if (const auto opening = book::find_opening(game)) context.out << "  " << opening->name;
  if (entry != nullptr && entry->value) context.out << "  " << discs_text(*entry->value);
  context.out << '\n';
  if (entry == nullptr) {
    context.out << "not in the book\n";
    return 0;
  }
  print_moves(context.out, *book, game);
  return 0;
}

struct ExportOptions {
  std::string book;
  std::string format = "text";
  std::string out;
  bool force = false;
};

// One line a position: "BOARD X  +0.25  f5 +0.25 12/3/4  d6 ..." with wins, draws and losses behind a move.
std::string position_text(const book::Book& book, const rules::Position& position) {
  std::string text = position.to_string();
  const book::Entry* entry = book.find(book::canonical(position).key);
  if (entry->value) text += "  " + discs_text(*entry->value);
  for (const BookMove& move : book::look_up(book, position)) {
    text += "  " + move.move.name();
    if (move.score) text += " " + discs_text(*move.score);
    if (move.leaf) text += fmt::format(" ({})", search_text(*move.leaf));
    if (move.games.games() > 0) {
      text += fmt::format(" {}/{}/{}", move.games.wins, move.games.draws, move.games.losses);
    }
  }
  if (const auto name = book::opening_name(position)) text += fmt::format("  # {}", *name);
  return text + '\n';
}

Result<int> run_export(Context& context, const ExportOptions& options) {
  const auto book = read_book(options.book);
  if (!book) return std::unexpected(book.error());
  std::vector<book::Key> keys = book->keys();
  std::ranges::stable_sort(keys, {}, &book::Key::discs);
  std::string text;
  if (options.format == "json") {
    ordered_json json{{"rules", book->rules()->name}, {"about", book->about}};
    json["positions"] = ordered_json::array();
    for (const book::Key& key : keys) {
      json["positions"].push_back(position_json(*book, book::position_of(book->rules(), key)));
    }
    text = dump(json);
  } else {
    for (const book::Key& key : keys) text += position_text(*book, book::position_of(book->rules(), key));
  }
  if (options.out.empty()) {
    context.out << text;
    return 0;
  }
  const auto saved = save_file(options.out, text, options.force ? Existing::Replace : Existing::Refuse);
  if (!saved) return std::unexpected(saved.error());
  return 0;
}

struct CheckOptions {
  std::string book;
};

Result<int> run_check(Context& context, const CheckOptions& options) {
  const auto book = read_book(options.book);
  if (!book) return std::unexpected(book.error());
  const auto faults = book::find_faults(*book);
  if (!faults.empty()) {
    return fail(Error::Code::Parse, "{}: {}", options.book, join(faults, "; "));
  }
  context.out << fmt::format("{}: {} of {}, every move legal, every value right\n", options.book,
                             count_of(book->size(), "position"), book->rules()->name);
  if (const std::uint64_t stale = book::count_stale_leaves(*book); stale > 0) {
    context.out << fmt::format("{} of them lack the best move out of the book: book expand goes on\n", stale);
  }
  return 0;
}

CLI::Option* add_book_name(CLI::App& command, std::string& name) {
  return command.add_option("book", name, "a name under models, such as standard-8, or a file")
      ->required()
      ->type_name("BOOK");
}

}  // namespace

void add_book_show(CLI::App& book, Run& chosen) {
  CLI::App* command = book.add_subcommand("show", "what a book holds, and its first moves");
  auto options = std::make_shared<ShowOptions>();
  add_book_name(*command, options->book);
  command->add_flag("--json", options->json, "print JSON");
  command->callback(
      [&chosen, options] { chosen = [options](Context& context) { return run_show(context, *options); }; });
}

void add_book_probe(CLI::App& book, Run& chosen) {
  CLI::App* command = book.add_subcommand("probe", "what a book says about a position, in any of its images");
  auto options = std::make_shared<ProbeOptions>();
  add_book_name(*command, options->book);
  command->add_option("position", options->input.words,
                      "a transcript, a board string or a file; the start when left out");
  command->add_flag("--json", options->json, "print JSON");
  command->allow_extras();
  command->callback([&chosen, options, command] {
    take_board_words(*command, options->input.words);
    chosen = [options](Context& context) { return run_probe(context, *options); };
  });
}

void add_book_export(CLI::App& book, Run& chosen) {
  CLI::App* command = book.add_subcommand("export", "print every position of a book");
  auto options = std::make_shared<ExportOptions>();
  add_book_name(*command, options->book);
  command->add_option("--format", options->format, "text or json")
      ->check(CLI::IsMember({"text", "json"}))
      ->type_name("FORMAT")
      ->capture_default_str();
  command->add_option("--out", options->out, "a file for it; printed when left out")->type_name("FILE");
  command->add_flag("--force", options->force, "replace the file when it is already there");
  command->callback(
      [&chosen, options] { chosen = [options](Context& context) { return run_export(context, *options); }; });
}

void add_book_check(CLI::App& book, Run& chosen) {
  CLI::App* command = book.add_subcommand(
      "check",
      "read a book to its end and check every position, move and value; exit status 1 when one is wrong");
  auto options = std::make_shared<CheckOptions>();
  add_book_name(*command, options->book);
  command->callback(
      [&chosen, options] { chosen = [options](Context& context) { return run_check(context, *options); }; });
}

}  // namespace turncoat::cli
