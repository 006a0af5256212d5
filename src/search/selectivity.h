// Selectivity: how sure a search wants to be before it takes a shallow search's word for a deep one, from 73
// % to never.
#pragma once

#include <array>
#include <string_view>

namespace turncoat::search {

struct Selectivity {
  std::string_view name;
  double deviations;  // of the shallow search's error
};

inline constexpr std::array<Selectivity, 6> kSelectivities{
    {{"73%", 1.1}, {"87%", 1.5}, {"95%", 2.0}, {"98%", 2.6}, {"99%", 3.3}, {"100%", 0}}};
inline constexpr int kFullWidth = 5;  // no cuts

}  // namespace turncoat::search
