// Searcher: alpha-beta over some board and some evaluator, with both hidden behind one call.
// A Searcher remembers positions between calls (its transposition table) until clear(); it serves one caller.
// With the same memory, one thread and limits that do not depend on time, it gives the same finding and the
// same node count; exact scores are the same with any number of threads.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <variant>
#include <vector>

#include "eval/linear_weights.h"
#include "eval/pattern_weights.h"
#include "eval/ridge_model.h"
#include "rules/kernel/isa.h"
#include "rules/position.h"
#include "rules/square.h"
#include "search/probcut.h"
#include "search/selectivity.h"

namespace turncoat::search {

struct Finding;

struct Limits {
  int depth = 0;                   // plies, passes not counted; 0: to the end of the game
  int selectivity = kFullWidth;    // of the last iteration, where the evaluation has an error model
  std::uint64_t nodes = 0;         // 0: no limit
  rules::SquareSet excluded = {};  // moves of the root not to look at; at least one must be left
  bool outcome_only = false;       // of a search to the end: won, drawn or lost, as a score of +2, 0 or -2
  std::optional<std::chrono::steady_clock::time_point> soft =
      std::nullopt;  // begin no further iteration after this
  std::optional<std::chrono::steady_clock::time_point> hard = std::nullopt;  // break off
  std::stop_token stop = {};
  // Told what is known so far when the bounds of an exact score get narrower, and about twice a second; by
  // any thread, one at a time. Empty: nobody asks.
  std::function<void(const Finding&)> progress = {};
};

// Between what a score is known to lie, in discs.
struct Bounds {
  int lower = 0;
  int upper = 0;

  friend bool operator==(const Bounds&, const Bounds&) = default;
};

struct Finding {
  rules::Move move = rules::Move::pass();
  std::vector<rules::Move> line;  // the expected moves, `move` first
  int depth = 0;                  // of the last iteration that gave a move
  double value = 0;               // in the evaluator's units, from the mover's side
  bool in_discs = false;          // those units are discs
  int selectivity = kFullWidth;   // of that iteration
  bool to_end = false;            // every line of it was searched to its end, or cut by ProbCut
  std::optional<int> score;       // in discs, when every line was searched to its end
  std::optional<Bounds> bounds;   // of that score, once the iteration that finds it has begun
  std::uint64_t nodes = 0;
  std::chrono::nanoseconds waited{0};  // by the caller's thread for other threads
};

struct Options {
  std::uint64_t table_bytes = 16 << 20;
  int patience = 0;  // give a node's moves up after so many in a row that did not improve; 0: never
  int threads = 1;
};

// Which evaluation: the staged one needs no data.
struct StagedEval {};
struct MobilityEval {};  // only to order moves on the way to the end
struct PatternEval {     // for the board its patterns are of
  std::shared_ptr<const eval::PatternFile> file;

  int size() const { return file->weights->set().size; }
};
// For boards of the model's size only. An ended game counts as its plain disc difference, whatever the
// ruleset does with empty squares.
struct RidgeEval {
  std::shared_ptr<const eval::RidgeModel> model;
};
using Evaluation = std::variant<StagedEval, eval::LinearWeights, MobilityEval, PatternEval, RidgeEval>;

class Searcher {
 public:
  virtual ~Searcher() = default;

  // Requires a position whose mover has a legal move. `report` is called after every iteration; it may be
  // empty. At least one iteration is finished whatever the limits.
  virtual Finding search(const rules::Position& root, const Limits& limits,
                         const std::function<void(const Finding&)>& report) = 0;
  virtual void clear() = 0;
};

// For positions of this ruleset's size and rules.
std::unique_ptr<Searcher> make_searcher(const rules::Ruleset& rules, const Evaluation& evaluation,
                                        const Options& options, rules::kernel::Isa isa);

}  // namespace turncoat::search
