#include "nn/input.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace turncoat::nn {

namespace {

std::size_t index_in(rules::Square square, int size) {
  return static_cast<std::size_t>(square.row() * size + square.column());
}

}  // namespace

void write_planes(const Input& input, int size, std::span<float> planes) {
  const auto squares = static_cast<std::size_t>(size * size);
  TURNCOAT_CHECK(planes.size() == squares * kPlanes, "room for the planes of one position");
  std::fill(planes.begin(), planes.end() - static_cast<std::ptrdiff_t>(squares), 0.0F);
  for (const rules::Square square : input.mover) planes[index_in(square, size)] = 1;
  for (const rules::Square square : input.other) planes[squares + index_in(square, size)] = 1;
  for (const rules::Square square : input.moves) planes[2 * squares + index_in(square, size)] = 1;
  std::fill(planes.end() - static_cast<std::ptrdiff_t>(squares), planes.end(), 1.0F);
}

void legal_softmax(const Input& input, int size, std::span<const float> logits, std::vector<float>& policy) {
  const auto squares = static_cast<std::size_t>(size * size);
  policy.assign(squares + 1, 0);
  if (input.moves.empty()) {
    policy[squares] = 1;
    return;
  }
  float greatest = -INFINITY;
  for (const rules::Square square : input.moves) {
    greatest = std::max(greatest, logits[index_in(square, size)]);
  }
  float sum = 0;
  for (const rules::Square square : input.moves) {
    const std::size_t index = index_in(square, size);
    policy[index] = std::exp(logits[index] - greatest);
    sum += policy[index];
  }
  for (const rules::Square square : input.moves) policy[index_in(square, size)] /= sum;
}

}  // namespace turncoat::nn
