// Diagonals of the 16x16 lattice as Avx2WideKernel uses them, one 16-bit entry per row. Data only.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace turncoat::rules::kernel {

// `square` has the diagonal's square of each row; multiplying a row by `lift` moves that square to bit 15.
// Rows the diagonal does not cross are 0.
struct alignas(32) WideLine {
  std::array<std::uint16_t, 16> square{};
  std::array<std::uint16_t, 16> lift{};
};

// Falling diagonals (column - row constant) at 15 + column - row, rising ones at column + row.
struct WideLines {
  std::array<WideLine, 31> falling{};
  std::array<WideLine, 31> rising{};
};

consteval WideLines make_wide_lines() {
  WideLines lines;
  for (int row = 0; row < 16; ++row) {
    for (int column = 0; column < 16; ++column) {
      const auto at = static_cast<std::size_t>(row);
      const auto square = static_cast<std::uint16_t>(1U << column);
      const auto lift = static_cast<std::uint16_t>(1U << (15 - column));
      WideLine& falling = lines.falling[static_cast<std::size_t>(15 + column - row)];
      falling.square[at] = square;
      falling.lift[at] = lift;
      WideLine& rising = lines.rising[static_cast<std::size_t>(column + row)];
      rising.square[at] = square;
      rising.lift[at] = lift;
    }
  }
  return lines;
}

inline constexpr WideLines kWideLines = make_wide_lines();

}  // namespace turncoat::rules::kernel
