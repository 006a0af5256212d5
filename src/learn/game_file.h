// Files of self-play games: a reader that goes through them block by block, and a writer that goes on where
// an earlier one stopped, was stopped or was killed. One writer at a time; readers may look on.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "learn/game_data.h"

namespace turncoat::learn {

// What a reader makes of a last block that is not all there: an error, or, where a writer may be at work or
// was killed, the end.
enum class UnfinishedBlock { Refuse, Ignore };

class GameReader {
 public:
  static Result<GameReader> open(const std::filesystem::path& path, UnfinishedBlock unfinished);

  const GameSettings& settings() const { return settings_; }

  // Goes to the next block; false at the end of the file.
  Result<bool> next_block();
  // The games of the block; their numbers count from first_game(). Good until the next call.
  std::span<const GameData> games() const { return games_; }
  std::uint64_t first_game() const { return first_game_; }

  // Bytes of the file before the block, and up to its end.
  std::uint64_t block_begin() const { return block_begin_; }
  std::uint64_t block_end() const { return block_end_; }

 private:
  GameReader() = default;
  Result<bool> end_in_block() const;

  std::string name_;
  std::ifstream file_;
  UnfinishedBlock unfinished_ = UnfinishedBlock::Refuse;
  GameSettings settings_;
  std::string bytes_;
  std::vector<GameData> games_;
  std::uint64_t first_game_ = 0;
  std::uint64_t block_begin_ = 0;
  std::uint64_t block_end_ = 0;
};

class GameWriter {
 public:
  // Makes the file, or goes on behind its last whole block. Refuses, and leaves untouched, a file with other
  // settings, a damaged one, what is no such file, and one that another writer has open.
  static Result<std::unique_ptr<GameWriter>> open(const std::filesystem::path& path,
                                                  const GameSettings& settings);
  ~GameWriter();
  GameWriter(const GameWriter&) = delete;
  GameWriter& operator=(const GameWriter&) = delete;

  // Games in the file and waiting for their block to fill: the number of the next one.
  std::uint64_t games() const { return written_ + waiting_.size(); }

  // Writes when a block is full.
  Result<void> append(GameData game);
  // Writes the games that wait, and all to disk. A block written early is replaced once it is full, so a file
  // does not depend on when its writers stopped.
  Result<void> flush();

 private:
  GameWriter(std::string name, int file) : name_(std::move(name)), file_(file) {}
  Result<void> start(const GameSettings& settings, std::uint64_t size);
  Result<void> go_on(const GameSettings& settings, std::uint64_t size);
  Result<std::uint64_t> write_block();  // its bytes
  Result<void> write_at(std::uint64_t place, std::string_view bytes);

  std::string name_;
  int file_;
  std::vector<GameData> waiting_;
  std::size_t early_ = 0;      // of those waiting, so many are in the file behind end_
  std::uint64_t written_ = 0;  // games in full blocks
  std::uint64_t end_ = 0;      // bytes of header and full blocks
};

}  // namespace turncoat::learn
