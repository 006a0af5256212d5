// What `solve` found, as people and programs read it: a line for every position or move, or one JSON
// document.
#pragma once

#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "search/searcher.h"

namespace turncoat::cli {

// A position, or one of its moves, solved.
struct Solved {
  search::Finding finding;
  std::optional<int> expected = {};  // what the file says
  double seconds = 0;

  // Whether it is what the file says; nothing when the file says nothing.
  std::optional<bool> agrees(bool wld) const;
};

struct SolvedPosition {
  std::size_t number = 0;  // among those there are, from 1
  int empties = 0;
  Solved whole = {};               // without a score when it was stopped
  std::vector<Solved> moves = {};  // best first, when they were asked for
};

struct SolveReport {
  std::vector<SolvedPosition> positions = {};
  std::optional<SolvedPosition> unfinished = {};  // the one that a stop came into
  double seconds = 0;
  int threads = 1;
  bool wld = false;
  bool all_moves = false;

  std::uint64_t nodes() const;
  // Scores that the file gives too, and how many of them are the same.
  std::size_t expected() const;
  std::size_t agreeing() const;
};

void print_solve_title(std::ostream& out, bool all_moves);
// One line, or one for each move.
void print_solved(std::ostream& out, const SolvedPosition& position, bool wld);
void print_solve_totals(std::ostream& out, const SolveReport& report);
nlohmann::ordered_json solve_json(const SolveReport& report);

}  // namespace turncoat::cli
