// Avx2Words: four 64-bit words in a register, as rules/playout_batch.h wants them.
// To be included inside an AVX2 region only (target.h), after <immintrin.h>.
#pragma once

#include <cstdint>

#include <immintrin.h>

namespace turncoat::rules::kernel {

struct Avx2Words {
  using Reg = __m256i;
  static constexpr int kLanes = 4;

  static Reg load(const std::uint64_t* words) {
    return _mm256_load_si256(reinterpret_cast<const __m256i*>(words));
  }
  static void store(std::uint64_t* words, Reg x) { _mm256_store_si256(reinterpret_cast<__m256i*>(words), x); }
  static Reg all(std::uint64_t word) { return _mm256_set1_epi64x(static_cast<long long>(word)); }
  static Reg both(Reg a, Reg b) { return _mm256_and_si256(a, b); }
  static Reg either(Reg a, Reg b) { return _mm256_or_si256(a, b); }
  static Reg differ(Reg a, Reg b) { return _mm256_xor_si256(a, b); }
  static Reg without(Reg a, Reg b) { return _mm256_andnot_si256(b, a); }
  static Reg plus(Reg a, Reg b) { return _mm256_add_epi64(a, b); }
  template <int N>
  static Reg left(Reg x) {
    return _mm256_slli_epi64(x, N);
  }
  template <int N>
  static Reg right(Reg x) {
    return _mm256_srli_epi64(x, N);
  }
  static std::uint64_t empty_lanes(Reg x) {
    const __m256i zero = _mm256_cmpeq_epi64(x, _mm256_setzero_si256());
    return static_cast<std::uint64_t>(_mm256_movemask_pd(_mm256_castsi256_pd(zero)));
  }

  static Reg pick(Reg sets, Reg draws) {
    alignas(32) std::uint64_t set[kLanes];
    alignas(32) std::uint64_t rank[kLanes];
    store(set, sets);
    store(rank, _mm256_srli_epi64(_mm256_mul_epu32(_mm256_srli_epi64(draws, 32), counts(sets)), 32));
    const auto bit = [&](int i) {
      return static_cast<long long>(_pdep_u64(std::uint64_t{1} << rank[i], set[i]));
    };
    return _mm256_setr_epi64x(bit(0), bit(1), bit(2), bit(3));
  }

 private:
  // Bits set in each word: nibbles by table, then bytes summed.
  static Reg counts(Reg x) {
    const __m256i table = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,  //
                                           0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    const __m256i nibble = _mm256_set1_epi8(0x0f);
    const __m256i low = _mm256_shuffle_epi8(table, _mm256_and_si256(x, nibble));
    const __m256i high = _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi16(x, 4), nibble));
    return _mm256_sad_epu8(_mm256_add_epi8(low, high), _mm256_setzero_si256());
  }
};

}  // namespace turncoat::rules::kernel
