#include "match/openings.h"

#include <optional>
#include <string>
#include <unordered_set>

#include "base/rng.h"
#include "base/text.h"
#include "player/pick.h"

namespace turncoat::match {

namespace {

// With this many failures in a row almost every opening has been seen (or ends the game).
constexpr int kTries = 200;
// Keeps the openings' random numbers apart from those of the games, which come from the same seed.
constexpr std::uint64_t kOpeningStream = 0x6f70656e696e6773ULL;

std::optional<rules::Game> random_opening(const rules::RulesetPtr& rules, int plies, Rng rng) {
  rules::Game game(rules);
  for (int ply = 0; ply < plies; ++ply) {
    if (game.is_over()) return std::nullopt;
    if (game.pass_if_forced()) continue;
    if (!game.play(player::pick(game.position().legal_moves(), rng))) return std::nullopt;
  }
  if (game.is_over()) return std::nullopt;
  return game;
}

}  // namespace

Result<std::vector<rules::Game>> random_openings(const rules::RulesetPtr& rules, int plies,
                                                 std::uint64_t count, std::uint64_t seed) {
  std::vector<rules::Game> openings;
  std::unordered_set<std::string> seen;
  for (std::uint64_t index = 0; index < count; ++index) {
    const std::uint64_t own_seed = derive_seed(seed ^ kOpeningStream, index);
    std::optional<rules::Game> last;
    bool fresh = false;
    for (std::uint64_t attempt = 0; attempt < kTries && !fresh; ++attempt) {
      auto opening = random_opening(rules, plies, Rng::stream(own_seed, attempt));
      if (!opening) continue;
      last = std::move(opening);
      fresh = !seen.contains(last->position().to_string());
    }
    if (!last) {
      return fail(Error::Code::Range, "no game on {} goes on after {} random plies; ask for shorter openings",
                  rules->name, plies);
    }
    if (!fresh) seen.clear();
    seen.insert(last->position().to_string());
    openings.push_back(std::move(*last));
  }
  return openings;
}

Result<std::optional<int>> parse_random_openings(std::string_view text) {
  constexpr std::string_view kPrefix = "random:";
  if (text == "none") return 0;
  if (!text.starts_with(kPrefix)) return std::nullopt;
  const auto plies = parse_int(text.substr(kPrefix.size()));
  if (!plies || *plies < 0 || *plies > kMaxOpeningPlies) {
    return fail(Error::Code::Range, "{} must be random: and a number of plies from 0 to {}", quote(text),
                kMaxOpeningPlies);
  }
  return static_cast<int>(*plies);
}

}  // namespace turncoat::match
