#include "nn/weights.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#include <xxhash.h>

#include "base/bytes.h"
#include "base/testing/mutate.h"
#include "base/testing/temporary_folder.h"

namespace turncoat::nn {
namespace {

Weights small() {
  return random_weights(*Arch::parse("1x8-bare", 4), 3);
}

// The file with another body, its checksum made right again.
std::string signed_again(std::string bytes) {
  bytes.resize(bytes.size() - std::min<std::size_t>(bytes.size(), 8));
  put_number(bytes, XXH3_64bits(bytes.data(), bytes.size()));
  return bytes;
}

TEST(Weights, AreReadBack) {
  for (const char* name : {"1x8", "2x16-se", "2x16-gp-bare", "seed-004"}) {
    const Weights weights = random_weights(*Arch::parse(name, 6), 1);
    const auto again = parse_weights(format_weights(weights), "memory");
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(*again, weights);
  }
}

TEST(Weights, FilesAreReplacedOnlyWhenAsked) {
  const testing::TemporaryFolder folder;
  const Weights weights = small();
  ASSERT_TRUE(save_weights(folder / "a.net", weights, Existing::Refuse));
  EXPECT_FALSE(save_weights(folder / "a.net", weights, Existing::Refuse));
  EXPECT_TRUE(save_weights(folder / "a.net", weights, Existing::Replace));
  EXPECT_EQ(*load_weights(folder / "a.net"), weights);
  EXPECT_FALSE(load_weights(folder / "none.net"));
}

TEST(Weights, EveryCutIsRefused) {
  const std::string bytes = format_weights(small());
  for (std::size_t size = 0; size < bytes.size(); size += size < 200 ? 1 : 97) {
    EXPECT_FALSE(parse_weights(bytes.substr(0, size), "cut")) << size;
    EXPECT_FALSE(parse_weights(signed_again(bytes.substr(0, size)), "cut")) << size;
  }
  EXPECT_FALSE(parse_weights(bytes + "x", "longer"));
  EXPECT_FALSE(parse_weights(signed_again(bytes + "12345678x"), "longer"));
}

TEST(Weights, ErrorsNameTheFileAndTheReason) {
  const auto reason = [](const std::string& bytes) {
    const auto weights = parse_weights(bytes, "my.net");
    return weights ? std::string() : weights.error().message;
  };
  EXPECT_EQ(reason("PK\3\4"), "my.net: not a usable network file: it does not begin as one");
  std::string bytes = format_weights(small());
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 4);
  EXPECT_EQ(reason(bytes), "my.net: not a usable network file: it is damaged or cut short");
  bytes = format_weights(small());
  bytes[std::string_view("turncoat network\n").size()] = 9;
  EXPECT_EQ(reason(signed_again(bytes)),
            "my.net: not a usable network file: its version is 9, this program reads 1");

  // The same numbers under the name of another shape.
  bytes = format_weights(small());
  bytes[bytes.find("1x8-bare")] = '2';
  EXPECT_NE(reason(signed_again(bytes)).find("does not hold the"), std::string::npos)
      << reason(signed_again(bytes));
  bytes = format_weights(small());
  bytes[bytes.find("1x8-bare") + 8] = 6;  // the board's size follows
  EXPECT_NE(reason(signed_again(bytes)).find("does not hold the"), std::string::npos)
      << reason(signed_again(bytes));
  bytes[bytes.find("1x8-bare") + 8] = 7;
  EXPECT_NE(reason(signed_again(bytes)).find("even boards"), std::string::npos)
      << reason(signed_again(bytes));

  Weights infinite = small();
  infinite.layers[1].weight[3] = std::numeric_limits<float>::infinity();
  EXPECT_NE(reason(format_weights(infinite)).find("block1.conv1"), std::string::npos);
}

// Hostile bytes with a right checksum: refused, or a whole network of finite numbers.
TEST(Weights, MutatedFilesNeverGetThroughHalf) {
  const std::string sample = format_weights(small());
  int read = 0;
  for (std::uint64_t round = 0; round < 1500; ++round) {
    Rng rng = Rng::stream(6, round);
    std::string bytes = sample.substr(0, rng.below(2) == 0 ? 120 : sample.size());
    bytes = fuzzing::mutate(std::move(bytes), rng);
    if (bytes.size() < 200) bytes += sample.substr(120);
    const std::string signed_bytes = rng.below(8) == 0 ? bytes : signed_again(bytes);
    const auto weights = parse_weights(signed_bytes, "mutated");
    if (!weights) continue;
    ++read;
    ASSERT_EQ(weights->layers.size(), weights->arch.layers.size());
    for (std::size_t i = 0; i < weights->layers.size(); ++i) {
      ASSERT_EQ(weights->layers[i].weight.size(), weights->arch.layers[i].weights());
      for (const float number : weights->layers[i].weight) ASSERT_TRUE(std::isfinite(number));
    }
  }
  EXPECT_GT(read, 0);
  EXPECT_LT(read, 1500);
}

}  // namespace
}  // namespace turncoat::nn
