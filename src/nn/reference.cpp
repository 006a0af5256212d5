#include "nn/reference.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace turncoat::nn {

namespace {

using Values = std::vector<double>;

double activated(double x, Activation act) {
  switch (act) {
    case Activation::None:
      return x;
    case Activation::Relu:
      return std::max(x, 0.0);
    case Activation::Tanh:
      return std::tanh(x);
    case Activation::Sigmoid:
      return 1 / (1 + std::exp(-x));
  }
  return x;
}

class Run {
 public:
  explicit Run(const Weights& weights)
      : weights_(weights),
        arch_(weights.arch),
        size_(static_cast<std::size_t>(arch_.size)),
        tensors_(arch_.tensors.size()) {}

  Values& at(int tensor) { return tensors_[static_cast<std::size_t>(tensor)]; }

  void step(const Step& step) {
    switch (step.op) {
      case Op::Conv:
        return conv(step);
      case Op::Linear:
        return linear(step);
      case Op::Mean:
      case Op::MeanMax:
        return pool(step);
      case Op::Scale:
        return scale(step);
    }
  }

 private:
  std::size_t squares() const { return size_ * size_; }

  // Zero outside the board.
  double correlation(const float* kernel, std::size_t side, const double* plane, std::size_t row,
                     std::size_t column) const {
    double sum = 0;
    const std::size_t half = side / 2;
    for (std::size_t i = 0; i < side; ++i) {
      for (std::size_t j = 0; j < side; ++j) {
        const std::size_t y = row + i - half;  // wraps below zero, and is then too large
        const std::size_t x = column + j - half;
        if (y < size_ && x < size_) sum += double{kernel[i * side + j]} * plane[y * size_ + x];
      }
    }
    return sum;
  }

  void conv(const Step& step) {
    const Layer& layer = arch_.layers[static_cast<std::size_t>(step.layer)];
    const LayerWeights& numbers = weights_.layers[static_cast<std::size_t>(step.layer)];
    const Values& from = at(step.from);
    const auto in = static_cast<std::size_t>(layer.in);
    const auto out = static_cast<std::size_t>(layer.out);
    const auto side = static_cast<std::size_t>(layer.kernel);
    Values to(out * squares());
    for (std::size_t o = 0; o < out; ++o) {
      const double bias = double{numbers.bias[o]} + (step.by == Step::kNone ? 0 : at(step.by)[o]);
      for (std::size_t square = 0; square < squares(); ++square) {
        double sum = bias;
        for (std::size_t i = 0; i < in; ++i) {
          sum += correlation(&numbers.weight[(o * in + i) * side * side], side, &from[i * squares()],
                             square / size_, square % size_);
        }
        if (step.relu_before_add) sum = std::max(sum, 0.0);
        if (step.add != Step::kNone) sum += at(step.add)[o * squares() + square];
        to[o * squares() + square] = activated(sum, step.act);
      }
    }
    at(step.to) = std::move(to);
  }

  void linear(const Step& step) {
    const LayerWeights& numbers = weights_.layers[static_cast<std::size_t>(step.layer)];
    const Values& from = at(step.from);
    Values to(numbers.bias.begin(), numbers.bias.end());
    for (std::size_t o = 0; o < to.size(); ++o) {
      for (std::size_t i = 0; i < from.size(); ++i)
        to[o] += double{numbers.weight[o * from.size() + i]} * from[i];
      to[o] = activated(to[o], step.act);
    }
    at(step.to) = std::move(to);
  }

  void pool(const Step& step) {
    const Values& from = at(step.from);
    const std::size_t channels = from.size() / squares();
    Values to(channels);
    for (std::size_t c = 0; c < channels; ++c) {
      for (std::size_t square = 0; square < squares(); ++square) to[c] += from[c * squares() + square];
      to[c] /= static_cast<double>(squares());
    }
    if (step.op == Op::MeanMax) {
      for (std::size_t c = 0; c < channels; ++c) {
        const auto begin = from.begin() + static_cast<std::ptrdiff_t>(c * squares());
        to.push_back(*std::max_element(begin, begin + static_cast<std::ptrdiff_t>(squares())));
      }
    }
    at(step.to) = std::move(to);
  }

  void scale(const Step& step) {
    const Values& from = at(step.from);
    Values to(from.size());
    for (std::size_t i = 0; i < to.size(); ++i) {
      const double sum =
          from[i] * at(step.by)[i / squares()] + (step.add == Step::kNone ? 0 : at(step.add)[i]);
      to[i] = activated(sum, step.act);
    }
    at(step.to) = std::move(to);
  }

  const Weights& weights_;
  const Arch& arch_;
  std::size_t size_;
  std::vector<Values> tensors_;
};

}  // namespace

ReferenceOutput evaluate_reference(const Weights& weights, const Input& input) {
  const Arch& arch = weights.arch;
  Run run(weights);
  std::vector<float> planes(static_cast<std::size_t>(kPlanes * arch.squares()));
  write_planes(input, arch.size, planes);
  run.at(0).assign(planes.begin(), planes.end());
  for (const Step& step : arch.steps) run.step(step);

  ReferenceOutput result;
  result.logits = run.at(arch.policy);
  const std::vector<float> logits(result.logits.begin(), result.logits.end());
  legal_softmax(input, arch.size, logits, result.output.policy);
  result.output.value = static_cast<float>(run.at(arch.value)[0]);
  if (arch.has_score()) result.output.score = static_cast<float>(run.at(arch.score)[0]);
  if (arch.has_ownership()) result.ownership = run.at(arch.ownership);
  return result;
}

}  // namespace turncoat::nn
