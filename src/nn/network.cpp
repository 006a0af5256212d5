#include "nn/network.h"

#include <utility>

#include "base/check.h"
#include "nn/reference.h"

namespace turncoat::nn {

struct Network::Prepared {
  Weights weights;
  Backend backend;
};

Network::Network(Weights weights, Backend)
    : prepared_(new Prepared{std::move(weights), Backend::Reference}) {}
Network::~Network() = default;

Result<std::shared_ptr<const Network>> Network::load(const std::filesystem::path& path, Backend backend) {
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

struct Evaluator::Machine {
  std::vector<Input> inputs;
};

Evaluator::Evaluator(std::shared_ptr<const Network> network)
    : network_(std::move(network)), machine_(std::make_unique<Machine>()) {}
Evaluator::~Evaluator() = default;
Evaluator::Evaluator(Evaluator&&) noexcept = default;
Evaluator& Evaluator::operator=(Evaluator&&) noexcept = default;

void Evaluator::evaluate(std::span<const Input> inputs, std::span<Output> outputs) {
  TURNCOAT_CHECK(inputs.size() == outputs.size(), "an output for each input");
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    outputs[i] = evaluate_reference(network_->weights(), inputs[i]).output;
  }
}

void Evaluator::evaluate(std::span<const rules::Position> positions, std::span<Output> outputs) {
  machine_->inputs.clear();
  for (const rules::Position& position : positions) {
    TURNCOAT_CHECK(position.size() == network_->arch().size, "a position of the network's board size");
    machine_->inputs.emplace_back(position);
  }
  evaluate(machine_->inputs, outputs);
}

}  // namespace turncoat::nn
