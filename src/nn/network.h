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
  Integer,    // the same in integers (nn/integer.h): faster, and a little less exact
  Reference,  // plain loops; slow
};

// What the processor can do, beyond what all can.
struct Processor {
  bool winograd = false;
  bool integer = false;

  static Processor here();
};

// The backend that a wanted one becomes there, never Auto. Winograd becomes oneDNN where it must; integers
// were asked for on purpose, so it is an error where they are slower than floats.
Result<Backend> backend_for(Backend wanted, const Processor& processor);

class Network {
 public:
  static constexpr int kMostPositions = 32;  // computed at once; larger batches are cut

  // Requires a backend that backend_for() takes here.
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
