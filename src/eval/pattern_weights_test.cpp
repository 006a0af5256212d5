#include "eval/pattern_weights.h"

#include <bit>
#include <limits>

#include <gmock/gmock.h>
#include <xxhash.h>

#include "base/bytes.h"
#include "base/file.h"
#include "base/rng.h"
#include "base/testing/temporary_folder.h"

namespace turncoat::eval {
namespace {

using ::testing::HasSubstr;

// Mostly zeros, which pack quickly, and the extremes.
PatternFile sample() {
  Rng rng(1);
  const PatternSet& set = pattern_set(8);
  PatternWeights::Packed packed(static_cast<std::size_t>(set.stages),
                                std::vector<std::int16_t>(set.packed_states, 0));
  constexpr std::int16_t kSome[] = {1, -1, 100, -77, 32767, -32768};
  for (int i = 0; i < 3000; ++i) {
    packed[rng.below(static_cast<std::uint32_t>(set.stages))][rng.below(set.packed_states)] =
        kSome[rng.below(6)];
  }
  return {std::make_shared<const PatternWeights>(set, packed), {1, -0.5, 1e-9, 0, 2}, "made by a test"};
}

const std::string& bytes() {
  static const std::string formatted = format_pattern_file(sample());
  return formatted;
}

std::string reason(std::string_view file) {
  const auto parsed = parse_pattern_file(file, "w");
  return parsed ? std::string("accepted") : parsed.error().message;
}

// The file with bytes put in at a place and a checksum that fits again.
std::string resealed(std::size_t place, std::string_view change) {
  std::string body = bytes().substr(0, bytes().size() - 8);
  body.replace(place, change.size(), change);
  put_number(body, XXH3_64bits(body.data(), body.size()));
  return body;
}
template <class T>
std::string resealed_number(std::size_t place, T number) {
  std::string change;
  put_number(change, number);
  return resealed(place, change);
}

// Where the fields stand (docs/file-formats.md).
constexpr std::size_t kVersionAt = 8;
constexpr std::size_t kFingerprintAt = 12;
constexpr std::size_t kStagesAt = 20;
constexpr std::size_t kCountAt = 24;
constexpr std::size_t kErrorsAt = 28;
constexpr std::size_t kAboutAt = 68;
const std::size_t kPackedAt = kAboutAt + 4 + sample().about.size();

TEST(PatternFile, PrintsAndParsesToTheSame) {
  const PatternFile file = sample();
  const auto parsed = parse_pattern_file(bytes(), "w");
  ASSERT_TRUE(parsed.has_value()) << parsed.error().message;
  EXPECT_EQ(parsed->weights->packed(), file.weights->packed());
  EXPECT_EQ(parsed->error_model, file.error_model);
  EXPECT_EQ(parsed->about, file.about);
  EXPECT_EQ(format_pattern_file(*parsed), bytes());
}

TEST(PatternFile, IsRefusedCutAnywhere) {
  Rng rng(2);
  for (std::size_t length = 0; length < 120; ++length) {
    EXPECT_THAT(reason(bytes().substr(0, length)), HasSubstr("w: not a usable pattern weight file: "))
        << length;
  }
  for (int i = 0; i < 300; ++i) {
    EXPECT_NE(reason(bytes().substr(0, rng.below(static_cast<std::uint32_t>(bytes().size())))), "accepted");
  }
  EXPECT_EQ(reason(bytes() + '\0'), "w: not a usable pattern weight file: it is damaged or cut short");
  EXPECT_EQ(reason(""), "w: not a usable pattern weight file: it does not begin as one");
}

TEST(PatternFile, IsRefusedWithAnyBitFlipped) {
  Rng rng(3);
  for (int i = 0; i < 400; ++i) {
    const std::size_t at =
        i < 120 ? static_cast<std::size_t>(i) : rng.below(static_cast<std::uint32_t>(bytes().size()));
    std::string flipped = bytes();
    flipped[at] = static_cast<char>(flipped[at] ^ 1 << rng.below(8));
    EXPECT_NE(reason(flipped), "accepted") << at;
  }
}

// A right checksum does not make it a file of ours.
TEST(PatternFile, IsRefusedWithTheReason) {
  EXPECT_THAT(reason(resealed(0, "TURNPATX")), HasSubstr("does not begin as one"));
  EXPECT_THAT(reason(resealed_number<std::uint32_t>(kVersionAt, 2)), HasSubstr("its version is another"));
  EXPECT_THAT(reason(resealed_number<std::uint64_t>(kFingerprintAt, 5)),
              HasSubstr("made for other patterns"));
  for (const std::uint32_t size : {0U, 1U, 29U, 32U, 0xffffffffU}) {
    EXPECT_THAT(reason(resealed_number(kStagesAt, size)), HasSubstr("its size is another"));
    EXPECT_THAT(reason(resealed_number(kCountAt, size)), HasSubstr("its size is another"));
  }
  for (const double number :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
        -std::numeric_limits<double>::infinity()}) {
    for (std::size_t i = 0; i < 5; ++i) {
      EXPECT_THAT(reason(resealed_number(kErrorsAt + 8 * i, std::bit_cast<std::uint64_t>(number))),
                  HasSubstr("its error model is no number"));
    }
  }
  for (const std::size_t text : {kAboutAt, kPackedAt}) {
    for (const std::uint32_t size : {0U, 7U, 0x7fffffffU, 0xffffffffU}) {
      EXPECT_THAT(reason(resealed_number(text, size)), HasSubstr("its length is wrong"));
    }
  }
}

TEST(PatternFile, SurvivesWeightsThatDoNotUnpack) {
  Rng rng(4);
  int refused = 0;
  for (int i = 0; i < 100; ++i) {
    const std::size_t at =
        kPackedAt + 4 + rng.below(static_cast<std::uint32_t>(bytes().size() - kPackedAt - 13));
    const std::string answer = reason(resealed_number(at, static_cast<std::uint8_t>(rng.below(256))));
    if (answer == "accepted") continue;  // another weight
    EXPECT_THAT(answer, HasSubstr("its weights cannot be unpacked"));
    ++refused;
  }
  EXPECT_GT(refused, 0);
}

TEST(PatternFile, IsLoadedByPath) {
  const ::turncoat::testing::TemporaryFolder folder;
  EXPECT_FALSE(load_pattern_file(folder / "none").has_value());
  EXPECT_FALSE(load_pattern_file(folder.path()).has_value()) << "a folder";
  ASSERT_TRUE(save_file(folder / "w", bytes(), Existing::Refuse).has_value());
  const auto loaded = load_pattern_file(folder / "w");
  ASSERT_TRUE(loaded.has_value());
  EXPECT_EQ(loaded->about, "made by a test");
  ASSERT_TRUE(save_file(folder / "w", bytes().substr(0, 1000), Existing::Replace).has_value());
  EXPECT_THAT(load_pattern_file(folder / "w").error().message, HasSubstr((folder / "w").string()));
}

}  // namespace
}  // namespace turncoat::eval
