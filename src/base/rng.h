// Rng: xoshiro256+ seeded through splitmix64. Fast, small, reproducible on every machine; not for secrets.
// Parallel work takes one stream per work item (`Rng::stream(seed, item)`), never one per thread, so that the
// result of a run does not depend on how many threads made it.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace turncoat {

constexpr std::uint64_t splitmix64(std::uint64_t& state) {
  std::uint64_t z = (state += 0x9e3779b97f4a7c15ULL);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

// A seed for item `index` of a run: neighbouring seeds and indices give unrelated values.
constexpr std::uint64_t derive_seed(std::uint64_t seed, std::uint64_t index) {
  std::uint64_t state = seed;
  std::uint64_t mixed = splitmix64(state) ^ (index * 0xd1342543de82ef95ULL);
  return splitmix64(mixed);
}

class Rng {
 public:
  using result_type = std::uint64_t;

  constexpr explicit Rng(std::uint64_t seed) {
    for (std::uint64_t& word : state_) word = splitmix64(seed);
  }
  static constexpr Rng stream(std::uint64_t seed, std::uint64_t index) {
    return Rng(derive_seed(seed, index));
  }

  // Continues where a generator with this state() stood.
  static constexpr Rng from_state(const std::array<std::uint64_t, 4>& state) {
    Rng rng(0);
    rng.state_ = state;
    return rng;
  }

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return ~result_type{0}; }

  // The low bits are weaker than the high ones: take numbers from the top.
  constexpr result_type operator()() {
    const std::uint64_t result = state_[0] + state_[3];
    const std::uint64_t t = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= t;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  // Uniform in [0, n); n > 0. Multiply-shift: biased by less than n / 2^32.
  constexpr std::uint32_t below(std::uint32_t n) {
    return static_cast<std::uint32_t>(((*this)() >> 32) * n >> 32);
  }

  // Uniform in [0, 1).
  constexpr double uniform() { return static_cast<double>((*this)() >> 11) * 0x1p-53; }

  constexpr const std::array<std::uint64_t, 4>& state() const { return state_; }

 private:
  std::array<std::uint64_t, 4> state_{};
};

}  // namespace turncoat
