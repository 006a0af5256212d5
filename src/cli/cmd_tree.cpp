#include <chrono>
#include <ctime>

#include <nlohmann/json.hpp>

#include "base/file.h"
#include "base/memory.h"
#include "base/spec.h"
#include "cli/commands.h"
#include "engine/models.h"
#include "mcts/mcts_player.h"
#include "mcts/tree_file.h"
#include "mcts/tree_picture.h"

namespace turncoat::cli {

namespace {

struct GrowOptions {
  std::string player = "mcts";
  std::string rules = "standard-8";
  std::string out;
  std::uint64_t iterations = 10'000;
  std::uint64_t seed = 1;
  std::string kernel = "auto";
  bool json = false;
};

struct ShowOptions {
  std::string file;
  std::string svg;
  std::string dot;
  mcts::PictureOptions picture;
  bool json = false;
};

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

std::string plain_text(mcts::Proof proof) {
  switch (proof) {
    case mcts::Proof::Win:
      return "win";
    case mcts::Proof::Draw:
      return "draw";
    case mcts::Proof::Loss:
      return "loss";
    case mcts::Proof::None:
      break;
  }
  return "none";
}

Result<mcts::MctsParams> read_player(const std::string& text) {
  const auto spec = parse_spec(text);
  if (!spec) return std::unexpected(spec.error());
  if (spec->name != "mcts") {
    return fail(Error::Code::Range, "only mcts grows trees, {} does not", quote(spec->name));
  }
  auto params = read_params<mcts::MctsParams>("mcts", spec->values);
  if (!params) return params;
  if (auto fits = check_memory(params->memory); !fits) return fail_at(fits.error(), "mcts: memory");
  return params;
}

struct Growth {
  mcts::Finding finding;
  double seconds = 0;
  double cpu = 0;
};

// Searches in slices, so that there is something to show on the way.
Growth grow(Context& context, mcts::Searcher& searcher, const GrowOptions& options) {
  Progress progress(context.err, context.progress_style(!context.err_is_terminal), "tree", "rollouts",
                    options.iterations);
  std::uint64_t shown = 0;
  const auto start = std::chrono::steady_clock::now();
  const double cpu = cpu_seconds();
  Growth growth;
  growth.finding = searcher.search({.sims = options.iterations, .deadline = {}, .stop = context.stop},
                                   options.seed, [&](const mcts::Finding& finding) {
                                     progress.advance(finding.rollouts - shown);
                                     shown = finding.rollouts;
                                   });
  growth.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  growth.cpu = cpu_seconds() - cpu;
  progress.advance(growth.finding.rollouts - shown);
  return growth;
}

nlohmann::ordered_json growth_json(const GrowOptions& options, const mcts::MctsParams& params,
                                   const Growth& growth, rules::kernel::Isa isa) {
  const mcts::Finding& finding = growth.finding;
  const auto rate = [&](double seconds) {
    return seconds > 0 ? static_cast<double>(finding.rollouts) / seconds : 0.0;
  };
  nlohmann::ordered_json json = {{"rules", options.rules},
                                 {"rollouts", finding.rollouts},
                                 {"seconds", growth.seconds},
                                 {"rollouts_per_second", rate(growth.seconds)},
                                 {"cpu_seconds", growth.cpu},
                                 {"rollouts_per_cpu_second", rate(growth.cpu)},
                                 {"threads", params.threads},
                                 {"batch", params.batch},
                                 {"kernel", rules::kernel::isa_name(isa)},
                                 {"seed", options.seed},
                                 {"nodes", finding.nodes},
                                 {"node_bytes", sizeof(mcts::Node)},
                                 {"full", finding.full},
                                 {"move", finding.move.name()},
                                 {"win_rate", finding.win_rate},
                                 {"proof", plain_text(finding.proof)}};
  for (const mcts::MoveFinding& move : finding.moves) {
    json["moves"].push_back(
        {{"move", move.move.name()}, {"visits", move.visits}, {"win_rate", move.win_rate}});
  }
  return json;
}

Result<int> run_grow(Context& context, const GrowOptions& options) {
  const auto params = read_player(options.player);
  if (!params) return std::unexpected(params.error());
  const auto rules = rules::find_ruleset(options.rules);
  if (!rules) return std::unexpected(rules.error());
  const auto isa = rules::kernel::parse_isa(options.kernel);
  if (!isa) return fail_at(isa.error(), "--kernel");
  if (!params->tree.empty()) {
    return fail(Error::Code::Conflict, "tree={} is for playing: a tree is grown from the start",
                params->tree);
  }
  mcts::Evaluation evaluation = mcts::StagedEval{};
  if (params->eval == mcts::EvalKind::Linear) {
    const auto heuristic = engine::heuristic_of(params->weights);
    if (!heuristic) return std::unexpected(heuristic.error());
    evaluation = (*heuristic)(**rules);
  }
  const auto searcher = mcts::make_searcher(rules::Position(*rules), params->options(evaluation), *isa);
  const Growth growth = grow(context, *searcher, options);
  if (context.stop.stop_requested()) return fail(Error::Code::Cancelled, "the tree was not finished");
  if (!options.out.empty()) {
    mcts::SavedTree saved;
    saved.rules = *rules;
    saved.player = format_spec({"mcts", changed_params(*params)});
    saved.seed = options.seed;
    const mcts::Tree& tree = searcher->tree();
    saved.nodes.assign(&tree[0], &tree[0] + tree.used());
    if (auto done = save_file(options.out, mcts::encode_tree(saved), Existing::Replace); !done) {
      return std::unexpected(done.error());
    }
  }
  if (options.json) {
    context.out << growth_json(options, *params, growth, *isa).dump(2) << '\n';
    return 0;
  }
  const mcts::Finding& finding = growth.finding;
  context.out << fmt::format("{} rollouts, {} nodes, {}{}\n", finding.rollouts, finding.nodes,
                             format_bytes(finding.nodes * sizeof(mcts::Node)),
                             finding.full ? ", memory full" : "");
  context.out << fmt::format("best {}, {}\n", finding.move.name(),
                             finding.proof != mcts::Proof::None
                                 ? fmt::format("proven {}", plain_text(finding.proof))
                                 : fmt::format("wins {:.1f} %", 100 * finding.win_rate));
  return 0;
}

nlohmann::ordered_json node_json(const mcts::SavedTree& tree, const mcts::PictureOptions& options,
                                 mcts::NodeIndex index, int ply) {
  const mcts::Node& node = tree.nodes[index];
  nlohmann::ordered_json json;
  if (index != 0) json["move"] = mcts::move_of(node.move, tree.rules->size).name();
  json["visits"] = node.visits;
  if (node.visits > 0) json["win_rate"] = static_cast<double>(node.sum) / mcts::kWin / node.visits;
  if (node.proof != 0) json["proof"] = plain_text(static_cast<mcts::Proof>(node.proof));
  if (ply == options.depth) return json;
  for (const mcts::NodeIndex child : mcts::shown_children(tree, index, options.branches)) {
    json["children"].push_back(node_json(tree, options, child, ply + 1));
  }
  return json;
}

Result<int> run_show(Context& context, const ShowOptions& options) {
  const auto tree = engine::load_tree(options.file);
  if (!tree) return std::unexpected(tree.error());
  const auto save = [](const std::string& path, const std::string& text) {
    return path.empty() ? Result<void>() : save_file(path, text, Existing::Replace);
  };
  if (auto done = save(options.svg, mcts::tree_as_svg(*tree, options.picture)); !done) {
    return std::unexpected(done.error());
  }
  if (auto done = save(options.dot, mcts::tree_as_dot(*tree, options.picture)); !done) {
    return std::unexpected(done.error());
  }
  if (options.json) {
    nlohmann::ordered_json json = {{"rules", tree->rules->name},
                                   {"player", tree->player},
                                   {"seed", tree->seed},
                                   {"nodes", tree->nodes.size()},
                                   {"root", node_json(*tree, options.picture, 0, 0)}};
    context.out << json.dump(2) << '\n';
    return 0;
  }
  context.out << fmt::format("{}, grown by {} with seed {}: {} nodes\n", tree->rules->name, tree->player,
                             tree->seed, tree->nodes.size());
  context.out << mcts::tree_as_text(*tree, options.picture);
  return 0;
}

void add_tree_grow(CLI::App& tree, Run& chosen) {
  CLI::App* command = tree.add_subcommand("grow", "search from the start position and save the tree");
  auto options = std::make_shared<GrowOptions>();
  command->add_option("--iterations", options->iterations, "rollouts")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  command->add_option("--out", options->out, "file for the tree; without it the tree is only measured");
  command->add_option("--rules", options->rules, "a ruleset (turncoat rules) or its file")
      ->capture_default_str();
  command->add_option("--seed", options->seed, "of the playouts")->capture_default_str();
  command
      ->add_option("--player", options->player,
                   "mcts with the parameters to grow by, such as mcts:c=1,memory=1GB")
      ->capture_default_str();
  command->add_option("--kernel", options->kernel, "reference, portable, avx2, avx512 or auto")
      ->capture_default_str();
  command->add_flag("--json", options->json, "print JSON, with the speed");
  command->callback(
      [&chosen, options] { chosen = [options](Context& context) { return run_grow(context, *options); }; });
}

void add_tree_show(CLI::App& tree, Run& chosen) {
  CLI::App* command = tree.add_subcommand("show", "print or draw a saved tree with visits and shares won");
  auto options = std::make_shared<ShowOptions>();
  command->add_option("file", options->file, "a tree that tree grow has saved")->required();
  command->add_option("--depth", options->picture.depth, "plies below the start")
      ->capture_default_str()
      ->check(CLI::Range(0, 60));
  command->add_option("--branches", options->picture.branches, "the most visited moves of each node; 0: all")
      ->capture_default_str()
      ->check(CLI::Range(0, 256));
  command->add_option("--svg", options->svg, "draw the tree into this file");
  command->add_option("--dot", options->dot, "write the tree for Graphviz into this file");
  command->add_flag("--json", options->json, "print JSON");
  command->callback(
      [&chosen, options] { chosen = [options](Context& context) { return run_show(context, *options); }; });
}

}  // namespace

void add_tree(CLI::App& app, Run& chosen) {
  CLI::App* command = app.add_subcommand("tree", "grow, save and show trees of Monte-Carlo search");
  command->require_subcommand(1);
  add_tree_grow(*command, chosen);
  add_tree_show(*command, chosen);
}

}  // namespace turncoat::cli
