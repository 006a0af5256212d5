#include "eval/pattern_weights.h"

#include <bit>
#include <cmath>

#include <xxhash.h>
#include <zstd.h>

#include "base/bytes.h"
#include "base/check.h"
#include "base/file.h"

namespace turncoat::eval {

namespace {

constexpr std::string_view kMagic("TURNPATT", 8);
constexpr std::uint32_t kVersion = 1;
constexpr std::uint64_t kLargestFile = 64 << 20;
constexpr int kCompression = 19;  // slow to write, which happens once per training

// Stage after stage, each weight as its difference from the stage before: small numbers compress well.
std::string raw_bytes(const PatternWeights::Packed& packed) {
  std::string raw;
  const std::size_t count = packed.front().size();
  raw.reserve(2 * packed.size() * count);
  for (std::size_t s = 0; s < packed.size(); ++s) {
    for (std::size_t i = 0; i < count; ++i) {
      const int before = s == 0 ? 0 : packed[s - 1][i];
      put_number(raw, static_cast<std::uint16_t>(packed[s][i] - before));
    }
  }
  return raw;
}

PatternWeights::Packed packed_of(std::string_view raw, std::size_t stages, std::size_t count) {
  PatternWeights::Packed packed(stages, std::vector<std::int16_t>(count));
  ByteCursor reader{raw};
  for (std::size_t s = 0; s < stages; ++s) {
    for (std::size_t i = 0; i < count; ++i) {
      const int before = s == 0 ? 0 : packed[s - 1][i];
      packed[s][i] = static_cast<std::int16_t>(before + reader.number<std::int16_t>());
    }
  }
  return packed;
}

const PatternSet* set_with(std::uint64_t print) {
  for (const int size : kPatternSizes) {
    if (fingerprint(pattern_set(size)) == print) return &pattern_set(size);
  }
  return nullptr;
}

}  // namespace

PatternWeights::PatternWeights(const PatternSet& set, const Packed& packed)
    : set_(&set), stride_(set.states + 2) {
  const auto stages = static_cast<std::size_t>(set.stages);
  TURNCOAT_CHECK(packed.size() == stages || packed.size() == stages + 1, "a wrong number of stages");
  if (packed.size() > stages) order_ = std::make_unique<const EndingOrder>(set, packed.back());
  weights_.resize(stride_ * stages);
  for (std::size_t s = 0; s < stages; ++s) {
    TURNCOAT_CHECK(packed[s].size() == set.packed_states, "a wrong number of weights");
    std::int16_t* table = weights_.data() + s * stride_;
    for (const PatternShape& shape : set.shapes) {
      for (std::uint32_t state = 0; state < shape.states; ++state) {
        table[shape.offset + state] = packed[s][shape.packed_offset + shape.packed[state]];
      }
    }
    for (std::uint32_t i = 0; i < PatternSet::kMobilityStates; ++i) {
      table[set.mobility_offset() + i] = packed[s][set.packed_states - PatternSet::kMobilityStates + i];
    }
  }
}

PatternWeights::Packed PatternWeights::packed() const {
  const PatternSet& set = *set_;
  Packed packed(static_cast<std::size_t>(set.stages), std::vector<std::int16_t>(set.packed_states));
  for (std::size_t s = 0; s < packed.size(); ++s) {
    const std::int16_t* table = weights_.data() + s * stride_;
    for (const PatternShape& shape : set.shapes) {
      for (std::uint32_t state = 0; state < shape.states; ++state) {
        packed[s][shape.packed_offset + shape.packed[state]] = table[shape.offset + state];
      }
    }
    for (std::uint32_t i = 0; i < PatternSet::kMobilityStates; ++i) {
      packed[s][set.packed_states - PatternSet::kMobilityStates + i] = table[set.mobility_offset() + i];
    }
  }
  if (order_) packed.push_back(order_->packed());
  return packed;
}

std::string format_pattern_file(const PatternFile& file) {
  const PatternWeights::Packed packed = file.weights->packed();
  const std::string raw = raw_bytes(packed);
  std::string squeezed(ZSTD_compressBound(raw.size()), '\0');
  const std::size_t size =
      ZSTD_compress(squeezed.data(), squeezed.size(), raw.data(), raw.size(), kCompression);
  TURNCOAT_CHECK(ZSTD_isError(size) == 0, "compression failed");
  squeezed.resize(size);

  std::string out(kMagic);
  put_number(out, kVersion);
  put_number(out, fingerprint(file.weights->set()));
  put_number(out, static_cast<std::uint32_t>(packed.size()));
  put_number(out, static_cast<std::uint32_t>(packed.front().size()));
  for (const double coefficient : file.error_model)
    put_number(out, std::bit_cast<std::uint64_t>(coefficient));
  put_text(out, file.about);
  put_text(out, squeezed);
  put_number(out, XXH3_64bits(out.data(), out.size()));
  return out;
}

Result<PatternFile> parse_pattern_file(std::string_view bytes, const std::string& source) {
  const auto refuse = [&](std::string_view why) {
    return fail(Error::Code::Parse, "{}: not a usable pattern weight file: {}", source, why);
  };
  if (!bytes.starts_with(kMagic)) return refuse("it does not begin as one");
  if (bytes.size() < kMagic.size() + 8) return refuse("it is cut short");
  const std::string_view body = bytes.substr(0, bytes.size() - 8);
  ByteCursor tail{bytes.substr(body.size())};
  if (tail.number<std::uint64_t>() != XXH3_64bits(body.data(), body.size())) {
    return refuse("it is damaged or cut short");
  }
  ByteCursor reader{body.substr(kMagic.size())};
  if (reader.number<std::uint32_t>() != kVersion) return refuse("its version is another");
  const PatternSet* set = set_with(reader.number<std::uint64_t>());
  if (set == nullptr) return refuse("it was made for other patterns");
  const auto stages = reader.number<std::uint32_t>();
  const auto count = reader.number<std::uint32_t>();
  const std::uint32_t most = static_cast<std::uint32_t>(set->stages) + (EndingOrder::fits(*set) ? 1 : 0);
  if (stages < static_cast<std::uint32_t>(set->stages) || stages > most || count != set->packed_states) {
    return refuse("its size is another");
  }
  PatternFile file;
  for (double& coefficient : file.error_model) {
    coefficient = std::bit_cast<double>(reader.number<std::uint64_t>());
    if (!std::isfinite(coefficient)) return refuse("its error model is no number");
  }
  file.about = reader.text();
  const std::string_view squeezed = reader.text();
  if (reader.failed || !reader.rest.empty()) return refuse("its length is wrong");

  std::string raw(std::size_t{2} * stages * count, '\0');
  const std::size_t size = ZSTD_decompress(raw.data(), raw.size(), squeezed.data(), squeezed.size());
  if (ZSTD_isError(size) != 0 || size != raw.size()) return refuse("its weights cannot be unpacked");
  file.weights = std::make_shared<const PatternWeights>(*set, packed_of(raw, stages, count));
  return file;
}

Result<PatternFile> load_pattern_file(const std::filesystem::path& path) {
  const auto bytes = load_file(path, kLargestFile);
  if (!bytes) return std::unexpected(bytes.error());
  return parse_pattern_file(*bytes, path.string());
}

}  // namespace turncoat::eval
