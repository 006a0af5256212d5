// Model: the network of an architecture in libtorch's tensors, differentiable. Internal to the trainer: few
// files include libtorch's headers, which take long to compile.
#pragma once

#include <cstdint>
#include <vector>

#include <ATen/ATen.h>

#include "nn/arch.h"
#include "nn/weights.h"
#include "trainer/trainer.h"

namespace turncoat::trainer {

struct ModelLayer {
  at::Tensor weight;
  at::Tensor bias;   // also the shift of a normalisation
  at::Tensor scale;  // of a normalisation, else undefined
  at::Tensor mean;   // running statistics of a normalisation, else undefined
  at::Tensor variance;
};

struct ModelOutput {
  at::Tensor logits;     // batch x squares
  at::Tensor value;      // batch
  at::Tensor score;      // batch; undefined when the network has none
  at::Tensor ownership;  // batch x squares; undefined when the network has none
};

class Model {
 public:
  Model(const nn::Arch& arch, std::uint64_t seed);
  // Weights with normalisation folded in, unfolded again by what these planes make of them: the same answers
  // as before, and layers that are normalised for further training.
  Model(const nn::Weights& weights, const at::Tensor& planes);
  // Its own copy of all numbers, without gradients.
  Model copy() const;

  const nn::Arch& arch() const { return arch_; }
  void use(Convolutions which) { convolutions_ = which; }
  // What is trained, and what is only observed: always in the same order.
  std::vector<at::Tensor> parameters() const;
  std::vector<at::Tensor> statistics() const;

  // Planes are batch x planes x size x size. `training`: normalise by the batch, and observe it.
  ModelOutput forward(const at::Tensor& planes, bool training) const;

  nn::Weights folded() const;

 private:
  enum class Pass { Play, Train, Unfold };
  at::Tensor normalised(const ModelLayer& layer, const at::Tensor& x, Pass pass) const;
  at::Tensor run(const nn::Step& step, const std::vector<at::Tensor>& tensors, Pass pass) const;
  std::vector<at::Tensor> run_all(const at::Tensor& planes, Pass pass) const;

  nn::Arch arch_;
  Convolutions convolutions_ = Convolutions::Fastest;
  std::vector<ModelLayer> layers_;
};

}  // namespace turncoat::trainer
