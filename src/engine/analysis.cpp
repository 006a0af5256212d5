#include "engine/analysis.h"

#include <algorithm>
#include <tuple>

#include "base/check.h"
#include "rules/symmetry.h"
#include "search/levels.h"

namespace turncoat::engine {

namespace {

using Clock = std::chrono::steady_clock;
using rules::Move;
using rules::Position;
using search::LevelPlan;

// On wide boards a search to the end from more empties than this takes minutes, and positions are many.
constexpr int kMostEmptiesWide = 14;
// Where there are no scores to give, plies behind the best line.
constexpr int kLineDepth = 8;

// What a search said of a position, for its mover.
struct Outcome {
  std::optional<Verdict> verdict = {};
  std::vector<Move> line = {};
  bool finished = true;  // as deep and as carefully as was asked for
};

// A move that leads to an image of the position that an earlier move leads to.
struct Twin {
  std::size_t first;       // the earliest such move; of most moves the move itself
  rules::Symmetry way{0};  // from the first one's position to this one's
};

std::vector<Twin> twins_of(const Position& position, const std::vector<Move>& moves) {
  std::vector<Twin> twins;
  std::vector<Position> after;
  for (const Move move : moves) {
    after.push_back(position.after(move));
    Twin twin{.first = twins.size()};
    for (std::size_t i = 0; i < twins.size() && twin.first == twins.size(); ++i) {
      for (const rules::Symmetry way : rules::Symmetry::all()) {
        if (twins[i].first == i && way(after[i]) == after.back()) twin = {i, way};
      }
    }
    twins.push_back(twin);
  }
  return twins;
}

// What is known of a move, as that of its twin `move`.
ScoredMove seen_as(Move move, const Twin& twin, const ScoredMove& known, const Twin& of, int size) {
  const rules::Symmetry back = of.way.inverse();
  ScoredMove seen{.move = move, .verdict = known.verdict, .line = known.line};
  for (Move& next : seen.line) next = twin.way(back(next, size), size);
  if (!seen.line.empty()) seen.line.front() = move;
  return seen;
}

// The same for the side that made `move` to get there.
ScoredMove seen_before(Move move, const Outcome& outcome) {
  ScoredMove scored{.move = move, .verdict = outcome.verdict};
  if (scored.verdict) {
    scored.verdict->discs = 0.0 - scored.verdict->discs;  // no "-0"
    scored.verdict->depth += move.is_pass() ? 0 : 1;
  }
  scored.line.push_back(move);
  scored.line.insert(scored.line.end(), outcome.line.begin(), outcome.line.end());
  return scored;
}

std::vector<Move> moves_of(const Position& position) {
  std::vector<Move> moves;
  const rules::SquareSet legal = position.legal_moves();
  for (const rules::Square square : legal) moves.push_back(square);
  if (moves.empty() && !position.is_over()) moves.push_back(Move::pass());
  return moves;
}

class Analyst {
 public:
  Analyst(const rules::Game& game, const AnalysisSettings& settings, const std::stop_token& stop,
          const std::function<void(const AnalysisProgress&)>& report)
      : settings_(settings), stop_(stop), report_(report), analysis_{.game = game} {
    const rules::Ruleset& rules = game.start().ruleset();
    const auto* patterns = std::get_if<search::PatternEval>(&settings.evaluation);
    const bool fits = patterns == nullptr || patterns->size() == rules.size;
    const search::Evaluation evaluation =
        fits ? settings.evaluation : search::Evaluation(search::StagedEval{});
    in_discs_ = std::holds_alternative<search::PatternEval>(evaluation);
    wide_ = rules.size > 8;
    searcher_ = search::make_searcher(rules, evaluation, settings.options, rules::kernel::best_isa());
  }

  Analysis run() {
    const int plies = analysis_.game.ply();
    analysis_.positions.resize(static_cast<std::size_t>(plies) + 1);
    analysis_.opening = book::find_opening(analysis_.game);
    for (int ply = 0; ply <= plies; ++ply) {
      if (ply < plies) at(ply).played = analysis_.game.moves()[static_cast<std::size_t>(ply)];
      total_ += moves_of(analysis_.game.position_at(ply)).size();
    }
    for (int ply = plies; ply >= 0 && !stop_.stop_requested(); --ply) {
      look_at(ply);
      if (at(ply).done && settings_.on_position) settings_.on_position(ply, at(ply));
    }
    analysis_.complete = at(0).done;
    sum_up();
    return std::move(analysis_);
  }

 private:
  PositionAnalysis& at(int ply) { return analysis_.positions[static_cast<std::size_t>(ply)]; }

  LevelPlan plan(int level, int empties) const {
    LevelPlan plan = search::plan_of_level(level, empties);
    plan.depth = std::max(plan.depth, 1);
    if (in_discs_) return plan;
    // Only the learned evaluation can be selective: what it would solve with cuts, others do not solve.
    const bool solve = plan.depth >= empties && plan.selectivity == search::kFullWidth &&
                       !(wide_ && empties > kMostEmptiesWide);
    return {solve ? empties : std::min({plan.depth, empties, kLineDepth}), search::kFullWidth};
  }

  // Against the clock level after level, so that what is known of the moves is always of one level.
  std::vector<LevelPlan> rounds(int empties) const {
    if (!deadline_ || !in_discs_) return {plan(settings_.level, empties)};
    std::vector<LevelPlan> rounds;
    for (int level = std::min(1, settings_.level); level <= settings_.level; ++level) {
      const LevelPlan next = plan(level, empties);
      if (rounds.empty() || next.depth != rounds.back().depth ||
          next.selectivity != rounds.back().selectivity) {
        rounds.push_back(next);
      }
    }
    return rounds;
  }

  // Nothing searched when a stop came first.
  Outcome search(const Position& position, const LevelPlan& plan) {
    if (position.is_over()) {
      return {Verdict{.discs = static_cast<double>(position.score(position.mover())), .exact = true}, {}};
    }
    if (position.must_pass()) {
      const Position passed = position.after(Move::pass());
      const Outcome outcome = search(passed, plan);
      ScoredMove pass = seen_before(Move::pass(), outcome);
      return {pass.verdict, std::move(pass.line), outcome.finished};
    }
    const rules::SquareSet legal = position.legal_moves();
    if (deadline_ && legal.size() == 1 && plan.depth > 1) {
      // Against the clock a searcher plays an only move without a look.
      const Move only = *legal.begin();
      const Outcome outcome = search(position.after(only), {plan.depth - 1, plan.selectivity});
      ScoredMove seen = seen_before(only, outcome);
      return {seen.verdict, std::move(seen.line), outcome.finished};
    }
    search::Limits limits{
        .depth = plan.depth, .selectivity = plan.selectivity, .hard = deadline_, .stop = stop_};
    // Of a search that is broken off, only the last whole iteration counts.
    search::Finding whole;
    const search::Finding last =
        searcher_->search(position, limits, [&](const search::Finding& finding) { whole = finding; });
    analysis_.nodes += last.nodes;
    const bool finished = whole.score || (whole.depth >= std::min(plan.depth, position.empties().size()) &&
                                          whole.selectivity >= plan.selectivity);
    if (stop_.stop_requested() && !finished) return {.finished = false};
    Outcome outcome{.verdict = std::nullopt, .line = whole.line, .finished = finished};
    if (whole.score) {
      outcome.verdict =
          Verdict{static_cast<double>(*whole.score), whole.depth, search::kFullWidth, /*exact=*/true};
    } else if (whole.in_discs) {
      outcome.verdict = Verdict{whole.value, whole.depth, whole.selectivity, /*exact=*/false};
    }
    return outcome;
  }

  void advance(int ply) {
    ++done_;
    if (report_) report_({std::min(done_, total_), total_, ply});
  }

  void look_at(int ply) {
    const Position& position = analysis_.game.position_at(ply);
    PositionAnalysis& here = at(ply);
    if (position.is_over()) {
      here.verdict = search(position, {}).verdict;
      here.done = true;
      return;
    }
    if (settings_.time) deadline_ = Clock::now() + *settings_.time;
    const LevelPlan whole = plan(settings_.level, position.empties().size());
    const std::vector<Twin> twins = twins_of(position, moves_of(position));
    look_at_moves(ply, twins);
    if (here.played && is_scorable(position, whole)) learn_from(at(ply + 1), here, twins);
    look_closer(ply, position);
    rank(here);
    if (stop_.stop_requested()) return;
    judge(here, position, whole);
  }

  bool is_scorable(const Position& position, const LevelPlan& whole) const {
    return in_discs_ || whole.depth >= position.empties().size();
  }

  void look_at_moves(int ply, const std::vector<Twin>& twins) {
    PositionAnalysis& here = at(ply);
    for (const LevelPlan& round : rounds(analysis_.game.position_at(ply).empties().size())) {
      std::vector<ScoredMove> seen;
      const bool finished = look_once(ply, twins, round, seen);
      // Moves are compared only when all of them were looked at alike.
      if (finished || here.moves.empty()) here.moves = std::move(seen);
      if (!finished) break;
    }
  }

  // Every move, each one ply less deep than the position. False when that was broken off.
  bool look_once(int ply, const std::vector<Twin>& twins, const LevelPlan& round,
                 std::vector<ScoredMove>& seen) {
    const Position& position = analysis_.game.position_at(ply);
    const PositionAnalysis& here = at(ply);
    for (const Move move : moves_of(position)) {
      if (stop_.stop_requested()) return false;
      const std::size_t number = seen.size();
      const Twin& twin = twins[number];
      if (twin.first != number) {
        seen.push_back(seen_as(move, twin, seen[twin.first], twins[twin.first], position.size()));
      } else if (!here.moves.empty() && here.moves[number].verdict && here.moves[number].verdict->exact) {
        seen.push_back(here.moves[number]);
      } else {
        const Outcome outcome = look_at_move(ply, move, round);
        if (!outcome.finished && !here.moves.empty()) return false;
        seen.push_back(seen_before(move, outcome));
      }
      if (here.moves.empty()) advance(ply);
    }
    return true;
  }

  // What comes after one of the moves.
  Outcome look_at_move(int ply, Move move, const LevelPlan& round) {
    const Position& position = analysis_.game.position_at(ply);
    const bool scorable = is_scorable(position, round);
    // Where everything is solved, what the played move led to needs no second look.
    const bool solves =
        !deadline_ && round.depth >= position.empties().size() && round.selectivity == search::kFullWidth;
    if (move == at(ply).played && (solves || !scorable || move.is_pass())) {
      return {at(ply + 1).verdict, at(ply + 1).line};
    }
    if (move.is_pass()) return search(position.after(move), round);
    if (!scorable) return {};
    return search(position.after(move), {std::max(1, round.depth - 1), round.selectivity});
  }

  // The played move gets the score of the position it led to, which is better known. What its own search was
  // wrong by, its rivals' searches of the same depth are taken to be wrong by too: a difference of two
  // estimates of one kind is worth more than that of two kinds.
  void learn_from(const PositionAnalysis& next, PositionAnalysis& here,
                  const std::vector<Twin>& twins) const {
    if (here.moves.size() < twins.size()) return;  // a stop came
    const std::size_t number = index_of_played(here);
    ScoredMove& played = here.moves[number];
    const ScoredMove known = seen_before(played.move, {next.verdict, next.line});
    if (!known.verdict || !played.verdict || is_weaker(*known.verdict, *played.verdict)) return;
    const double error = known.verdict->discs - played.verdict->discs;
    const double most = analysis_.game.start().size() * analysis_.game.start().size();
    for (ScoredMove& scored : here.moves) {
      if (!scored.verdict || scored.verdict->exact) continue;
      scored.verdict->discs = std::clamp(scored.verdict->discs + error, -most, most);
    }
    played = known;
    const int size = analysis_.game.start().size();
    for (std::size_t i = 0; i < twins.size(); ++i) {
      if (i == number || twins[i].first != twins[number].first) continue;
      here.moves[i] = seen_as(here.moves[i].move, twins[i], played, twins[number], size);
    }
  }

  // A move that seems better than a played one that is solved is solved too before it is believed.
  void look_closer(int ply, const Position& position) {
    PositionAnalysis& here = at(ply);
    const std::optional<Verdict> played = here.played_verdict();
    if (!played || !played->exact || position.must_pass()) return;
    const LevelPlan closer = plan(settings_.level, position.empties().size() - 1);
    std::vector<Move> seen;
    for (;;) {
      ScoredMove* best = nullptr;
      for (ScoredMove& scored : here.moves) {
        if (!scored.verdict || scored.verdict->exact || std::ranges::find(seen, scored.move) != seen.end()) {
          continue;
        }
        if (scored.verdict->discs - played->discs < settings_.threshold) continue;
        if (best == nullptr || scored.verdict->discs > best->verdict->discs) best = &scored;
      }
      if (best == nullptr || stop_.stop_requested()) return;
      seen.push_back(best->move);
      ScoredMove again = seen_before(best->move, search(position.after(best->move), closer));
      if (again.verdict && again.verdict->exact) *best = std::move(again);
    }
  }

  static void rank(PositionAnalysis& here) {
    std::ranges::stable_sort(here.moves, [](const ScoredMove& a, const ScoredMove& b) {
      if (!a.verdict || !b.verdict) return a.verdict.has_value() && !b.verdict.has_value();
      return a.verdict->discs > b.verdict->discs;
    });
  }

  void judge(PositionAnalysis& here, const Position& position, const LevelPlan& whole) {
    const bool all =
        std::ranges::all_of(here.moves, [](const ScoredMove& m) { return m.verdict.has_value(); });
    if (all) {
      Verdict verdict = *here.moves.front().verdict;
      for (const ScoredMove& scored : here.moves) {
        verdict.exact = verdict.exact && scored.verdict->exact;
        verdict.depth = std::min(verdict.depth, scored.verdict->depth);
        verdict.selectivity = std::min(verdict.selectivity, scored.verdict->selectivity);
      }
      if (verdict.exact) verdict.depth = position.empties().size();
      here.verdict = verdict;
      here.line = here.moves.front().line;
      if (const auto played = here.played_verdict()) {
        here.loss = here.moves.front().verdict->discs - played->discs;
        // Of equally good moves the played one is named.
        if (*here.loss == 0) here.line = here.moves[index_of_played(here)].line;
      }
    } else if (!position.must_pass()) {
      here.line = search(position, whole).line;
    } else {
      here.line = here.moves.front().line;
    }
    here.done = true;
  }

  static std::size_t index_of_played(const PositionAnalysis& here) {
    const auto found = std::ranges::find(here.moves, *here.played, &ScoredMove::move);
    TURNCOAT_CHECK(found != here.moves.end(), "a played move is legal");
    return static_cast<std::size_t>(found - here.moves.begin());
  }

  void sum_up() {
    for (int ply = 0; ply < analysis_.game.ply(); ++ply) {
      const PositionAnalysis& here = at(ply);
      const rules::Color mover = analysis_.game.position_at(ply).mover();
      SideSummary& side = analysis_.sides[static_cast<std::size_t>(rules::index_of(mover))];
      ++side.moves;
      if (!here.loss) continue;
      ++side.judged;
      side.lost += *here.loss;
      if (*here.loss > 0 && *here.loss >= settings_.threshold) side.mistakes.push_back(ply);
    }
    for (SideSummary& side : analysis_.sides) {
      std::ranges::stable_sort(side.mistakes, std::greater{}, [this](int ply) { return *at(ply).loss; });
    }
  }

  const AnalysisSettings& settings_;
  std::stop_token stop_;
  const std::function<void(const AnalysisProgress&)>& report_;
  Analysis analysis_;
  std::unique_ptr<search::Searcher> searcher_;
  bool in_discs_ = false;
  bool wide_ = false;
  std::optional<Clock::time_point> deadline_;
  std::uint64_t done_ = 0;
  std::uint64_t total_ = 0;
};

}  // namespace

bool is_weaker(const Verdict& a, const Verdict& b) {
  return std::tuple(a.exact, a.depth, a.selectivity) < std::tuple(b.exact, b.depth, b.selectivity);
}

std::optional<Verdict> PositionAnalysis::played_verdict() const {
  if (!played) return std::nullopt;
  const auto found = std::ranges::find(moves, *played, &ScoredMove::move);
  return found == moves.end() ? std::nullopt : found->verdict;
}

Analysis analyse(const rules::Game& game, const AnalysisSettings& settings, const std::stop_token& stop,
                 const std::function<void(const AnalysisProgress&)>& report) {
  return Analyst(game, settings, stop, report).run();
}

}  // namespace turncoat::engine
