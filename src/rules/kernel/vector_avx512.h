// Avx512Words: eight 64-bit words in a register, as rules/playout_batch.h wants them.
// To be included inside an AVX-512 region only (target.h), after <immintrin.h>.
#pragma once

#include <cstdint>

#include <immintrin.h>

namespace turncoat::rules::kernel {

struct Avx512Words {
  using Reg = __m512i;
  static constexpr int kLanes = 8;
  // GCC 12 warns of an undefined operand inside many plain intrinsics; with this mask the same
  // instruction comes out.
  static constexpr __mmask8 kAllLanes = 0xff;

  static Reg load(const std::uint64_t* words) { return _mm512_load_si512(words); }
  static void store(std::uint64_t* words, Reg x) { _mm512_store_si512(words, x); }
  static Reg all(std::uint64_t word) { return _mm512_set1_epi64(static_cast<long long>(word)); }
  static Reg both(Reg a, Reg b) { return _mm512_and_si512(a, b); }
  static Reg either(Reg a, Reg b) { return _mm512_or_si512(a, b); }
  static Reg differ(Reg a, Reg b) { return _mm512_xor_si512(a, b); }
  static Reg without(Reg a, Reg b) { return _mm512_maskz_andnot_epi64(kAllLanes, b, a); }
  static Reg plus(Reg a, Reg b) { return _mm512_add_epi64(a, b); }
  template <int N>
  static Reg left(Reg x) {
    return _mm512_maskz_slli_epi64(kAllLanes, x, N);
  }
  template <int N>
  static Reg right(Reg x) {
    return _mm512_maskz_srli_epi64(kAllLanes, x, N);
  }
  static std::uint64_t empty_lanes(Reg x) { return _mm512_testn_epi64_mask(x, x); }

  static Reg pick(Reg sets, Reg draws) {
    alignas(64) std::uint64_t set[kLanes];
    alignas(64) std::uint64_t rank[kLanes];
    store(set, sets);
    store(rank, right<32>(_mm512_maskz_mul_epu32(kAllLanes, right<32>(draws), counts(sets))));
    const auto bit = [&](int i) {
      return static_cast<long long>(_pdep_u64(std::uint64_t{1} << rank[i], set[i]));
    };
    return _mm512_setr_epi64(bit(0), bit(1), bit(2), bit(3), bit(4), bit(5), bit(6), bit(7));
  }

 private:
  // Bits set in each word: nibbles by table, then bytes summed.
  static Reg counts(Reg x) {
    const __m512i table =
        _mm512_maskz_broadcast_i32x4(0xffff, _mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
    const __m512i nibble = _mm512_set1_epi8(0x0f);
    const __m512i low = _mm512_shuffle_epi8(table, _mm512_and_si512(x, nibble));
    const __m512i high = _mm512_shuffle_epi8(table, _mm512_and_si512(_mm512_srli_epi16(x, 4), nibble));
    return _mm512_sad_epu8(_mm512_add_epi8(low, high), _mm512_setzero_si512());
  }
};

}  // namespace turncoat::rules::kernel
