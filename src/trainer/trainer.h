// Trainer: a network in training: its weights, the optimiser's memory and the average of past weights.
// Stochastic gradient descent with momentum, through libtorch; nothing of libtorch is seen here. Same seed,
// samples and thread count: the same weights, also across format_state() and parse_state().
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "nn/input.h"
#include "nn/sample.h"
#include "nn/weights.h"

namespace turncoat::trainer {

struct StepOptions {
  double learning_rate = 0.02;
  double momentum = 0.9;
  double weight_decay = 1e-4;  // of weights only: biases and normalisation are left alone
  double average = 0.999;      // how much of the average of past weights each step keeps; 0: no average
  double policy_weight = 1;    // of each part of the loss
  double value_weight = 1;
  double score_weight = 0.25;
  double ownership_weight = 0.25;
};

// Means over the batch; total is their weighted sum.
struct Losses {
  double total = 0;
  double policy = 0;  // cross-entropy, in nats
  double value = 0;   // squared errors
  double score = 0;
  double ownership = 0;  // mean over the squares
};

struct RawOutput {
  std::vector<float> logits;  // one for each square
  float value = 0;
  float score = 0;
  std::vector<float> ownership;
};

// How 3x3 convolutions are computed; both give the same up to rounding.
enum class Convolutions { Fastest, Libtorch };

// Threads that libtorch uses, in the whole process.
void set_threads(int threads);

class Trainer {
 public:
  // Random weights.
  Trainer(const nn::Arch& arch, std::uint64_t seed);
  // A network that was trained before, to train on; its optimiser begins anew. Same answers as the weights'.
  explicit Trainer(const nn::Weights& weights);
  ~Trainer();
  Trainer(Trainer&&) noexcept;
  Trainer& operator=(Trainer&&) noexcept;

  // Everything, in bytes with a checksum. `source` is named in errors.
  std::string format_state() const;
  static Result<Trainer> parse_state(std::string_view bytes, const std::string& source);

  const nn::Arch& arch() const;
  std::uint64_t steps() const;  // done so far

  void use(Convolutions which);

  // One step on one batch. An error when libtorch fails, or when the loss is no number any more.
  Result<Losses> step(std::span<const nn::Sample> samples, const StepOptions& options);

  // Normalisation folded in. The averaged ones play better; before the first step they are the same.
  nn::Weights weights() const;
  nn::Weights averaged_weights() const;

  // By libtorch, with the weights() of now.
  std::vector<RawOutput> evaluate(std::span<const nn::Input> inputs) const;

 private:
  struct Body;
  explicit Trainer(std::unique_ptr<Body> body);
  std::unique_ptr<Body> body_;
};

}  // namespace turncoat::trainer
