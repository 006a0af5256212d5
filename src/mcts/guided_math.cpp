#include "mcts/guided_math.h"

#include <algorithm>
#include <cmath>

namespace turncoat::mcts {

namespace {

// In (0, 1): a logarithm of it exists.
double open_uniform(Rng& rng) {
  return (static_cast<double>(rng() >> 12) + 0.5) * 0x1p-52;
}

double normal(Rng& rng) {
  return std::sqrt(-2 * std::log(open_uniform(rng))) * std::cos(2 * M_PI * open_uniform(rng));
}

// Marsaglia and Tsang 2000; for alpha below 1 by their boost.
double gamma_draw(double alpha, Rng& rng) {
  if (alpha < 1) return gamma_draw(alpha + 1, rng) * std::pow(open_uniform(rng), 1 / alpha);
  const double d = alpha - 1.0 / 3;
  const double c = 1 / std::sqrt(9 * d);
  for (;;) {
    const double x = normal(rng);
    const double v = std::pow(1 + c * x, 3);
    if (v > 0 && std::log(open_uniform(rng)) < 0.5 * x * x + d - d * v + d * std::log(v)) return d * v;
  }
}

}  // namespace

double puct(const Arm& arm, double value, double c, double all_visits) {
  return value + c * arm.prior * std::sqrt(all_visits) / (1 + arm.visits);
}

std::vector<double> softmax(std::span<const double> logits) {
  std::vector<double> result(logits.begin(), logits.end());
  if (result.empty()) return result;
  const double most = *std::ranges::max_element(result);
  double sum = 0;
  for (double& p : result) sum += p = std::exp(p - most);
  for (double& p : result) p /= sum;
  return result;
}

double mixed_value(std::span<const Arm> arms, double own_value) {
  double visits = 0;
  double priors = 0;
  double weighted = 0;
  for (const Arm& arm : arms) {
    if (arm.visits <= 0) continue;
    visits += arm.visits;
    priors += arm.prior;
    weighted += arm.prior * arm.value;
  }
  if (priors <= 0) return own_value;
  return (own_value + visits * weighted / priors) / (1 + visits);
}

double ValueScale::factor(std::span<const Arm> arms) const {
  double most = 0;
  for (const Arm& arm : arms) most = std::max(most, arm.visits);
  return (c_visit + most) * c_scale;
}

std::vector<double> improved_policy(std::span<const Arm> arms, double own_value, const ValueScale& scale) {
  const double unknown = mixed_value(arms, own_value);
  const double factor = scale.factor(arms);
  std::vector<double> logits;
  logits.reserve(arms.size());
  for (const Arm& arm : arms) logits.push_back(arm.logit + factor * (arm.visits > 0 ? arm.value : unknown));
  return softmax(logits);
}

std::vector<int> halving_schedule(int considered, int simulations) {
  std::vector<int> schedule;
  if (considered <= 1) {
    for (int i = 0; i < simulations; ++i) schedule.push_back(i);
    return schedule;
  }
  const int phases = static_cast<int>(std::ceil(std::log2(considered)));
  std::vector<int> visits(static_cast<std::size_t>(considered), 0);
  const auto enough = [&] { return static_cast<int>(schedule.size()) >= simulations; };
  while (!enough()) {
    const int rounds = std::max(1, simulations / (phases * considered));
    for (int round = 0; round < rounds && !enough(); ++round) {
      for (int i = 0; i < considered && !enough(); ++i) {
        schedule.push_back(visits[static_cast<std::size_t>(i)]++);
      }
    }
    considered = std::max(2, considered / 2);
  }
  return schedule;
}

double gumbel(Rng& rng) {
  return -std::log(-std::log(open_uniform(rng)));
}

std::vector<double> dirichlet(std::size_t count, double alpha, Rng& rng) {
  std::vector<double> draws(count);
  double sum = 0;
  for (double& draw : draws) sum += draw = gamma_draw(alpha, rng);
  for (double& draw : draws) draw = sum > 0 ? draw / sum : 1 / static_cast<double>(count);
  return draws;
}

double surprise(std::span<const double> target, std::span<const double> prior) {
  constexpr double kLeast = 1e-9;
  double sum = 0;
  for (std::size_t i = 0; i < target.size(); ++i) {
    if (target[i] > 0) sum += target[i] * std::log(target[i] / std::max(prior[i], kLeast));
  }
  return std::max(0.0, sum);
}

}  // namespace turncoat::mcts
