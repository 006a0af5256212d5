// Network: weights made ready for inference, immutable, shared by all who ask it. Evaluator: one worker's own
// tensors and primitives; it computes with one thread, the caller's. One Evaluator per thread.
// An answer does not depend on the batch it was asked in, up to rounding.
#pragma once

#include <filesystem>
#include <memory>
#include <span>

#include "base/error.h"
#include "nn/input.h"
#include "nn/weights.h"

namespace turncoat::nn {

enum class Backend {
  Auto,       // the fastest here that computes in 32-bit floats
  OneDnn,     // all layers by oneDNN
  Winograd,   // 3x3 convolutions by our own kernel (nn/winograd.h), the rest by oneDNN
  Reference,  // plain loops; slow
};

class Network {
 public:
  static constexpr int kMostPositions = 32;  // computed at once; larger batches are cut

  explicit Network(Weights weights, Backend backend = Backend::Auto);
  ~Network();
  Network(const Network&) = delete;
  Network& operator=(const Network&) = delete;

  static Result<std::shared_ptr<const Network>> load(const std::filesystem::path& path,
                                                     Backend backend = Backend::Auto);

  const Arch& arch() const;
  const Weights& weights() const;
  Backend backend() const;  // never Auto

 private:
  friend class Evaluator;
  struct Prepared;
  std::unique_ptr<const Prepared> prepared_;
};

class Evaluator {
 public:
  explicit Evaluator(std::shared_ptr<const Network> network);
  ~Evaluator();
  Evaluator(Evaluator&&) noexcept;
  Evaluator& operator=(Evaluator&&) noexcept;

  const Network& network() const { return *network_; }

  // Requires as many outputs as positions, all on the network's board size.
  void evaluate(std::span<const Input> inputs, std::span<Output> outputs);
  void evaluate(std::span<const rules::Position> positions, std::span<Output> outputs);

 private:
  struct Worker;
  std::shared_ptr<const Network> network_;
  std::unique_ptr<Worker> worker_;
};

}  // namespace turncoat::nn
