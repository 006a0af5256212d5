#include "learn/fit_games.h"

#include "learn/game_file.h"
#include "rules/kernel/kernel64_portable.h"

namespace turncoat::learn {

namespace {

using Kernel = rules::kernel::PortableKernel64;

bool is_legal(rules::kernel::Board64 board, const GameData& data) {
  for (const std::uint8_t bit : data.moves) {
    std::uint64_t moves = Kernel::moves(board, Kernel::area(8));
    if (moves == 0) {
      board = Kernel::after_pass(board);
      moves = Kernel::moves(board, Kernel::area(8));
    }
    if (bit >= 64 || !Kernel::contains(moves, bit)) return false;
    board = Kernel::after(board, bit, Kernel::flips(board, bit));
  }
  return true;
}

}  // namespace

Result<void> load_fit_games(const std::filesystem::path& path, std::uint64_t limit,
                            std::vector<FitGame>& games) {
  auto reader = GameReader::open(path, UnfinishedBlock::Ignore);
  if (!reader) return std::unexpected(reader.error());
  const rules::RulesetPtr standard = rules::standard(8);
  if (*reader->settings().rules != *standard) {
    return fail(Error::Code::Conflict, "{}: games of {}, where {} is wanted", path.string(),
                reader->settings().rules->name, standard->name);
  }
  const rules::kernel::Board64 start = Kernel::board_of(rules::Position(standard));
  std::uint64_t number = 0;
  for (;;) {
    const auto more = reader->next_block();
    if (!more) return std::unexpected(more.error());
    if (!*more) return {};
    for (const GameData& data : reader->games()) {
      if (limit > 0 && number >= limit) return {};
      if (data.moves.size() > 60 || !is_legal(start, data)) {
        return fail(Error::Code::Illegal, "{} game {}: an illegal move", path.string(), number);
      }
      FitGame game;
      std::ranges::copy(data.moves, game.squares.begin());
      std::ranges::copy(data.scores, game.searched.begin());
      game.length = static_cast<std::uint8_t>(data.moves.size());
      game.first = static_cast<std::uint8_t>(data.settled);
      game.score = static_cast<std::int8_t>(data.result);
      games.push_back(game);
      ++number;
    }
  }
}

}  // namespace turncoat::learn
