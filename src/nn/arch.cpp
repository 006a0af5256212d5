#include "nn/arch.h"

#include <array>
#include <optional>
#include <utility>

#include "base/check.h"
#include "base/text.h"

namespace turncoat::nn {

namespace {

constexpr int kMostBlocks = 40;
constexpr int kMostChannels = 512;

enum class Pooling { None, Squeeze, Global };

// Adds layers, tensors and steps to an Arch, one after the other.
class Builder {
 public:
  explicit Builder(Arch& arch) : arch_(arch) { tensor(kPlanes, true); }

  int channels(int from) const { return arch_.tensors[static_cast<std::size_t>(from)].channels; }

  struct ConvOptions {
    bool norm = true;
    Activation act = Activation::Relu;
    int add = Step::kNone;
    int by = Step::kNone;
    bool relu_before_add = false;
  };
  int conv(const std::string& name, int from, int out, int kernel, const ConvOptions& options) {
    const int layer =
        add_layer({.name = name, .out = out, .in = channels(from), .kernel = kernel, .norm = options.norm});
    return step({.op = Op::Conv,
                 .layer = layer,
                 .from = from,
                 .to = tensor(out, true),
                 .add = options.add,
                 .by = options.by,
                 .relu_before_add = options.relu_before_add,
                 .act = options.act});
  }

  int linear(const std::string& name, int from, int out, bool norm, Activation act) {
    const Tensor& source = arch_.tensors[static_cast<std::size_t>(from)];
    const int in = source.channels * (source.board ? arch_.squares() : 1);
    const int layer = add_layer({.name = name, .out = out, .in = in, .kernel = 0, .norm = norm});
    return step({.op = Op::Linear, .layer = layer, .from = from, .to = tensor(out, false), .act = act});
  }

  int pooled(Op op, int from) {
    const int out = channels(from) * (op == Op::MeanMax ? 2 : 1);
    return step({.op = op, .from = from, .to = tensor(out, false)});
  }

  int scaled(int from, int by, int add) {
    return step({.op = Op::Scale,
                 .from = from,
                 .to = tensor(channels(from), true),
                 .add = add,
                 .by = by,
                 .act = Activation::Relu});
  }

 private:
  int tensor(int out, bool board) {
    arch_.tensors.push_back({out, board});
    return static_cast<int>(arch_.tensors.size()) - 1;
  }
  int add_layer(Layer layer) {
    arch_.layers.push_back(std::move(layer));
    return static_cast<int>(arch_.layers.size()) - 1;
  }
  int step(const Step& step) {
    arch_.steps.push_back(step);
    return step.to;
  }

  Arch& arch_;
};

// The stem is ours: the seed's text begins with 16 channels and does not say how they are made.
void build_seed_004(Arch& arch) {
  constexpr std::array kChannels = {16, 32, 64, 128, 128, 128};
  Builder build(arch);
  int trunk = build.conv("stem", 0, kChannels[0], 3, {});
  for (std::size_t i = 1; i < kChannels.size(); ++i) {
    const int out = kChannels[i];
    const int inner = build.conv(fmt::format("block{}.conv1", i), trunk, out, 3, {});
    const int skip = build.channels(trunk) == out ? trunk
                                                  : build.conv(fmt::format("block{}.skip", i), trunk, out, 1,
                                                               {.norm = false, .act = Activation::None});
    trunk =
        build.conv(fmt::format("block{}.conv2", i), inner, out, 3, {.add = skip, .relu_before_add = true});
  }
  const auto head = [&](const std::string& name, int out, Activation act) {
    const int planes = build.conv(name + ".conv", trunk, 16, 1, {.act = Activation::None});
    const int hidden = build.linear(name + ".hidden", planes, 256, true, Activation::None);
    return build.linear(name + ".out", hidden, out, false, act);
  };
  arch.policy = head("policy", arch.moves(), Activation::None);
  arch.value = head("value", 1, Activation::Tanh);
}

int build_block(Builder& build, const std::string& name, int trunk, Pooling pooling) {
  const int channels = build.channels(trunk);
  const int inner = build.conv(name + ".conv1", trunk, channels, 3, {});
  if (pooling == Pooling::Squeeze) {
    const int outer = build.conv(name + ".conv2", inner, channels, 3, {.act = Activation::None});
    const int mean = build.pooled(Op::Mean, outer);
    const int squeezed =
        build.linear(name + ".squeeze", mean, std::max(channels / 4, 4), false, Activation::Relu);
    const int factors = build.linear(name + ".excite", squeezed, channels, false, Activation::Sigmoid);
    return build.scaled(outer, factors, trunk);
  }
  int by = Step::kNone;
  if (pooling == Pooling::Global) {
    const int all = build.pooled(Op::MeanMax, inner);
    by = build.linear(name + ".pool", all, channels, false, Activation::None);
  }
  return build.conv(name + ".conv2", inner, channels, 3, {.add = trunk, .by = by});
}

// Heads that see the trunk through few planes: the policy stays a convolution, which shares what it learns
// between squares; value and score are read off the whole board at once.
void build_blocks(Arch& arch, int blocks, int channels, Pooling pooling, bool auxiliary) {
  constexpr int kPolicyPlanes = 32;
  constexpr int kValuePlanes = 16;
  constexpr int kValueHidden = 64;
  Builder build(arch);
  int trunk = build.conv("stem", 0, channels, 3, {});
  for (int i = 1; i <= blocks; ++i) trunk = build_block(build, fmt::format("block{}", i), trunk, pooling);

  const int policy = build.conv("policy.conv", trunk, kPolicyPlanes, 1, {});
  arch.policy = build.conv("policy.out", policy, 1, 1, {.norm = false, .act = Activation::None});
  const int planes = build.conv("value.conv", trunk, kValuePlanes, 1, {});
  const int hidden = build.linear("value.hidden", planes, kValueHidden, false, Activation::Relu);
  arch.value = build.linear("value.out", hidden, 1, false, Activation::Tanh);
  if (!auxiliary) return;
  arch.score = build.linear("score.out", hidden, 1, false, Activation::Tanh);
  arch.ownership = build.conv("ownership.out", trunk, 1, 1, {.norm = false, .act = Activation::Tanh});
}

}  // namespace

std::string_view arch_help() {
  return "BxC (B residual blocks of C channels, such as 6x64), then perhaps -se (squeeze and excitation) or "
         "-gp "
         "(global pooling), then perhaps -bare (no score and ownership heads); or seed-004";
}

Result<Arch> Arch::parse(std::string_view name, int size) {
  if (size < kMinBoard || size > kMaxBoard || size % 2 != 0) {
    return fail(Error::Code::Range, "networks are for even boards from {} to {}, not for size {}", kMinBoard,
                kMaxBoard, size);
  }
  Arch arch;
  arch.size = size;
  arch.name = name;
  if (name == "seed-004") {
    build_seed_004(arch);
    return arch;
  }
  const auto refuse = [&](std::string_view why) {
    return fail(Error::Code::Parse, "no architecture {}: {}; give {}", quote(name), why, arch_help());
  };
  std::vector<std::string_view> parts = split(name, '-');
  const std::vector<std::string_view> numbers = split(parts[0], 'x');
  if (numbers.size() != 2) return refuse("it does not begin with BxC");
  const auto blocks = parse_uint(numbers[0]);
  const auto channels = parse_uint(numbers[1]);
  if (!blocks || !channels) return refuse("it does not begin with BxC");
  if (*blocks < 1 || *blocks > kMostBlocks) return refuse(fmt::format("1 to {} blocks", kMostBlocks));
  if (*channels < 8 || *channels > kMostChannels || *channels % 8 != 0) {
    return refuse(fmt::format("channels are a multiple of 8, from 8 to {}", kMostChannels));
  }
  Pooling pooling = Pooling::None;
  bool auxiliary = true;
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const std::string_view part = parts[i];
    if ((part == "se" || part == "gp") && i == 1) {
      pooling = part == "se" ? Pooling::Squeeze : Pooling::Global;
    } else if (part == "bare" && auxiliary) {
      auxiliary = false;
    } else {
      return refuse(fmt::format("{} is not an option here", quote(part)));
    }
  }
  // Numbers such as "06" have one spelling only, so that equal names mean equal networks.
  arch.name = fmt::format("{}x{}{}{}", *blocks, *channels,
                          pooling == Pooling::Squeeze  ? "-se"
                          : pooling == Pooling::Global ? "-gp"
                                                       : "",
                          auxiliary ? "" : "-bare");
  build_blocks(arch, static_cast<int>(*blocks), static_cast<int>(*channels), pooling, auxiliary);
  return arch;
}

std::size_t Arch::parameters() const {
  std::size_t sum = 0;
  for (const Layer& layer : layers) sum += layer.weights() + static_cast<std::size_t>(layer.out);
  return sum;
}

std::size_t Arch::macs() const {
  std::size_t sum = 0;
  for (const Layer& layer : layers) {
    sum += layer.weights() * static_cast<std::size_t>(layer.kernel == 0 ? 1 : squares());
  }
  return sum;
}

}  // namespace turncoat::nn
