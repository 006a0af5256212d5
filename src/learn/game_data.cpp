#include "learn/game_data.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include <xxhash.h>

#include "base/check.h"

namespace turncoat::learn {

namespace {

constexpr std::string_view kMagic("TURNGAME", 8);
constexpr std::uint32_t kVersion = 1;
constexpr int kMostMoves = rules::kMaxSize * rules::kMaxSize;
// The counts in front of a game's moves.
constexpr std::size_t kGameHeadBytes = 5;
constexpr std::size_t kMostGameBytes = kGameHeadBytes + 2 * std::size_t{kMostMoves};

std::uint64_t checksum(std::string_view bytes) {
  return XXH3_64bits(bytes.data(), bytes.size());
}

std::unexpected<Error> cut_off() {
  return fail(Error::Code::Parse, "the header is cut off");
}

void put_game(std::string& out, const GameData& game) {
  const auto opening = static_cast<std::size_t>(game.random);
  put_number(out, static_cast<std::uint8_t>(game.moves.size()));
  put_number(out, static_cast<std::uint8_t>(game.random));
  put_number(out, static_cast<std::uint8_t>(game.settled));
  put_number(out, static_cast<std::int16_t>(game.result));
  for (const std::uint8_t move : game.moves) out += static_cast<char>(move);
  for (std::size_t i = opening; i < game.scores.size(); ++i) out += static_cast<char>(game.scores[i]);
}

bool take_game(ByteCursor& cursor, const rules::Ruleset& rules, GameData& game) {
  const std::size_t count = cursor.number<std::uint8_t>();
  game.random = cursor.number<std::uint8_t>();
  game.settled = cursor.number<std::uint8_t>();
  game.result = cursor.number<std::int16_t>();
  const auto opening = static_cast<std::size_t>(game.random);
  if (cursor.failed || game.random > game.settled || static_cast<std::size_t>(game.settled) > count) {
    return false;
  }
  const int squares = rules.size * rules.size;
  if (std::abs(game.result) > squares + std::abs(rules.black_bonus)) return false;
  const std::string_view moves = cursor.take(count);
  const std::string_view scores = cursor.take(count - opening);
  if (cursor.failed) return false;
  game.moves.assign(moves.begin(), moves.end());
  game.scores.assign(opening, kNoScore);
  game.scores.insert(game.scores.end(), scores.begin(), scores.end());
  return std::ranges::all_of(game.moves, [&](std::uint8_t move) { return move < squares; });
}

}  // namespace

Result<rules::Game> replay(const rules::RulesetPtr& rules, const GameData& data) {
  rules::Game game(rules);
  const int size = rules->size;
  for (std::size_t i = 0; i < data.moves.size(); ++i) {
    game.pass_if_forced();
    const rules::Square square(data.moves[i] % size, data.moves[i] / size);
    if (const auto played = game.play(square); !played) return fail_at(played.error(), "move {}", i + 1);
  }
  if (!game.is_over()) return fail(Error::Code::Parse, "the game stops before its end");
  if (const int score = game.position().score(rules::Color::Black); score != data.result) {
    return fail(Error::Code::Parse, "the game ends with {:+} for Black, not {:+}", score, data.result);
  }
  return game;
}

std::string encode_settings(const GameSettings& settings) {
  std::string body;
  put_text(body, rules::format_ruleset(*settings.rules));
  put_text(body, settings.player);
  put_text(body, settings.solver);
  put_number(body, static_cast<std::uint16_t>(settings.solver_empties));
  put_number(body, settings.seed);
  put_number(body, static_cast<std::uint16_t>(settings.random_low));
  put_number(body, static_cast<std::uint16_t>(settings.random_high));
  put_number(body, std::bit_cast<std::uint64_t>(settings.explore));
  std::string out(kMagic);
  put_number(out, kVersion);
  put_text(out, body);
  put_number(out, checksum(out));
  return out;
}

Result<GameSettings> decode_settings(ByteCursor& cursor) {
  const std::string_view all = cursor.rest;
  if (cursor.take(kMagic.size()) != kMagic) {
    return fail(Error::Code::Parse, "this is not a file of Turncoat's self-play games");
  }
  if (const auto version = cursor.number<std::uint32_t>(); !cursor.failed && version != kVersion) {
    return fail(Error::Code::Parse, "these are self-play games of version {}; this program reads version {}",
                version, kVersion);
  }
  ByteCursor body{cursor.text()};
  const std::string_view summed = all.substr(0, all.size() - cursor.rest.size());
  const auto sum = cursor.number<std::uint64_t>();
  if (cursor.failed) return cut_off();
  if (sum != checksum(summed)) return fail(Error::Code::Parse, "the header is damaged");

  GameSettings settings;
  const std::string_view toml = body.text();
  settings.player = std::string(body.text());
  settings.solver = std::string(body.text());
  settings.solver_empties = body.number<std::uint16_t>();
  settings.seed = body.number<std::uint64_t>();
  settings.random_low = body.number<std::uint16_t>();
  settings.random_high = body.number<std::uint16_t>();
  settings.explore = std::bit_cast<double>(body.number<std::uint64_t>());
  if (body.failed || !body.rest.empty()) return fail(Error::Code::Parse, "the header has a wrong length");
  auto rules = rules::parse_ruleset(toml, "the ruleset in the header");
  if (!rules) return std::unexpected(rules.error());
  settings.rules = *std::move(rules);
  if (settings.random_low > settings.random_high || settings.random_high > kMostMoves ||
      settings.solver_empties > kMostMoves || !(settings.explore >= 0 && settings.explore <= 1)) {
    return fail(Error::Code::Range, "the header has settings no run can have");
  }
  return settings;
}

std::string encode_block(std::uint64_t first, const std::vector<GameData>& games) {
  TURNCOAT_CHECK(!games.empty() && games.size() <= kGamesPerBlock, "1 to 64 games make a block");
  std::string body;
  for (const GameData& game : games) put_game(body, game);
  std::string out;
  out.reserve(kBlockHeaderBytes + body.size());
  put_number(out, first);
  put_number(out, static_cast<std::uint32_t>(games.size()));
  put_number(out, static_cast<std::uint32_t>(body.size()));
  put_number(out, checksum(body));
  put_number(out, checksum(out));
  return out + body;
}

Result<BlockHeader> decode_block_header(std::string_view bytes) {
  TURNCOAT_CHECK(bytes.size() == kBlockHeaderBytes, "a whole header");
  ByteCursor cursor{bytes};
  BlockHeader header;
  header.first = cursor.number<std::uint64_t>();
  header.games = cursor.number<std::uint32_t>();
  header.bytes = cursor.number<std::uint32_t>();
  header.checksum = cursor.number<std::uint64_t>();
  const std::string_view summed = bytes.substr(0, bytes.size() - cursor.rest.size());
  if (cursor.number<std::uint64_t>() != checksum(summed) || header.games == 0 ||
      header.games > kGamesPerBlock || header.bytes > header.games * kMostGameBytes) {
    return fail(Error::Code::Parse, "the head of the block is damaged");
  }
  return header;
}

Result<void> decode_games(const BlockHeader& header, std::string_view bytes, const rules::Ruleset& rules,
                          std::vector<GameData>& games) {
  if (checksum(bytes) != header.checksum) return fail(Error::Code::Parse, "the block is damaged");
  games.resize(header.games);
  ByteCursor cursor{bytes};
  for (std::size_t i = 0; i < games.size(); ++i) {
    if (!take_game(cursor, rules, games[i])) {
      return fail(Error::Code::Parse, "game {} is no game of these rules", header.first + i);
    }
  }
  if (!cursor.rest.empty()) return fail(Error::Code::Parse, "the block has bytes that belong to no game");
  return {};
}

}  // namespace turncoat::learn
