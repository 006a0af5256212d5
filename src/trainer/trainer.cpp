#include "trainer/trainer.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <utility>

#include <ATen/Parallel.h>
#include <xxhash.h>

#include "base/bytes.h"
#include "base/check.h"
#include "nn/random_positions.h"
#include "trainer/model.h"

namespace turncoat::trainer {

namespace {

constexpr std::string_view kMagic = "turncoat training\n";
constexpr std::uint32_t kVersion = 1;

// What one batch of samples asks for, as tensors.
struct Targets {
  at::Tensor planes;
  at::Tensor illegal;  // squares that are no move
  at::Tensor policy;
  at::Tensor policy_weight;  // the sample's weight, 0 where there is nothing to choose
  at::Tensor value;
  at::Tensor score;
  at::Tensor ownership;
  at::Tensor ownership_weight;
  at::Tensor weight;
};

at::Tensor planes_of(std::span<const nn::Input> inputs, int size) {
  const auto count = static_cast<std::int64_t>(inputs.size());
  at::Tensor planes = at::empty({count, nn::kPlanes, size, size}, at::kFloat);
  const auto each = static_cast<std::size_t>(nn::kPlanes * size * size);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    nn::write_planes(inputs[i], size, {planes.data_ptr<float>() + i * each, each});
  }
  return planes;
}

Targets targets_of(std::span<const nn::Sample> samples, int size) {
  const auto count = static_cast<std::int64_t>(samples.size());
  const auto squares = static_cast<std::size_t>(size * size);
  std::vector<nn::Input> inputs;
  Targets targets;
  targets.illegal = at::ones({count, size * size}, at::kBool);
  targets.policy = at::zeros({count, size * size});
  targets.ownership = at::zeros({count, size * size});
  for (at::Tensor* column :
       {&targets.policy_weight, &targets.value, &targets.score, &targets.ownership_weight, &targets.weight}) {
    *column = at::zeros({count});
  }
  bool* illegal = targets.illegal.data_ptr<bool>();
  float* policy = targets.policy.data_ptr<float>();
  float* ownership = targets.ownership.data_ptr<float>();
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const nn::Sample& sample = samples[i];
    const nn::Input& input = inputs.emplace_back(nn::input_of(sample, size));
    targets.value.data_ptr<float>()[i] = sample.value;
    targets.score.data_ptr<float>()[i] = sample.score;
    targets.weight.data_ptr<float>()[i] = sample.weight;
    for (const rules::Square square : input.moves) {
      illegal[i * squares + static_cast<std::size_t>(nn::move_index(square, size))] = false;
    }
    if (!sample.policy.empty() && !input.moves.empty()) {
      targets.policy_weight.data_ptr<float>()[i] = sample.weight;
      for (const nn::MoveShare& move : sample.policy) {
        if (move.move < squares) policy[i * squares + move.move] = move.share;
      }
    }
    if (!sample.ownership.empty()) {
      targets.ownership_weight.data_ptr<float>()[i] = sample.weight;
      std::copy(sample.ownership.begin(), sample.ownership.end(), ownership + i * squares);
    }
  }
  targets.planes = planes_of(inputs, size);
  return targets;
}

at::Tensor weighted_mean(const at::Tensor& losses, const at::Tensor& weights) {
  return (losses * weights).sum() / weights.sum().clamp_min(1e-6);
}

void put_tensor(std::string& out, const at::Tensor& tensor) {
  const at::Tensor plain = tensor.detach().contiguous();
  const float* data = plain.data_ptr<float>();
  for (std::int64_t i = 0; i < plain.numel(); ++i) put_number(out, std::bit_cast<std::uint32_t>(data[i]));
}

bool read_tensor(ByteCursor& cursor, at::Tensor tensor) {
  const at::NoGradGuard no_gradients;
  at::Tensor plain = at::empty(tensor.sizes(), at::kFloat);
  float* data = plain.data_ptr<float>();
  for (std::int64_t i = 0; i < plain.numel(); ++i) {
    data[i] = std::bit_cast<float>(cursor.number<std::uint32_t>());
    if (!std::isfinite(data[i])) return false;
  }
  tensor.copy_(plain);
  return true;
}

}  // namespace

void set_threads(int threads) {
  at::set_num_threads(threads);
}

struct Trainer::Body {
  Model model;
  Model average;
  std::vector<at::Tensor> velocity;  // of each parameter
  std::uint64_t steps = 0;

  explicit Body(Model start) : model(std::move(start)), average(model.copy()) {
    for (const at::Tensor& parameter : model.parameters())
      velocity.push_back(at::zeros_like(parameter.detach()));
  }

  // Every tensor of the state, in the order of the file.
  std::vector<at::Tensor> tensors() const {
    std::vector<at::Tensor> all = velocity;
    for (const Model* one : {&model, &average}) {
      for (const at::Tensor& tensor : one->parameters()) all.push_back(tensor);
      for (const at::Tensor& tensor : one->statistics()) all.push_back(tensor);
    }
    return all;
  }

  Losses learn(const Targets& targets, const StepOptions& options) {
    const ModelOutput output = model.forward(targets.planes, true);
    const at::Tensor log_policy = at::log_softmax(output.logits.masked_fill(targets.illegal, -1e9), 1);
    // Illegal moves have no share; 0 * -1e9 would still be felt in the sum.
    const at::Tensor policy = weighted_mean(
        -(targets.policy * log_policy.masked_fill(targets.illegal, 0)).sum(1), targets.policy_weight);
    const at::Tensor value = weighted_mean((output.value - targets.value).square(), targets.weight);
    at::Tensor total = policy * options.policy_weight + value * options.value_weight;
    Losses losses;
    losses.policy = policy.item<double>();
    losses.value = value.item<double>();
    if (output.score.defined()) {
      const at::Tensor score = weighted_mean((output.score - targets.score).square(), targets.weight);
      total = total + score * options.score_weight;
      losses.score = score.item<double>();
    }
    if (output.ownership.defined()) {
      const at::Tensor ownership =
          weighted_mean((output.ownership - targets.ownership).square().mean(1), targets.ownership_weight);
      total = total + ownership * options.ownership_weight;
      losses.ownership = ownership.item<double>();
    }
    losses.total = total.item<double>();
    if (std::isfinite(losses.total)) {
      total.backward();
      descend(options);
    }
    return losses;
  }

  void descend(const StepOptions& options) {
    const at::NoGradGuard no_gradients;
    const std::vector<at::Tensor> parameters = model.parameters();
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      at::Tensor parameter = parameters[i];
      at::Tensor gradient = parameter.grad();
      if (!gradient.defined()) continue;
      if (parameter.dim() > 1) gradient.add_(parameter, options.weight_decay);
      velocity[i].mul_(options.momentum).add_(gradient);
      parameter.sub_(velocity[i], options.learning_rate);
      gradient.zero_();
    }
    ++steps;
    // An average over few steps must not remember the random start.
    const auto done = static_cast<double>(steps);
    const double keep = std::min(options.average, (1 + done) / (10 + done));
    blend(average.parameters(), parameters, keep);
    blend(average.statistics(), model.statistics(), keep);
  }

  static void blend(std::vector<at::Tensor> into, const std::vector<at::Tensor>& from, double keep) {
    for (std::size_t i = 0; i < into.size(); ++i) into[i].mul_(keep).add_(from[i], 1 - keep);
  }
};

Trainer::Trainer(const nn::Arch& arch, std::uint64_t seed)
    : body_(std::make_unique<Body>(Model(arch, seed))) {}
Trainer::Trainer(const nn::Weights& weights)
    : body_(std::make_unique<Body>(
          Model(weights, planes_of(nn::random_positions(weights.arch.size), weights.arch.size)))) {}
Trainer::Trainer(std::unique_ptr<Body> body) : body_(std::move(body)) {}
Trainer::~Trainer() = default;
Trainer::Trainer(Trainer&&) noexcept = default;
Trainer& Trainer::operator=(Trainer&&) noexcept = default;

const nn::Arch& Trainer::arch() const {
  return body_->model.arch();
}
std::uint64_t Trainer::steps() const {
  return body_->steps;
}

void Trainer::use(Convolutions which) {
  body_->model.use(which);
}

std::string Trainer::format_state() const {
  std::string out(kMagic);
  put_number(out, kVersion);
  put_text(out, arch().name);
  put_number(out, static_cast<std::uint32_t>(arch().size));
  put_number(out, steps());
  for (const at::Tensor& tensor : body_->tensors()) put_tensor(out, tensor);
  put_number(out, XXH3_64bits(out.data(), out.size()));
  return out;
}

Result<Trainer> Trainer::parse_state(std::string_view bytes, const std::string& source) {
  const auto refuse = [&](std::string_view why) {
    return fail(Error::Code::Parse, "{}: not a usable training state: {}", source, why);
  };
  if (!bytes.starts_with(kMagic)) return refuse("it does not begin as one");
  if (bytes.size() < kMagic.size() + 8) return refuse("it is cut short");
  const std::string_view content = bytes.substr(0, bytes.size() - 8);
  ByteCursor tail{bytes.substr(content.size())};
  if (tail.number<std::uint64_t>() != XXH3_64bits(content.data(), content.size())) {
    return refuse("it is damaged or cut short");
  }
  ByteCursor cursor{content.substr(kMagic.size())};
  if (cursor.number<std::uint32_t>() != kVersion) return refuse("its version is another");
  const std::string_view name = cursor.text();
  const auto size = cursor.number<std::uint32_t>();
  const auto steps = cursor.number<std::uint64_t>();
  if (cursor.failed) return refuse("its length is wrong");
  const auto arch = nn::Arch::parse(name, static_cast<int>(std::min<std::uint32_t>(size, 1000)));
  if (!arch) return refuse(arch.error().message);
  auto body = std::make_unique<Body>(Model(*arch, 0));
  body->steps = steps;
  std::size_t numbers = 0;
  for (const at::Tensor& tensor : body->tensors()) numbers += static_cast<std::size_t>(tensor.numel());
  if (cursor.rest.size() != numbers * sizeof(float)) return refuse("its length is wrong");
  for (const at::Tensor& tensor : body->tensors()) {
    if (!read_tensor(cursor, tensor)) return refuse("it holds what is no finite number");
  }
  return Trainer(std::move(body));
}

Result<Losses> Trainer::step(std::span<const nn::Sample> samples, const StepOptions& options) {
  TURNCOAT_CHECK(!samples.empty(), "a batch has samples");
  try {
    const Losses losses = body_->learn(targets_of(samples, arch().size), options);
    if (!std::isfinite(losses.total)) {
      return fail(Error::Code::Range, "the loss is no number any more at step {}; train with a lower --lr",
                  steps());
    }
    return losses;
  } catch (const c10::Error& error) {
    return fail(Error::Code::Unavailable, "libtorch: {}", error.what_without_backtrace());
  }
}

nn::Weights Trainer::weights() const {
  return body_->model.folded();
}
nn::Weights Trainer::averaged_weights() const {
  return body_->average.folded();
}

std::vector<RawOutput> Trainer::evaluate(std::span<const nn::Input> inputs) const {
  const at::NoGradGuard no_gradients;
  const ModelOutput output = body_->model.forward(planes_of(inputs, arch().size), false);
  const auto squares = static_cast<std::size_t>(arch().squares());
  const at::Tensor logits = output.logits.contiguous();
  std::vector<RawOutput> answers(inputs.size());
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const float* row = logits.data_ptr<float>() + i * squares;
    answers[i].logits.assign(row, row + squares);
    answers[i].value = output.value.contiguous().data_ptr<float>()[i];
    if (output.score.defined()) answers[i].score = output.score.contiguous().data_ptr<float>()[i];
    if (output.ownership.defined()) {
      const float* owners = output.ownership.data_ptr<float>() + i * squares;
      answers[i].ownership.assign(owners, owners + squares);
    }
  }
  return answers;
}

}  // namespace turncoat::trainer
