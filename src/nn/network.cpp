#include "nn/network.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "nn/calibrate.h"
#include "nn/machine.h"
#include "nn/reference.h"

namespace turncoat::nn {

struct Network::Prepared {
  Weights weights;
  Backend backend;
  WinogradLayers winograd;
  IntegerLayers integers;
};

Processor Processor::here() {
  return {.winograd = winograd_supported(), .integer = integer_supported()};
}

Result<Backend> backend_for(Backend wanted, const Processor& processor) {
  switch (wanted) {
    case Backend::Auto:
    case Backend::Winograd:
      return processor.winograd ? Backend::Winograd : Backend::OneDnn;
    case Backend::Integer:
      if (processor.integer) return Backend::Integer;
      return fail(
          Error::Code::Range,
          "networks in integers need a processor with AVX-512 VNNI, and this one has none; use floats");
    case Backend::OneDnn:
    case Backend::Reference:
      return wanted;
  }
  return wanted;
}

Network::Network(Weights weights, Backend backend) {
  const auto chosen = backend_for(backend, Processor::here());
  TURNCOAT_CHECK(chosen.has_value(), "asked only where it is supported");
  auto prepared = std::make_unique<Prepared>(Prepared{std::move(weights), *chosen, {}, {}});
  if (*chosen == Backend::Winograd || *chosen == Backend::Integer) {
    prepared->winograd = winograd_layers(prepared->weights);
  }
  if (*chosen == Backend::Integer) {
    prepared->integers = integer_layers(prepared->weights, prepared->winograd);
    prepared->winograd.clear();
  }
  prepared_ = std::move(prepared);
}
Network::~Network() = default;

Result<std::shared_ptr<const Network>> Network::load(const std::filesystem::path& path, Backend backend) {
  if (const auto chosen = backend_for(backend, Processor::here()); !chosen) {
    return std::unexpected(chosen.error());
  }
  auto weights = load_weights(path);
  if (!weights) return std::unexpected(weights.error());
  return std::make_shared<const Network>(*std::move(weights), backend);
}

const Arch& Network::arch() const {
  return prepared_->weights.arch;
}
const Weights& Network::weights() const {
  return prepared_->weights;
}
Backend Network::backend() const {
  return prepared_->backend;
}

struct Evaluator::Worker {
  std::unique_ptr<Machine> machine;  // none for the reference
  std::vector<Input> inputs;
};

Evaluator::Evaluator(std::shared_ptr<const Network> network)
    : network_(std::move(network)), worker_(std::make_unique<Worker>()) {
  const Network::Prepared& prepared = *network_->prepared_;
  if (prepared.backend == Backend::Reference) return;
  worker_->machine = std::make_unique<Machine>(prepared.weights, prepared.winograd, prepared.integers);
}
Evaluator::~Evaluator() = default;
Evaluator::Evaluator(Evaluator&&) noexcept = default;
Evaluator& Evaluator::operator=(Evaluator&&) noexcept = default;

void Evaluator::evaluate(std::span<const Input> inputs, std::span<Output> outputs) {
  TURNCOAT_CHECK(inputs.size() == outputs.size(), "an output for each input");
  if (worker_->machine) {
    for (std::size_t begin = 0; begin < inputs.size(); begin += Network::kMostPositions) {
      const std::size_t count = std::min<std::size_t>(Network::kMostPositions, inputs.size() - begin);
      worker_->machine->run(inputs.subspan(begin, count), outputs.subspan(begin, count));
    }
    return;
  }
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    outputs[i] = evaluate_reference(network_->weights(), inputs[i]).output;
  }
}

void Evaluator::evaluate(std::span<const rules::Position> positions, std::span<Output> outputs) {
  worker_->inputs.clear();
  for (const rules::Position& position : positions) {
    TURNCOAT_CHECK(position.size() == network_->arch().size, "a position of the network's board size");
    worker_->inputs.emplace_back(position);
  }
  evaluate(worker_->inputs, outputs);
}

}  // namespace turncoat::nn
