#include "book/opening_names.h"

#include <array>
#include <map>
#include <utility>

#include "base/check.h"
#include "record/transcript.h"
#include "rules/kernel/board64.h"
#include "rules/symmetry.h"

namespace turncoat::book {

namespace {

constexpr auto kOpenings = std::to_array<Opening>({
    {"Parallel", "c4c5"},
    // White's diagonal answer and what Black makes of it.
    {"Diagonal", "c4c3"},
    {"Wing", "c4c3e6c5"},
    {"Semi-Wing", "c4c3f5c5"},
    {"X-square", "c4c3d3c5b2"},
    {"Snake", "c4c3d3c5b3"},
    {"Lysons", "c4c3d3c5b3f3"},
    {"Heath", "c4c3d3c5b4"},
    {"Heath-Bat", "c4c3d3c5b4d2d6"},
    {"Iwasaki", "c4c3d3c5b4d2e2"},
    {"Heath-Chimney", "c4c3d3c5b4e3"},
    {"Raccoon Dog", "c4c3d3c5b5"},
    {"Hamilton", "c4c3d3c5b6"},
    {"Cow", "c4c3d3c5d6"},
    {"Chimney", "c4c3d3c5d6e3"},
    {"Bat", "c4c3d3c5d6f4b4"},
    {"Melnikov Bat", "c4c3d3c5d6f4b4b6b5c6f5"},
    {"Rose-v-Toth", "c4c3d3c5d6f4f5"},
    {"Tanida", "c4c3d3c5d6f4f5d2"},
    {"Aircraft", "c4c3d3c5d6f4f5d2b5"},
    {"Sailboat", "c4c3d3c5d6f4f5d2g4d7"},
    {"Maruoka", "c4c3d3c5d6f4f5e6c6d7"},
    {"Landau", "c4c3d3c5d6f4f5e6f6"},
    {"Buffalo", "c4c3d3c5f6"},
    {"Maruoka Buffalo", "c4c3d3c5f6e2c6"},
    {"Tanida Buffalo", "c4c3d3c5f6e3c6f5f4g5"},
    {"Hokuriku Buffalo", "c4c3d3c5f6f5"},
    // White's perpendicular answer.
    {"Perpendicular", "c4e3"},
    {"Rabbit", "c4e3f4"},
    {"Horse", "c4e3f4c5e6"},
    {"Mimura", "c4e3f4c5d6e6"},
    {"Shaman", "c4e3f4c5d6f3c6"},
    {"Inoue", "c4e3f4c5d6f3d3"},
    {"IAGO", "c4e3f4c5d6f3d3c3"},
    {"Bhagat", "c4e3f4c5d6f3e2"},
    {"Ralle", "c4e3f4c5d6f3e6c6"},
    {"Rose", "c4e3f4c5d6f3e6c3d3e2"},
    {"Flat Rose", "c4e3f4c5d6f3e6c3d3e2b5"},
    {"Sharp Rose", "c4e3f4c5d6f3e6c3d3e2b6"},
    {"Greenberg", "c4e3f4c5d6f3e6c3d3e2d2"},
    {"Ganglion", "c4e3f5b4"},
    {"Swallow", "c4e3f5b4f3"},
    {"Italian", "c4e3f5e6d3"},
    {"Cat", "c4e3f5e6f4"},
    {"Sakaguchi", "c4e3f5e6f4c5d6c6f7f3"},
    {"Berner", "c4e3f5e6f4c5d6c6f7g5g6"},
    {"Bent Ganglion", "c4e3f6b4"},
    {"Tiger", "c4e3f6e6f5"},
    {"Aubrey", "c4e3f6e6f5g6"},
    {"Rose-Bill", "c4e3f6e6f5c5f4g5g4f3c6d3d6"},
    {"Stephenson", "c4e3f6e6f5c5c3"},
    {"No-Kung", "c4e3f6e6f5c5c3b4"},
    {"Kung", "c4e3f6e6f5c5c3g5"},
    {"Comp'Oth", "c4e3f6e6f5c5c3c6"},
    {"Lightning Bolt", "c4e3f6e6f5c5c3c6d6"},
    {"F.A.T. Draw", "c4e3f6e6f5c5c3c6d3d2e2b3c1c2b4a3a5b5a6a4a2"},
});

using Key = std::pair<std::uint64_t, std::uint64_t>;

Key key_of(const rules::Position& position) {
  const auto board = rules::canonical(rules::kernel::Lattice64::board_of(position)).board;
  return {board.mover, board.other};
}

std::map<Key, std::string_view> index_openings() {
  std::map<Key, std::string_view> index;
  const rules::Position start(rules::standard(8));
  for (const Opening& opening : kOpenings) {
    const auto game = record::parse_transcript(start, opening.moves);
    TURNCOAT_CHECK(game.has_value(), "the openings of the table are legal");
    index.emplace(key_of(game->position()), opening.name);
  }
  return index;
}

}  // namespace

std::span<const Opening> openings() {
  return kOpenings;
}

std::optional<std::string_view> opening_name(const rules::Position& position) {
  static const std::map<Key, std::string_view> kIndex = index_openings();
  if (position.size() != 8) return std::nullopt;
  const auto found = kIndex.find(key_of(position));
  if (found == kIndex.end()) return std::nullopt;
  return found->second;
}

std::optional<OpeningMatch> find_opening(const rules::Game& game) {
  for (int ply = game.ply(); ply >= 0; --ply) {
    if (const auto name = opening_name(game.position_at(ply))) return OpeningMatch{*name, ply};
  }
  return std::nullopt;
}

}  // namespace turncoat::book
