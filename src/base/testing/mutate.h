// Hostile input for tests: a valid sample with bytes changed, cut and doubled, as the generator says.
#pragma once

#include <string>
#include <string_view>

#include "base/rng.h"

namespace turncoat::fuzzing {

inline constexpr int kMutations = 20'000;

inline std::string mutate(std::string text, Rng& rng) {
  static constexpr char kCharacters[] = "abhXO-*.;:%/[]()\\+0123456789 \n\tPpAaSsBW\xff\x00";
  constexpr std::string_view kLikely(kCharacters, sizeof kCharacters - 1);  // the zero byte included
  for (std::uint32_t changes = 1 + rng.below(4); changes > 0; --changes) {
    const std::size_t at = rng.below(static_cast<std::uint32_t>(text.size() + 1));
    const char likely = kLikely[rng.below(static_cast<std::uint32_t>(kLikely.size()))];
    switch (rng.below(6)) {
      case 0:
        text.insert(at, 1, likely);
        break;
      case 1:
        if (at < text.size()) text[at] = static_cast<char>(rng.below(256));
        break;
      case 2:
        if (at < text.size()) text[at] = likely;
        break;
      case 3:
        text.erase(at, 1 + rng.below(8));
        break;
      case 4:
        text.insert(at, text.substr(rng.below(static_cast<std::uint32_t>(text.size() + 1)), rng.below(40)));
        break;
      default:
        if (rng.below(8) == 0) text.resize(at);
        break;
    }
  }
  return text;
}

}  // namespace turncoat::fuzzing
