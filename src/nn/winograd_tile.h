// Sizes of the Winograd convolution shared by its memory and its kernels, and where tiles are.
#pragma once

#include <cstddef>

namespace turncoat::nn::winograd {

inline constexpr std::size_t kOut = 4;  // side of a tile of results
inline constexpr std::size_t kIn = 6;   // side of the patch it is made from
inline constexpr std::size_t kPoints = kIn * kIn;
inline constexpr std::size_t kPanel = 16;  // outputs multiplied at once
// Tiles in work at once: with 64 channels both scratch buffers and one point's weights fit a 512 KB cache.
inline constexpr std::size_t kTiles = 24;
// Between the matrices of two points, so that they do not all fall into the same sets of the cache.
inline constexpr std::size_t kPadding = 16;

constexpr std::size_t tile_stride(std::size_t channels) {
  return kTiles * channels + kPadding;
}

// A tile's place: its position in the batch and its upper left square.
struct Tile {
  std::size_t position;
  std::size_t row;
  std::size_t column;
};

constexpr Tile tile_at(std::size_t number, std::size_t size) {
  const std::size_t side = (size + kOut - 1) / kOut;
  const std::size_t in_board = number % (side * side);
  return {number / (side * side), in_board / side * kOut, in_board % side * kOut};
}

constexpr std::size_t tiles_of(std::size_t positions, std::size_t size) {
  const std::size_t side = (size + kOut - 1) / kOut;
  return positions * side * side;
}

}  // namespace turncoat::nn::winograd
