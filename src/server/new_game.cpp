#include "server/new_game.h"

#include "base/file.h"
#include "base/rng.h"
#include "base/text.h"
#include "book/opening_names.h"
#include "engine/models.h"
#include "match/game_loop.h"
#include "match/openings.h"
#include "record/source_text.h"
#include "record/transcript.h"
#include "server/presets.h"
#include "server/start.h"

namespace turncoat::server {

namespace {

using rules::Color;

constexpr std::size_t kLongestName = 80;
constexpr int kRandomPlies = 6;
constexpr std::uint64_t kLargestOpenings = 16 << 20;
constexpr std::int64_t kMostTime = 24LL * 3600 * 1000;
constexpr std::int64_t kMostSeed = std::int64_t{1} << 53;  // what JavaScript can count to

Result<Side> read_side(const Json& request, Color color, const Limits& limits, int threads) {
  const std::string field(color_word(color));
  const Json* json = find_field(request, field);
  Side side;
  side.name = "You";
  if (json == nullptr) return side;
  if (auto object = check_object(*json, quote(field)); !object) return std::unexpected(object.error());
  const auto kind = text_field(*json, "kind");
  if (!kind) return fail_at(kind.error(), "{}", field);
  const auto spec = optional_text_field(*json, "spec");
  if (!spec) return fail_at(spec.error(), "{}", field);
  const auto name = optional_text_field(*json, "name");
  if (!name) return fail_at(name.error(), "{}", field);
  if (*kind == "player") {
    if (!*spec) return fail(Error::Code::Parse, "{}: a player needs a \"spec\"", field);
    auto canonical = check_spec(**spec, limits, threads);
    if (!canonical) return fail_at(canonical.error(), "{}", field);
    side = {false, *canonical, *canonical};
    for (const Preset& preset : presets(threads)) {
      if (preset.spec == *canonical) side.name = preset.title;
    }
  } else if (*kind != "human") {
    return fail(Error::Code::Parse, "{}: \"kind\" is human or player, not {}", field, quote(*kind));
  }
  if (*name && !trim(**name).empty()) {
    if ((*name)->size() > kLongestName) {
      return fail(Error::Code::Range, "{}: the name is longer than {} bytes", field, kLongestName);
    }
    side.name = record::clean_text(trim(**name));
  }
  return side;
}

Result<std::optional<GameClock>> read_clock(const Json& request) {
  const Json* json = find_field(request, "clock");
  if (json == nullptr) return std::nullopt;
  if (auto object = check_object(*json, "\"clock\""); !object) return std::unexpected(object.error());
  const auto per_move = optional_integer_field(*json, "per_move_ms", 100, kMostTime);
  if (!per_move) return fail_at(per_move.error(), "clock");
  GameClock clock;
  if (*per_move) {
    clock.per_move = GameClock::Time(**per_move);
    clock.left.fill(*clock.per_move);
    return clock;
  }
  const auto initial = integer_field(*json, "initial_ms", 1000, kMostTime);
  if (!initial) return fail_at(initial.error(), "clock");
  const auto increment = optional_integer_field(*json, "increment_ms", 0, kMostTime);
  if (!increment) return fail_at(increment.error(), "clock");
  clock.initial = GameClock::Time(*initial);
  clock.increment = GameClock::Time(increment->value_or(0));
  clock.left.fill(clock.initial);
  return clock;
}

// One of the shipped openings that leave neither side ahead; elsewhere than on standard-8 random moves.
Result<rules::Game> balanced_opening(const rules::RulesetPtr& rules, std::uint64_t seed) {
  if (*rules != *rules::standard(8)) {
    const int plies = rules->size == 4 ? 2 : kRandomPlies;
    auto openings = match::random_openings(rules, plies, 1, seed);
    if (!openings) return std::unexpected(openings.error());
    return openings->front();
  }
  const auto path = engine::find_model("openings-8.txt");
  if (!path) return std::unexpected(path.error());
  const auto text = load_file(*path, kLargestOpenings);
  if (!text) return std::unexpected(text.error());
  const auto lines = split(trim(*text), '\n');
  Rng rng(seed);
  return record::parse_transcript(rules::Position(rules),
                                  lines[rng.below(static_cast<std::uint32_t>(lines.size()))]);
}

Result<rules::Game> named_opening(const rules::RulesetPtr& rules, const std::string& name) {
  std::vector<std::string> names;
  for (const book::Opening& opening : book::openings()) {
    names.emplace_back(opening.name);
    if (opening.name != name) continue;
    if (*rules != *rules::standard(8)) {
      return fail(Error::Code::Range, "the opening {} is for standard-8", quote(name));
    }
    return record::parse_transcript(rules::Position(rules), opening.moves);
  }
  return fail(Error::Code::Range, "there is no opening {}{}", quote(name), did_you_mean(name, names));
}

Result<rules::Game> read_opening(const Json& request, const Limits& limits, std::uint64_t seed) {
  auto start = read_start(request, limits.moves);
  if (!start) return start;
  const auto opening = optional_text_field(request, "opening");
  if (!opening) return std::unexpected(opening.error());
  if (!*opening || **opening == "free") return start;
  const rules::RulesetPtr& rules = start->start().ruleset_ptr();
  if (start->ply() > 0 || start->start() != rules::Position(rules)) {
    return fail(Error::Code::Conflict, "a start of one's own and an opening contradict each other");
  }
  return **opening == "balanced" ? balanced_opening(rules, seed) : named_opening(rules, **opening);
}

}  // namespace

Answer<LiveGame> read_new_game(const Json& request, const Limits& limits, int threads,
                               std::uint64_t fresh_seed) {
  const auto seed = optional_integer_field(request, "seed", 0, kMostSeed);
  if (!seed) return std::unexpected(problem_of(seed.error()));
  const std::uint64_t chosen = *seed ? static_cast<std::uint64_t>(**seed) : fresh_seed;
  auto opening = read_opening(request, limits, chosen);
  if (!opening) return std::unexpected(problem_of(opening.error()));
  if (opening->is_over()) return refuse(422, "out_of_range", "the game is over before it begins");
  std::array<Side, 2> sides;
  for (const Color color : {Color::Black, Color::White}) {
    auto side = read_side(request, color, limits, threads);
    if (!side) return std::unexpected(problem_of(side.error()));
    sides[static_cast<std::size_t>(rules::index_of(color))] = *std::move(side);
  }
  const auto clock = read_clock(request);
  if (!clock) return std::unexpected(problem_of(clock.error()));
  return LiveGame(*std::move(opening), std::move(sides), *clock, chosen,
                  match::format_utc(std::chrono::system_clock::now()));
}

}  // namespace turncoat::server
