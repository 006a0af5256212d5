#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <mutex>
#include <span>

#include "base/file.h"
#include "base/text.h"
#include "cli/arena.h"
#include "cli/commands.h"
#include "cli/game_input.h"
#include "cli/hash_option.h"
#include "cli/position_solver.h"
#include "cli/solve_report.h"
#include "cli/threads_option.h"
#include "engine/models.h"
#include "record/load.h"
#include "record/obf.h"

namespace turncoat::cli {

namespace {

using Clock = std::chrono::steady_clock;

struct Options {
  std::vector<std::string> words;
  std::string obf;
  std::string rules;  // empty: guessed
  bool start = false;
  std::string range;
  int threads = 1;
  std::uint64_t hash = 64 << 20;
  std::string weights;  // empty: the shipped ones, where they are
  bool wld = false;
  bool all_moves = false;
  bool json = false;
};

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

Result<std::optional<rules::RulesetPtr>> rules_of(const Options& options) {
  if (options.rules.empty()) return std::nullopt;
  const auto rules = rules::find_ruleset(options.rules);
  if (!rules) return std::unexpected(rules.error());
  return *rules;
}

Result<std::vector<record::Problem>> problems_of_file(const Options& options) {
  const auto rules = rules_of(options);
  if (!rules) return std::unexpected(rules.error());
  const auto text = load_file(options.obf, record::kLargestFile);
  if (!text) return std::unexpected(text.error());
  auto problems = record::parse_obf(*text, *rules);
  if (!problems) return fail_at(problems.error(), "{}", options.obf);
  if (problems->empty()) return fail(Error::Code::NotFound, "{} holds no positions", options.obf);
  return problems;
}

// Of games the position after their last move.
Result<std::vector<record::Problem>> problems_of_words(Context& context, const Options& options) {
  auto loaded = read_words(context, options.words, options.rules, "solve");
  if (!loaded) return fail_at(loaded.error(), "POSITION");
  if (!loaded->problems.empty()) return std::move(loaded->problems);
  std::vector<record::Problem> problems;
  for (const record::GameRecord& game : loaded->games) {
    problems.push_back(
        {.position = game.game.position(), .moves = {}, .score = {}, .comment = {}, .line = 0});
  }
  return problems;
}

Result<std::vector<record::Problem>> problems_of(Context& context, const Options& options) {
  const int given = (options.words.empty() ? 0 : 1) + (options.obf.empty() ? 0 : 1) + (options.start ? 1 : 0);
  if (given != 1) return fail(Error::Code::Parse, "solve needs one of POSITION, --obf FILE and --start");
  if (!options.obf.empty()) return problems_of_file(options);
  if (!options.start) return problems_of_words(context, options);
  const auto rules = rules_of(options);
  if (!rules) return std::unexpected(rules.error());
  return std::vector{record::Problem{.position = rules::Position(rules->value_or(rules::standard(8))),
                                     .moves = {},
                                     .score = {},
                                     .comment = {},
                                     .line = 0}};
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

// The line of a terminal that tells how far it is. Searches tell it from threads of their own.
class ProgressLine {
 public:
  explicit ProgressLine(Context& context) : context_(context) {}

  // Nothing where nobody would see it.
  PositionSolver::Progress of(std::string what) {
    if (!context_.err_is_terminal) return {};
    return [this, what = std::move(what), start = Clock::now()](const search::Finding& finding) {
      const std::lock_guard lock(mutex_);
      context_.err << fmt::format("\r{}: depth {} at {}, {}{}, {} nodes, {:.0f} s\x1b[K", what, finding.depth,
                                  search::kSelectivities[static_cast<std::size_t>(finding.selectivity)].name,
                                  known(finding), finding.move.name(), finding.nodes, seconds_since(start));
      context_.err.flush();
    };
  }
  void clear() {
    if (context_.err_is_terminal) context_.err << "\r\x1b[K" << std::flush;
  }

 private:
  static std::string known(const search::Finding& finding) {
    if (finding.bounds)
      return fmt::format("from {:+} to {:+}, ", finding.bounds->lower, finding.bounds->upper);
    return finding.in_discs ? fmt::format("about {:+.1f}, ", finding.value) : "";
  }

  Context& context_;
  std::mutex mutex_;
};

class SolveRun {
 public:
  SolveRun(Context& context, const Options& options, PositionSolver& solver)
      : context_(context), options_(options), solver_(solver), progress_(context) {}

  SolveReport run(std::span<const record::Problem> problems, std::size_t first) {
    SolveReport report{.threads = options_.threads, .wld = options_.wld, .all_moves = options_.all_moves};
    const auto start = Clock::now();
    if (!options_.json) print_solve_title(context_.out, options_.all_moves);
    for (std::size_t i = 0; i < problems.size() && !report.unfinished; ++i) {
      SolvedPosition position = solve(problems[i], first + i);
      progress_.clear();
      if (!options_.json) print_solved(context_.out, position, options_.wld);
      if (position.whole.finding.score) {
        report.positions.push_back(std::move(position));
      } else {
        report.unfinished = std::move(position);
      }
    }
    report.seconds = seconds_since(start);
    return report;
  }

 private:
  SolvedPosition solve(const record::Problem& problem, std::size_t number) {
    SolvedPosition result{.number = number, .empties = problem.position.empties().size()};
    const auto start = Clock::now();
    if (options_.all_moves && !problem.position.is_over()) {
      solve_moves(problem, result);
    } else if (!context_.stop.stop_requested()) {
      result.whole.finding = solver_.solve(problem.position, progress_.of(fmt::format("#{}", number)));
      if (result.whole.finding.score) result.whole.expected = problem.best_score();
    }
    auto& bounds = result.whole.finding.bounds;
    if (!bounds) bounds = search::Bounds{-most_discs(problem), most_discs(problem)};
    result.whole.seconds = seconds_since(start);
    return result;
  }

  void solve_moves(const record::Problem& problem, SolvedPosition& result) {
    std::vector<rules::Move> moves;
    for (const rules::Square square : problem.position.legal_moves()) moves.emplace_back(square);
    if (moves.empty()) moves.push_back(rules::Move::pass());
    std::uint64_t nodes = 0;
    for (const rules::Move move : moves) {
      if (context_.stop.stop_requested()) break;
      const auto start = Clock::now();
      const auto progress = progress_.of(fmt::format("#{}, {} ({} of {})", result.number, move.name(),
                                                     result.moves.size() + 1, moves.size()));
      Solved solved{.finding = solver_.solve_move(problem.position, move, progress)};
      nodes += solved.finding.nodes;
      if (!solved.finding.score) break;
      solved.seconds = seconds_since(start);
      const auto scored = std::ranges::find(problem.moves, move, &record::ScoredMove::move);
      if (scored != problem.moves.end()) solved.expected = scored->score;
      result.moves.push_back(std::move(solved));
    }
    std::ranges::stable_sort(result.moves, std::greater{}, [](const Solved& s) { return *s.finding.score; });
    const bool all = result.moves.size() == moves.size();
    if (!result.moves.empty()) result.whole.finding = result.moves.front().finding;
    if (all) result.whole.expected = problem.best_score();
    if (!all) at_least_the_best(problem, result.whole.finding);
    result.whole.finding.nodes = nodes;
  }

  static int most_discs(const record::Problem& problem) {
    const int size = problem.position.size();
    return size * size + std::abs(problem.position.ruleset().black_bonus);
  }

  // A stop came before all moves were solved.
  static void at_least_the_best(const record::Problem& problem, search::Finding& best) {
    if (best.bounds) best.bounds->upper = most_discs(problem);
    best.score.reset();
  }

  Context& context_;
  const Options& options_;
  PositionSolver& solver_;
  ProgressLine progress_;
};

Result<int> run(Context& context, const Options& options) {
  const auto problems = problems_of(context, options);
  if (!problems) return std::unexpected(problems.error());
  const auto range = parse_range(options.range, problems->size());
  if (!range) return std::unexpected(range.error());
  const std::span chosen = std::span(*problems).subspan(range->first - 1, range->second - range->first + 1);
  auto evaluations = evaluations_of(context, options.weights, chosen);
  if (!evaluations) return std::unexpected(evaluations.error());
  PositionSolver solver({.table_bytes = options.hash,
                         .threads = options.threads,
                         .wld = options.wld,
                         .patterns = *std::move(evaluations)},
                        context.stop);
  const SolveReport report = SolveRun(context, options, solver).run(chosen, range->first);
  if (options.json) {
    context.out << dump(solve_json(report));
  } else {
    print_solve_totals(context.out, report);
  }
  if (report.unfinished) {
    const search::Bounds& bounds = *report.unfinished->whole.finding.bounds;
    context.err << fmt::format("stopped at position {} of {}, whose score lies from {:+} to {:+}\n",
                               report.unfinished->number, problems->size(), bounds.lower, bounds.upper);
    return 0;  // the signal decides the exit status
  }
  return report.agreeing() == report.expected() ? 0 : 1;
}

}  // namespace

void add_solve(CLI::App& app, Run& chosen) {
  CLI::App* command = app.add_subcommand("solve", "the exact score and best line of a position near the end");
  auto options = std::make_shared<Options>();
  command
      ->add_option("position", options->words,
                   "a board with the side to move, an OBF line, moves from the start, or a file of these; - "
                   "reads input")
      ->type_name("POSITION");
  command->add_option("--obf", options->obf, "solve every position of a file, and compare with its scores")
      ->type_name("FILE");
  command->add_option("--only", options->range, "of several positions these, such as 3-7")->type_name("A-B");
  command->add_flag("--start", options->start, "solve the ruleset from its start");
  command->add_option("--rules", options->rules,
                      "a ruleset (turncoat rules) or its file; guessed when left out");
  add_threads_option(*command, options->threads, "scores are the same with any number", kMostSearchThreads);
  add_hash_option(*command, options->hash);
  command->add_option(
      "--weights", options->weights,
      "pattern weights to order moves by: a model or a file; else the shipped ones for the board");
  command->add_flag("--wld", options->wld, "only whether it is won, drawn or lost");
  command->add_flag("--all-moves", options->all_moves, "the exact score of every move of each position");
  command->add_flag("--json", options->json, "print JSON");
  command->allow_extras();
  command->callback([&chosen, options, command] {
    take_board_words(*command, options->words);
    chosen = [options](Context& context) { return run(context, *options); };
  });
}

}  // namespace turncoat::cli
