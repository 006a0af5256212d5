#include "learn/game_data.h"

#include <limits>

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>
#include <xxhash.h>

#include "learn/testing/random_data.h"

namespace turncoat::learn {
namespace {

using ::testing::HasSubstr;
using testing::random_data;
using testing::random_games;
using testing::settings_for;

Result<std::vector<GameData>> decode_block(const std::string& bytes, const rules::Ruleset& rules) {
  const std::string_view all = bytes;
  const auto header = decode_block_header(all.substr(0, kBlockHeaderBytes));
  if (!header) return std::unexpected(header.error());
  std::vector<GameData> games;
  if (auto read = decode_games(*header, all.substr(kBlockHeaderBytes), rules, games); !read) {
    return std::unexpected(read.error());
  }
  return games;
}

Result<GameSettings> decode(const std::string& bytes) {
  ByteCursor cursor{bytes};
  return decode_settings(cursor);
}

RC_GTEST_PROP(GameBlock, ReadsBackTheSameOnEveryBoard, (std::uint64_t seed)) {
  Rng rng(seed);
  const auto presets = rules::testing::all_presets();
  const auto& rules = presets[rng.below(static_cast<std::uint32_t>(presets.size()))];
  const auto games = random_games(rules, 1 + rng.below(5), seed);
  const auto read = decode_block(encode_block(seed, games), *rules);
  RC_ASSERT(read.has_value());
  RC_ASSERT(*read == games);
  for (const GameData& game : games) RC_ASSERT(replay(rules, game).has_value());
}

RC_GTEST_PROP(GameBlock, SurvivesAnyBytes, (const std::string& noise)) {
  std::vector<GameData> games;
  BlockHeader header{0, 3, static_cast<std::uint32_t>(noise.size()), XXH3_64bits(noise.data(), noise.size())};
  (void)decode_games(header, noise, *rules::standard(8), games);
  (void)decode(noise);
}

TEST(GameBlock, EveryFlippedBitIsFound) {
  const auto rules = rules::standard(4);
  const std::string bytes = encode_block(5, random_games(rules, 3, 1));
  for (std::size_t i = 0; i < bytes.size() * 8; ++i) {
    std::string bad = bytes;
    bad[i / 8] = static_cast<char>(bad[i / 8] ^ (1 << (i % 8)));
    EXPECT_FALSE(decode_block(bad, *rules).has_value()) << "bit " << i;
  }
}

// With a right checksum, but no game of the rules.
TEST(GameBlock, ContentThatIsNoGameIsRefused) {
  const auto rules = rules::standard(4);
  Rng rng(1);
  const GameData good = random_data(rules, rng);
  const auto refused = [&](const auto& spoil) {
    GameData bad = good;
    spoil(bad);
    return !decode_block(encode_block(0, {bad}), *rules).has_value();
  };
  EXPECT_FALSE(refused([](GameData&) {}));
  EXPECT_TRUE(refused([](GameData& game) { game.moves.back() = 16; }));
  EXPECT_TRUE(refused([](GameData& game) { game.result = 17; }));
  EXPECT_TRUE(refused([](GameData& game) { game.settled = static_cast<int>(game.moves.size()) + 1; }));
  EXPECT_TRUE(refused([](GameData& game) { game.settled = 0, game.random = 1; }));
  EXPECT_TRUE(refused([](GameData& game) { game.scores.push_back(0); }));
  EXPECT_TRUE(refused([](GameData& game) { game.scores.pop_back(); }));
}

TEST(GameBlock, ReplayNamesWhatIsWrong) {
  const auto rules = rules::standard(4);
  Rng rng(1);
  GameData data = random_data(rules, rng);
  data.result += 1;
  EXPECT_THAT(replay(rules, data).error().message, HasSubstr("the game ends with"));
  data.moves[1] = data.moves[0];
  EXPECT_THAT(replay(rules, data).error().message, HasSubstr("move 2: "));
  data.moves.resize(1);
  EXPECT_THAT(replay(rules, data).error().message, HasSubstr("stops before its end"));
}

RC_GTEST_PROP(GameSettingsBytes, ReadBackTheSame, (std::uint64_t seed, const std::string& player)) {
  Rng rng(seed);
  const auto presets = rules::testing::all_presets();
  GameSettings settings = settings_for(presets[rng.below(static_cast<std::uint32_t>(presets.size()))]);
  settings.player = player;
  settings.solver = "greedy";
  settings.solver_empties = static_cast<int>(rng.below(257));
  settings.seed = rng();
  settings.random_high = 2 + static_cast<int>(rng.below(255));
  settings.explore = rng.uniform();
  const std::string bytes = encode_settings(settings);
  ByteCursor cursor{bytes};
  const auto read = decode_settings(cursor);
  RC_ASSERT(read.has_value());
  RC_ASSERT(cursor.rest.empty());
  RC_ASSERT(*read->rules == *settings.rules);
  RC_ASSERT(encode_settings(*read) == bytes);
}

TEST(GameSettingsBytes, EveryCutAndEveryFlippedBitIsFound) {
  const std::string bytes = encode_settings(settings_for(rules::standard(8)));
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_FALSE(decode(bytes.substr(0, length)).has_value()) << length << " bytes";
  }
  for (std::size_t i = 0; i < bytes.size() * 8; ++i) {
    std::string bad = bytes;
    bad[i / 8] = static_cast<char>(bad[i / 8] ^ (1 << (i % 8)));
    EXPECT_FALSE(decode(bad).has_value()) << "bit " << i;
  }
}

TEST(GameSettingsBytes, HostileSettingsAreRefused) {
  const auto refused = [](const auto& spoil) {
    GameSettings settings = settings_for(rules::standard(8));
    spoil(settings);
    return !decode(encode_settings(settings)).has_value();
  };
  EXPECT_FALSE(refused([](GameSettings&) {}));
  EXPECT_TRUE(refused([](GameSettings& settings) { settings.random_low = 7; }));
  EXPECT_TRUE(refused([](GameSettings& settings) { settings.random_high = 300; }));
  EXPECT_TRUE(refused([](GameSettings& settings) { settings.solver_empties = 300; }));
  EXPECT_TRUE(refused([](GameSettings& settings) { settings.explore = -0.1; }));
  EXPECT_TRUE(
      refused([](GameSettings& settings) { settings.explore = std::numeric_limits<double>::quiet_NaN(); }));

  // Lengths that lie, texts that are no rules: under a right checksum.
  const auto sealed = [](std::string body) {
    std::string bytes("TURNGAME");
    put_number(bytes, std::uint32_t{1});
    put_text(bytes, body);
    put_number(bytes, XXH3_64bits(bytes.data(), bytes.size()));
    return bytes;
  };
  EXPECT_THAT(decode(sealed("")).error().message, HasSubstr("wrong length"));
  EXPECT_THAT(decode(sealed("\xff\xff\xff\xff")).error().message, HasSubstr("wrong length"));
  std::string body;
  put_text(body, "size = 1000");
  put_text(body, "random");
  put_text(body, "");
  body.append(22, '\0');
  EXPECT_THAT(decode(sealed(body)).error().message, HasSubstr("the ruleset in the header"));
  EXPECT_THAT(decode("(;GM[Othello]").error().message, HasSubstr("not a file of Turncoat's self-play games"));
  std::string future = encode_settings(settings_for(rules::standard(8)));
  future[8] = 2;
  EXPECT_THAT(decode(future).error().message, HasSubstr("of version 2; this program reads version 1"));
}

}  // namespace
}  // namespace turncoat::learn
