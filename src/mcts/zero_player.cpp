#include "mcts/zero_player.h"

#include <algorithm>
#include <limits>

#include "base/check.h"
#include "player/pace.h"

namespace turncoat::mcts {

namespace {

using std::chrono::nanoseconds;
using Clock = std::chrono::steady_clock;

constexpr int kDefaultSims = 400;
constexpr int kMostSims = 10'000'000;
constexpr nanoseconds kReportInterval = std::chrono::milliseconds(250);
// Moves named in a thought.
constexpr std::size_t kToldMoves = 4;

// Many leaves at once judge faster and choose worse: with few simulations each counts.
std::size_t batch_for(int sims, int threads) {
  return static_cast<std::size_t>(threads) * static_cast<std::size_t>(std::clamp(sims / 100, 1, 16));
}

player::Thought thought_of(const GuidedFinding& finding) {
  player::Thought thought;
  thought.value = finding.value;
  thought.score = finding.score;
  thought.depth = finding.depth;
  thought.nodes = finding.judged;
  thought.line = finding.line;
  std::vector<GuidedMove> best = finding.moves;
  std::ranges::stable_sort(best, [](const GuidedMove& a, const GuidedMove& b) {
    return std::pair(a.visits, a.policy) > std::pair(b.visits, b.policy);
  });
  if (best.size() > kToldMoves) best.resize(kToldMoves);
  thought.note = finding.visits > 0 ? fmt::format("{} visits", finding.visits) : std::string("policy");
  for (const GuidedMove& move : best) {
    thought.note += finding.visits > 0
                        ? fmt::format(", {} {} {:+.2f}", move.move.name(), move.visits, move.value)
                        : fmt::format(", {} {:.0f} %", move.move.name(), 100 * move.prior);
  }
  if (finding.full) thought.note += ", tree full";
  return thought;
}

}  // namespace

std::vector<std::pair<std::string, Numbers>> numbers_by_name() {
  return {{"float", Numbers::Float}, {"integer", Numbers::Integer}};
}

std::string numbers_help() {
  return "what the network computes in: floats, or small integers, which are faster, a little less exact and "
         "need "
         "AVX-512 VNNI";
}

void ZeroParams::describe(Fields<ZeroParams>& fields) {
  fields.add("net", &ZeroParams::net, "a model, or a file of weights; zero: the model of the board's size");
  fields.add("sims", &ZeroParams::sims, {-1, kMostSims},
             "simulations for each move; 0: the policy alone; -1: by the clock, 400 without one");
  fields.add("time", &ZeroParams::time, {nanoseconds(0), std::chrono::hours(1)},
             "time for each move, whatever the clock says; 0: by the clock");
  fields.add("root", &ZeroParams::root, {{"puct", RootChoice::Puct}, {"gumbel", RootChoice::Gumbel}},
             "how root moves are tried: by PUCT, or by sequential halving, which needs sims");
  fields.add("cpuct", &ZeroParams::cpuct, {0.01, 100}, "how much PUCT favours moves with few visits");
  fields.add("discs", &ZeroParams::discs, {0, 1},
             "how much of a position's worth is the disc difference; the rest is who wins");
  fields.add("solve", &ZeroParams::solve, {0, 24},
             "play exactly with so many empty squares or fewer, and with two more for the win");
  fields.add("leaves", &ZeroParams::leaves, {0, 16},
             "solve what the search comes to with so many empty squares or fewer, and no more than solve");
  fields.add("symmetry", &ZeroParams::symmetry,
             {{"none", Symmetries::None},
              {"random", Symmetries::Random},
              {"all", Symmetries::All},
              {"auto", Symmetries::Auto}},
             "which of a position's eight images is judged; all: their mean, at eight times the cost; auto: "
             "all when "
             "sims are given, else random");
  fields.add("batch", &ZeroParams::batch, {0, 256}, "positions judged at once; 0: by sims and threads");
  fields.add("threads", &ZeroParams::threads, {1, 256}, "threads that judge");
  fields.add("numbers", &ZeroParams::numbers, numbers_by_name(), numbers_help());
}

GuidedSettings ZeroParams::settings() const {
  GuidedSettings settings;
  settings.root = root;
  settings.cpuct = cpuct;
  settings.score_share = discs;
  return settings;
}

Symmetries ZeroParams::images() const {
  if (symmetry != Symmetries::Auto) return symmetry;
  return sims >= 0 && time.count() == 0 ? Symmetries::All : Symmetries::Random;
}

ZeroPlayer::ZeroPlayer(const ZeroParams& params,
                       std::function<Result<ZeroTools>(const rules::Ruleset&)> make_tools)
    : params_(params), make_tools_(std::move(make_tools)) {}

const GuidedTree& ZeroPlayer::tree() const {
  TURNCOAT_CHECK(search_.has_value(), "a finding comes from a search");
  return search_->tree();
}

Result<void> ZeroPlayer::accepts(const rules::Ruleset& rules) const {
  if (const auto tools = make_tools_(rules); !tools) return std::unexpected(tools.error());
  return {};
}

Result<void> ZeroPlayer::new_game(const rules::Position& start, std::uint64_t seed) {
  if (!rules_ || *rules_ != start.ruleset()) {
    auto tools = make_tools_(start.ruleset());
    if (!tools) return std::unexpected(tools.error());
    tools_ = *std::move(tools);
    rules_ = start.ruleset_ptr();
  }
  search_.emplace(start, params_.settings(), tools_.solve);
  followed_.clear();
  seed_ = seed;
  return {};
}

void ZeroPlayer::follow(const rules::Game& game) {
  const auto moves = game.moves();
  const bool along =
      moves.size() >= followed_.size() && std::equal(followed_.begin(), followed_.end(), moves.begin());
  if (along) {
    for (const rules::Move move : moves.subspan(followed_.size())) search_->advance(move);
  }
  if (!along || search_->root() != game.position()) search_->reset(game.position());
  followed_.assign(moves.begin(), moves.end());
}

std::optional<player::Choice> ZeroPlayer::solved(const rules::Position& position,
                                                 std::optional<Clock::time_point> end,
                                                 const std::stop_token& stop) const {
  if (!tools_.solve_root) return std::nullopt;
  const auto ending = tools_.solve_root(position, end, stop);
  // In a lost game the search knows better what is hard to find.
  if (!ending || (ending->only_outcome && ending->score < 0)) return std::nullopt;
  player::Choice choice{ending->move, {}, false};
  if (!ending->only_outcome) choice.thought.score = ending->score;
  choice.thought.value = ending->score > 0 ? 1 : ending->score < 0 ? -1 : 0;
  choice.thought.depth = position.empties().size();
  choice.thought.line = ending->line;
  choice.thought.note = !ending->only_outcome ? "exact" : ending->score > 0 ? "won" : "drawn";
  return choice;
}

Result<player::Choice> ZeroPlayer::choose(const rules::Game& game, const player::Request& request) {
  const player::StallWatch::Move watched(stalls_);
  const auto now = Clock::now();
  const rules::Position& position = game.position();
  finding_.reset();
  if (const rules::SquareSet moves = position.legal_moves(); moves.size() == 1) {
    player::Choice choice{*moves.begin(), {}, false};
    choice.thought.note = "only move";
    return choice;
  }
  TimeBudget budget = stalls_.safe(request.time, (position.empties().size() + 1) / 2);
  if (params_.time.count() > 0)
    budget.move = std::min(params_.time, budget.hard_limit().value_or(params_.time));
  const auto time =
      player::allot(budget, request.pace, position.size(), position.empties().size(), game.ply() / 2 + 1);
  const bool timed = time && params_.sims != 0;
  if (params_.sims != 0) {
    // What is left of the time is for the search when the end is too far.
    const auto end = time ? std::optional(now + time->target * 2 / 3) : std::nullopt;
    if (auto choice = solved(position, end, request.stop)) return *std::move(choice);
  }
  follow(game);
  const int sims = params_.sims >= 0 ? params_.sims : timed ? kMostSims : kDefaultSims;
  if (params_.root == RootChoice::Gumbel && sims == kMostSims) {
    return fail(Error::Code::Range, "zero: root=gumbel plans its simulations ahead; give it sims");
  }
  Clock::time_point next_report = now + kReportInterval;
  const auto go_on = [&] {
    if (request.stop.stop_requested()) return false;
    const auto at = Clock::now();
    if (timed && at >= now + time->target) return false;
    if (request.report && at >= next_report) {
      next_report = at + kReportInterval;
      request.report(thought_of(search_->finding()));
    }
    return true;
  };
  search_->begin(sims, derive_seed(seed_, static_cast<std::uint64_t>(game.ply())));
  const std::size_t batch =
      params_.batch > 0 ? static_cast<std::size_t>(params_.batch) : batch_for(sims, params_.threads);
  run_guided(*search_, *tools_.judge, batch, go_on);
  finding_ = search_->finding();
  return player::Choice{finding_->move, thought_of(*finding_), false};
}

}  // namespace turncoat::mcts
