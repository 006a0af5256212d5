#include "base/file.h"
#include "base/text.h"
#include "cli/evolution_history.h"
#include "cli/game_text.h"
#include "cli/store_option.h"
#include "cli/train_commands.h"

namespace turncoat::cli {

namespace {

using nlohmann::ordered_json;

struct HistoryOptions {
  std::vector<std::string> runs;  // "3" or "3=label"
  std::string store;
  std::string svg;
  std::string title = "Evolution";
  bool json = false;
};

struct LabelledRun {
  store::RunId id = 0;
  std::string label;
};

Result<LabelledRun> parse_run(const std::string& text) {
  const std::size_t equals = text.find('=');
  const auto id = parse_int(text.substr(0, equals));
  if (!id || *id < 1) {
    return fail(Error::Code::Parse, "{} is not a run's number, or a number and a label such as 3=genetic",
                quote(text));
  }
  return LabelledRun{*id, equals == std::string::npos ? fmt::format("run {}", *id) : text.substr(equals + 1)};
}

Result<std::vector<ordered_json>> load_entries(const store::Store& store, store::RunId run) {
  const auto history = store.history_of(run);
  if (!history) return std::unexpected(history.error());
  std::vector<ordered_json> entries;
  for (const store::HistoryEntry& entry : *history) {
    auto json = ordered_json::parse(entry.entry, nullptr, false);
    if (!json.is_object()) {
      return fail(Error::Code::Parse, "entry {} of the history of run {} is not a JSON object", entry.step,
                  run);
    }
    entries.push_back(std::move(json));
  }
  return entries;
}

Result<int> run_history(Context& context, const HistoryOptions& options) {
  const auto store = open_existing_store(options.store);
  if (!store) return std::unexpected(store.error());
  std::vector<Curve> curves;
  for (const std::string& text : options.runs) {
    const auto run = parse_run(text);
    if (!run) return std::unexpected(run.error());
    const auto entries = load_entries(**store, run->id);
    if (!entries) return std::unexpected(entries.error());
    if (entries->empty()) context.err << fmt::format("run {} has no history\n", run->id);
    for (const ordered_json& entry : *entries) {
      if (options.json) {
        context.out << dump_json(entry) << '\n';
      } else if (entry.contains("generation")) {
        context.out << generation_text(entry);
      }
    }
    auto curve = read_curve(run->label, *entries);
    if (!curve) return std::unexpected(curve.error());
    curves.push_back(std::move(*curve));
  }
  if (options.svg.empty()) return 0;
  if (auto saved = save_file(options.svg, evolution_svg(curves, options.title), Existing::Replace); !saved) {
    return std::unexpected(saved.error());
  }
  return 0;
}

}  // namespace

void add_train_history(CLI::App& train, Run& chosen) {
  CLI::App* command =
      train.add_subcommand("history", "print what runs of train genetic found, generation by generation");
  auto options = std::make_shared<HistoryOptions>();
  command->add_option("runs", options->runs, "numbers of turncoat games runs, with labels as 3=genetic")
      ->required()
      ->type_name("RUN...");
  command->add_option("--svg", options->svg, "draw the champions' strength by games, replacing the file")
      ->type_name("FILE");
  command->add_option("--title", options->title, "of the picture")->capture_default_str();
  command->add_flag("--json", options->json, "print the entries as lines of JSON");
  add_store_option(*command, options->store);
  command->callback([&chosen, options] {
    chosen = [options](Context& context) { return run_history(context, *options); };
  });
}

}  // namespace turncoat::cli
