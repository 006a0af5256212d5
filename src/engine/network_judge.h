// NetworkJudge: a policy-value network as the judge of guided searches, looking at one or all of a position's
// eight images. Which image is judged follows from the position and a seed, so the same position gets the
// same answer. One thread calls it; it may use more inside.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "mcts/judge.h"
#include "mcts/zero_player.h"
#include "nn/network.h"
#include "rules/symmetry.h"

namespace turncoat::engine {

nn::Backend backend_for(mcts::Numbers numbers);

class NetworkJudge final : public mcts::Judge {
 public:
  NetworkJudge(std::shared_ptr<const nn::Network> network, mcts::Symmetries symmetries, int threads,
               std::uint64_t seed);

  // Requires positions of the network's board size.
  void judge(std::span<const rules::Position> positions, std::span<mcts::Judgement> judgements) override;

 private:
  void evaluate();

  int size_;
  mcts::Symmetries symmetries_;
  std::uint64_t seed_;
  std::vector<nn::Evaluator> evaluators_;  // one for each thread
  std::vector<nn::Input> inputs_;
  std::vector<nn::Output> outputs_;
  std::vector<rules::Symmetry> images_;  // of the inputs
};

}  // namespace turncoat::engine
