#include "engine/network_judge.h"

#include <algorithm>

#include "base/parallel.h"
#include "base/rng.h"

namespace turncoat::engine {

namespace {

nn::Input image_of(const nn::Input& input, rules::Symmetry symmetry, int size) {
  if (symmetry.number() == 0) return input;
  return {symmetry(input.mover, size), symmetry(input.other, size), symmetry(input.moves, size)};
}

int draw_image(const nn::Input& input, std::uint64_t seed) {
  for (const std::uint64_t word : input.mover.words()) seed = derive_seed(seed, word);
  for (const std::uint64_t word : input.other.words()) seed = derive_seed(seed, word);
  return static_cast<int>(seed >> 61);
}

}  // namespace

nn::Backend backend_for(mcts::Numbers numbers) {
  return numbers == mcts::Numbers::Integer ? nn::Backend::Integer : nn::Backend::Auto;
}

NetworkJudge::NetworkJudge(std::shared_ptr<const nn::Network> network, mcts::Symmetries symmetries,
                           int threads, std::uint64_t seed)
    : size_(network->arch().size), symmetries_(symmetries), seed_(seed) {
  for (int i = 0; i < std::max(1, threads); ++i) evaluators_.emplace_back(network);
}

void NetworkJudge::evaluate() {
  if (outputs_.size() < inputs_.size()) outputs_.resize(inputs_.size());
  const std::size_t parts = std::min(evaluators_.size(), inputs_.size());
  const auto run = [&](std::size_t part) {
    const std::size_t begin = inputs_.size() * part / parts;
    const std::size_t count = inputs_.size() * (part + 1) / parts - begin;
    evaluators_[part].evaluate(std::span<const nn::Input>(inputs_).subspan(begin, count),
                               std::span(outputs_).subspan(begin, count));
  };
  if (parts <= 1) {
    if (parts == 1) run(0);
    return;
  }
  parallel_for(static_cast<int>(parts), parts, [&](std::uint64_t part, int) { run(part); });
}

void NetworkJudge::judge(std::span<const rules::Position> positions, std::span<mcts::Judgement> judgements) {
  inputs_.clear();
  images_.clear();
  for (const rules::Position& position : positions) {
    const nn::Input input(position);
    const bool all = symmetries_ == mcts::Symmetries::All;
    const int drawn = symmetries_ == mcts::Symmetries::Random ? draw_image(input, seed_) : 0;
    for (const rules::Symmetry symmetry : rules::Symmetry::all()) {
      if (!all && symmetry.number() != drawn) continue;
      images_.push_back(symmetry);
      inputs_.push_back(image_of(input, symmetry, size_));
    }
  }
  evaluate();
  const std::size_t each = positions.empty() ? 1 : inputs_.size() / positions.size();
  const auto squares = static_cast<std::size_t>(size_) * static_cast<std::size_t>(size_);
  const auto share = 1 / static_cast<float>(each);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    mcts::Judgement& judgement = judgements[i];
    judgement.value = judgement.score = 0;
    judgement.policy.assign(squares, 0);
    for (std::size_t j = i * each; j < (i + 1) * each; ++j) {
      const nn::Output& output = outputs_[j];
      judgement.value += share * output.value;
      judgement.score += share * output.score * static_cast<float>(squares);
      for (int row = 0; row < size_; ++row) {
        for (int column = 0; column < size_; ++column) {
          const rules::Square seen = images_[j](rules::Square(column, row), size_);
          judgement.policy[static_cast<std::size_t>(row * size_ + column)] +=
              share * output.policy[static_cast<std::size_t>(seen.row() * size_ + seen.column())];
        }
      }
    }
  }
}

}  // namespace turncoat::engine
