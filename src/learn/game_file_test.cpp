#include "learn/game_file.h"

#include <algorithm>
#include <fstream>

#include <gmock/gmock.h>

#include "base/file.h"
#include "base/testing/temporary_folder.h"
#include "learn/testing/random_data.h"

namespace turncoat::learn {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using testing::random_games;
using testing::settings_for;
using turncoat::testing::TemporaryFolder;

constexpr std::size_t kGames = kGamesPerBlock + 5;

const rules::RulesetPtr& small_rules() {
  static const rules::RulesetPtr rules = rules::standard(4);
  return rules;
}
const std::vector<GameData>& small_games() {
  static const std::vector<GameData> games = random_games(small_rules(), kGames, 3);
  return games;
}

std::string load(const fs::path& path) {
  return *load_file(path, 1 << 30);
}
void store(const fs::path& path, std::string_view bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

// Appends what the file does not have of small_games(); `stop_at` games and a flush at most.
void write_games(const fs::path& path, std::size_t stop_at = kGames) {
  const auto writer = GameWriter::open(path, settings_for(small_rules()));
  ASSERT_TRUE(writer.has_value()) << writer.error().message;
  while ((*writer)->games() < stop_at) {
    ASSERT_TRUE((*writer)->append(small_games()[(*writer)->games()]).has_value());
  }
  ASSERT_TRUE((*writer)->flush().has_value());
}

Result<std::vector<GameData>> read_all(const fs::path& path, UnfinishedBlock unfinished) {
  auto reader = GameReader::open(path, unfinished);
  if (!reader) return std::unexpected(reader.error());
  std::vector<GameData> games;
  for (;;) {
    const auto more = reader->next_block();
    if (!more) return std::unexpected(more.error());
    if (!*more) return games;
    EXPECT_EQ(reader->first_game(), games.size());
    games.insert(games.end(), reader->games().begin(), reader->games().end());
  }
}

class GameFile : public ::testing::Test {
 protected:
  void SetUp() override {
    write_games(path_);
    whole_ = load(path_);
    auto reader = GameReader::open(path_, UnfinishedBlock::Refuse);
    ends_.push_back(reader->block_end());
    while (*reader->next_block()) ends_.push_back(reader->block_end());
  }

  // Games in the blocks that end within so many bytes.
  std::size_t games_within(std::size_t bytes) const {
    std::size_t blocks = 0;
    while (blocks + 1 < ends_.size() && ends_[blocks + 1] <= bytes) ++blocks;
    return std::min(kGames, blocks * kGamesPerBlock);
  }

  TemporaryFolder folder_;
  fs::path path_ = folder_ / "some.games";
  std::string whole_;
  std::vector<std::uint64_t> ends_;  // of the header and of each block
};

TEST_F(GameFile, ReadsBackWhatWasWritten) {
  EXPECT_EQ(*read_all(path_, UnfinishedBlock::Refuse), small_games());
  EXPECT_EQ(ends_.size(), 3U);
  EXPECT_EQ(ends_.back(), whole_.size());
}

TEST_F(GameFile, IsTheSameWheneverItsWritersStopped) {
  const fs::path other = folder_ / "other.games";
  for (const std::size_t stop_at : {0U, 1U, 10U, 63U, 64U, 65U, 67U}) write_games(other, stop_at);
  write_games(other);
  EXPECT_EQ(load(other), whole_);
  write_games(other);
  EXPECT_EQ(load(other), whole_);
}

// Shorter and shorter, in place: a new file for each length would wait for the disk.
TEST_F(GameFile, CutAnywhereIsNoticedAndReadToItsLastWholeBlock) {
  for (std::size_t length = whole_.size() - 1; length > 0; --length) {
    fs::resize_file(path_, length);
    const bool at_block = std::ranges::find(ends_, length) != ends_.end();
    EXPECT_EQ(read_all(path_, UnfinishedBlock::Refuse).has_value(), at_block) << length << " bytes";
    const auto read = read_all(path_, UnfinishedBlock::Ignore);
    ASSERT_EQ(read.has_value(), length >= ends_.front()) << length << " bytes";
    if (!read) continue;
    EXPECT_TRUE(std::ranges::equal(*read, std::span(small_games()).first(games_within(length))));
  }
}

TEST_F(GameFile, CutAnywhereIsFinishedToTheSameFile) {
  const fs::path cut = folder_ / "cut.games";
  for (std::size_t length = 0; length < whole_.size(); length += 1 + length % 97) {
    store(cut, whole_.substr(0, length));
    write_games(cut);
    ASSERT_EQ(load(cut), whole_) << length << " bytes";
  }
}

TEST_F(GameFile, DamageIsFoundAndLeftAlone) {
  std::fstream file(path_, std::ios::in | std::ios::out | std::ios::binary);
  const auto put = [&](std::size_t place, char byte) {
    file.seekp(static_cast<std::streamoff>(place));
    file.put(byte).flush();
  };
  for (std::size_t i = 0; i < whole_.size(); ++i) {
    std::string bytes = whole_;
    bytes[i] = static_cast<char>(bytes[i] ^ (1 << (i % 8)));
    put(i, bytes[i]);
    EXPECT_FALSE(read_all(path_, UnfinishedBlock::Ignore).has_value()) << "byte " << i;
    EXPECT_FALSE(GameWriter::open(path_, settings_for(small_rules())).has_value()) << "byte " << i;
    ASSERT_EQ(load(path_), bytes) << "byte " << i;
    put(i, whole_[i]);
  }
}

TEST_F(GameFile, BlocksInWrongOrderAreRefused) {
  const fs::path bad = folder_ / "bad.games";
  const std::string header = whole_.substr(0, ends_[0]);
  store(bad, header + whole_.substr(ends_[1]));
  EXPECT_THAT(read_all(bad, UnfinishedBlock::Ignore).error().message,
              HasSubstr("the block begins with game 64 where 0 should follow"));
  // A short block that others follow would be lost when the file goes on.
  store(bad,
        header + encode_block(0, {small_games()[0]}) + encode_block(1, random_games(small_rules(), 64, 1)));
  EXPECT_TRUE(read_all(bad, UnfinishedBlock::Refuse).has_value());
  EXPECT_THAT(GameWriter::open(bad, settings_for(small_rules())).error().message,
              HasSubstr("only the last block may be short"));
}

TEST_F(GameFile, AnotherRunIsRefusedWithTheSettingThatDiffers) {
  const auto refusal = [&](const auto& change) {
    GameSettings settings = settings_for(small_rules());
    change(settings);
    return GameWriter::open(path_, settings).error().message;
  };
  EXPECT_THAT(refusal([](GameSettings& s) { s.seed = 8; }), HasSubstr("--seed is 7 there and 8 here"));
  EXPECT_THAT(refusal([](GameSettings& s) { s.player = "greedy"; }),
              HasSubstr("--player is random there and greedy here"));
  EXPECT_THAT(refusal([](GameSettings& s) { s.solver = "greedy"; }),
              HasSubstr("--solver is none there and greedy here"));
  EXPECT_THAT(refusal([](GameSettings& s) { s.random_high = 9; }),
              HasSubstr("--random is 2-6 there and 2-9 here"));
  EXPECT_THAT(refusal([](GameSettings& s) { s.explore = 0.5; }), HasSubstr("--explore is 0 there and 0.5"));
  EXPECT_THAT(refusal([](GameSettings& s) { s.rules = rules::standard(6); }),
              HasSubstr("--rules is standard-4 there and standard-6 here"));
  EXPECT_THAT(refusal([](GameSettings& s) { s.rules = with_scoring(s.rules, rules::Scoring::DiscsOnly); }),
              HasSubstr("there"));
  EXPECT_EQ(load(path_), whole_);
}

TEST_F(GameFile, ForeignFilesAreRefusedAndLeftAlone) {
  const fs::path foreign = folder_ / "notes.txt";
  const GameSettings settings = settings_for(small_rules());
  for (const std::string& text : {std::string("short"), std::string(5000, 'x')}) {
    store(foreign, text);
    EXPECT_FALSE(GameWriter::open(foreign, settings).has_value());
    EXPECT_FALSE(GameReader::open(foreign, UnfinishedBlock::Ignore).has_value());
    EXPECT_EQ(load(foreign), text);
  }
  EXPECT_THAT(GameReader::open(folder_.path(), UnfinishedBlock::Ignore).error().message,
              HasSubstr("is a folder"));
  EXPECT_THAT(GameReader::open(folder_ / "no.games", UnfinishedBlock::Ignore).error().message,
              HasSubstr("cannot be read: No such file"));
  EXPECT_FALSE(GameWriter::open(folder_.path(), settings).has_value());
  EXPECT_FALSE(GameWriter::open("/dev/null", settings).has_value());
}

TEST_F(GameFile, HasOneWriterAtATime) {
  const GameSettings settings = settings_for(small_rules());
  const auto first = GameWriter::open(path_, settings);
  ASSERT_TRUE(first.has_value());
  EXPECT_THAT(GameWriter::open(path_, settings).error().message, HasSubstr("being written by another run"));
  EXPECT_TRUE(read_all(path_, UnfinishedBlock::Ignore).has_value());
}

}  // namespace
}  // namespace turncoat::learn
