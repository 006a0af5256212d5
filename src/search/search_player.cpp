#include "search/search_player.h"

#include <algorithm>
#include <cmath>

#include "player/pace.h"
#include "search/move_scores.h"

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

SearchPlayer::~SearchPlayer() {
  stop_pondering();
}

Result<void> SearchPlayer::accepts(const rules::Ruleset& rules) const {
  if (const auto evaluation = settings_.evaluation(rules); !evaluation) {
    return std::unexpected(evaluation.error());
  }
  return {};
}

Result<void> SearchPlayer::new_game(const rules::Position& start, std::uint64_t seed) {
  stop_pondering();
  // A table takes long to allocate: one serves game after game of the same rules.
  if (searcher_ != nullptr && *rules_ == start.ruleset()) {
    searcher_->clear();
  } else {
    const auto evaluation = settings_.evaluation(start.ruleset());
    if (!evaluation) return std::unexpected(evaluation.error());
    rules_ = start.ruleset_ptr();
    searcher_ = make_searcher(*rules_, *evaluation, settings_.options, rules::kernel::best_isa());
  }
  rng_ = Rng(seed);
  plan_ = {};
  plan_ply_ = 0;
  return {};
}

Result<player::Choice> SearchPlayer::choose(const rules::Game& game, const player::Request& request) {
  player::StallWatch::Move watched(stalls_);
  const auto now = std::chrono::steady_clock::now();
  stop_pondering();
  if (auto choice = foreseen(game)) return *std::move(choice);
  TimeBudget budget = stalls_.safe(request.time, (game.position().empties().size() + 1) / 2);
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
    if (settings_.time_to_end && budget.game && !budget.move &&
        settings_.time_to_end(position.empties().size()) < *budget.game / 4) {
      limits.soft.reset();
      limits.hard = now + *budget.game / 2;
    }
  }
  settings_.plan(position, time.has_value(), limits);
  if (settings_.fallibility.error > 0) return err(position, limits);
  const auto report = [&](const Finding& finding) {
    if (request.report) request.report(thought_of(finding));
  };
  plan_ = searcher_->search(position, limits, report);
  watched.waited(plan_.waited);
  plan_ply_ = game.ply();
  player::Choice choice{plan_.move, thought_of(plan_), false};
  // An exact line is played on without another search.
  if (settings_.ponder && !plan_.score) start_pondering(game, choice);
  return choice;
}

void SearchPlayer::start_pondering(const rules::Game& game, const player::Choice& choice) {
  rules::Position expected = game.position().after(choice.move);
  const std::vector<rules::Move>& line = choice.thought.line;
  if (line.size() > 1 && expected.is_legal(line[1])) expected = expected.after(line[1]);
  if (expected.legal_moves().empty()) return;
  pondering_ = std::jthread([this, expected](const std::stop_token& stop) {
    Limits limits;
    limits.stop = stop;
    settings_.plan(expected, true, limits);
    searcher_->search(expected, limits, {});
  });
}

void SearchPlayer::stop_pondering() {
  if (!pondering_.joinable()) return;
  pondering_.request_stop();
  pondering_.join();
}

player::Choice SearchPlayer::err(const rules::Position& position, const Limits& limits) {
  const std::vector<Finding> moves = score_moves(*searcher_, position, limits);
  std::vector<double> losses;
  for (const Finding& move : moves) losses.push_back(moves.front().value - move.value);
  if (!moves.front().in_discs) losses = losses_in_discs(std::move(losses));
  const Fallibility& how = settings_.fallibility;
  const double share = error_share(how.error, position.size() * position.size(), position.empties().size());
  const Finding& chosen = moves[draw(fallible_chances(losses, share, most_loss(how)), rng_)];
  player::Choice choice{chosen.move, thought_of(chosen), false};
  choice.thought.nodes = 0;
  for (const Finding& move : moves) choice.thought.nodes += move.nodes;
  return choice;
}

std::optional<player::Choice> SearchPlayer::foreseen(const rules::Game& game) const {
  if (!settings_.plays_on) return std::nullopt;
  const int since = game.ply() - plan_ply_;
  const std::vector<rules::Move>& line = plan_.line;
  if (since < 1 || since >= static_cast<int>(line.size())) return std::nullopt;
  bool forced = true;
  for (int i = 0; i < since; ++i) {
    const rules::Move played = game.moves()[static_cast<std::size_t>(plan_ply_ + i)];
    if (played != line[static_cast<std::size_t>(i)]) return std::nullopt;
    // Own move, pass, own move, pass, ...: nothing the opponent did can have changed the plan.
    forced = forced && (i % 2 == 1) == played.is_pass();
  }
  if (!plan_.score && (!forced || since < 2)) return std::nullopt;
  const rules::Move next = line[static_cast<std::size_t>(since)];
  if (next.is_pass() || !game.position().is_legal(next)) return std::nullopt;
  player::Choice choice{next, {}, false};
  if (plan_.score) choice.thought.score = since % 2 == 0 ? *plan_.score : -*plan_.score;
  choice.thought.line.assign(line.begin() + since, line.end());
  choice.thought.note = "as foreseen";
  return choice;
}

}  // namespace turncoat::search
