#include "eval/ending_order.h"

#include <algorithm>

#include "base/check.h"

namespace turncoat::eval {

bool EndingOrder::fits(const PatternSet& set) {
  const auto orders = [&](std::uint16_t shape) { return set.shapes[shape].orders; };
  return std::ranges::count_if(set.shape_of, orders) == static_cast<std::ptrdiff_t>(kFeatures);
}

EndingOrder::EndingOrder(const PatternSet& set, std::vector<std::int16_t> packed)
    : packed_(std::move(packed)), weights_(set.shapes.size()) {
  TURNCOAT_CHECK(fits(set) && packed_.size() == set.packed_states, "weights of another set");
  for (std::size_t i = 0; i < set.shapes.size(); ++i) {
    const PatternShape& shape = set.shapes[i];
    if (!shape.orders) continue;
    TURNCOAT_CHECK(shape.squares.size() <= kMostSquares, "a shape that is too large to order by");
    weights_[i].resize(shape.states);
    for (std::uint32_t state = 0; state < shape.states; ++state) {
      weights_[i][state] = packed_[shape.packed_offset + shape.packed[state]];
    }
  }
  auto next = features_.begin();
  for (std::size_t i = 0; i < set.features(); ++i) {
    const std::vector<std::int16_t>& weights = weights_[set.shape_of[i]];
    if (weights.empty()) continue;
    Feature& feature = *next++;
    feature.all_empty = weights.data() + weights.size() / 2;  // every digit is 1
    std::vector<int> worths;                                  // of its squares, from the lowest bit up
    for (std::size_t bit = 0; bit < 64; ++bit) {
      if (set.worth[bit][i] == 0) continue;
      feature.squares |= std::uint64_t{1} << bit;
      worths.push_back(set.worth[bit][i]);
    }
    for (std::size_t discs = 0; discs < std::size_t{1} << worths.size(); ++discs) {
      int sum = 0;
      for (std::size_t k = 0; k < worths.size(); ++k) sum += (discs >> k & 1) != 0 ? worths[k] : 0;
      feature.worth[discs] = static_cast<std::int16_t>(sum);
    }
  }
}

}  // namespace turncoat::eval
