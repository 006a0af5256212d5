// A 3x3 convolution for libtorch that computes by our own kernel (nn/winograd.h), forwards and backwards, in
// the threads that libtorch has. Internal to the trainer.
#pragma once

#include <ATen/ATen.h>

namespace turncoat::trainer {

// Whether this machine and this layer have it: 3x3, whole groups of eight channels.
bool has_fast_convolution(const at::Tensor& weight);

// Border of one square of zeros, no bias. `x` is batch x channels x size x size.
at::Tensor fast_convolution(const at::Tensor& x, const at::Tensor& weight);

}  // namespace turncoat::trainer
