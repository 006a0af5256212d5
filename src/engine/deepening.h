// deepen: the score of every move of one position, better and better until somebody says enough. For screens
// that show numbers while the search goes on; whole games are for engine/analysis.h.
// Where no patterns are learned for the board the evaluation does not speak of discs: moves then have a value
// in [-1, 1] until their end is seen.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

#include "engine/analysis.h"
#include "search/levels.h"

namespace turncoat::engine {

struct DeepenSettings {
  int level = search::kMostLevel;                                      // the last one
  std::optional<std::chrono::steady_clock::time_point> deadline = {};  // break off
  search::Evaluation evaluation = search::StagedEval{};
  search::Options options = {};
};

struct DeepMove {
  rules::Move move;
  std::optional<Verdict> verdict = {};
  std::optional<double> value = {};    // in [-1, 1], where there is no verdict
  std::vector<rules::Move> line = {};  // `move` first

  bool is_exact() const { return verdict && verdict->exact; }
};

struct Deepening {
  std::vector<DeepMove> moves = {};  // best first; a forced pass alone; none when the game is over
  int depth = 0;                     // of the level at work, and its selectivity
  int selectivity = search::kFullWidth;
  std::uint64_t nodes = 0;
  bool done = false;  // nothing more will come
};

// `report` is called after every move that was looked at, and at the end with `done`.
void deepen(const rules::Position& position, const DeepenSettings& settings, const std::stop_token& stop,
            const std::function<void(const Deepening&)>& report);

}  // namespace turncoat::engine
