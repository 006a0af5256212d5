// DepthLog: every move of a match with how deep its player looked, for `turncoat match --depths`.
// add() may be called from many threads; the rest when the games are over.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "match/runner.h"

namespace turncoat::cli {

class DepthLog {
 public:
  void add(const match::PlannedGame& planned, const match::MoveReport& report);

  // A line for each move in the order of the games, then the mean of each of the two players.
  void print(std::ostream& out) const;
  void put(nlohmann::ordered_json& json) const;

 private:
  struct Row {
    std::uint64_t game;
    int ply;
    int player;  // 0 or 1
    std::string move;
    std::optional<int> depth;  // nothing for moves without a search
    std::uint64_t nodes;
    double seconds;
  };
  std::vector<Row> sorted() const;

  std::mutex mutex_;
  std::vector<Row> rows_;
};

}  // namespace turncoat::cli
