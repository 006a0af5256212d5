// Avx2WideKernel: boards of any size, one row per 16-bit lane of a 256-bit register, so that a step along a
// row cannot leave it and needs no mask. Steps between rows move whole lanes.
// To be included inside an AVX2 region only (target.h), after <immintrin.h>, wide_board.h and wide_lines.h.
#pragma once

#include <immintrin.h>

#include "rules/kernel/isa.h"
#include "rules/kernel/wide_board.h"
#include "rules/kernel/wide_lines.h"

namespace turncoat::rules::kernel {

struct Avx2WideKernel : WideLattice {
  static constexpr Isa kIsa = Isa::Avx2;

  static Set moves(const Board& board, const Set& area) {
    const __m256i p = load(board.mover);
    const __m256i o = load(board.other);
    __m256i all = reach<1, 0>(p, o);
    all = _mm256_or_si256(all, reach<-1, 0>(p, o));
    all = _mm256_or_si256(all, reach<0, 1>(p, o));
    all = _mm256_or_si256(all, reach<0, -1>(p, o));
    all = _mm256_or_si256(all, reach<1, 1>(p, o));
    all = _mm256_or_si256(all, reach<-1, 1>(p, o));
    all = _mm256_or_si256(all, reach<1, -1>(p, o));
    all = _mm256_or_si256(all, reach<-1, -1>(p, o));
    return store(_mm256_andnot_si256(_mm256_or_si256(p, o), _mm256_and_si256(all, load(area))));
  }

  // Each of the four lines through the square is gathered into 16 bits, decided there, and spread out again.
  static Set flips(const Board& board, int bit) {
    const __m256i p = load(board.mover);
    const __m256i o = load(board.other);
    const int row = bit / kMaxSize;
    const int column = bit % kMaxSize;
    const WideLine& falling = kWideLines.falling[static_cast<std::size_t>(15 + column - row)];
    const WideLine& rising = kWideLines.rising[static_cast<std::size_t>(column + row)];
    const auto word = static_cast<std::size_t>(row / 4);
    const int shift = 16 * (row % 4);
    const std::uint32_t along_row =
        turned(static_cast<std::uint32_t>(board.mover.words()[word] >> shift) & 0xffffU,
               static_cast<std::uint32_t>(board.other.words()[word] >> shift) & 0xffffU, column);
    const __m256i lift = _mm256_set1_epi16(static_cast<short>(1U << (15 - column)));
    const __m256i square = _mm256_set1_epi16(static_cast<short>(1U << column));
    const __m256i row_number = _mm256_setr_epi16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    const __m256i this_row = _mm256_cmpeq_epi16(row_number, _mm256_set1_epi16(static_cast<short>(row)));
    const __m256i a = _mm256_and_si256(this_row, _mm256_set1_epi16(static_cast<short>(along_row)));
    const __m256i b = spread(turned_on_line(p, o, lift, row), square);
    const __m256i c = spread(turned_on_line(p, o, load(falling.lift), row), load(falling.square));
    const __m256i d = spread(turned_on_line(p, o, load(rising.lift), row), load(rising.square));
    return store(_mm256_or_si256(_mm256_or_si256(a, b), _mm256_or_si256(c, d)));
  }

  // All of `through` that is joined to `from` along one direction; one of Dx and Dy may be 0.
  template <int Dx, int Dy>
  static Set joined(const Set& from, const Set& through) {
    return store(fill<Dx, Dy>(load(from), load(through)));
  }

  static int nth(const Set& set, int k) {
    for (int word = 0;; ++word) {
      const std::uint64_t rest = set.words()[static_cast<std::size_t>(word)];
      const int here = std::popcount(rest);
      if (k < here) return 64 * word + static_cast<int>(_tzcnt_u64(_pdep_u64(std::uint64_t{1} << k, rest)));
      k -= here;
    }
  }

 private:
  static __m256i load(const Set& set) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(set.words().data()));
  }
  static Set store(__m256i x) {
    SquareSet::Words words;
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(words.data()), x);
    return Set(words);
  }

  // Every square moved by (dx, dy); what leaves the lattice is gone. |dy| is 0, 1, 2, 4 or 8.
  template <int Dx, int Dy>
  static __m256i shift(__m256i x) {
    if constexpr (Dy > 0) {
      const __m256i low = _mm256_permute2x128_si256(x, x, 0x08);  // the upper rows, zeros below
      if constexpr (Dy == 8) {
        x = low;
      } else {
        x = _mm256_alignr_epi8(x, low, 16 - 2 * Dy);
      }
    } else if constexpr (Dy < 0) {
      const __m256i high = _mm256_permute2x128_si256(x, x, 0x81);
      if constexpr (Dy == -8) {
        x = high;
      } else {
        x = _mm256_alignr_epi8(high, x, -2 * Dy);
      }
    }
    if constexpr (Dx > 0) x = _mm256_slli_epi16(x, Dx);
    if constexpr (Dx < 0) x = _mm256_srli_epi16(x, -Dx);
    return x;
  }

  // All of `o` that is joined to `start` along one direction, `start` left out. Doubling: 2, 4, 8, 16
  // squares.
  template <int Dx, int Dy>
  static __m256i fill(__m256i start, __m256i o) {
    __m256i run = _mm256_and_si256(o, shift<Dx, Dy>(start));
    run = _mm256_or_si256(run, _mm256_and_si256(o, shift<Dx, Dy>(run)));
    const __m256i two = _mm256_and_si256(o, shift<Dx, Dy>(o));
    run = _mm256_or_si256(run, _mm256_and_si256(two, shift<2 * Dx, 2 * Dy>(run)));
    const __m256i four = _mm256_and_si256(two, shift<2 * Dx, 2 * Dy>(two));
    run = _mm256_or_si256(run, _mm256_and_si256(four, shift<4 * Dx, 4 * Dy>(run)));
    const __m256i eight = _mm256_and_si256(four, shift<4 * Dx, 4 * Dy>(four));
    return _mm256_or_si256(run, _mm256_and_si256(eight, shift<8 * Dx, 8 * Dy>(run)));
  }

  template <int Dx, int Dy>
  static __m256i reach(__m256i p, __m256i o) {
    return shift<Dx, Dy>(fill<Dx, Dy>(p, o));
  }

  static __m256i load(const std::array<std::uint16_t, 16>& rows) {
    return _mm256_load_si256(reinterpret_cast<const __m256i*>(rows.data()));
  }

  // The discs turned on one line of 16 squares by a disc on square `at`.
  static std::uint32_t turned(std::uint32_t p, std::uint32_t o, int at) {
    const std::uint32_t above = ~std::uint32_t{1} << at;
    const std::uint32_t stop_up = above & ~o;  // never 0: nothing stands beyond bit 15
    const std::uint32_t end_up = stop_up & (0 - stop_up) & p;
    const std::uint32_t below = (std::uint32_t{1} << at) - 1;
    // A shift by 32, when there is no stop, leaves nothing.
    const auto stop_down = static_cast<std::uint32_t>((std::uint64_t{1} << 31) >> _lzcnt_u32(below & ~o));
    const std::uint32_t end_down = stop_down & p;
    return (above & (end_up - (end_up != 0))) | (below & ((0 - end_down) ^ end_down));
  }

  // The line's square of every row is moved to bit 15, the sign, and the signs are collected.
  static std::uint32_t turned_on_line(__m256i p, __m256i o, __m256i lift, int row) {
    const __m256i signs = _mm256_packs_epi16(_mm256_mullo_epi16(p, lift), _mm256_mullo_epi16(o, lift));
    const auto both =
        static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_permute4x64_epi64(signs, 0b11011000)));
    return turned(both & 0xffffU, both >> 16, row);
  }

  // Bit r of `line` back to the line's square of row r.
  static __m256i spread(std::uint32_t line, __m256i squares) {
    const __m256i row_bit = _mm256_setr_epi16(0x1, 0x2, 0x4, 0x8, 0x10, 0x20, 0x40, 0x80, 0x100, 0x200, 0x400,
                                              0x800, 0x1000, 0x2000, 0x4000, static_cast<short>(0x8000));
    const __m256i chosen = _mm256_and_si256(_mm256_set1_epi16(static_cast<short>(line)), row_bit);
    return _mm256_and_si256(_mm256_cmpeq_epi16(chosen, row_bit), squares);
  }
};

}  // namespace turncoat::rules::kernel
