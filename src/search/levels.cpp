#include "search/levels.h"

#include <array>
#include <span>

#include "search/selectivity.h"

namespace turncoat::search {

namespace {

// To the end with this care when at most so many squares are empty.
struct Ending {
  int empties;
  int selectivity;
};

constexpr int k73 = 0;
constexpr int k87 = 1;
constexpr int k95 = 2;
constexpr int k98 = 3;
constexpr int k99 = 4;

template <std::size_t N>
LevelPlan choose(const std::array<Ending, N>& endings, int level, int empties) {
  for (const Ending& ending : endings) {
    if (empties <= ending.empties) return {empties, ending.selectivity};
  }
  return {level, k73};
}

}  // namespace

LevelPlan plan_of_level(int level, int empties) {
  if (level == 0) return {1, kFullWidth};
  if (level <= 10) {
    return empties <= 2 * level ? LevelPlan{empties, kFullWidth} : LevelPlan{level, kFullWidth};
  }
  using std::to_array;
  if (level <= 12) return choose(to_array<Ending>({{21, kFullWidth}, {24, k98}}), level, empties);
  if (level <= 18) return choose(to_array<Ending>({{21, kFullWidth}, {24, k98}, {27, k87}}), level, empties);
  if (level <= 21) return choose(to_array<Ending>({{24, kFullWidth}, {27, k98}, {30, k87}}), level, empties);
  if (level <= 24) {
    return choose(to_array<Ending>({{24, kFullWidth}, {27, k99}, {30, k95}, {33, k73}}), level, empties);
  }
  if (level <= 27) return choose(to_array<Ending>({{27, kFullWidth}, {30, k98}, {33, k87}}), level, empties);
  if (level <= 29) {
    return choose(to_array<Ending>({{27, kFullWidth}, {30, k99}, {33, k95}, {36, k73}}), level, empties);
  }
  if (level <= 31) return choose(to_array<Ending>({{30, kFullWidth}, {33, k98}, {36, k87}}), level, empties);
  if (level <= 33) {
    return choose(to_array<Ending>({{30, kFullWidth}, {33, k99}, {36, k95}, {39, k73}}), level, empties);
  }
  if (level <= 35) {
    return choose(to_array<Ending>({{30, kFullWidth}, {33, k99}, {36, k98}, {39, k87}}), level, empties);
  }
  return choose(to_array<Ending>({{level - 6, kFullWidth},
                                  {level - 3, k99},
                                  {level, k98},
                                  {level + 3, k95},
                                  {level + 6, k87},
                                  {level + 9, k73}}),
                level, empties);
}

}  // namespace turncoat::search
