#include "nn/machine.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>

#include <omp.h>
#include <oneapi/dnnl/dnnl.hpp>

#include "base/check.h"
#include "nn/blocked.h"
#include "nn/network.h"

namespace turncoat::nn {

namespace {

using dnnl::memory;
using Tag = memory::format_tag;

// oneDNN takes its thread count from OpenMP, which keeps one for each thread of the program.
class OneThread {
 public:
  OneThread() : before_(omp_get_max_threads()) { omp_set_num_threads(1); }
  ~OneThread() { omp_set_num_threads(before_); }
  OneThread(const OneThread&) = delete;
  OneThread& operator=(const OneThread&) = delete;

 private:
  int before_;
};

// The memory of each tensor, by number: tensors that are not needed at the same time share. A tensor that a
// convolution adds to another one's values takes that one's place, where oneDNN wants it.
std::vector<std::size_t> share_memory(const Arch& arch) {
  const std::size_t count = arch.tensors.size();
  std::vector<std::size_t> last_use(count, 0);
  for (std::size_t i = 0; i < arch.steps.size(); ++i) {
    const Step& step = arch.steps[i];
    for (const int used : {step.from, step.add, step.by}) {
      if (used != Step::kNone) last_use[static_cast<std::size_t>(used)] = i;
    }
  }
  for (const int kept : {arch.policy, arch.value, arch.score, arch.ownership}) {
    if (kept != Step::kNone) last_use[static_cast<std::size_t>(kept)] = arch.steps.size();
  }
  std::vector<std::size_t> places(count, 0);
  std::vector<std::optional<std::size_t>> owner = {0};  // of each place
  for (std::size_t i = 0; i < arch.steps.size(); ++i) {
    const Step& step = arch.steps[i];
    const auto to = static_cast<std::size_t>(step.to);
    if (step.add != Step::kNone && last_use[static_cast<std::size_t>(step.add)] == i) {
      places[to] = places[static_cast<std::size_t>(step.add)];
    } else {
      const auto free = std::find(owner.begin(), owner.end(), std::nullopt);
      places[to] = static_cast<std::size_t>(free - owner.begin());
      if (free == owner.end()) owner.emplace_back();
    }
    owner[places[to]] = to;
    for (std::optional<std::size_t>& tensor : owner) {
      if (tensor && *tensor != to && last_use[*tensor] <= i) tensor.reset();
    }
  }
  return places;
}

}  // namespace

WinogradLayers winograd_layers(const Weights& weights) {
  WinogradLayers layers(weights.layers.size());
  for (std::size_t i = 0; i < layers.size(); ++i) {
    const Layer& layer = weights.arch.layers[i];
    if (layer.kernel != 3) continue;
    const KernelView<const float> kernels{
        .data = weights.layers[i].weight.data(), .out = 9 * layer.in, .in = 9, .row = 3, .column = 1};
    layers[i] =
        std::make_unique<const WinogradLayer>(kernels, static_cast<std::size_t>(layer.in),
                                              static_cast<std::size_t>(layer.out), weights.layers[i].bias);
  }
  return layers;
}

class Machine::Body {
 public:
  Body(const Weights& weights, const WinogradLayers& winograd, const IntegerLayers& integers)
      : weights_(weights),
        arch_(weights.arch),
        winograd_(winograd),
        integers_(integers),
        places_(share_memory(weights.arch)),
        engine_(dnnl::engine::kind::cpu, 0),
        stream_(engine_),
        scratch_(widest()),
        integer_scratch_(integers.layers.empty() ? 0 : widest()) {
    std::vector<std::size_t> sizes(1 + *std::max_element(places_.begin(), places_.end()), 0);
    for (std::size_t i = 0; i < places_.size(); ++i) {
      sizes[places_[i]] = std::max(sizes[places_[i]], numbers_of(static_cast<int>(i)));
    }
    for (const std::size_t size : sizes) memory_.emplace_back(size * Network::kMostPositions);
    if (integers_.layers.empty()) return;
    std::ranges::fill(sizes, 0);
    for (std::size_t i = 0; i < places_.size(); ++i) {
      if (!has_integers(static_cast<int>(i))) continue;
      const std::size_t size = integer::whole_groups(channels_of(static_cast<int>(i))) * squares();
      sizes[places_[i]] = std::max(sizes[places_[i]], size);
    }
    for (const std::size_t size : sizes) integer_memory_.emplace_back(size * Network::kMostPositions);
  }

  void run(std::span<const Input> inputs, std::span<Output> outputs) {
    const OneThread one_thread;
    const std::size_t each = numbers_of(0);
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      write_blocked_planes(inputs[i], arch_.size, at(0) + i * each);
    }
    if (has_integers(0)) round(0, inputs.size());
    for (const Stage& stage : stages_for(inputs.size())) stage(inputs.size());
    stream_.wait();
    const std::size_t logits = numbers_of(arch_.policy);
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      outputs[i].value = at(arch_.value)[i];
      outputs[i].score = arch_.has_score() ? at(arch_.score)[i] : 0;
      legal_softmax(inputs[i], arch_.size, {at(arch_.policy) + i * logits, logits}, outputs[i].policy);
    }
  }

  std::vector<float> greatest(std::span<const Input> inputs) {
    watched_.emplace(arch_.tensors.size(), 0.0F);
    stages_.clear();
    std::vector<Output> outputs(Network::kMostPositions);
    for (std::size_t begin = 0; begin < inputs.size(); begin += outputs.size()) {
      const std::size_t count = std::min(outputs.size(), inputs.size() - begin);
      run(inputs.subspan(begin, count), std::span(outputs).first(count));
    }
    stages_.clear();
    return *std::exchange(watched_, std::nullopt);
  }

 private:
  using Stage = std::function<void(std::size_t positions)>;
  using Stages = std::vector<Stage>;

  const Tensor& tensor(int number) const { return arch_.tensors[static_cast<std::size_t>(number)]; }
  float* at(int number) { return memory_[places_[static_cast<std::size_t>(number)]].data(); }
  std::size_t squares() const { return static_cast<std::size_t>(arch_.squares()); }

  bool has_integers(int number) const {
    return !integers_.units.empty() && integers_.units[static_cast<std::size_t>(number)] > 0;
  }
  std::int16_t* integers_at(int number) {
    return integer_memory_[places_[static_cast<std::size_t>(number)]].data();
  }
  float per_unit(int number) const { return 1 / integers_.units[static_cast<std::size_t>(number)]; }
  void round(int number, std::size_t positions) {
    round_tensor(at(number), shape_of(number, positions), per_unit(number), integers_at(number));
  }
  const IntegerLayer* integer_layer(const Step& step) const {
    if (step.op != Op::Conv || integers_.layers.empty()) return nullptr;
    return integers_.layers[static_cast<std::size_t>(step.layer)].get();
  }
  // Whether anybody wants the tensor in floats.
  bool read_as_floats(int number) const {
    if (number == arch_.policy || number == arch_.value || number == arch_.score) return true;
    return std::ranges::any_of(arch_.steps, [&](const Step& step) {
      return step.add == number || step.by == number || (step.from == number && !integer_layer(step));
    });
  }

  // Board tensors are rounded up to groups of channels, but for those of one channel.
  std::size_t channels_of(int number) const {
    const auto channels = static_cast<std::size_t>(tensor(number).channels);
    return tensor(number).board && channels > 1 ? rounded_up(channels) : channels;
  }
  std::size_t numbers_of(int number) const {
    return channels_of(number) * (tensor(number).board ? squares() : 1);
  }
  BoardShape shape_of(int number, std::size_t positions) const {
    return {channels_of(number), squares(), positions};
  }
  std::size_t widest() const {
    std::size_t most = 0;
    for (int i = 0; i < static_cast<int>(arch_.tensors.size()); ++i) {
      if (tensor(i).board) most = std::max(most, channels_of(i));
    }
    return most;
  }

  // Primitives are made for a batch size; a few sizes serve all, filled up with what was there before.
  const Stages& stages_for(std::size_t positions) {
    std::size_t batch = 1;
    while (batch < positions) batch *= 2;
    Stages& stages = stages_[batch];
    if (stages.empty()) {
      // oneDNN keeps what it makes and hands it to other threads; the thread sanitizer cannot see how.
      static std::mutex making;
      const std::lock_guard lock(making);
      for (const Step& step : arch_.steps) {
        add_stages(step, static_cast<memory::dim>(batch), stages);
        if (watched_ && step.to != arch_.ownership)
          stages.push_back([this, step](std::size_t n) { watch(step.to, n); });
        if (has_integers(step.to) && !integer_layer(step)) {
          stages.push_back([this, step](std::size_t n) { round(step.to, n); });
        }
      }
    }
    return stages;
  }

  void watch(int number, std::size_t positions) {
    stream_.wait();
    const float* begin = at(number);
    float& most = (*watched_)[static_cast<std::size_t>(number)];
    most = std::max(most, *std::max_element(begin, begin + positions * numbers_of(number)));
  }

  void add_stages(const Step& step, memory::dim batch, Stages& stages) {
    // What is trained only for the sake of the trunk is not computed.
    if (step.to == arch_.ownership) return;
    switch (step.op) {
      case Op::Conv:
        if (tensor(step.to).channels == 1) return add_mix(step, stages);
        if (const IntegerLayer* layer = integer_layer(step)) return add_integer(step, *layer, stages);
        if (!winograd_.empty() && winograd_[static_cast<std::size_t>(step.layer)]) {
          return add_winograd(step, stages);
        }
        return add_conv(step, batch, stages);
      case Op::Linear:
        return add_linear(step, batch, stages);
      case Op::Mean:
      case Op::MeanMax:
        stages.push_back([this, step](std::size_t n) {
          pool(at(step.from), shape_of(step.from, n), step.op == Op::MeanMax, at(step.to));
        });
        return;
      case Op::Scale:
        stages.push_back([this, step](std::size_t n) {
          scale_add_relu(at(step.from), shape_of(step.from, n), at(step.by), at(step.add), at(step.to));
        });
        return;
    }
  }

  void add_mix(const Step& step, Stages& stages) {
    const LayerWeights& numbers = weights_.layers[static_cast<std::size_t>(step.layer)];
    stages.push_back([this, step, &numbers](std::size_t n) {
      mix_channels(at(step.from), shape_of(step.from, n), numbers.weight, numbers.bias[0], at(step.to));
      activate({at(step.to), n * squares()}, step.act);
    });
  }

  void add_winograd(const Step& step, Stages& stages) {
    const WinogradLayer& layer = *winograd_[static_cast<std::size_t>(step.layer)];
    const WinogradStep plan{.from = at(step.from),
                            .to = at(step.to),
                            .add = step.add == Step::kNone ? nullptr : at(step.add),
                            .by = step.by == Step::kNone ? nullptr : at(step.by),
                            .relu_before_add = step.relu_before_add,
                            .relu = step.act == Activation::Relu,
                            .size = arch_.size};
    stages.push_back([this, &layer, plan](std::size_t n) {
      WinogradStep now = plan;
      now.positions = n;
      convolve(layer, now, scratch_);
    });
  }

  void add_integer(const Step& step, const IntegerLayer& layer, Stages& stages) {
    const IntegerStep plan{.from = integers_at(step.from),
                           .to = read_as_floats(step.to) ? at(step.to) : nullptr,
                           .rounded = has_integers(step.to) ? integers_at(step.to) : nullptr,
                           .per_unit = has_integers(step.to) ? per_unit(step.to) : 1,
                           .add = step.add == Step::kNone ? nullptr : at(step.add),
                           .by = step.by == Step::kNone ? nullptr : at(step.by),
                           .relu_before_add = step.relu_before_add,
                           .relu = step.act == Activation::Relu,
                           .size = arch_.size};
    stages.push_back([this, &layer, plan](std::size_t n) {
      IntegerStep now = plan;
      now.positions = n;
      convolve(layer, now, integer_scratch_);
    });
  }

  // Brings the layer's numbers into the form that a primitive wants.
  memory weights_as(int number, const memory::dims& dims, Tag tag, const memory::desc& wanted) {
    const Layer& layer = arch_.layers[static_cast<std::size_t>(number)];
    const std::vector<float>& numbers = weights_.layers[static_cast<std::size_t>(number)].weight;
    memory plain(memory::desc(dims, memory::data_type::f32, tag), engine_);
    auto* to = static_cast<float*>(plain.get_data_handle());
    const std::size_t per_input = numbers.size() / static_cast<std::size_t>(layer.out * layer.in);
    const auto in = static_cast<std::size_t>(layer.in) * per_input;
    const std::size_t padded =
        plain.get_desc().get_size() / sizeof(float) / static_cast<std::size_t>(layer.out);
    std::fill_n(to, padded * static_cast<std::size_t>(layer.out), 0.0F);
    for (std::size_t o = 0; o < static_cast<std::size_t>(layer.out); ++o) {
      std::copy_n(&numbers[o * in], in, to + o * padded);
    }
    memory result(wanted, engine_);
    dnnl::reorder(plain, result).execute(stream_, plain, result);
    stream_.wait();
    return result;
  }

  memory bias_of(int number) {
    const std::vector<float>& numbers = weights_.layers[static_cast<std::size_t>(number)].bias;
    memory result({{static_cast<memory::dim>(numbers.size())}, memory::data_type::f32, Tag::a}, engine_);
    std::copy(numbers.begin(), numbers.end(), static_cast<float*>(result.get_data_handle()));
    return result;
  }

  // post(conv(from)) by oneDNN; what it cannot do in one go is done before or behind it.
  void add_conv(const Step& step, memory::dim batch, Stages& stages) {
    const Layer& layer = arch_.layers[static_cast<std::size_t>(step.layer)];
    const auto in = static_cast<memory::dim>(channels_of(step.from));
    const memory::dim out = layer.out;
    const memory::dim side = arch_.size;
    const memory::dim kernel = layer.kernel;
    const memory::dim border = kernel / 2;
    const memory::desc from({batch, in, side, side}, memory::data_type::f32, Tag::aBcd8b);
    const memory::desc to({batch, out, side, side}, memory::data_type::f32, Tag::aBcd8b);
    const memory::desc any({out, in, kernel, kernel}, memory::data_type::f32, Tag::any);
    const memory::desc bias({out}, memory::data_type::f32, Tag::a);
    const dnnl::convolution_forward::desc what(dnnl::prop_kind::forward_inference,
                                               dnnl::algorithm::convolution_auto, from, any, bias, to, {1, 1},
                                               {border, border}, {border, border});
    const bool sums = step.add != Step::kNone && !step.relu_before_add;
    TURNCOAT_CHECK(!sums || at(step.add) == at(step.to), "sums are made in place");
    TURNCOAT_CHECK(step.by == Step::kNone || sums, "channels are added to what the convolution is added to");
    dnnl::post_ops post;
    if (sums) post.append_sum(1);
    if (step.act == Activation::Relu) post.append_eltwise(1, dnnl::algorithm::eltwise_relu, 0, 0);
    dnnl::primitive_attr attributes;
    attributes.set_post_ops(post);
    const dnnl::convolution_forward::primitive_desc how(what, attributes, engine_);
    float* target = at(step.to);
    if (step.relu_before_add) {
      // The result must not overwrite what is added to it afterwards.
      target = beside(numbers_of(step.to));
    }
    if (step.by != Step::kNone) {
      stages.push_back(
          [this, step](std::size_t n) { add_channels(at(step.add), shape_of(step.to, n), at(step.by)); });
    }
    push_primitive(
        dnnl::convolution_forward(how),
        {{DNNL_ARG_SRC, memory(from, engine_, at(step.from))},
         {DNNL_ARG_WEIGHTS, weights_as(step.layer, {out, in, kernel, kernel}, Tag::abcd, how.weights_desc())},
         {DNNL_ARG_BIAS, bias_of(step.layer)},
         {DNNL_ARG_DST, memory(to, engine_, target)}},
        stages);
    if (step.relu_before_add) {
      stages.push_back([this, step, target](std::size_t n) {
        const std::size_t count = shape_of(step.to, n).size();
        if (at(step.to) != at(step.add)) std::copy_n(at(step.add), count, at(step.to));
        add_relu(at(step.to), count, target);
      });
    }
  }

  void add_linear(const Step& step, memory::dim batch, Stages& stages) {
    const Layer& layer = arch_.layers[static_cast<std::size_t>(step.layer)];
    const memory::dim out = layer.out;
    const auto channels = static_cast<memory::dim>(channels_of(step.from));
    const bool board = tensor(step.from).board;
    const memory::dim side = arch_.size;
    const memory::dims from_dims =
        board ? memory::dims{batch, channels, side, side} : memory::dims{batch, channels};
    memory::dims weight_dims = from_dims;
    weight_dims[0] = out;
    const memory::desc from(from_dims, memory::data_type::f32, board ? Tag::aBcd8b : Tag::ab);
    const memory::desc to({batch, out}, memory::data_type::f32, Tag::ab);
    const memory::desc bias({out}, memory::data_type::f32, Tag::a);
    const dnnl::inner_product_forward::desc what(dnnl::prop_kind::forward_inference, from,
                                                 memory::desc(weight_dims, memory::data_type::f32, Tag::any),
                                                 bias, to);
    const dnnl::inner_product_forward::primitive_desc how(what, engine_);
    push_primitive(dnnl::inner_product_forward(how),
                   {{DNNL_ARG_SRC, memory(from, engine_, at(step.from))},
                    {DNNL_ARG_WEIGHTS,
                     weights_as(step.layer, weight_dims, board ? Tag::abcd : Tag::ab, how.weights_desc())},
                    {DNNL_ARG_BIAS, bias_of(step.layer)},
                    {DNNL_ARG_DST, memory(to, engine_, at(step.to))}},
                   stages);
    if (step.act == Activation::None) return;
    stages.push_back([this, step](std::size_t n) {
      activate({at(step.to), n * numbers_of(step.to)}, step.act);
    });
  }

  void push_primitive(dnnl::primitive primitive, std::unordered_map<int, memory> arguments, Stages& stages) {
    stages.push_back([this, primitive = std::move(primitive), arguments = std::move(arguments)](std::size_t) {
      primitive.execute(stream_, arguments);
    });
  }

  float* beside(std::size_t numbers) {
    const std::size_t wanted = numbers * Network::kMostPositions;
    if (beside_.empty() || beside_.back().size() < wanted) beside_.emplace_back(wanted);
    return beside_.back().data();
  }

  const Weights& weights_;
  const Arch& arch_;
  const WinogradLayers& winograd_;
  const IntegerLayers& integers_;
  std::vector<std::size_t> places_;
  std::vector<FloatBuffer> memory_;
  std::vector<FloatBuffer> beside_;
  std::vector<IntegerBuffer> integer_memory_;
  dnnl::engine engine_;
  dnnl::stream stream_;
  WinogradScratch scratch_;
  IntegerScratch integer_scratch_;
  std::optional<std::vector<float>> watched_;  // the greatest numbers so far, while somebody asks for them
  std::map<std::size_t, Stages> stages_;
};

Machine::Machine(const Weights& weights, const WinogradLayers& winograd, const IntegerLayers& integers) {
  try {
    body_ = std::make_unique<Body>(weights, winograd, integers);
  } catch (const dnnl::error& error) {
    check_failed("oneDNN", __FILE__, __LINE__, error.what());
  }
}
Machine::~Machine() = default;

void Machine::run(std::span<const Input> inputs, std::span<Output> outputs) {
  try {
    body_->run(inputs, outputs);
  } catch (const dnnl::error& error) {
    check_failed("oneDNN", __FILE__, __LINE__, error.what());
  }
}

std::vector<float> Machine::greatest(std::span<const Input> inputs) {
  try {
    return body_->greatest(inputs);
  } catch (const dnnl::error& error) {
    check_failed("oneDNN", __FILE__, __LINE__, error.what());
  }
}

}  // namespace turncoat::nn
