#include "engine/reasons.h"

#include <array>
#include <cstdlib>

#include "eval/stable_discs.h"

namespace turncoat::engine {

using rules::Color;
using rules::Position;
using rules::Square;
using rules::SquareSet;

namespace {

constexpr std::size_t kMostReasons = 3;
constexpr int kManyMoves = 3;       // a difference in moves that is worth a word
constexpr int kStableDiscs = 2;     // likewise in stable discs
constexpr int kParityEmpties = 20;  // from here on regions are small enough for parity to count
constexpr int kCountEmpties = 12;

SquareSet corners(int size) {
  const int last = size - 1;
  return {Square(0, 0), Square(last, 0), Square(0, last), Square(last, last)};
}

bool on_edge(Square square, int size) {
  return square.column() == 0 || square.row() == 0 || square.column() == size - 1 || square.row() == size - 1;
}

std::vector<Square> listed(const SquareSet& squares) {
  std::vector<Square> list;
  for (const Square square : squares) list.push_back(square);
  return list;
}

// The moves of a side whoever is to move.
SquareSet moves_of(const Position& position, Color color) {
  const auto view = Position::make(position.ruleset_ptr(), position.discs(Color::Black),
                                   position.discs(Color::White), color);
  return view->legal_moves();
}

// What the board looks like for the player after one of its moves.
struct Outlook {
  Outlook(const Position& before, Square move)
      : after(before.after(move)),
        own(moves_of(after, before.mover())),
        others(moves_of(after, rules::other(before.mover()))),
        stable(eval::stable_discs(after) & after.discs(before.mover())) {}

  Position after;
  SquareSet own;     // moves
  SquareSet others;  // moves
  SquareSet stable;  // own discs
};

// The empty squares that hang together with `from`, diagonals included.
SquareSet region_of(const Position& position, Square from) {
  const SquareSet empties = position.empties();
  SquareSet region;
  std::vector<Square> open{from};
  region.insert(from);
  while (!open.empty()) {
    const Square at = open.back();
    open.pop_back();
    for (int dy = -1; dy <= 1; ++dy) {
      for (int dx = -1; dx <= 1; ++dx) {
        const int x = at.column() + dx;
        const int y = at.row() + dy;
        if (x < 0 || y < 0 || x >= position.size() || y >= position.size()) continue;
        const Square next(x, y);
        if (!empties.contains(next) || region.contains(next)) continue;
        region.insert(next);
        open.push_back(next);
      }
    }
  }
  return region;
}

// The empty corner that a move is played right beside, with the code for how; nothing elsewhere.
void add_beside_corner(const Position& position, Square played, std::vector<Reason>& reasons) {
  const SquareSet empties = position.empties();
  for (const Square corner : corners(position.size()) & empties) {
    const int dx = std::abs(corner.column() - played.column());
    const int dy = std::abs(corner.row() - played.row());
    if (dx > 1 || dy > 1 || dx + dy == 0) continue;
    reasons.push_back({dx + dy == 2 ? ReasonCode::XSquare : ReasonCode::CSquare, {corner}, 0});
  }
}

void add_parity(const Position& position, Square played, Square better, std::vector<Reason>& reasons) {
  if (position.empties().size() > kParityEmpties) return;
  const SquareSet chosen = region_of(position, played);
  const SquareSet other = region_of(position, better);
  if (chosen == other || chosen.size() % 2 != 0 || other.size() % 2 == 0) return;
  reasons.push_back({ReasonCode::ParityLost, listed(other), 0});
}

}  // namespace

std::string_view reason_name(ReasonCode code) {
  constexpr std::array<std::string_view, 11> kNames = {
      "wipeout",       "corner_missed",  "corner_given", "x_square",      "c_square",     "stable_lost",
      "mobility_lost", "opponent_freed", "parity_lost",  "edge_unstable", "endgame_count"};
  return kNames[static_cast<std::size_t>(code)];
}

std::vector<Reason> reasons_for(const Position& position, Square played, Square better, bool wiped_out) {
  const int size = position.size();
  const Outlook now(position, played);
  const Outlook instead(position, better);
  std::vector<Reason> reasons;
  if (wiped_out) reasons.push_back({ReasonCode::Wipeout, {}, 0});
  const SquareSet all_corners = corners(size);
  if (all_corners.contains(better) && !all_corners.contains(played)) {
    reasons.push_back({ReasonCode::CornerMissed, {better}, 0});
  }
  const SquareSet given = now.others & all_corners & ~instead.others;
  if (!given.empty()) reasons.push_back({ReasonCode::CornerGiven, listed(given), given.size()});
  // Beside a corner that is lost already the corner itself says it better.
  if (given.empty()) add_beside_corner(position, played, reasons);
  if (const int lost = instead.stable.size() - now.stable.size(); lost >= kStableDiscs) {
    reasons.push_back({ReasonCode::StableLost, {}, lost});
  }
  add_parity(position, played, better, reasons);
  if (const int lost = instead.own.size() - now.own.size(); lost >= kManyMoves) {
    reasons.push_back({ReasonCode::MobilityLost, {}, lost});
  }
  if (const int freed = now.others.size() - instead.others.size(); freed >= kManyMoves) {
    reasons.push_back({ReasonCode::OpponentFreed, {}, freed});
  }
  if (on_edge(played, size) && !on_edge(better, size) && !all_corners.contains(played) &&
      !now.stable.contains(played)) {
    reasons.push_back({ReasonCode::EdgeUnstable, {played}, 0});
  }
  if (reasons.empty() && position.empties().size() <= kCountEmpties) {
    reasons.push_back({ReasonCode::EndgameCount, {}, 0});
  }
  if (reasons.size() > kMostReasons) reasons.resize(kMostReasons);
  return reasons;
}

}  // namespace turncoat::engine
