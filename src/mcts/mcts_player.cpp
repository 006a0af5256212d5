#include "mcts/mcts_player.h"

#include <algorithm>

#include "base/rng.h"
#include "player/pace.h"

namespace turncoat::mcts {

namespace {

using std::chrono::nanoseconds;

// Without a clock and without a number of its own: a tenth of a second on 8x8, some seconds on 16x16.
constexpr std::uint64_t kDefaultSims = 50'000;

// What compact() takes for a node of a large tree, on a slow machine.
constexpr nanoseconds kCompactCost{12};

// docs/mcts.md, "Cut-off playouts": fitted to results of games.
constexpr double kStagedScale = 470'000;
constexpr double kLinearScale = 450;

std::string_view proof_words(Proof proof) {
  return proof == Proof::Win ? "proven win" : proof == Proof::Draw ? "proven draw" : "proven loss";
}

}  // namespace

void MctsParams::describe(Fields<MctsParams>& fields) {
  fields.add("sims", &MctsParams::sims, {0, 1'000'000'000'000},
             "rollouts for each move; 0: as many as the time allows, 50000 without a clock");
  fields.add("time", &MctsParams::time, {nanoseconds(0), std::chrono::hours(1)},
             "time for each move, whatever the clock says; 0: by the clock");
  fields.add("c", &MctsParams::c, {0, 100}, "how much UCB1 favours moves with few visits");
  fields.add("final", &MctsParams::final, {{"visits", Final::Visits}, {"winrate", Final::WinRate}},
             "which move is played: the one visited most, or the one that won most");
  fields.add("solver", &MctsParams::solver, "carry proven wins, draws and losses up the tree");
  fields.add("exact", &MctsParams::exact, {0, kMaxExact},
             "with solver=on: from leaves with so many empty squares or fewer everything is looked at");
  fields.add("cutoff", &MctsParams::cutoff, {0, 512},
             "plies after which a playout is judged by eval; 0: play to the end");
  fields.add("eval", &MctsParams::eval, {{"staged", EvalKind::Staged}, {"linear", EvalKind::Linear}},
             "how cut-off playouts are judged");
  fields.add("weights", &MctsParams::weights,
             "for eval=linear: a name under models/heuristics, a file, or its numbers; left out: evolved for "
             "the board");
  fields.add("scale", &MctsParams::scale, {0, 1e9},
             "evaluation that counts as a chance of 73 %; 0: the fitted one of eval");
  fields.add_bytes("memory", &MctsParams::memory, {64 << 10, std::uint64_t{64} << 30},
                   "memory for the tree; a full tree is searched on without growing");
  fields.add("threads", &MctsParams::threads, {1, 256}, "threads that search the one tree");
  fields.add("batch", &MctsParams::batch, {1, kMaxBatch}, "rollouts each thread has under way at once");
  fields.add("seed", &MctsParams::seed, {0, ~std::uint64_t{0} >> 1}, "of the playouts; 0: the game's seed");
  fields.add("tree", &MctsParams::tree, "start from a tree that turncoat tree grow has saved");
}

Options MctsParams::options(Evaluation evaluation) const {
  Options options;
  options.c = c;
  options.solver = solver;
  options.exact = exact;
  options.cutoff = cutoff;
  options.scale = scale > 0 ? scale : eval == EvalKind::Staged ? kStagedScale : kLinearScale;
  options.evaluation = std::move(evaluation);
  options.batch = batch;
  options.threads = threads;
  options.memory = memory;
  options.final = final;
  return options;
}

MctsPlayer::MctsPlayer(const MctsParams& params,
                       std::function<Evaluation(const rules::Ruleset& rules)> evaluation,
                       std::shared_ptr<const SavedTree> grown)
    : params_(params), evaluation_(std::move(evaluation)), grown_(std::move(grown)) {}

Result<void> MctsPlayer::new_game(const rules::Position& start, std::uint64_t seed) {
  if (grown_) {
    if (*grown_->rules != start.ruleset()) {
      return fail(Error::Code::Conflict, "{} was grown for {}, not for {}", params_.tree, grown_->rules->name,
                  start.ruleset().name);
    }
    if (grown_->nodes.size() > params_.memory / sizeof(Node)) {
      return fail(Error::Code::Range, "{} does not fit into memory={}; it needs {}", params_.tree,
                  format_bytes(params_.memory), format_bytes(grown_->nodes.size() * sizeof(Node)));
    }
  }
  if (searcher_ && searcher_->root().ruleset() == start.ruleset()) {
    searcher_->reset(start);
  } else {
    searcher_ =
        make_searcher(start, params_.options(evaluation_(start.ruleset())), rules::kernel::best_isa());
  }
  if (grown_ && start == rules::Position(grown_->rules)) searcher_->assign(start, grown_->nodes);
  followed_.clear();
  seed_ = params_.seed != 0 ? params_.seed : seed;
  return {};
}

void MctsPlayer::follow(const rules::Game& game) {
  const auto moves = game.moves();
  const bool along =
      moves.size() >= followed_.size() && std::equal(followed_.begin(), followed_.end(), moves.begin());
  if (along) {
    for (const rules::Move move : moves.subspan(followed_.size())) searcher_->advance(move);
  } else {
    searcher_->reset(game.position());
  }
  followed_.assign(moves.begin(), moves.end());
}

void MctsPlayer::make_room(const rules::Position& position, std::optional<nanoseconds> time) {
  Tree& tree = searcher_->tree();
  if (tree.used() <= tree.capacity() / 2 && !tree.full()) return;
  if (time && kCompactCost * tree.used() > *time / 4) {
    searcher_->reset(position);
  } else {
    tree.compact();
  }
}

player::Thought MctsPlayer::thought_of(const Finding& finding) const {
  player::Thought thought;
  if (finding.proof == Proof::Draw) thought.score = 0;
  thought.value = 2 * finding.win_rate - 1;
  thought.nodes = finding.rollouts;
  thought.line = finding.line;
  thought.note = finding.proof != Proof::None
                     ? fmt::format("{}, {} visits", proof_words(finding.proof), finding.visits)
                     : fmt::format("win {:.1f} %, {} visits", 100 * finding.win_rate, finding.visits);
  if (finding.full) thought.note += fmt::format(", tree full at {}", format_bytes(params_.memory));
  return thought;
}

Result<player::Choice> MctsPlayer::choose(const rules::Game& game, const player::Request& request) {
  const player::StallWatch::Move watched(stalls_);
  const auto now = std::chrono::steady_clock::now();
  const rules::Position& position = game.position();
  follow(game);
  if (const rules::SquareSet moves = position.legal_moves(); moves.size() == 1) {
    player::Choice choice{*moves.begin(), {}, false};
    choice.thought.note = "only move";
    return choice;
  }
  TimeBudget budget = stalls_.safe(request.time, (game.position().empties().size() + 1) / 2);
  if (params_.time.count() > 0) {
    budget.move = std::min(params_.time, budget.hard_limit().value_or(params_.time));
  }
  const auto time =
      player::allot(budget, request.pace, position.size(), position.empties().size(), game.ply() / 2 + 1);
  Limits limits;
  limits.sims = params_.sims;
  limits.stop = request.stop;
  if (time) limits.deadline = now + time->target;
  if (!time && params_.sims == 0) limits.sims = kDefaultSims;
  make_room(position, time ? std::optional(time->target) : std::nullopt);

  const std::uint64_t seed = derive_seed(seed_, static_cast<std::uint64_t>(game.ply()));
  std::function<void(const Finding&)> report;
  if (request.report) report = [&](const Finding& finding) { request.report(thought_of(finding)); };
  const Finding finding = searcher_->search(limits, seed, report);
  return player::Choice{finding.move, thought_of(finding), false};
}

}  // namespace turncoat::mcts
