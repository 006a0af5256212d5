// Weights: the numbers of a network, batch normalisation folded in, and the file that holds them (.net).
// Immutable once made; always as many numbers as the architecture asks for, all finite.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/file.h"
#include "nn/arch.h"

namespace turncoat::nn {

struct LayerWeights {
  std::vector<float> weight;  // as Layer says
  std::vector<float> bias;    // one for each output

  friend bool operator==(const LayerWeights&, const LayerWeights&) = default;
};

struct Weights {
  Arch arch;
  std::vector<LayerWeights> layers;  // one for each of arch.layers
  std::string about;                 // where it comes from, for people

  friend bool operator==(const Weights&, const Weights&) = default;
};

// He-normal weights, small biases: for tests and benchmarks. Training starts from the trainer's own.
Weights random_weights(const Arch& arch, std::uint64_t seed);

std::string format_weights(const Weights& weights);
// `source` is named in errors.
Result<Weights> parse_weights(std::string_view bytes, const std::string& source);

Result<Weights> load_weights(const std::filesystem::path& path);
Result<void> save_weights(const std::filesystem::path& path, const Weights& weights, Existing existing);

}  // namespace turncoat::nn
