// Avx2WideKernel: boards of any size, one row per 16-bit lane of a 256-bit register, so that a step along a
// row cannot leave it and needs no mask. Steps between rows move whole lanes.
// To be included inside an AVX2 region only (target.h), after <immintrin.h> and wide_board.h.
#pragma once

#include <immintrin.h>

#include "rules/kernel/isa.h"
#include "rules/kernel/wide_board.h"

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

  static Set flips(const Board& board, int bit) {
    const __m256i p = load(board.mover);
    const __m256i o = load(board.other);
    const __m256i x = load(single(bit));
    __m256i all = turned<1, 0>(p, o, x);
    all = _mm256_or_si256(all, turned<-1, 0>(p, o, x));
    all = _mm256_or_si256(all, turned<0, 1>(p, o, x));
    all = _mm256_or_si256(all, turned<0, -1>(p, o, x));
    all = _mm256_or_si256(all, turned<1, 1>(p, o, x));
    all = _mm256_or_si256(all, turned<-1, 1>(p, o, x));
    all = _mm256_or_si256(all, turned<1, -1>(p, o, x));
    all = _mm256_or_si256(all, turned<-1, -1>(p, o, x));
    return store(all);
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

  template <int Dx, int Dy>
  static __m256i turned(__m256i p, __m256i o, __m256i x) {
    const __m256i run = fill<Dx, Dy>(x, o);
    const long long ends = _mm256_testz_si256(shift<Dx, Dy>(run), p) - 1;
    return _mm256_and_si256(run, _mm256_set1_epi64x(ends));
  }
};

}  // namespace turncoat::rules::kernel
