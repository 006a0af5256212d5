// VectorLanes64: what WordLanes64 is for plain words, for kernels with 256-bit registers and PEXT: a set
// stands in all four lanes. A template over the kernel type, so that each target has its own copy. To be
// included inside a target region only (target.h), after <immintrin.h> and kernel64_portable.h.
#pragma once

#include <immintrin.h>

#include "rules/kernel/last_flips64.h"

namespace turncoat::rules::kernel {

template <class K>
struct VectorLanes64 {
  using Lanes = __m256i;

  static Lanes spread(std::uint64_t set) { return _mm256_set1_epi64x(static_cast<long long>(set)); }
  static Lanes spread_single(int bit) { return spread(kSingles64[static_cast<std::size_t>(bit)]); }
  static std::uint64_t word(Lanes lanes) {
    return static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm256_castsi256_si128(lanes)));
  }
  static bool none(Lanes lanes) { return word(lanes) == 0; }
  // The union of four different lanes, in all of them.
  static Lanes unite(__m256i x) {
    const __m256i half = _mm256_or_si256(x, _mm256_permute2x128_si256(x, x, 1));
    return _mm256_or_si256(half, _mm256_shuffle_epi32(half, 0x4e));
  }

  static std::size_t extract(std::uint64_t set, std::uint64_t mask) { return _pext_u64(set, mask); }

  static int last_flips(std::uint64_t mover, int bit) {
    const auto at = static_cast<std::size_t>(bit);
    const LinesThrough64& lines = kLinesThrough64[at];
    return kLastFlips[at % 8][mover >> (at & 56) & 0xff] +
           kLastFlips[lines.place[0]][_pext_u64(mover, lines.mask[0])] +
           kLastFlips[lines.place[1]][_pext_u64(mover, lines.mask[1])] +
           kLastFlips[lines.place[2]][_pext_u64(mover, lines.mask[2])];
  }
};

}  // namespace turncoat::rules::kernel
