// PatternWeights: what each state of each pattern is worth, by stage of the game. A weight is an int16 in
// 1/kUnit discs from the mover's side; an evaluation is the sum over all features.
// The file holds packed weights (docs/file-formats.md); in memory every state has its own place, so that a
// lookup needs no second table.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "eval/ending_order.h"
#include "eval/pattern_set.h"

namespace turncoat::eval {

class PatternWeights {
 public:
  static constexpr int kUnit = 128;  // to the disc

  // Packed weights, stage by stage; one more after the last is the light evaluation's, if it is there.
  using Packed = std::vector<std::vector<std::int16_t>>;

  PatternWeights(const PatternSet& set, const Packed& packed);

  const PatternSet& set() const { return *set_; }

  // The table of a position's stage: all states of all shapes, then those of the mobility.
  const std::int16_t* stage(int discs) const {
    return weights_.data() + static_cast<std::size_t>(set_->stage_of(discs)) * stride_;
  }

  // The light evaluation for endings; null when there is none.
  const EndingOrder* order() const { return order_.get(); }

  // For tests and for starting a training from it.
  Packed packed() const;

 private:
  const PatternSet* set_;
  std::size_t stride_;  // of a stage: its states, a 0 for unused slots, and one more for 32-bit reads
  std::vector<std::int16_t> weights_;
  std::unique_ptr<const EndingOrder> order_;
};

using SharedPatternWeights = std::shared_ptr<const PatternWeights>;

struct PatternFile {
  SharedPatternWeights weights;
  // How searches with these weights err, for selective cuts (search/probcut.h); all zero when not yet fitted.
  std::array<double, 5> error_model{};
  std::string about;  // a line for people: where the weights come from
};

// Refuses what is truncated, damaged, made for other shapes or not a weight file at all.
Result<PatternFile> load_pattern_file(const std::filesystem::path& path);
Result<PatternFile> parse_pattern_file(std::string_view bytes, const std::string& source);
std::string format_pattern_file(const PatternFile& file);

}  // namespace turncoat::eval
