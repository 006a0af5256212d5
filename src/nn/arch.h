// Arch: the shape of a policy-value network, named by a short text such as "6x64" or "seed-004", for one
// board size. It lists the layers that carry weights and the steps that make outputs of inputs; the
// reference, the fast inference and the trainer all follow these two lists. It holds no weights. Planes in:
// mover's discs, other's discs, mover's legal moves, ones. Values out are from the mover's side.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace turncoat::nn {

inline constexpr int kMinBoard = 4;
inline constexpr int kMaxBoard = 12;
inline constexpr int kPlanes = 4;

// A layer with weights. `kernel` is the side of a convolution, 0 of a linear layer. The weights of an output
// stand together: out, in, row, column. A convolution or linear layer with `norm` is trained with batch
// normalisation behind it, which the weight file holds folded in.
struct Layer {
  std::string name;
  int out = 0;
  int in = 0;
  int kernel = 0;
  bool norm = false;

  std::size_t weights() const {
    return static_cast<std::size_t>(out) * static_cast<std::size_t>(in) *
           static_cast<std::size_t>(kernel == 0 ? 1 : kernel * kernel);
  }
  friend bool operator==(const Layer&, const Layer&) = default;
};

enum class Activation { None, Relu, Tanh, Sigmoid };

// What makes one tensor out of others. A tensor is channels x size x size, or a vector of channels.
enum class Op {
  Conv,     // to = act(pre(conv(from)) + add); `bias` is a vector added to conv(from) channel by channel
  Linear,   // to = act(layer(from)); a board tensor is read channel by channel, row by row
  Mean,     // to = mean of each channel of from
  MeanMax,  // to = the means of all channels, then their greatest values
  Scale,    // to = act(from * by + add); `by` is a vector, one factor for each channel
};

struct Step {
  static constexpr int kNone = -1;
  Op op = Op::Conv;
  int layer = kNone;  // in Arch::layers
  int from = kNone;   // tensors, by number in Arch::tensors
  int to = kNone;
  int add = kNone;
  int by = kNone;  // the vector of Scale, or the bias vector of Conv
  bool relu_before_add = false;
  Activation act = Activation::None;
};

struct Tensor {
  int channels = 0;
  bool board = true;  // channels x size x size; else a vector
};

struct Arch {
  std::string name;  // canonical; parse(name, size) gives the same Arch
  int size = 8;
  std::vector<Layer> layers;
  std::vector<Tensor> tensors;  // number 0 is the input
  std::vector<Step> steps;
  // Tensors that hold the outputs. Policy: one logit for each square, in reading order, and perhaps one for
  // the pass behind them; value and score: one number in [-1, 1]; ownership: one for each square.
  int policy = Step::kNone;
  int value = Step::kNone;
  int score = Step::kNone;      // kNone when the network has none
  int ownership = Step::kNone;  // kNone when the network has none

  // "BxC": B residual blocks of C channels; then "-se" for squeeze and excitation or "-gp" for global pooling
  // in every block, then "-bare" for no auxiliary heads. Or "seed-004".
  static Result<Arch> parse(std::string_view name, int size);

  int squares() const { return size * size; }
  int moves() const { return squares() + 1; }
  bool has_score() const { return score != Step::kNone; }
  bool has_ownership() const { return ownership != Step::kNone; }
  // Weights and biases, batch normalisation folded in: what a weight file holds.
  std::size_t parameters() const;
  // Multiplications and additions of one position, a fused pair counted once.
  std::size_t macs() const;

  friend bool operator==(const Arch& a, const Arch& b) { return a.name == b.name && a.size == b.size; }
};

// For help texts: what parse() takes.
std::string_view arch_help();

}  // namespace turncoat::nn
