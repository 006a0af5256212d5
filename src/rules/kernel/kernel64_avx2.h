// Avx2Kernel64: moves and flips on 64-bit words, four axes in one 256-bit register.
// To be included inside an AVX2 region only (target.h), after <immintrin.h> and kernel64_portable.h.
#pragma once

#include <immintrin.h>

#include "rules/kernel/kernel64_portable.h"
#include "rules/kernel/vector_lanes64.h"

namespace turncoat::rules::kernel {

struct Avx2Kernel64 : Lattice64, VectorLanes64<Avx2Kernel64> {
  static constexpr Isa kIsa = Isa::Avx2;

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

    // Upwards: isolate the lowest square that is not the opponent's; `end` is it when it is the mover's.
    // 0 - end is every bit from `end` on, and all ones when there is no end.
    const __m256i ray_up = load(rays.up.data());
    const __m256i stop = _mm256_andnot_si256(o, ray_up);
    const __m256i end = _mm256_and_si256(_mm256_and_si256(stop, _mm256_sub_epi64(zero, stop)), p);
    const __m256i beyond = _mm256_sub_epi64(_mm256_cmpeq_epi64(end, zero), end);
    const __m256i turned_up = _mm256_andnot_si256(beyond, ray_up);

    // Downwards: the nearest square is the highest bit, so the mover's discs on the ray compare greater than
    // its empties exactly when a mover's disc comes first. Then everything above that disc turns. A downward
    // ray never holds bit 63, so signed comparison is right.
    const __m256i ray_down = load(rays.down.data());
    const __m256i own = _mm256_and_si256(p, ray_down);
    const __m256i open = _mm256_andnot_si256(_mm256_or_si256(p, o), ray_down);
    const __m256i step = steps();
    const __m256i step2 = _mm256_add_epi64(step, step);
    __m256i smear = _mm256_or_si256(own, _mm256_srlv_epi64(own, step));
    smear = _mm256_or_si256(smear, _mm256_srlv_epi64(smear, step2));
    smear = _mm256_or_si256(smear, _mm256_srlv_epi64(smear, _mm256_add_epi64(step2, step2)));
    const __m256i turned_down =
        _mm256_and_si256(_mm256_andnot_si256(smear, ray_down), _mm256_cmpgt_epi64(own, open));
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
  static __m256i or_and(__m256i a, __m256i b, __m256i c) {
    return _mm256_or_si256(a, _mm256_and_si256(b, c));
  }
  static Set fold(__m256i x) {
    const __m128i half = _mm_or_si128(_mm256_castsi256_si128(x), _mm256_extracti128_si256(x, 1));
    return static_cast<Set>(_mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))));
  }
};

}  // namespace turncoat::rules::kernel
