// The arithmetic of guided search: PUCT, Gumbel noise, sequential halving, completed values and the policy
// they improve (Danihelka et al., "Policy improvement by planning with Gumbel", 2022). No tree here.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/rng.h"

namespace turncoat::mcts {

// What is known of one move of a node. Values lie in [-1, 1], from the node's mover's side.
struct Arm {
  double prior = 0;  // of all moves they sum to 1
  double logit = 0;
  double visits = 0;
  double value = 0;  // the mean; means nothing without visits
};

// Q + c P sqrt(sum of N) / (1 + N), as the AlphaZero papers have it.
double puct(const Arm& arm, double value, double c, double all_visits);

std::vector<double> softmax(std::span<const double> logits);

// A value for moves without visits: the node's own judgement and its visited moves' values, mixed by visits.
double mixed_value(std::span<const Arm> arms, double own_value);

// How much a value weighs against logits: sigma(q) = (c_visit + most visits) c_scale q.
struct ValueScale {
  double c_visit = 50;
  double c_scale = 0.5;

  double factor(std::span<const Arm> arms) const;
};

// softmax(logit + sigma(completed value)): at least as good as the priors, whatever was visited.
std::vector<double> improved_policy(std::span<const Arm> arms, double own_value, const ValueScale& scale);

// For each simulation the number of visits that a root move must have to be its turn: sequential halving over
// `considered` moves with this many simulations in all.
std::vector<int> halving_schedule(int considered, int simulations);

// A draw from Gumbel(0, 1).
double gumbel(Rng& rng);

// A draw from the symmetric Dirichlet distribution.
std::vector<double> dirichlet(std::size_t count, double alpha, Rng& rng);

// Kullback-Leibler divergence of `prior` from `target`, in nats: how much the search surprised the priors.
double surprise(std::span<const double> target, std::span<const double> prior);

}  // namespace turncoat::mcts
