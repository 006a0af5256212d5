#include "engine/deepening.h"

#include <algorithm>

#include "search/search_player.h"

namespace turncoat::engine {

namespace {

using rules::Move;
using rules::Position;

// Scores of the later levels are what counts; the first ones are there to have something to show at once.
int next_level(int level) {
  return level < 4 ? level + 1 : level + 2;
}

class Deepener {
 public:
  Deepener(const Position& position, const DeepenSettings& settings, const std::stop_token& stop,
           const std::function<void(const Deepening&)>& report)
      : position_(position), settings_(settings), stop_(stop), report_(report) {
    const rules::Ruleset& rules = position.ruleset();
    const auto* patterns = std::get_if<search::PatternEval>(&settings.evaluation);
    const bool fits = patterns == nullptr || patterns->size() == rules.size;
    const search::Evaluation evaluation =
        fits ? settings.evaluation : search::Evaluation(search::StagedEval{});
    selective_ = std::holds_alternative<search::PatternEval>(evaluation);
    searcher_ = search::make_searcher(rules, evaluation, settings.options, rules::kernel::best_isa());
  }

  void run() {
    const rules::SquareSet legal = position_.legal_moves();
    for (const rules::Square square : legal) state_.moves.push_back({.move = square, .line = {square}});
    if (position_.must_pass()) state_.moves.push_back({.move = Move::pass(), .line = {Move::pass()}});
    search::LevelPlan last{0, -1};
    for (int level = 1; !state_.moves.empty() && !over(); level = next_level(level)) {
      level = std::min(level, settings_.level);
      const search::LevelPlan plan = plan_of(level);
      if (plan.depth != last.depth || plan.selectivity != last.selectivity) look(plan);
      last = plan;
      const bool all = std::ranges::all_of(state_.moves, &DeepMove::is_exact);
      if (all || level >= settings_.level) break;
    }
    state_.done = true;
    report_(state_);
  }

 private:
  bool over() const {
    return stop_.stop_requested() ||
           (settings_.deadline && std::chrono::steady_clock::now() >= *settings_.deadline);
  }

  search::LevelPlan plan_of(int level) const {
    const int empties = position_.empties().size();
    if (selective_) {
      search::LevelPlan plan = search::plan_of_level(level, empties);
      plan.depth = std::max(plan.depth, 1);
      return plan;
    }
    return {std::clamp(level, 1, std::max(empties, 1)), search::kFullWidth};
  }

  void look(const search::LevelPlan& plan) {
    state_.depth = plan.depth;
    state_.selectivity = plan.selectivity;
    std::vector<Move> order;
    for (const DeepMove& move : state_.moves) {
      if (!move.is_exact()) order.push_back(move.move);
    }
    for (const Move move : order) {
      const int depth = move.is_pass() ? plan.depth : plan.depth - 1;
      auto better = judge(position_.after(move), depth, plan.selectivity);
      if (!better) return;
      better->move = move;
      if (better->verdict) {
        better->verdict->discs = 0.0 - better->verdict->discs;
        better->verdict->depth += move.is_pass() ? 0 : 1;
      }
      if (better->value) better->value = 0.0 - *better->value;
      better->line.insert(better->line.begin(), move);
      *std::ranges::find(state_.moves, move, &DeepMove::move) = *std::move(better);
      rank();
      report_(state_);
    }
  }

  // For the mover of `position`; nothing when there was no time to see it.
  std::optional<DeepMove> judge(const Position& position, int depth, int selectivity) {
    DeepMove judged{.move = Move::pass()};
    if (position.is_over()) {
      judged.verdict = Verdict{.discs = static_cast<double>(position.score(position.mover())), .exact = true};
      return judged;
    }
    if (position.must_pass()) {
      auto passed = judge(position.after(Move::pass()), depth, selectivity);
      if (!passed) return passed;
      if (passed->verdict) passed->verdict->discs = 0.0 - passed->verdict->discs;
      if (passed->value) passed->value = 0.0 - *passed->value;
      passed->line.insert(passed->line.begin(), Move::pass());
      return passed;
    }
    search::Limits limits{.depth = std::max(depth, 1), .selectivity = selectivity, .stop = stop_};
    limits.hard = settings_.deadline;
    std::optional<search::Finding> whole;
    const search::Finding last =
        searcher_->search(position, limits, [&](const search::Finding& finding) { whole = finding; });
    state_.nodes += last.nodes;
    // An only move is played without a look against the clock, and a search that was broken off says little.
    const bool finished =
        whole && (whole->score || (whole->depth >= std::min(limits.depth, position.empties().size()) &&
                                   whole->selectivity >= selectivity));
    if (!finished) return over() ? std::nullopt : std::optional(judged_by(last));
    return judged_by(*whole);
  }

  static DeepMove judged_by(const search::Finding& finding) {
    DeepMove judged{.move = Move::pass(), .line = finding.line};
    if (finding.score) {
      judged.verdict = Verdict{static_cast<double>(*finding.score), finding.depth, search::kFullWidth, true};
    } else if (finding.in_discs) {
      judged.verdict = Verdict{finding.value, finding.depth, finding.selectivity, false};
    } else {
      judged.value = search::thought_of(finding).value;
    }
    return judged;
  }

  // Solved moves have discs where others may have only a value: by what is known to be won, then by guess.
  void rank() {
    const auto worth = [&](const DeepMove& move) {
      if (move.verdict)
        return selective_ ? move.verdict->discs
                          : (move.verdict->discs > 0   ? 2
                             : move.verdict->discs < 0 ? -2
                                                       : 0) +
                                move.verdict->discs / 1000;
      return move.value.value_or(-10);
    };
    std::ranges::stable_sort(state_.moves, std::greater{}, worth);
  }

  const Position& position_;
  const DeepenSettings& settings_;
  std::stop_token stop_;
  const std::function<void(const Deepening&)>& report_;
  std::unique_ptr<search::Searcher> searcher_;
  bool selective_ = false;
  Deepening state_;
};

}  // namespace

void deepen(const Position& position, const DeepenSettings& settings, const std::stop_token& stop,
            const std::function<void(const Deepening&)>& report) {
  Deepener(position, settings, stop, report).run();
}

}  // namespace turncoat::engine
