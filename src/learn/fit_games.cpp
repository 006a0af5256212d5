#include "learn/fit_games.h"

#include <algorithm>

#include "learn/game_file.h"
#include "rules/kernel/kernel64_portable.h"

namespace turncoat::learn {

namespace {

using Kernel = rules::kernel::PortableKernel64;

// The game with its squares as bits; nothing when a move is illegal or the end is another.
std::optional<FitGame> fit_game(const rules::Position& start, const GameData& data) {
  FitGame game;
  if (data.moves.size() > game.squares.size()) return std::nullopt;
  const int size = start.size();
  const std::uint64_t area = Kernel::area(size);
  rules::kernel::Board64 board = Kernel::board_of(start);
  bool black = true;
  const auto turn = [&] {
    board = Kernel::after_pass(board);
    black = !black;
  };
  for (std::size_t i = 0; i < data.moves.size(); ++i) {
    if (data.moves[i] >= size * size) return std::nullopt;
    std::uint64_t moves = Kernel::moves(board, area);
    if (moves == 0) {
      turn();
      moves = Kernel::moves(board, area);
    }
    const int bit = Kernel::bit_of({data.moves[i] % size, data.moves[i] / size}, size);
    if (!Kernel::contains(moves, bit)) return std::nullopt;
    board = Kernel::after(board, bit, Kernel::flips(board, bit));
    black = !black;
    game.squares[i] = static_cast<std::uint8_t>(bit);
  }
  if (Kernel::moves(board, area) != 0 || Kernel::moves(Kernel::after_pass(board), area) != 0)
    return std::nullopt;
  if (!black) turn();
  int score = Kernel::count(board.mover) - Kernel::count(board.other);
  const int empties = Kernel::count(Kernel::empties(board, area));
  score += score > 0 ? empties : score < 0 ? -empties : 0;
  if (score != data.result) return std::nullopt;
  std::ranges::copy(data.scores, game.searched.begin());
  game.length = static_cast<std::uint8_t>(data.moves.size());
  game.first = static_cast<std::uint8_t>(data.settled);
  game.score = static_cast<std::int8_t>(data.result);
  return game;
}

}  // namespace

Result<void> load_fit_games(const std::filesystem::path& path, std::uint64_t limit, FitGames& games) {
  auto reader = GameReader::open(path, UnfinishedBlock::Ignore);
  if (!reader) return std::unexpected(reader.error());
  const rules::Ruleset& rules = *reader->settings().rules;
  const eval::PatternSet* set = eval::find_pattern_set(rules.size);
  if (set == nullptr || rules != *rules::standard(rules.size)) {
    return fail(Error::Code::Conflict, "{}: games of {}; there are patterns for standard-6 and standard-8",
                path.string(), rules.name);
  }
  if (games.set != nullptr && games.set != set) {
    return fail(Error::Code::Conflict, "{}: games of {}, and those before are of {}x{}", path.string(),
                rules.name, games.set->size, games.set->size);
  }
  games.set = set;
  const rules::Position start(reader->settings().rules);
  std::uint64_t number = 0;
  for (;;) {
    const auto more = reader->next_block();
    if (!more) return std::unexpected(more.error());
    if (!*more) return {};
    for (const GameData& data : reader->games()) {
      if (limit > 0 && number >= limit) return {};
      const auto game = fit_game(start, data);
      if (!game) {
        return fail(Error::Code::Illegal, "{} game {}: an illegal move, or not the end it tells",
                    path.string(), number);
      }
      games.games.push_back(*game);
      ++number;
    }
  }
}

}  // namespace turncoat::learn
