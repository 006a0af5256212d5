#include <chrono>

#include <nlohmann/json.hpp>

#include "base/file.h"
#include "base/parallel.h"
#include "base/text.h"
#include "cli/arena.h"
#include "cli/commands.h"
#include "cli/start_option.h"
#include "engine/models.h"
#include "record/load.h"
#include "record/obf.h"
#include "search/searcher.h"

namespace turncoat::cli {

namespace {

using Clock = std::chrono::steady_clock;

struct Options {
  std::string position;
  std::string obf;
  std::string rules = "standard-8";
  bool start = false;
  std::string range;
  int threads = 1;
  std::string hash = "64MB";
  std::string weights;  // empty: the shipped ones, where they are
  bool wld = false;
  bool all_moves = false;
  bool json = false;
};

// One position solved.
struct Solved {
  std::size_t number = 0;  // in its file, from 1
  int empties = 0;
  search::Finding finding;
  std::optional<int> expected;
  double seconds = 0;

  // Whether it is what the file says; nothing when the file says nothing.
  std::optional<bool> agrees(bool wld) const {
    if (!expected) return std::nullopt;
    const auto sign = [](int score) { return (score > 0) - (score < 0); };
    return wld ? sign(*finding.score) == sign(*expected) : *finding.score == *expected;
  }
};

Result<std::vector<record::Problem>> problems_of(const Options& options) {
  const auto rules = rules::find_ruleset(options.rules);
  if (!rules) return std::unexpected(rules.error());
  const int given =
      (options.position.empty() ? 0 : 1) + (options.obf.empty() ? 0 : 1) + (options.start ? 1 : 0);
  if (given != 1) return fail(Error::Code::Parse, "solve needs one of POSITION, --obf FILE and --start");
  if (!options.obf.empty()) {
    const auto text = load_file(options.obf, record::kLargestFile);
    if (!text) return std::unexpected(text.error());
    auto problems = record::parse_obf(*text);
    if (!problems) return fail_at(problems.error(), "{}", options.obf);
    return problems;
  }
  record::Problem problem{.position = rules::Position(*rules), .moves = {}, .score = {}, .comment = {}};
  if (!options.start) {
    const auto position = start_position(options.rules, options.position);
    if (!position) return std::unexpected(position.error());
    problem.position = *position;
  }
  return std::vector{problem};
}

// "40-59" or "45"; all of them when empty.
Result<std::pair<std::size_t, std::size_t>> parse_range(const std::string& text, std::size_t count) {
  if (text.empty()) return std::pair<std::size_t, std::size_t>(1, count);
  const auto parts = split(text, '-');
  const auto low = parse_uint(parts.front());
  const auto high = parse_uint(parts.back());
  if (parts.size() > 2 || !low || !high || *low == 0 || *low > *high || *high > count) {
    return fail(Error::Code::Range, "--only {}: give positions as 3-7 or 5, from 1 to {}", quote(text),
                count);
  }
  return std::pair<std::size_t, std::size_t>(*low, *high);
}

// Named weights must be those of every board there is to solve; without a name each board gets the shipped
// ones that are there for it.
Result<std::vector<search::PatternEval>> evaluations_of(Context& context, const std::string& weights,
                                                        std::span<const record::Problem> problems) {
  std::vector<search::PatternEval> evaluations;
  if (weights.empty()) {
    auto shipped = engine::load_pattern_sets("shipped");
    if (shipped) return shipped;
    context.err << "turncoat: " << shipped.error().message << "; moves are ordered by mobility alone\n";
    return evaluations;
  }
  for (const record::Problem& problem : problems) {
    auto patterns = engine::load_patterns_for(problem.position.size(), weights);
    if (!patterns) return fail_at(patterns.error(), "--weights");
    if (evaluations.empty()) evaluations.push_back(*std::move(patterns));
  }
  return evaluations;
}

class Solver {
 public:
  Solver(const Options& options, std::uint64_t table_bytes, std::vector<search::PatternEval> patterns)
      : options_(options), table_bytes_(table_bytes), patterns_(std::move(patterns)) {}

  // Nothing when it was stopped before the end.
  std::optional<search::Finding> solve(const rules::Position& position, Context& context,
                                       const std::function<void(const search::Finding&)>& report) {
    if (position.is_over()) {
      search::Finding over;
      over.score = position.score(position.mover());
      return over;
    }
    if (position.legal_moves().empty()) {
      auto below = solve(position.after(rules::Move::pass()), context, {});
      if (!below) return below;
      below->score = -*below->score;
      below->move = rules::Move::pass();
      below->line.insert(below->line.begin(), below->move);
      return below;
    }
    search::Limits limits;
    limits.stop = context.stop;
    limits.outcome_only = options_.wld;
    search::Finding finding = searcher_for(position).search(position, limits, report);
    if (!finding.score) return std::nullopt;
    return finding;
  }

 private:
  search::Searcher& searcher_for(const rules::Position& position) {
    if (searcher_ == nullptr || *rules_ != position.ruleset()) {
      rules_ = position.ruleset_ptr();
      // Where nothing is learned for the board, mobility orders the moves.
      const auto known = std::ranges::find(patterns_, rules_->size, &search::PatternEval::size);
      const search::Evaluation evaluation =
          known != patterns_.end() ? search::Evaluation(*known) : search::MobilityEval{};
      searcher_ = search::make_searcher(*rules_, evaluation,
                                        {.table_bytes = table_bytes_, .threads = options_.threads},
                                        rules::kernel::best_isa());
    }
    return *searcher_;
  }

  const Options& options_;
  std::uint64_t table_bytes_;
  std::vector<search::PatternEval> patterns_;
  rules::RulesetPtr rules_;
  std::unique_ptr<search::Searcher> searcher_;
};

std::string names(const std::vector<rules::Move>& moves, std::string_view between) {
  std::vector<std::string> texts;
  for (const rules::Move move : moves) texts.push_back(move.name());
  return join(texts, between);
}

std::string outcome_of(int score, bool wld) {
  if (!wld) return fmt::format("{:+}", score);
  return score > 0 ? "won" : score < 0 ? "lost" : "draw";
}

nlohmann::ordered_json json_of(const Solved& solved, bool wld) {
  nlohmann::ordered_json json = {{"number", solved.number},
                                 {"empties", solved.empties},
                                 {"score", *solved.finding.score},
                                 {"best", solved.finding.move.name()},
                                 {"pv", names(solved.finding.line, " ")},
                                 {"nodes", solved.finding.nodes},
                                 {"seconds", solved.seconds}};
  json["expected"] = solved.expected ? nlohmann::ordered_json(*solved.expected) : nullptr;
  if (const auto agrees = solved.agrees(wld)) json["agrees"] = *agrees;
  return json;
}

void print_line(std::ostream& out, const Solved& solved, bool wld) {
  const double rate =
      solved.seconds > 0 ? static_cast<double>(solved.finding.nodes) / solved.seconds / 1e6 : 0;
  const auto agrees = solved.agrees(wld);
  out << fmt::format("{:>4} {:>3} {:>5} {:<4} {:>15} {:>9.3f} {:>6.1f} {:<9} {}\n", solved.number,
                     solved.empties, outcome_of(*solved.finding.score, wld), solved.finding.move.name(),
                     solved.finding.nodes, solved.seconds, rate,
                     !agrees   ? ""
                     : *agrees ? "agrees"
                               : fmt::format("NOT {:+}", *solved.expected),
                     names(solved.finding.line, " "));
  out.flush();
}

// Scores of every move, best first.
Result<int> run_all_moves(Context& context, const Options& options, const rules::Position& position,
                          Solver& solver) {
  if (position.legal_moves().empty())
    return fail(Error::Code::Illegal, "the side to move has no move whose score could be told");
  std::vector<std::pair<rules::Move, search::Finding>> moves;
  std::uint64_t nodes = 0;
  const auto start = Clock::now();
  for (const rules::Square square : position.legal_moves()) {
    auto finding = solver.solve(position.after(square), context, {});
    if (!finding) return fail(Error::Code::Cancelled, "stopped before every move was solved");
    finding->score = -*finding->score;
    finding->line.insert(finding->line.begin(), square);
    nodes += finding->nodes;
    moves.emplace_back(square, *std::move(finding));
  }
  std::ranges::stable_sort(moves,
                           [](const auto& a, const auto& b) { return *a.second.score > *b.second.score; });
  const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  if (options.json) {
    nlohmann::ordered_json json = {
        {"moves", nlohmann::json::array()}, {"nodes", nodes}, {"seconds", seconds}};
    for (const auto& [move, finding] : moves) {
      json["moves"].push_back(
          {{"move", move.name()}, {"score", *finding.score}, {"pv", names(finding.line, " ")}});
    }
    context.out << dump(json);
    return 0;
  }
  for (const auto& [move, finding] : moves) {
    context.out << fmt::format("{:<4} {:>5}  {}\n", move.name(), outcome_of(*finding.score, options.wld),
                               names(finding.line, " "));
  }
  return 0;
}

void print_totals(Context& context, const Options& options, const std::vector<Solved>& all, double seconds) {
  std::uint64_t nodes = 0;
  std::size_t known = 0;
  std::size_t agree = 0;
  for (const Solved& solved : all) {
    nodes += solved.finding.nodes;
    const auto agrees = solved.agrees(options.wld);
    known += agrees ? 1 : 0;
    agree += agrees.value_or(false) ? 1 : 0;
  }
  const double rate = seconds > 0 ? static_cast<double>(nodes) / seconds : 0;
  if (options.json) {
    nlohmann::ordered_json json = {{"positions", nlohmann::json::array()}};
    for (const Solved& solved : all) json["positions"].push_back(json_of(solved, options.wld));
    json.update({{"solved", all.size()},
                 {"expected", known},
                 {"agree", agree},
                 {"nodes", nodes},
                 {"seconds", seconds},
                 {"nodes_per_second", rate},
                 {"threads", options.threads}});
    context.out << dump(json);
    return;
  }
  context.out << fmt::format("{} solved, {} nodes in {:.3f} s, {:.1f} M nodes/s", all.size(), nodes, seconds,
                             rate / 1e6);
  if (known > 0) context.out << fmt::format("; {} of {} agree with the file", agree, known);
  context.out << '\n';
}

Result<int> run(Context& context, const Options& options_in) {
  Options options = options_in;
  if (options.threads == 0) options.threads = hardware_threads();
  const auto bytes = parse_bytes(options.hash);
  if (!bytes) return fail_at(bytes.error(), "--hash");
  const auto problems = problems_of(options);
  if (!problems) return std::unexpected(problems.error());
  const auto range = parse_range(options.range, problems->size());
  if (!range) return std::unexpected(range.error());
  const std::span chosen = std::span(*problems).subspan(range->first - 1, range->second - range->first + 1);
  auto evaluations = evaluations_of(context, options.weights, chosen);
  if (!evaluations) return std::unexpected(evaluations.error());
  Solver solver(options, *bytes, *std::move(evaluations));
  if (options.all_moves) {
    if (range->first != range->second)
      return fail(Error::Code::Parse, "--all-moves wants a single position; choose one with --only");
    return run_all_moves(context, options, (*problems)[range->first - 1].position, solver);
  }

  std::vector<Solved> all;
  const auto start = Clock::now();
  if (!options.json) context.out << "   # emp score best           nodes   seconds   Mn/s           line\n";
  for (std::size_t i = range->first; i <= range->second; ++i) {
    const record::Problem& problem = (*problems)[i - 1];
    Solved solved;
    solved.number = i;
    solved.empties = problem.position.empties().size();
    solved.expected = problem.best_score();
    const auto begun = Clock::now();
    const auto report = [&](const search::Finding& finding) {
      if (!context.err_is_terminal) return;
      context.err << fmt::format("\r#{} depth {} at {}: {:+.1f} {} {} nodes   ", i, finding.depth,
                                 search::kSelectivities[static_cast<std::size_t>(finding.selectivity)].name,
                                 finding.value, finding.move.name(), finding.nodes);
    };
    const auto finding = solver.solve(problem.position, context, report);
    if (context.err_is_terminal) context.err << "\r\x1b[K";
    if (!finding) return fail(Error::Code::Cancelled, "stopped at position {} of {}", i, problems->size());
    solved.finding = *finding;
    solved.seconds = std::chrono::duration<double>(Clock::now() - begun).count();
    if (!options.json) print_line(context.out, solved, options.wld);
    all.push_back(std::move(solved));
  }
  print_totals(context, options, all, std::chrono::duration<double>(Clock::now() - start).count());
  const bool wrong =
      std::ranges::any_of(all, [&](const Solved& s) { return !s.agrees(options.wld).value_or(true); });
  return wrong ? 1 : 0;
}

}  // namespace

void add_solve(CLI::App& app, Run& chosen) {
  CLI::App* command = app.add_subcommand("solve", "the exact score and best line of a position near the end");
  auto options = std::make_shared<Options>();
  command->add_option("position", options->position, "board and side to move, as turncoat show prints it");
  command->add_option("--obf", options->obf, "solve every position of a file, and compare with its scores")
      ->type_name("FILE");
  command->add_option("--only", options->range, "with --obf: these positions, such as 3-7")->type_name("A-B");
  command->add_flag("--start", options->start, "solve the ruleset from its start");
  command->add_option("--rules", options->rules, "a ruleset (turncoat rules) or its file")
      ->capture_default_str();
  command
      ->add_option("--threads", options->threads, "0: as many as the machine has cores; scores do not change")
      ->check(CLI::Range(0, 256))
      ->capture_default_str();
  command->add_option("--hash", options->hash, "memory for positions seen before")->capture_default_str();
  command->add_option(
      "--weights", options->weights,
      "pattern weights to order moves by: a model or a file; else the shipped ones for the board");
  command->add_flag("--wld", options->wld, "only whether it is won, drawn or lost");
  command->add_flag("--all-moves", options->all_moves, "the exact score of every move");
  command->add_flag("--json", options->json, "print JSON");
  command->callback(
      [&chosen, options] { chosen = [options](Context& context) { return run(context, *options); }; });
}

}  // namespace turncoat::cli
