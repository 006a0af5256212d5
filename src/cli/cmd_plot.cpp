#include <filesystem>

#include "base/text.h"
#include "cli/arena.h"
#include "cli/commands.h"
#include "cli/out_file.h"
#include "engine/models.h"
#include "learn/weight_plot.h"

namespace turncoat::cli {

namespace {

struct Options {
  std::string model;
  std::string svg;
  int clusters = 6;
  std::uint64_t seed = 1;
  bool force = false;
  bool json = false;
};

void print_json(Context& context, const Options& options, const eval::SquareWeights& weights,
                const learn::Clusters& clusters) {
  nlohmann::ordered_json json = {{"model", options.model},
                                 {"size", weights.size},
                                 {"moves", weights.stages.size()},
                                 {"silhouette", clusters.silhouette},
                                 {"clusters", {}}};
  for (int c = 0; c < static_cast<int>(clusters.centres.size()); ++c) {
    json["clusters"].push_back({{"name", std::string(1, learn::cluster_letter(c))},
                                {"mean_weight", learn::mean_weight(clusters, c)},
                                {"squares", learn::cluster_squares(clusters, c, weights.size)},
                                {"weights", clusters.centres[static_cast<std::size_t>(c)]}});
  }
  context.out << dump(json);
}

void print_text(Context& context, const eval::SquareWeights& weights, const learn::Clusters& clusters) {
  context.out << fmt::format("{}; {} moves\n", weights.about, weights.stages.size());
  for (int c = 0; c < static_cast<int>(clusters.centres.size()); ++c) {
    const auto squares = learn::cluster_squares(clusters, c, weights.size);
    context.out << fmt::format("{}  mean weight {:+.3f}  {:>3} squares  {}\n", learn::cluster_letter(c),
                               learn::mean_weight(clusters, c), squares.size(), join(squares, " "));
  }
  context.out << fmt::format("{} clusters, silhouette {:.4f}\n", clusters.centres.size(),
                             clusters.silhouette);
}

Result<int> run(Context& context, const Options& options) {
  if (options.json && options.svg == "-") {
    return fail(Error::Code::Conflict, "--json and --svg - both want the output; give --svg a file");
  }
  const auto weights = engine::load_square_weights(options.model);
  if (!weights) return std::unexpected(weights.error());
  const auto clusters = learn::k_means(learn::weight_curves(*weights), options.clusters, options.seed);
  if (!options.svg.empty()) {
    const std::string name = std::filesystem::path(options.model).stem().string();
    const auto written =
        write_svg(context, options.svg, options.force, learn::draw_weights(*weights, clusters, name));
    if (!written) return std::unexpected(written.error());
    if (options.svg == "-") return 0;
  }
  options.json ? print_json(context, options, *weights, clusters) : print_text(context, *weights, clusters);
  return 0;
}

}  // namespace

void add_plot(CLI::App& app, Run& chosen) {
  CLI::App* command = app.add_subcommand("plot", "draw what was learned");
  command->require_subcommand(1);
  CLI::App* weights = command->add_subcommand(
      "weights", "every square's weight through the game, squares in clusters, a heat map per move");
  auto options = std::make_shared<Options>();
  weights->add_option("model", options->model, "a file of turncoat train ridge, or a name such as ridge-8")
      ->required();
  weights->add_option("--svg", options->svg, "draw the picture into this file; - for the output")
      ->type_name("FILE");
  weights
      ->add_option("-k,--clusters", options->clusters, "into how many clusters the squares' curves are put")
      ->check(CLI::Range(1, learn::kMostPlotClusters))
      ->capture_default_str();
  weights->add_option("--seed", options->seed, "where k-means starts from")->capture_default_str();
  weights->add_flag("--force", options->force, "replace the SVG file when it is already there");
  weights->add_flag("--json", options->json, "print JSON");
  weights->callback(
      [&chosen, options] { chosen = [options](Context& context) { return run(context, *options); }; });
}

}  // namespace turncoat::cli
