// Levels 0 to 60: how deep to look and how carefully, by the number of empties. The table is the one users of
// other programs know: level L looks L plies deep, and to the end when few enough squares are left, first
// selectively and then for certain.
#pragma once

namespace turncoat::search {

struct LevelPlan {
  int depth;
  int selectivity;  // search/selectivity.h
};

inline constexpr int kMostLevel = 60;

// 0 <= level <= kMostLevel. Level 0 looks at its own moves only.
LevelPlan plan_of_level(int level, int empties);

}  // namespace turncoat::search
