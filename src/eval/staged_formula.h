// The formulas of the staged evaluation: what is counted for each side, and how the counts become one value.
// They are those of the program described in docs/staged.md, to the letter.
#pragma once

namespace turncoat::eval {

// Per side: how many of what each part counts. Kept apart from the weighing so that a test can look at it.
struct StagedCounts {
  int discs[2];  // [0] the mover's, [1] the other side's
  int corners[2];
  int moves[2];
  int stability[2];  // +1 a disc that can never be turned, -1 one that can be turned next move
};

enum class Stage { Early, Middle, End };

// The limits are 20 and 58 of 64 discs, scaled by the share of filled squares on other boards.
inline Stage stage_of(int discs, int squares) {
  if (discs * 64 < 20 * squares) return Stage::Early;
  return discs * 64 <= 58 * squares ? Stage::Middle : Stage::End;
}

// 100 (p - o) / (p + o), and 0 where the sum is 0.
double share(int p, int o);

// The weighing, by stage.
double staged_value(const StagedCounts& counts, int squares);

}  // namespace turncoat::eval
