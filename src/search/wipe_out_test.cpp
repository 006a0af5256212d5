#include "search/wipe_out.h"

#include <array>

#include <gmock/gmock.h>

#include "rules/kernel/kernel64_portable.h"
#include "rules/testing/random_games.h"

namespace turncoat::search {
namespace {

using rules::Position;

// The same by the rules alone: 1 when `attacker` can force the other side's last disc within `plies`.
bool forces(const Position& position, rules::Color attacker, int plies) {
  if (position.disc_count(rules::other(attacker)) == 0) return true;
  if (plies == 0 || position.is_over()) return false;
  if (position.must_pass()) return forces(position.after(rules::Move::pass()), attacker, plies - 1);
  const bool attacks = position.mover() == attacker;
  for (const rules::Square square : position.legal_moves()) {
    if (forces(position.after(square), attacker, plies - 1) == attacks) return attacks;
  }
  return !attacks;
}

// One side has many discs in the middle of the board, the other one to five.
Position sparse_position(const rules::RulesetPtr& rules, Rng& rng) {
  std::array<rules::SquareSet, 2> sides;
  const auto size = static_cast<std::uint32_t>(rules->size);
  const auto square = [&] {
    return rules::Square(static_cast<int>(1 + rng.below(size - 2)),
                         static_cast<int>(1 + rng.below(size - 2)));
  };
  for (std::uint32_t left = 1 + rng.below(5); left > 0; --left) sides[0].insert(square());
  for (std::uint32_t left = 8 + rng.below(20); left > 0; --left) {
    const rules::Square at = square();
    if (!sides[0].contains(at)) sides[1].insert(at);
  }
  const std::size_t mover = rng.below(2);
  return *Position::make(rules, sides[mover], sides[1 - mover], rules::Color::Black);
}

TEST(WipeOut, IsFoundExactlyWhenItIsForced) {
  int won = 0;
  int lost = 0;
  Rng rng(4);
  for (int i = 0; i < 4000; ++i) {
    const rules::RulesetPtr& rules = i % 3 == 0 ? rules::standard(6) : rules::standard(8);
    const Position position = sparse_position(rules, rng);
    if (position.is_over() || position.must_pass()) continue;
    const rules::Color mover = position.mover();
    const int found = forced_wipe_out(rules::kernel::PortableKernel64::board_of(position), rules->size, 3);
    const bool few = position.disc_count(rules::other(mover)) <= kFewDiscs;
    const bool own_few = position.disc_count(mover) <= kFewDiscs;
    const int expected = few && forces(position, mover, 3)                     ? 1
                         : own_few && forces(position, rules::other(mover), 3) ? -1
                                                                               : 0;
    ASSERT_EQ(found, expected) << position.to_string();
    won += found == 1 ? 1 : 0;
    lost += found == -1 ? 1 : 0;
  }
  EXPECT_GT(won, 100);
  EXPECT_GT(lost, 10);
}

}  // namespace
}  // namespace turncoat::search
