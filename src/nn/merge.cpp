#include "nn/merge.h"

#include <vector>

#include "base/check.h"
#include "base/rng.h"
#include "rules/kernel/board64.h"

namespace turncoat::nn {

namespace {

struct Image {
  BoardKey key;
  rules::Symmetry symmetry{0};
};

bool less(const BoardKey& a, const BoardKey& b) {
  return a.mover != b.mover ? a.mover.words() < b.mover.words() : a.other.words() < b.other.words();
}

Image smallest_image(const Sample& sample, int size) {
  if (using Lattice = rules::kernel::Lattice64; size <= Lattice::kLargestSize) {
    const auto [board, symmetry] =
        rules::canonical({Lattice::set_of(sample.mover, size), Lattice::set_of(sample.other, size)});
    return {{Lattice::squares_of(board.mover, size), Lattice::squares_of(board.other, size)}, symmetry};
  }
  Image best{{sample.mover, sample.other}, rules::Symmetry(0)};
  for (const rules::Symmetry symmetry : rules::Symmetry::all()) {
    const BoardKey key{symmetry(sample.mover, size), symmetry(sample.other, size)};
    if (less(key, best.key)) best = {key, symmetry};
  }
  return best;
}

// Sums that become a mean.
class Means {
 public:
  explicit Means(std::size_t count) : sums_(count) {}
  void begin(double weight) { weight_ += weight; }
  void add(std::size_t i, double weight, float number) { sums_[i] += weight * double{number}; }
  bool empty() const { return weight_ <= 0; }
  float mean(std::size_t i) const { return static_cast<float>(sums_[i] / weight_); }

 private:
  std::vector<double> sums_;
  double weight_ = 0;
};

}  // namespace

std::size_t BoardKeyHash::operator()(const BoardKey& key) const {
  std::uint64_t state = 0;
  for (const rules::SquareSet& set : {key.mover, key.other}) {
    for (const std::uint64_t word : set.words()) {
      state ^= word;
      state = splitmix64(state);
    }
  }
  return state;
}

BoardKey board_key(const Sample& sample, int size) {
  return smallest_image(sample, size).key;
}

Sample mean_sample(std::span<const Sample> samples, int size) {
  TURNCOAT_CHECK(!samples.empty(), "there is a sample");
  const auto squares = static_cast<std::size_t>(size * size);
  double weights = 0;
  for (const Sample& sample : samples) weights += double{sample.weight};
  Means judgement(2);
  Means policy(squares + 1);
  Means owners(squares);
  std::vector<bool> named(squares + 1);
  Sample merged;
  for (const Sample& sample : samples) {
    const Image image = smallest_image(sample, size);
    const Sample turned = transformed(sample, image.symmetry, size);
    merged.mover = turned.mover;
    merged.other = turned.other;
    // Where nothing has a weight, all have the same.
    const double weight = weights > 0 ? double{sample.weight} : 1;
    judgement.begin(weight);
    judgement.add(0, weight, turned.value);
    judgement.add(1, weight, turned.score);
    if (!turned.policy.empty()) policy.begin(weight);
    for (const MoveShare& move : turned.policy) {
      policy.add(move.move, weight, move.share);
      named[move.move] = true;
    }
    if (!turned.ownership.empty()) owners.begin(weight);
    for (std::size_t i = 0; i < turned.ownership.size(); ++i) owners.add(i, weight, turned.ownership[i]);
  }
  merged.value = judgement.mean(0);
  merged.score = judgement.mean(1);
  merged.weight = static_cast<float>(weights / static_cast<double>(samples.size()));
  for (std::size_t i = 0; i <= squares && !policy.empty(); ++i) {
    if (named[i]) merged.policy.push_back({static_cast<std::uint8_t>(i), policy.mean(i)});
  }
  for (std::size_t i = 0; i < squares && !owners.empty(); ++i) merged.ownership.push_back(owners.mean(i));
  return merged;
}

}  // namespace turncoat::nn
