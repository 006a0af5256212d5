// Hostile input: valid samples with bytes changed, cut and doubled, at a fixed seed. Every reader must either
// refuse with a sentence or give something that prints and reads back to the same.
#include <gtest/gtest.h>

#include "base/testing/fuzz.h"
#include "record/board_string.h"
#include "record/ggf.h"
#include "record/load.h"
#include "record/obf.h"
#include "record/testing/random_game.h"
#include "record/testing/wthor_writer.h"
#include "record/transcript.h"
#include "record/wthor.h"

namespace turncoat::record {
namespace {

using fuzzing::fuzz;

std::vector<rules::Game> sample_games() {
  std::vector<rules::Game> games;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Rng rng(seed);
    games.push_back(testing::random_game(rng, 30));
  }
  return games;
}

TEST(RecordFuzz, Transcript) {
  const rules::Position start(rules::standard(10));
  std::vector<std::string> samples = {"1. g6 2. e7 3. d4", "G6E7 d4"};
  for (const rules::Game& game : sample_games()) {
    if (game.start() == start) samples.push_back(format_transcript(game, Passes::Written));
  }
  fuzz(samples, [&](const std::string& text) {
    const auto game = parse_transcript(start, text);
    if (!game) {
      EXPECT_FALSE(game.error().message.empty());
      return false;
    }
    EXPECT_EQ(parse_transcript(start, format_transcript(*game)), *game);
    return true;
  });
}

TEST(RecordFuzz, BoardString) {
  std::vector<std::string> samples;
  for (const rules::Game& game : sample_games()) samples.push_back(game.position().to_string());
  fuzz(samples, [](const std::string& text) {
    const auto position = parse_board(text);
    if (!position) {
      EXPECT_FALSE(position.error().message.empty());
      return false;
    }
    EXPECT_EQ(parse_board(position->to_string()), *position);
    return true;
  });
}

TEST(RecordFuzz, Obf) {
  std::vector<std::string> samples;
  for (const rules::Game& game : sample_games()) {
    Problem problem{rules::Position(game.position()), {}, std::nullopt, "c", 0};
    for (const rules::Square square : game.position().legal_moves()) problem.moves.push_back({square, 2});
    if (problem.moves.empty()) problem.score = -4;
    samples.push_back(format_obf(problem) + "\n");
  }
  fuzz(samples, [](const std::string& text) {
    const auto problems = parse_obf(text);
    if (!problems) {
      EXPECT_FALSE(problems.error().message.empty());
      return false;
    }
    std::string again;
    for (const Problem& problem : *problems) again += format_obf(problem) + '\n';
    EXPECT_EQ(parse_obf(again), *problems);
    return true;
  });
}

TEST(RecordFuzz, Ggf) {
  std::vector<std::string> samples;
  for (const rules::Game& game : sample_games()) {
    GameRecord record(game);
    record.black = "a\\]b";
    record.notes.resize(game.moves().size());
    if (!record.notes.empty()) record.notes.front() = {1.5, 0.25};
    record.ending = Ending::Illegal;
    record.loser = rules::Color::White;
    record.reason = "a1";
    samples.push_back("1 " + format_ggf(record) + "\n");
  }
  fuzz(samples, [](const std::string& text) {
    const auto records = parse_ggf(text);
    if (!records) {
      EXPECT_FALSE(records.error().message.empty());
      return false;
    }
    std::string again;
    for (const GameRecord& record : *records) again += format_ggf(record) + '\n';
    const auto second = parse_ggf(again);
    EXPECT_TRUE(second.has_value()) << (second ? "" : second.error().message);
    if (!second || second->size() != records->size()) return false;
    for (std::size_t i = 0; i < records->size(); ++i) {
      // A finished game without a stated result gets the board's when it is written.
      GameRecord expected = (*records)[i];
      if (!expected.stated_score) expected.stated_score = black_score(expected);
      EXPECT_EQ((*second)[i], expected) << again;
    }
    return true;
  });
}

TEST(RecordFuzz, Wthor) {
  std::vector<std::string> samples;
  for (const rules::Game& game : sample_games()) {
    const int size = game.start().size();
    if (game.start() != rules::Position(rules::standard(8)) &&
        game.start() != rules::Position(rules::standard(10)))
      continue;
    samples.push_back(testing::wthor_file({testing::wthor_game(game, 0, 0, 0)}, 1990, size));
  }
  fuzz(samples, [](const std::string& bytes) {
    (void)looks_like_wthor(bytes);
    (void)parse_wthor_names(bytes, WthorNameKind::Players);
    const auto records = parse_wthor_games(bytes, {{"one"}, {}});
    EXPECT_TRUE(records || !records.error().message.empty());
    return records.has_value();
  });
}

TEST(RecordFuzz, AnythingPasted) {
  std::vector<std::string> samples = {"f5d6c3\nf5f6\n", "f5\nd6\n"};
  for (const rules::Game& game : sample_games()) {
    samples.push_back(format_ggf(GameRecord(game)) + "\n");
    samples.push_back(game.position().to_string() + ";\n");
    samples.push_back(game.position().to_string());
  }
  fuzz(samples, [](const std::string& text) {
    const auto loaded = read_text(text, "pasted");
    if (!loaded) {
      EXPECT_TRUE(loaded.error().message.starts_with("pasted")) << loaded.error().message;
      return false;
    }
    EXPECT_FALSE(loaded->games.empty());
    return true;
  });
}

}  // namespace
}  // namespace turncoat::record
