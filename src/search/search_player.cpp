#include "search/search_player.h"

#include <algorithm>
#include <cmath>

#include "player/pace.h"

namespace turncoat::search {

namespace {

// Half of all there is to win: in the staged formulas' units what a held corner and more gives, and in discs.
constexpr double kClearAdvantage = 10'000;
constexpr double kClearLead = 16;

}  // namespace

player::Thought thought_of(const Finding& finding) {
  player::Thought thought;
  if (finding.score) {
    thought.score = *finding.score;
  } else if (finding.in_discs) {
    thought.score = finding.value;
  }
  thought.value =
      finding.value / (std::abs(finding.value) + (finding.in_discs ? kClearLead : kClearAdvantage));
  thought.depth = finding.depth;
  thought.nodes = finding.nodes;
  thought.line = finding.line;
  if (finding.score) {
    thought.note = "exact";
  } else if (finding.selectivity < kFullWidth) {
    thought.note = fmt::format("{}", kSelectivities[static_cast<std::size_t>(finding.selectivity)].name);
  } else if (!finding.in_discs) {
    thought.note = fmt::format("value {:+.0f}", finding.value);
  }
  return thought;
}

SearchPlayer::SearchPlayer(SearchSettings settings) : settings_(std::move(settings)) {}

Result<void> SearchPlayer::new_game(const rules::Position& start, std::uint64_t) {
  if (settings_.accepts) {
    if (auto accepted = settings_.accepts(start.ruleset()); !accepted) return accepted;
  }
  // A table takes long to allocate: one serves game after game of the same rules.
  if (searcher_ != nullptr && *rules_ == start.ruleset()) {
    searcher_->clear();
  } else {
    rules_ = start.ruleset_ptr();
    searcher_ = make_searcher(*rules_, settings_.evaluation, settings_.options, rules::kernel::best_isa());
  }
  line_.clear();
  return {};
}

Result<player::Choice> SearchPlayer::choose(const rules::Game& game, const player::Request& request) {
  player::StallWatch::Move watched(stalls_);
  const auto now = std::chrono::steady_clock::now();
  if (const auto move = foreseen(game)) {
    player::Choice choice{*move, {}, false};
    choice.thought.note = "as foreseen";
    return choice;
  }
  TimeBudget budget = stalls_.safe(request.time);
  if (settings_.time.count() > 0)
    budget.move = std::min(settings_.time, budget.hard_limit().value_or(settings_.time));

  Limits limits;
  limits.stop = request.stop;
  limits.nodes = settings_.nodes;
  const rules::Position& position = game.position();
  const int turn = game.ply() / 2 + 1;
  const auto time = player::allot(budget, request.pace, position.size(), position.empties().size(), turn);
  if (time) {
    // An iteration costs several times the one before: one begun after a third of the time would not end.
    limits.soft = now + time->target / 3;
    limits.hard = now + (budget.move ? time->limit : time->target);
  }
  settings_.plan(position, time.has_value(), limits);
  const auto report = [&](const Finding& finding) {
    if (request.report) request.report(thought_of(finding));
  };
  const Finding finding = searcher_->search(position, limits, report);
  watched.waited(finding.waited);
  line_ = finding.line;
  line_ply_ = game.ply();
  return player::Choice{finding.move, thought_of(finding), false};
}

std::optional<rules::Move> SearchPlayer::foreseen(const rules::Game& game) const {
  const int since = game.ply() - line_ply_;
  if (line_.empty() || since < 2 || since >= static_cast<int>(line_.size())) return std::nullopt;
  // Own move, pass, own move, pass, ...: nothing the opponent did can have changed the plan.
  for (int i = 0; i < since; ++i) {
    const rules::Move played = game.moves()[static_cast<std::size_t>(line_ply_ + i)];
    if (played != line_[static_cast<std::size_t>(i)] || (i % 2 == 1) != played.is_pass()) return std::nullopt;
  }
  const rules::Move next = line_[static_cast<std::size_t>(since)];
  if (next.is_pass() || !game.position().is_legal(next)) return std::nullopt;
  return next;
}

}  // namespace turncoat::search
