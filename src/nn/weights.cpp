#include "nn/weights.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

#include <xxhash.h>
#include <zstd.h>

#include "base/bytes.h"
#include "base/check.h"
#include "base/rng.h"
#include "base/text.h"

namespace turncoat::nn {

namespace {

constexpr std::string_view kMagic = "turncoat network\n";
constexpr std::uint32_t kVersion = 1;
constexpr std::uint64_t kLargestFile = std::uint64_t{1} << 30;
// Weights of such a network need as many bytes as that; the largest that parse() names is far below.
constexpr std::size_t kMostParameters = std::size_t{1} << 28;
constexpr std::size_t kLongestName = 64;
constexpr std::size_t kLongestAbout = 64 << 10;

double normal(Rng& rng) {
  // 1 - uniform() is never 0.
  return std::sqrt(-2 * std::log(1 - rng.uniform())) * std::cos(2 * std::numbers::pi * rng.uniform());
}

void put_floats(std::string& out, const std::vector<float>& numbers) {
  for (const float number : numbers) put_number(out, std::bit_cast<std::uint32_t>(number));
}

bool read_floats(ByteCursor& cursor, std::size_t count, std::vector<float>& numbers) {
  numbers.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    numbers.push_back(std::bit_cast<float>(cursor.number<std::uint32_t>()));
    if (!std::isfinite(numbers.back())) return false;
  }
  return true;
}

}  // namespace

Weights random_weights(const Arch& arch, std::uint64_t seed) {
  Weights weights{.arch = arch, .layers = {}, .about = fmt::format("random, seed {}", seed)};
  Rng rng(seed);
  for (const Layer& layer : arch.layers) {
    const std::size_t count = layer.weights();
    const double scale = std::sqrt(2.0 / (static_cast<double>(count) / layer.out));
    LayerWeights numbers;
    numbers.weight.resize(count);
    numbers.bias.resize(static_cast<std::size_t>(layer.out));
    // Halved where the activations would otherwise grow from block to block.
    const double damp = layer.name.ends_with("conv2") ? 0.5 : 1;
    for (float& number : numbers.weight) number = static_cast<float>(normal(rng) * scale * damp);
    for (float& number : numbers.bias) number = static_cast<float>(normal(rng) * 0.1);
    weights.layers.push_back(std::move(numbers));
  }
  return weights;
}

std::string format_weights(const Weights& weights) {
  TURNCOAT_CHECK(weights.layers.size() == weights.arch.layers.size(), "weights of every layer");
  TURNCOAT_CHECK(weights.about.size() <= kLongestAbout, "a short text about the weights");
  std::string raw;
  raw.reserve(weights.arch.parameters() * sizeof(float));
  for (std::size_t i = 0; i < weights.layers.size(); ++i) {
    const LayerWeights& numbers = weights.layers[i];
    const Layer& layer = weights.arch.layers[i];
    TURNCOAT_CHECK(numbers.weight.size() == layer.weights() &&
                       numbers.bias.size() == static_cast<std::size_t>(layer.out),
                   "as many numbers as the layer has");
    put_floats(raw, numbers.weight);
    put_floats(raw, numbers.bias);
  }
  std::string squeezed(ZSTD_compressBound(raw.size()), '\0');
  const std::size_t size = ZSTD_compress(squeezed.data(), squeezed.size(), raw.data(), raw.size(), 3);
  TURNCOAT_CHECK(ZSTD_isError(size) == 0, "there is room for the compressed weights");
  squeezed.resize(size);

  std::string out(kMagic);
  put_number(out, kVersion);
  put_text(out, weights.arch.name);
  put_number(out, static_cast<std::uint32_t>(weights.arch.size));
  put_text(out, weights.about);
  put_text(out, squeezed);
  put_number(out, XXH3_64bits(out.data(), out.size()));
  return out;
}

Result<Weights> parse_weights(std::string_view bytes, const std::string& source) {
  const auto refuse = [&](std::string_view why) {
    return fail(Error::Code::Parse, "{}: not a usable network file: {}", source, why);
  };
  if (!bytes.starts_with(kMagic)) return refuse("it does not begin as one");
  ByteCursor cursor{bytes.substr(kMagic.size())};
  if (const auto version = cursor.number<std::uint32_t>(); !cursor.failed && version != kVersion) {
    return refuse(fmt::format("its version is {}, this program reads {}", version, kVersion));
  }
  if (bytes.size() < kMagic.size() + 8) return refuse("it is cut short");
  const std::string_view body = bytes.substr(0, bytes.size() - 8);
  ByteCursor tail{bytes.substr(body.size())};
  if (tail.number<std::uint64_t>() != XXH3_64bits(body.data(), body.size())) {
    return refuse("it is damaged or cut short");
  }
  cursor = ByteCursor{body.substr(kMagic.size() + sizeof kVersion)};
  const std::string_view name = cursor.text();
  const auto size = cursor.number<std::uint32_t>();
  const std::string_view about = cursor.text();
  const std::string_view squeezed = cursor.text();
  if (cursor.failed || !cursor.rest.empty()) return refuse("its length is wrong");
  if (name.size() > kLongestName || about.size() > kLongestAbout) return refuse("its texts are too long");
  auto arch = Arch::parse(name, static_cast<int>(std::min<std::uint32_t>(size, 1000)));
  if (!arch) return refuse(arch.error().message);
  if (arch->name != name) return refuse(fmt::format("architecture {} is spelled otherwise", quote(name)));
  const std::size_t parameters = arch->parameters();
  if (parameters > kMostParameters) return refuse("its network is too large");
  if (ZSTD_getFrameContentSize(squeezed.data(), squeezed.size()) != parameters * sizeof(float)) {
    return refuse(
        fmt::format("it does not hold the {} weights of {} on {}x{}", parameters, name, size, size));
  }
  std::string raw(parameters * sizeof(float), '\0');
  const std::size_t unpacked = ZSTD_decompress(raw.data(), raw.size(), squeezed.data(), squeezed.size());
  if (ZSTD_isError(unpacked) != 0 || unpacked != raw.size()) return refuse("its weights cannot be unpacked");

  Weights weights{.arch = *std::move(arch), .layers = {}, .about = std::string(about)};
  ByteCursor numbers{raw};
  for (const Layer& layer : weights.arch.layers) {
    LayerWeights& to = weights.layers.emplace_back();
    if (!read_floats(numbers, layer.weights(), to.weight) ||
        !read_floats(numbers, static_cast<std::size_t>(layer.out), to.bias)) {
      return refuse(fmt::format("a weight of {} is no finite number", layer.name));
    }
  }
  return weights;
}

Result<Weights> load_weights(const std::filesystem::path& path) {
  const auto bytes = load_file(path, kLargestFile);
  if (!bytes) return std::unexpected(bytes.error());
  return parse_weights(*bytes, path.string());
}

Result<void> save_weights(const std::filesystem::path& path, const Weights& weights, Existing existing) {
  return save_file(path, format_weights(weights), existing);
}

}  // namespace turncoat::nn
