// `turncoat games`: what is in the store, in and out of it.
#include <algorithm>

#include "base/file.h"
#include "cli/commands.h"
#include "cli/game_text.h"
#include "cli/store_option.h"
#include "cli/table.h"
#include "record/ggf.h"
#include "record/load.h"
#include "record/text_board.h"
#include "record/transcript.h"

namespace turncoat::cli {

namespace {

using store::Store;
using store::StoredGame;

// What `list` and `export` select by.
struct Selection {
  store::GameFilter filter;
  store::RunId run = 0;

  void add_options(CLI::App& command) {
    command.add_option("--player", filter.player, "only games of a player whose name holds this");
    command.add_option("--rules", filter.rules, "only games under the ruleset of this name");
    command.add_option("--run", run, "only games of this run")->check(CLI::PositiveNumber);
  }
  store::GameFilter result() const {
    store::GameFilter selected = filter;
    if (run != 0) selected.run = run;
    return selected;
  }
};

// Import.

struct Import {
  std::string store;
  std::vector<std::string> files;
  std::string rules;
  bool allow_duplicates = false;
};

Result<int> run_import(Context& context, const Import& arguments) {
  std::optional<rules::RulesetPtr> rules;
  if (!arguments.rules.empty()) {
    const auto found = rules::find_ruleset(arguments.rules);
    if (!found) return std::unexpected(found.error());
    rules = *found;
  }
  std::vector<record::GameRecord> games;
  for (const std::string& file : arguments.files) {
    auto loaded = record::read_file(file, rules);
    if (!loaded) return std::unexpected(loaded.error());
    context.err << fmt::format("{}: {} ({})\n", printable(file), count_of(loaded->games.size(), "game"),
                               record::format_name(loaded->format));
    std::ranges::move(loaded->games, std::back_inserter(games));
  }
  const auto store = open_store(arguments.store);
  if (!store) return std::unexpected(store.error());
  const auto duplicates = arguments.allow_duplicates ? store::Duplicates::Keep : store::Duplicates::Skip;
  const auto ids = (*store)->import_games(games, duplicates);
  if (!ids) return std::unexpected(ids.error());
  context.out << count_of(ids->size(), "game") << " imported";
  if (const std::size_t skipped = games.size() - ids->size(); skipped > 0) {
    context.out << fmt::format(", {} stored already and skipped", skipped);
  }
  context.out << '\n';
  return 0;
}

void add_games_import(CLI::App& games, Run& chosen) {
  CLI::App* command =
      games.add_subcommand("import",
                           "read games from files: transcripts, GGF, WTHOR (.wtb), boards, OBF.\n"
                           "The format is recognised. All files are taken, or none when one has an error.\n"
                           "A game that is stored already (same rules, start, moves, players, event, date "
                           "and ending) is skipped.");
  auto arguments = std::make_shared<Import>();
  command->add_option("files", arguments->files, "the files")->required()->type_name("FILE");
  command->add_option(
      "--rules", arguments->rules,
      "a ruleset's name or file, for games that do not state theirs; standard-8 when left out");
  command->add_flag("--allow-duplicates", arguments->allow_duplicates,
                    "take games that are stored already too");
  add_store_option(*command, arguments->store);
  command->callback([&chosen, arguments] {
    chosen = [arguments](Context& context) { return run_import(context, *arguments); };
  });
}

// Export.

struct Export {
  std::string store;
  std::vector<store::GameId> ids;
  Selection selection;
  std::string format = "transcript";
  std::string file;
};

Result<std::string> format_game(const StoredGame& game, const std::string& format) {
  if (format == "json") return dump_json(game_json(game));
  if (format == "ggf") return record::format_ggf(game.record);
  const rules::Position& start = game.record.game.start();
  if (start != rules::Position(start.ruleset_ptr())) {
    return fail(Error::Code::Range,
                "game {} has a start of its own, which a transcript cannot tell; use --format ggf or json",
                game.id);
  }
  return record::format_transcript(game.record.game);
}

Result<int> run_export(Context& context, const Export& arguments) {
  const auto store = open_existing_store(arguments.store);
  if (!store) return std::unexpected(store.error());
  std::vector<store::GameId> ids = arguments.ids;
  if (ids.empty()) {
    auto selected = (*store)->ids(arguments.selection.result());
    if (!selected) return std::unexpected(selected.error());
    ids = std::move(*selected);
    std::ranges::reverse(ids);  // the oldest first, as a file grows
  }
  std::string text;
  for (const store::GameId id : ids) {
    if (context.stop.stop_requested()) return fail(Error::Code::Cancelled, "stopped; nothing was written");
    const auto game = (*store)->game(id);
    if (!game) return std::unexpected(game.error());
    const auto line = format_game(*game, arguments.format);
    if (!line) return std::unexpected(line.error());
    text += *line + '\n';
  }
  if (arguments.file.empty()) {
    context.out << text;
    return 0;
  }
  if (auto written = save_file(arguments.file, text, Existing::Replace); !written)
    return std::unexpected(written.error());
  context.err << count_of(ids.size(), "game") << " written to " << printable(arguments.file) << '\n';
  return 0;
}

void add_games_export(CLI::App& games, Run& chosen) {
  CLI::App* command = games.add_subcommand(
      "export",
      "write games, one a line, the oldest first. Only json keeps everything; ggf keeps players,\n"
      "result and notes, transcript the moves alone.");
  auto arguments = std::make_shared<Export>();
  command->add_option("ids", arguments->ids, "the games' numbers; all that the options select when left out")
      ->type_name("ID");
  command->add_option("--format", arguments->format, "how to write them")
      ->check(CLI::IsMember({"transcript", "ggf", "json"}))
      ->capture_default_str();
  command
      ->add_option("-o,--output", arguments->file,
                   "the file to write, whole or not at all; else standard output")
      ->type_name("FILE");
  arguments->selection.add_options(*command);
  add_store_option(*command, arguments->store);
  command->callback([&chosen, arguments] {
    chosen = [arguments](Context& context) { return run_export(context, *arguments); };
  });
}

// List.

struct List {
  std::string store;
  Selection selection;
  std::uint64_t limit = 20;
  bool json = false;
};

std::vector<std::string> list_row(const StoredGame& game) {
  const record::GameRecord& record = game.record;
  const auto score = black_score(record);
  return {std::to_string(game.id),
          record.date,
          record.game.start().ruleset().name,
          record.black,
          record.white,
          score ? fmt::format("{:+}", *score) : "",
          std::string(ending_name(record.ending))};
}

Result<int> run_list(Context& context, const List& arguments) {
  const auto store = open_existing_store(arguments.store);
  if (!store) return std::unexpected(store.error());
  const auto ids = (*store)->ids(arguments.selection.result());
  if (!ids) return std::unexpected(ids.error());
  const std::size_t shown = arguments.limit == 0 ? ids->size() : std::min(ids->size(), arguments.limit);

  Table table({{"id", true}, {"date"}, {"rules"}, {"black"}, {"white"}, {"score", true}, {"ending"}});
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < shown; ++i) {
    const auto game = (*store)->game((*ids)[i]);
    if (!game) return std::unexpected(game.error());
    if (arguments.json) {
      list.push_back(summary_json(*game));
    } else {
      table.add(list_row(*game));
    }
  }
  if (arguments.json) {
    context.out << dump_json(list, 2) << '\n';
    return 0;
  }
  if (shown > 0) table.print(context.out);
  if (ids->empty()) context.err << "no games\n";
  if (shown < ids->size()) {
    context.err << fmt::format("the newest {} of {} games; --limit 0 lists all\n", shown, ids->size());
  }
  return 0;
}

void add_games_list(CLI::App& games, Run& chosen) {
  CLI::App* command =
      games.add_subcommand("list", "list games, the newest first; the score is Black's, in discs");
  auto arguments = std::make_shared<List>();
  arguments->selection.add_options(*command);
  command->add_option("--limit", arguments->limit, "at most so many; 0 for all")->capture_default_str();
  command->add_flag("--json", arguments->json, "print JSON");
  add_store_option(*command, arguments->store);
  command->callback([&chosen, arguments] {
    chosen = [arguments](Context& context) { return run_list(context, *arguments); };
  });
}

// Show.

struct Show {
  std::string store;
  store::GameId id = 0;
  int ply = -1;
  bool json = false;
};

void print_facts(std::ostream& out, const StoredGame& game) {
  const record::GameRecord& record = game.record;
  const auto fact = [&](std::string_view name, const std::string& value) {
    if (!value.empty()) out << fmt::format("{:<8} {}\n", name, printable(value));
  };
  fact("Game", game.run ? fmt::format("{}, of run {}", game.id, *game.run) : std::to_string(game.id));
  fact("Black X", record.black);
  fact("White O", record.white);
  fact("Event", record.event);
  fact("Date", record.date);
  fact("Rules", record.game.start().ruleset().name);
  fact("Result", describe_result(record));
  if (record.stated_score && *record.stated_score != black_score(record).value_or(0)) {
    fact("Stated", fmt::format("{:+} for Black by the source", *record.stated_score));
  }
}

Result<int> run_show(Context& context, const Show& arguments) {
  const auto store = open_existing_store(arguments.store);
  if (!store) return std::unexpected(store.error());
  const auto game = (*store)->game(arguments.id);
  if (!game) return std::unexpected(game.error());
  if (arguments.json) {
    context.out << dump_json(game_json(*game), 2) << '\n';
    return 0;
  }
  const rules::Game& played = game->record.game;
  const int ply = arguments.ply < 0 ? played.ply() : arguments.ply;
  if (ply > played.ply()) {
    return fail(Error::Code::Range, "game {} has only {} moves", game->id, played.ply());
  }
  print_facts(context.out, *game);
  record::TextBoardOptions options;
  options.color = context.out_is_terminal;
  options.show_legal = ply < played.ply() || !played.is_over();
  if (ply > 0) options.last_move = played.moves()[static_cast<std::size_t>(ply) - 1];
  context.out << '\n' << record::draw_board(played.position_at(ply), options);
  if (arguments.ply >= 0) context.out << fmt::format("after {} of {} moves\n", ply, played.ply());
  context.out << '\n' << record::format_transcript(played) << '\n';
  return 0;
}

void add_games_show(CLI::App& games, Run& chosen) {
  CLI::App* command = games.add_subcommand("show", "show one game: players, result, board, moves");
  auto arguments = std::make_shared<Show>();
  command->add_option("id", arguments->id, "the game's number in the list")->required()->type_name("ID");
  command->add_option("--ply", arguments->ply, "the board after so many moves; the last one when left out")
      ->check(CLI::NonNegativeNumber);
  command->add_flag("--json", arguments->json, "print everything that is stored as JSON");
  add_store_option(*command, arguments->store);
  command->callback([&chosen, arguments] {
    chosen = [arguments](Context& context) { return run_show(context, *arguments); };
  });
}

// Runs.

struct Runs {
  std::string store;
  bool json = false;
};

Result<int> run_runs(Context& context, const Runs& arguments) {
  const auto store = open_existing_store(arguments.store);
  if (!store) return std::unexpected(store.error());
  const auto runs = (*store)->runs();
  if (!runs) return std::unexpected(runs.error());
  Table table({{"run", true}, {"kind"}, {"created"}, {"games", true}, {"settings", false, 100}});
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const store::Run& run : *runs) {
    table.add({std::to_string(run.id), run.kind, run.created, std::to_string(run.games), run.settings});
    list.push_back({{"id", run.id},
                    {"kind", run.kind},
                    {"created", run.created},
                    {"games", run.games},
                    {"settings", run.settings}});
  }
  if (arguments.json) {
    context.out << dump_json(list, 2) << '\n';
  } else if (runs->empty()) {
    context.err << "no runs\n";
  } else {
    table.print(context.out);
  }
  return 0;
}

void add_games_runs(CLI::App& games, Run& chosen) {
  CLI::App* command = games.add_subcommand("runs", "list the matches and tournaments that games belong to");
  auto arguments = std::make_shared<Runs>();
  command->add_flag("--json", arguments->json, "print JSON");
  add_store_option(*command, arguments->store);
  command->callback([&chosen, arguments] {
    chosen = [arguments](Context& context) { return run_runs(context, *arguments); };
  });
}

}  // namespace

void add_games(CLI::App& app, Run& chosen) {
  CLI::App* command = app.add_subcommand("games", "import, export, list and show stored games");
  command->require_subcommand(0, 1);
  add_games_import(*command, chosen);
  add_games_export(*command, chosen);
  add_games_list(*command, chosen);
  add_games_show(*command, chosen);
  add_games_runs(*command, chosen);
}

}  // namespace turncoat::cli
