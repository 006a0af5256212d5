// Analysis: every position of a game, the score of each legal move in it, and what the moves played cost.
// Positions are looked at from the last to the first, and the score of a played move is that of the position
// it led to: what was found later in the game is never forgotten earlier. So Black's scores over a game
// change by nothing but the discs the moves lost. Without patterns for the board only exact scores are given.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

#include "book/opening_names.h"
#include "rules/game.h"
#include "search/searcher.h"

namespace turncoat::engine {

struct PositionAnalysis;

struct AnalysisSettings {
  int level = 10;                                     // search/levels.h
  std::optional<std::chrono::nanoseconds> time = {};  // for each position, about; the level still holds
  double threshold = 1;                               // a move that loses so many discs is a mistake
  search::Evaluation evaluation = search::StagedEval{};
  search::Options options = {};
  // Called as soon as all is known of a position, the last of the game first.
  std::function<void(int ply, const PositionAnalysis&)> on_position = {};
};

// A score in discs for the side to move, and how it was come by.
struct Verdict {
  double discs = 0;
  int depth = 0;  // plies looked ahead; all empties when the end was seen
  int selectivity = search::kFullWidth;
  bool exact = false;

  friend bool operator==(const Verdict&, const Verdict&) = default;
};

// Whether `b` is the more reliable.
bool is_weaker(const Verdict& a, const Verdict& b);

struct ScoredMove {
  rules::Move move;
  std::optional<Verdict> verdict = {};
  std::vector<rules::Move> line = {};  // `move` first
};

struct PositionAnalysis {
  // Best first, those without a score last. A forced pass is the only move; none when the game is over.
  std::vector<ScoredMove> moves = {};
  std::optional<rules::Move> played = {};
  std::optional<Verdict> verdict = {};  // when every move has one; as reliable as the least of them
  std::vector<rules::Move> line = {};   // the best moves from here
  std::optional<double> loss = {};      // of the played move against the best one
  bool done = false;

  // The played move's; nothing when there is none.
  std::optional<Verdict> played_verdict() const;
};

// What one side's moves cost.
struct SideSummary {
  int moves = 0;
  int judged = 0;                  // of these moves the loss is known
  double lost = 0;                 // with them
  std::vector<int> mistakes = {};  // plies, the worst first
};

struct Analysis {
  rules::Game game;
  std::vector<PositionAnalysis> positions = {};  // one more than the moves of the game
  std::optional<book::OpeningMatch> opening = {};
  std::array<SideSummary, 2> sides = {};  // by rules::index_of
  std::uint64_t nodes = 0;
  bool complete = false;  // not stopped

  const SideSummary& side(rules::Color color) const {
    return sides[static_cast<std::size_t>(rules::index_of(color))];
  }
};

struct AnalysisProgress {
  std::uint64_t done;
  std::uint64_t total;  // moves of all positions
  int ply;
};

// A stop gives what is done, the end of the game first. `report` may be empty.
Analysis analyse(const rules::Game& game, const AnalysisSettings& settings, const std::stop_token& stop,
                 const std::function<void(const AnalysisProgress&)>& report);

}  // namespace turncoat::engine
