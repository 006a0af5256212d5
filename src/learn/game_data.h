// Self-play games as bytes: the settings that made them, then blocks of games, each with checksums. What
// reads and writes the file itself is learn/game_file.h; docs/file-formats.md describes the layout. Reading
// trusts nothing but the legality of moves: `replay` checks that.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/error.h"
#include "rules/game.h"
#include "rules/ruleset.h"

namespace turncoat::learn {

// What decides the games of a file: game number i follows from these and i, as long as the players do not
// look at the clock.
struct GameSettings {
  rules::RulesetPtr rules;
  std::string player;      // canonical spec
  std::string solver;      // makes the moves of the ending; empty: the player does
  int solver_empties = 0;  // the ending: at most so many empty squares
  std::uint64_t seed = 1;
  int random_low = 8;  // moves of the random opening: uniform from low to high
  int random_high = 30;
  double explore = 0;  // chance of a random move between the opening and the ending
};

inline constexpr std::int8_t kNoScore = -128;
inline constexpr int kMaxStoredScore = 127;

struct GameData {
  std::vector<std::uint8_t> moves;  // row * size + column; passes are left out, as they are forced
  std::vector<std::int8_t> scores;  // for each move: discs for its mover, +-127 at most, or kNoScore
  int random = 0;                   // moves of the random opening
  int settled = 0;                  // from this move on none is random: the result tells what they are worth
  int result = 0;                   // the final score from Black's side, counted as the ruleset counts

  friend bool operator==(const GameData&, const GameData&) = default;
};

// The game with its passes. An error names the first move that is not legal, or tells what is wrong with the
// end.
Result<rules::Game> replay(const rules::RulesetPtr& rules, const GameData& data);

// The first bytes of a file; settings that are equal give equal bytes.
std::string encode_settings(const GameSettings& settings);
// Takes them off the front. Errors do not name the file.
Result<GameSettings> decode_settings(ByteCursor& cursor);
// The most bytes they can take.
inline constexpr std::size_t kMostSettingsBytes = 1 << 16;

// A full block; only the last of a file may have fewer games. A kill costs at most the games of one block.
inline constexpr std::size_t kGamesPerBlock = 64;

struct BlockHeader {
  std::uint64_t first = 0;  // number of its first game
  std::uint32_t games = 0;
  std::uint32_t bytes = 0;  // of the games behind this header
  std::uint64_t checksum = 0;
};
inline constexpr std::size_t kBlockHeaderBytes = 32;

// 1 to kGamesPerBlock games, header included.
std::string encode_block(std::uint64_t first, const std::vector<GameData>& games);
// Exactly kBlockHeaderBytes. A header that comes out has a length that may be believed.
Result<BlockHeader> decode_block_header(std::string_view bytes);
// The `header.bytes` bytes behind the header. What is in `games` is replaced, and its memory used again.
Result<void> decode_games(const BlockHeader& header, std::string_view bytes, const rules::Ruleset& rules,
                          std::vector<GameData>& games);

}  // namespace turncoat::learn
