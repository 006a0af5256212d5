#include "nn/arch.h"

#include <set>
#include <string>

#include <gtest/gtest.h>

namespace turncoat::nn {
namespace {

// Counted by hand from the seed's text: 3x3 convolutions, the three 1x1 skips, two heads; biases included,
// normalisation folded in.
TEST(Arch, Seed004HasTheSeedsParameters) {
  const auto arch = Arch::parse("seed-004", 8);
  ASSERT_TRUE(arch);
  const auto conv = [](std::size_t in, std::size_t out, std::size_t kernel) {
    return in * out * kernel * kernel + out;
  };
  std::size_t expected = conv(4, 16, 3);
  const std::size_t channels[] = {16, 32, 64, 128, 128, 128};
  for (std::size_t i = 1; i < 6; ++i) {
    expected += conv(channels[i - 1], channels[i], 3) + conv(channels[i], channels[i], 3);
    if (channels[i - 1] != channels[i]) expected += conv(channels[i - 1], channels[i], 1);
  }
  expected += 2 * (conv(128, 16, 1) + (16 * 64 * 256 + 256));
  expected += 256 * 65 + 65 + 256 + 1;
  EXPECT_EQ(arch->parameters(), expected);
  EXPECT_FALSE(arch->has_score());
  EXPECT_FALSE(arch->has_ownership());
}

TEST(Arch, CountsOf6x64) {
  const auto arch = Arch::parse("6x64", 8);
  ASSERT_TRUE(arch);
  EXPECT_EQ(arch->moves(), 65);
  EXPECT_TRUE(arch->has_score());
  EXPECT_TRUE(arch->has_ownership());
  const std::size_t trunk = 4 * 64 * 9 + 64 + 12 * (64 * 64 * 9 + 64);
  const std::size_t policy = 64 * 32 + 32 + 32 + 1;
  const std::size_t value = 64 * 16 + 16 + 16 * 64 * 64 + 64 + 64 + 1;
  EXPECT_EQ(arch->parameters(), trunk + policy + value + (64 + 1) + (64 + 1));
}

TEST(Arch, NamesAreCanonical) {
  for (const char* name : {"6x64", "4x32-se", "4x32-gp", "1x8-bare", "10x128-se-bare", "seed-004"}) {
    const auto arch = Arch::parse(name, 8);
    ASSERT_TRUE(arch) << name;
    EXPECT_EQ(arch->name, name);
  }
  EXPECT_EQ(Arch::parse("06x064", 8)->name, "6x64");
}

TEST(Arch, RefusesWhatItDoesNotKnow) {
  for (const char* name : {"",
                           "x",
                           "6",
                           "6x",
                           "x64",
                           "6x64x2",
                           "6x60",
                           "6x0",
                           "0x64",
                           "41x64",
                           "6x1024",
                           "6x64-",
                           "6x64-xx",
                           "6x64-se-gp",
                           "6x64-bare-se",
                           "6x64-bare-bare",
                           "-6x64",
                           "6x-64",
                           "seed-003",
                           "seed-004-bare",
                           "99999999999999999999x8"}) {
    EXPECT_FALSE(Arch::parse(name, 8)) << name;
  }
  for (const int size : {-8, 0, 2, 5, 7, 14, 16}) EXPECT_FALSE(Arch::parse("6x64", size)) << size;
  EXPECT_NE(Arch::parse("big", 8).error().message.find("BxC"), std::string::npos);
}

// Every way of computing relies on this: each tensor is made once, before it is used, and shapes fit.
TEST(Arch, StepsAreInOrderAndFit) {
  for (const char* name : {"2x16", "2x16-se", "2x16-gp", "2x16-bare", "seed-004"}) {
    for (const int size : {4, 6, 8, 10, 12}) {
      const auto arch = Arch::parse(name, size);
      ASSERT_TRUE(arch);
      std::set<int> made = {0};
      std::set<int> used_layers;
      for (const Step& step : arch->steps) {
        for (const int tensor : {step.from, step.add, step.by}) {
          if (tensor != Step::kNone) {
            EXPECT_TRUE(made.contains(tensor));
          }
        }
        EXPECT_TRUE(made.insert(step.to).second);
        const Tensor& from = arch->tensors[static_cast<std::size_t>(step.from)];
        const Tensor& to = arch->tensors[static_cast<std::size_t>(step.to)];
        if (step.layer == Step::kNone) continue;
        EXPECT_TRUE(used_layers.insert(step.layer).second);
        const Layer& layer = arch->layers[static_cast<std::size_t>(step.layer)];
        EXPECT_EQ(layer.out, to.channels);
        EXPECT_EQ(layer.in, layer.kernel == 0 && from.board ? from.channels * size * size : from.channels);
      }
      EXPECT_EQ(made.size(), arch->tensors.size());
      EXPECT_EQ(used_layers.size(), arch->layers.size());
    }
  }
}

}  // namespace
}  // namespace turncoat::nn
