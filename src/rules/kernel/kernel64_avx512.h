// Avx512Kernel64: as Avx2Kernel64, with three-operand logic and a vector count of leading zeros. It stays at
// 256 bits: four axes fill a register, and wider ones lower the clock of older CPUs.
// To be included inside an AVX-512 region only (target.h), after <immintrin.h> and kernel64_portable.h.
#pragma once

#include <immintrin.h>

#include "rules/kernel/kernel64_portable.h"
#include "rules/kernel/vector_lanes64.h"

namespace turncoat::rules::kernel {

struct Avx512Kernel64 : Lattice64, VectorLanes64<Avx512Kernel64> {
  static constexpr Isa kIsa = Isa::Avx512;

  static Set moves(const Board& board, Set area) {
    return moves_in_lanes(spread(board.mover), spread(board.other), empties(board, area));
  }

  static Set moves_in_lanes(Lanes p, Lanes other, Set open) {
    const __m256i step = steps();
    const __m256i step2 = _mm256_add_epi64(step, step);
    const __m256i o = _mm256_and_si256(other, inner());
    __m256i up = _mm256_and_si256(o, _mm256_sllv_epi64(p, step));
    __m256i down = _mm256_and_si256(o, _mm256_srlv_epi64(p, step));
    up = or_and(up, o, _mm256_sllv_epi64(up, step));
    down = or_and(down, o, _mm256_srlv_epi64(down, step));
    const __m256i pairs_up = _mm256_and_si256(o, _mm256_sllv_epi64(o, step));
    const __m256i pairs_down = _mm256_srlv_epi64(pairs_up, step);
    up = or_and(up, pairs_up, _mm256_sllv_epi64(up, step2));
    down = or_and(down, pairs_down, _mm256_srlv_epi64(down, step2));
    up = or_and(up, pairs_up, _mm256_sllv_epi64(up, step2));
    down = or_and(down, pairs_down, _mm256_srlv_epi64(down, step2));
    return fold(_mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step))) & open;
  }

  static Set flips(const Board& board, int bit) {
    return fold(turned(spread(board.mover), spread(board.other), bit));
  }

  static Lanes flips_in_lanes(Lanes mover, Lanes other, int bit) { return unite(turned(mover, other, bit)); }

  static int nth(Set set, int k) {
    return static_cast<int>(_tzcnt_u64(_pdep_u64(std::uint64_t{1} << k, set)));
  }

 private:
  // The flips of each axis in its lane.
  static __m256i turned(__m256i p, __m256i o, int bit) {
    const Rays64& rays = kRays64[static_cast<std::size_t>(bit)];
    const __m256i zero = _mm256_setzero_si256();

    // Downwards first, its chain is the longer one. The highest square that is not the opponent's; a shift
    // by 64, when there is none, gives 0. (-end ^ end) is every bit above `end`, and 0 without one.
    const __m256i ray_down = load(rays.down.data());
    const __m256i zeros = _mm256_lzcnt_epi64(_mm256_andnot_si256(o, ray_down));
    const __m256i top = _mm256_set1_epi64x(static_cast<long long>(std::uint64_t{1} << 63));
    const __m256i end_down = _mm256_and_si256(_mm256_srlv_epi64(top, zeros), p);
    const __m256i turned_down =
        _mm256_and_si256(_mm256_xor_si256(_mm256_sub_epi64(zero, end_down), end_down), ray_down);

    const __m256i ray_up = load(rays.up.data());
    const __m256i stop = _mm256_andnot_si256(o, ray_up);
    const __m256i end_up = _mm256_and_si256(_mm256_and_si256(stop, _mm256_sub_epi64(zero, stop)), p);
    // -end is every bit from `end` on; the minimum with -1 turns "no end" into all ones.
    const __m256i beyond = _mm256_min_epi64(_mm256_sub_epi64(zero, end_up), _mm256_set1_epi64x(-1));
    const __m256i turned_up = _mm256_andnot_si256(beyond, ray_up);
    return _mm256_or_si256(turned_up, turned_down);
  }
  static __m256i load(const std::uint64_t* words) {
    return _mm256_load_si256(reinterpret_cast<const __m256i*>(words));
  }
  static __m256i steps() { return _mm256_setr_epi64x(1, 8, 9, 7); }
  static __m256i inner() {
    constexpr auto kInner = static_cast<long long>(kInnerColumns64);
    return _mm256_setr_epi64x(kInner, -1, kInner, kInner);
  }
  // a | (b & c): bit number 4a + 2b + c of the constant is the result.
  static __m256i or_and(__m256i a, __m256i b, __m256i c) { return _mm256_ternarylogic_epi64(a, b, c, 0xf8); }
  static Set fold(__m256i x) {
    const __m128i half = _mm_or_si128(_mm256_castsi256_si128(x), _mm256_extracti128_si256(x, 1));
    return static_cast<Set>(_mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))));
  }
};

}  // namespace turncoat::rules::kernel
