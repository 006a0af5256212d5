// EdgeStability: for every state of one edge of the 8x8 board, the discs that no further play on that edge
// can turn, whatever either side puts on its empty squares and whether or not the rest of the board allows
// it.
#pragma once

#include <array>
#include <cstdint>

namespace turncoat::search {

class EdgeStability {
 public:
  // The discs of `own` that stay for good.
  std::uint8_t operator()(std::uint8_t own, std::uint8_t other) const {
    return table_[static_cast<std::size_t>(own) << 8 | other];
  }

  // Built at the first call; safe from any thread.
  static const EdgeStability& get();

 private:
  EdgeStability();

  std::array<std::uint8_t, 256 * 256> table_{};
};

}  // namespace turncoat::search
