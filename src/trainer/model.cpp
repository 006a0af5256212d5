#include "trainer/model.h"

#include <cmath>
#include <string_view>

#include "base/check.h"
#include "trainer/convolution.h"

namespace turncoat::trainer {

namespace {

constexpr double kEpsilon = 1e-5;   // libtorch's default, in the denominator of a normalisation
constexpr double kObserving = 0.1;  // share of a new batch in the running statistics

at::Tensor activated(const at::Tensor& x, nn::Activation act) {
  switch (act) {
    case nn::Activation::None:
      return x;
    case nn::Activation::Relu:
      return at::relu(x);
    case nn::Activation::Tanh:
      return at::tanh(x);
    case nn::Activation::Sigmoid:
      return at::sigmoid(x);
  }
  return x;
}

std::vector<float> numbers_of(const at::Tensor& tensor) {
  const at::Tensor plain = tensor.detach().contiguous();
  const float* data = plain.data_ptr<float>();
  return {data, data + plain.numel()};
}

at::Tensor tensor_of(const std::vector<float>& numbers, at::IntArrayRef shape) {
  at::Tensor tensor = at::empty(shape, at::kFloat);
  std::copy(numbers.begin(), numbers.end(), tensor.data_ptr<float>());
  return tensor;
}

// A first answer should be near "all moves alike, an even game".
bool is_output(std::string_view name) {
  return name.ends_with(".out");
}

}  // namespace

Model::Model(const nn::Arch& arch, std::uint64_t seed) : arch_(arch) {
  const nn::Weights random = nn::random_weights(arch, seed);
  for (std::size_t i = 0; i < arch.layers.size(); ++i) {
    const nn::Layer& shape = arch.layers[i];
    const at::Tensor weight = shape.kernel == 0 ? tensor_of(random.layers[i].weight, {shape.out, shape.in})
                                                : tensor_of(random.layers[i].weight,
                                                            {shape.out, shape.in, shape.kernel, shape.kernel})
                                                      .contiguous(at::MemoryFormat::ChannelsLast);
    ModelLayer layer;
    layer.weight = is_output(shape.name) ? at::mul(weight, 0.1) : weight;
    layer.bias = at::zeros({shape.out});
    if (shape.norm) {
      layer.scale = at::ones({shape.out});
      layer.mean = at::zeros({shape.out});
      layer.variance = at::ones({shape.out});
    }
    layers_.push_back(std::move(layer));
  }
  for (at::Tensor& parameter : parameters()) parameter.set_requires_grad(true);
}

Model::Model(const nn::Weights& weights, const at::Tensor& planes) : Model(weights.arch, 0) {
  const at::NoGradGuard no_gradients;
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    ModelLayer& layer = layers_[i];
    at::Tensor weight = tensor_of(weights.layers[i].weight, layer.weight.sizes());
    if (layer.scale.defined()) {
      // An output without weights says nothing yet. It keeps random ones, which the scale holds back: that
      // is where learning begins.
      const at::Tensor silent = weight.flatten(1).abs().amax(1) == 0;
      layer.scale.masked_fill_(silent, 0);
      weight = at::where(silent.view({-1, 1}), layer.weight.flatten(1), weight.flatten(1)).view_as(weight);
    }
    layer.weight.copy_(weight);
    layer.bias.copy_(tensor_of(weights.layers[i].bias, layer.bias.sizes()));
  }
  run_all(planes, Pass::Unfold);
}

Model Model::copy() const {
  Model model = *this;
  for (ModelLayer& layer : model.layers_) {
    for (at::Tensor* tensor : {&layer.weight, &layer.bias, &layer.scale, &layer.mean, &layer.variance}) {
      if (tensor->defined()) *tensor = tensor->detach().clone();
    }
  }
  return model;
}

std::vector<at::Tensor> Model::parameters() const {
  std::vector<at::Tensor> all;
  for (const ModelLayer& layer : layers_) {
    all.push_back(layer.weight);
    all.push_back(layer.bias);
    if (layer.scale.defined()) all.push_back(layer.scale);
  }
  return all;
}

std::vector<at::Tensor> Model::statistics() const {
  std::vector<at::Tensor> all;
  for (const ModelLayer& layer : layers_) {
    if (!layer.mean.defined()) continue;
    all.push_back(layer.mean);
    all.push_back(layer.variance);
  }
  return all;
}

at::Tensor Model::normalised(const ModelLayer& layer, const at::Tensor& x, Pass pass) const {
  if (!layer.scale.defined()) return x;
  if (pass == Pass::Unfold) {
    const auto [variance, mean] =
        at::var_mean(x, x.dim() == 4 ? at::IntArrayRef{0, 2, 3} : at::IntArrayRef{0}, false);
    layer.mean.copy_(mean);
    layer.variance.copy_(variance);
    layer.bias.add_(mean * layer.scale);
    layer.scale.mul_((variance + kEpsilon).sqrt());
  }
  return at::batch_norm(x, layer.scale, layer.bias, layer.mean, layer.variance, pass == Pass::Train,
                        kObserving, kEpsilon, false);
}

at::Tensor Model::run(const nn::Step& step, const std::vector<at::Tensor>& tensors, Pass pass) const {
  const auto at = [&](int tensor) { return tensors[static_cast<std::size_t>(tensor)]; };
  const at::Tensor from = at(step.from);
  switch (step.op) {
    case nn::Op::Conv: {
      const ModelLayer& layer = layers_[static_cast<std::size_t>(step.layer)];
      const at::Tensor bias = layer.scale.defined() ? at::Tensor() : layer.bias;
      const bool fast =
          convolutions_ == Convolutions::Fastest && !bias.defined() && has_fast_convolution(layer.weight);
      at::Tensor x = fast ? fast_convolution(from, layer.weight)
                          : at::conv2d(from, layer.weight, bias, 1, layer.weight.size(2) / 2);
      x = normalised(layer, x, pass);
      if (step.by != nn::Step::kNone) x = x + at(step.by).unsqueeze(-1).unsqueeze(-1);
      if (step.relu_before_add) x = at::relu(x);
      if (step.add != nn::Step::kNone) x = x + at(step.add);
      return activated(x, step.act);
    }
    case nn::Op::Linear: {
      const ModelLayer& layer = layers_[static_cast<std::size_t>(step.layer)];
      const at::Tensor flat = from.dim() == 4 ? from.contiguous().flatten(1) : from;
      const at::Tensor x = at::linear(flat, layer.weight, layer.scale.defined() ? at::Tensor() : layer.bias);
      return activated(normalised(layer, x, pass), step.act);
    }
    case nn::Op::Mean:
      return from.mean({2, 3});
    case nn::Op::MeanMax:
      return at::cat({from.mean({2, 3}), from.amax({2, 3})}, 1);
    case nn::Op::Scale:
      return activated(from * at(step.by).unsqueeze(-1).unsqueeze(-1) + at(step.add), step.act);
  }
  return from;
}

std::vector<at::Tensor> Model::run_all(const at::Tensor& planes, Pass pass) const {
  std::vector<at::Tensor> tensors(arch_.tensors.size());
  tensors[0] = planes.contiguous(at::MemoryFormat::ChannelsLast);
  for (const nn::Step& step : arch_.steps) {
    tensors[static_cast<std::size_t>(step.to)] = run(step, tensors, pass);
  }
  return tensors;
}

ModelOutput Model::forward(const at::Tensor& planes, bool training) const {
  const std::vector<at::Tensor> tensors = run_all(planes, training ? Pass::Train : Pass::Play);
  const auto flat = [&](int number) {
    return number == nn::Step::kNone ? at::Tensor()
                                     : tensors[static_cast<std::size_t>(number)].contiguous().flatten(1);
  };
  ModelOutput output;
  output.logits = flat(arch_.policy).narrow(1, 0, arch_.squares());
  output.value = flat(arch_.value).squeeze(1);
  if (arch_.has_score()) output.score = flat(arch_.score).squeeze(1);
  output.ownership = flat(arch_.ownership);
  return output;
}

nn::Weights Model::folded() const {
  nn::Weights weights{.arch = arch_, .layers = {}, .about = {}};
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    const ModelLayer& layer = layers_[i];
    nn::LayerWeights numbers{.weight = numbers_of(layer.weight), .bias = numbers_of(layer.bias)};
    if (layer.scale.defined()) {
      const std::vector<float> scale = numbers_of(layer.scale);
      const std::vector<float> mean = numbers_of(layer.mean);
      const std::vector<float> variance = numbers_of(layer.variance);
      const std::size_t per_output = numbers.weight.size() / scale.size();
      for (std::size_t o = 0; o < scale.size(); ++o) {
        const double factor = double{scale[o]} / std::sqrt(double{variance[o]} + kEpsilon);
        for (std::size_t k = 0; k < per_output; ++k) {
          float& weight = numbers.weight[o * per_output + k];
          weight = static_cast<float>(double{weight} * factor);
        }
        numbers.bias[o] = static_cast<float>(double{numbers.bias[o]} - double{mean[o]} * factor);
      }
    }
    weights.layers.push_back(std::move(numbers));
  }
  return weights;
}

}  // namespace turncoat::trainer
