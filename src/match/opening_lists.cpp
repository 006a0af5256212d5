#include "match/opening_lists.h"

#include <algorithm>
#include <utility>

#include "base/rng.h"
#include "base/text.h"
#include "match/openings.h"
#include "record/load.h"

namespace turncoat::match {

namespace {

// FNV-1a over starts and moves.
std::string fingerprint_of(const std::vector<rules::Game>& openings) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  const auto mix = [&](const std::string& text) {
    for (const char c : text + '\n') hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  };
  for (const rules::Game& opening : openings) {
    mix(opening.start().to_string());
    for (const rules::Move move : opening.moves()) mix(move.name());
  }
  return fmt::format("{} openings {:016x}", openings.size(), hash);
}

}  // namespace

Result<OpeningList> read_opening_list(const std::string& path, const rules::RulesetPtr& rules) {
  auto loaded = record::read_file(path, rules);
  if (!loaded) return std::unexpected(loaded.error());
  OpeningList openings;
  for (record::GameRecord& record : loaded->games) {
    const std::size_t number = openings.games.size() + 1;
    if (record.game.start().ruleset() != *rules) {
      return fail(Error::Code::Conflict, "opening {} of {} is not for {}", number, quote(path), rules->name);
    }
    if (record.game.is_over()) {
      return fail(Error::Code::Range, "opening {} of {} is a finished game", number, quote(path));
    }
    openings.games.push_back(std::move(record.game));
  }
  openings.fingerprint = fingerprint_of(openings.games);
  return openings;
}

Result<OpeningList> read_balanced_list(const std::string& path, const rules::RulesetPtr& rules,
                                       std::uint64_t seed) {
  auto openings = read_opening_list(path, rules);
  if (!openings) return openings;
  Rng rng(seed);
  for (std::size_t i = openings->games.size(); i > 1; --i) {
    std::swap(openings->games[i - 1], openings->games[rng.below(static_cast<std::uint32_t>(i))]);
  }
  openings->fingerprint = fmt::format("balanced {}", fingerprint_of(openings->games));
  return openings;
}

Result<OpeningList> random_opening_list(const rules::RulesetPtr& rules, int plies, std::uint64_t games,
                                        std::uint64_t seed) {
  if (plies == 0) return OpeningList{{rules::Game(rules)}, "none"};
  auto list = random_openings(rules, plies, std::min((games + 1) / 2, kMostRandomOpenings), seed);
  if (!list) return std::unexpected(list.error());
  return OpeningList{*std::move(list), fmt::format("random:{}", plies)};
}

std::string default_openings(const rules::Ruleset& rules) {
  return rules == *rules::standard(8) ? "balanced" : "random:8";
}

}  // namespace turncoat::match
