#include "nn/grow.h"

#include <algorithm>
#include <string>

#include "base/text.h"

namespace turncoat::nn {

namespace {

std::size_t numbers_per_input(const Layer& layer) {
  return static_cast<std::size_t>(layer.kernel == 0 ? 1 : layer.kernel * layer.kernel);
}

// Outputs that were there keep their weights and do not listen to new inputs; new outputs stay random. Inputs
// are counted from the first, as channels are: a board read by a linear layer stands channel by channel.
void put_into(const Layer& small, const LayerWeights& old, const Layer& large, LayerWeights& fresh) {
  const auto rows = static_cast<std::size_t>(small.out);
  const std::size_t known = static_cast<std::size_t>(small.in) * numbers_per_input(small);
  const std::size_t wide = static_cast<std::size_t>(large.in) * numbers_per_input(large);
  for (std::size_t row = 0; row < rows; ++row) {
    const auto to = fresh.weight.begin() + static_cast<std::ptrdiff_t>(row * wide);
    const auto from = old.weight.begin() + static_cast<std::ptrdiff_t>(row * known);
    std::fill_n(std::copy_n(from, known, to), wide - known, 0.0F);
  }
  std::ranges::copy(old.bias, fresh.bias.begin());
}

// Only a block as a whole can be new without a word in what comes out.
bool of_new_block(const Layer& layer, const Arch& before) {
  const std::string block = layer.name.substr(0, layer.name.find('.') + 1);
  return block.starts_with("block") &&
         std::ranges::none_of(before.layers, [&](const Layer& old) { return old.name.starts_with(block); });
}

bool adds_to_trunk(const Layer& layer) {
  return layer.name.ends_with(".conv2");
}

// Poolings that put all means before all greatest values have their inputs elsewhere in a wider network.
bool pools(const Arch& arch) {
  return std::ranges::any_of(arch.steps, [](const Step& step) { return step.op == Op::MeanMax; });
}

}  // namespace

Result<Weights> grown(const Weights& from, const Arch& to, std::uint64_t seed) {
  if (from.arch == to) return from;
  const auto refuse = [&](std::string_view why) {
    return fail(Error::Code::Conflict, "a network {} for size {} does not grow into {} for size {}: {}",
                from.arch.name, from.arch.size, to.name, to.size, why);
  };
  if (from.arch.size != to.size) return refuse("another board");
  if (pools(from.arch)) return refuse("global pooling cannot be widened");

  Weights weights = random_weights(to, seed);
  weights.about = fmt::format("grown from {}: {}", from.arch.name, from.about);
  std::size_t found = 0;
  for (std::size_t i = 0; i < to.layers.size(); ++i) {
    const Layer& large = to.layers[i];
    LayerWeights& fresh = weights.layers[i];
    const auto same = std::ranges::find(from.arch.layers, large.name, &Layer::name);
    if (same == from.arch.layers.end()) {
      if (!of_new_block(large, from.arch)) return refuse(fmt::format("{} is new", large.name));
      std::ranges::fill(fresh.bias, 0.0F);
      if (adds_to_trunk(large)) std::ranges::fill(fresh.weight, 0.0F);
      continue;
    }
    ++found;
    if (same->kernel != large.kernel || same->norm != large.norm || same->out > large.out ||
        same->in > large.in) {
      return refuse(fmt::format("{} is smaller or of another kind", large.name));
    }
    put_into(*same, from.layers[static_cast<std::size_t>(same - from.arch.layers.begin())], large, fresh);
  }
  if (found != from.arch.layers.size()) return refuse("it has parts that the other has not");
  return weights;
}

}  // namespace turncoat::nn
