#include "record/wthor.h"

#include <optional>

#include "base/text.h"
#include "record/source_text.h"

namespace turncoat::record {

namespace {

constexpr std::size_t kHeaderBytes = 16;
constexpr std::size_t kGameHeadBytes = 8;  // tournament, black, white: u16; actual and perfect score: u8

unsigned u8(std::string_view bytes, std::size_t at) {
  return static_cast<unsigned char>(bytes[at]);
}
unsigned u16(std::string_view bytes, std::size_t at) {
  return u8(bytes, at) | u8(bytes, at + 1) << 8;
}
std::uint64_t u32(std::string_view bytes, std::size_t at) {
  return u16(bytes, at) | std::uint64_t{u16(bytes, at + 2)} << 16;
}

struct Header {
  std::uint64_t games = 0;
  std::size_t names = 0;
  unsigned year = 0;
  unsigned size_code = 0;  // 0 and 8 mean 8x8
  unsigned type = 0;       // 1: solitaires
};

Result<Header> read_header(std::string_view bytes) {
  if (bytes.size() < kHeaderBytes) {
    return fail(Error::Code::Parse, "byte {}: the file ends inside the header of {} bytes", bytes.size(),
                kHeaderBytes);
  }
  return Header{u32(bytes, 4), u16(bytes, 8), u16(bytes, 10), u8(bytes, 12), u8(bytes, 13)};
}

std::optional<int> board_size(const Header& header) {
  if (header.size_code == 0 || header.size_code == 8) return 8;
  if (header.size_code == 10) return 10;
  return std::nullopt;
}

std::size_t game_bytes(int size) {
  return kGameHeadBytes + static_cast<std::size_t>(size * size - 4);
}

// `what` is the plural of the items after the header.
Result<void> check_length(std::string_view bytes, std::uint64_t count, std::size_t each,
                          std::string_view what) {
  const std::uint64_t wanted = kHeaderBytes + count * each;
  if (bytes.size() < wanted) {
    return fail(Error::Code::Parse, "byte {}: the file ends here, but its header promises {} {} and {} bytes",
                bytes.size(), count, what, wanted);
  }
  if (bytes.size() > wanted) {
    return fail(Error::Code::Parse, "byte {}: {} bytes follow the {} {} that the header promises", wanted,
                bytes.size() - wanted, count, what);
  }
  return {};
}

// Column and row are counted from 1 in 10 * row + column; column 10 of a 10x10 board carries into the tens.
std::optional<rules::Square> read_square(unsigned code, int size) {
  const int column = static_cast<int>((code + 9) % 10);
  const int row = (static_cast<int>(code) - column - 1) / 10 - 1;
  if (code < 11 || column >= size || row >= size) return std::nullopt;
  return rules::Square(column, row);
}

Result<rules::Game> read_moves(std::string_view bytes, std::size_t from, int size,
                               const rules::RulesetPtr& rules) {
  rules::Game game(rules);
  const std::size_t end = from + game_bytes(size) - kGameHeadBytes;
  bool ended = false;
  for (std::size_t at = from; at < end; ++at) {
    const unsigned code = u8(bytes, at);
    if (code == 0) {
      ended = true;
      continue;
    }
    if (ended) return fail(Error::Code::Parse, "byte {}: a move after the end of the game", at);
    const auto square = read_square(code, size);
    if (!square)
      return fail(Error::Code::Parse, "byte {}: {} is not a move on the {}x{} board", at, code, size, size);
    game.pass_if_forced();
    if (auto played = game.play(*square); !played) {
      return fail_at(played.error(), "byte {}, move {}", at, at - from + 1);
    }
  }
  return game;
}

Result<std::string> find_name(const std::vector<std::string>& names, unsigned id, std::string_view what,
                              std::size_t at) {
  if (names.empty()) return fmt::format("{} {}", what, id);
  if (id < names.size()) return names[id];
  return fail(Error::Code::NotFound,
              "byte {}: {} {} is not in the list of {} names; is it from another year?", at, what, id,
              names.size());
}

Result<GameRecord> read_game(std::string_view bytes, std::size_t at, const Header& header, int size,
                             const rules::RulesetPtr& rules, const WthorNames& names) {
  auto game = read_moves(bytes, at + kGameHeadBytes, size, rules);
  if (!game) return std::unexpected(game.error());
  auto event = find_name(names.tournaments, u16(bytes, at), "tournament", at);
  if (!event) return std::unexpected(event.error());
  auto black = find_name(names.players, u16(bytes, at + 2), "player", at + 2);
  if (!black) return std::unexpected(black.error());
  auto white = find_name(names.players, u16(bytes, at + 4), "player", at + 4);
  if (!white) return std::unexpected(white.error());
  const int squares = size * size;
  const int discs = static_cast<int>(u8(bytes, at + 6));
  if (discs > squares) {
    return fail(Error::Code::Range, "byte {}: Black has {} discs of {}", at + 6, discs, squares);
  }
  GameRecord record(std::move(*game));
  record.event = std::move(*event);
  record.black = std::move(*black);
  record.white = std::move(*white);
  record.date = header.year == 0 ? "" : fmt::format("{}", header.year);
  record.ending = record.game.is_over() ? Ending::Finished : Ending::Unfinished;
  record.stated_score = 2 * discs - squares;
  return record;
}

}  // namespace

Result<std::vector<std::string>> parse_wthor_names(std::string_view bytes, WthorNameKind kind) {
  const auto header = read_header(bytes);
  if (!header) return std::unexpected(header.error());
  const std::size_t each = kind == WthorNameKind::Players ? 20 : 26;
  const std::string_view what = kind == WthorNameKind::Players ? "players" : "tournaments";
  if (auto fits = check_length(bytes, header->names, each, what); !fits) {
    return std::unexpected(fits.error());
  }
  std::vector<std::string> names;
  for (std::size_t at = kHeaderBytes; at < bytes.size(); at += each) {
    const std::string_view padded = bytes.substr(at, each);
    // Pure Latin-1, even where the bytes happen to be UTF-8 too.
    names.emplace_back(trim(clean_text(latin1_to_utf8(padded.substr(0, padded.find('\0'))))));
  }
  return names;
}

Result<std::vector<GameRecord>> parse_wthor_games(std::string_view bytes, const WthorNames& names) {
  const auto header = read_header(bytes);
  if (!header) return std::unexpected(header.error());
  const auto size = board_size(*header);
  if (!size) {
    return fail(Error::Code::Range, "byte 12: board size {}; a WTHOR file of games has 8 or 10",
                header->size_code);
  }
  if (header->type == 1) {
    return fail(Error::Code::Range, "byte 13: this is a file of solitaires, which are problems, not games");
  }
  if (auto fits = check_length(bytes, header->games, game_bytes(*size), "games"); !fits) {
    return std::unexpected(fits.error());
  }
  const rules::RulesetPtr rules = rules::standard(*size);
  std::vector<GameRecord> records;
  for (std::size_t at = kHeaderBytes; at < bytes.size(); at += game_bytes(*size)) {
    auto record = read_game(bytes, at, *header, *size, rules, names);
    if (!record) return fail_at(record.error(), "game {}", records.size() + 1);
    records.push_back(std::move(*record));
  }
  return records;
}

Result<std::string> format_wthor_games(std::span<const GameRecord> records, int year) {
  constexpr int kSize = 8;
  std::string bytes(kHeaderBytes, '\0');
  const auto put16 = [&](std::size_t at, unsigned number) {
    bytes[at] = static_cast<char>(number & 0xff);
    bytes[at + 1] = static_cast<char>(number >> 8 & 0xff);
  };
  bytes[2] = 1;  // month and day of the file: whatever, but a date
  bytes[3] = 1;
  put16(4, static_cast<unsigned>(records.size()));
  put16(6, static_cast<unsigned>(records.size() >> 16));
  put16(10, static_cast<unsigned>(year));
  bytes[12] = kSize;
  for (const GameRecord& record : records) {
    if (record.game.start() != rules::Position(rules::standard(kSize))) {
      return fail(Error::Code::Range, "WTHOR holds games from the usual start on 8x8 only");
    }
    std::string game(game_bytes(kSize), '\0');
    // Discs of Black at the end, empties counted for the winner.
    const int score = black_score(record).value_or(record.game.position().score(rules::Color::Black));
    game[6] = game[7] = static_cast<char>((kSize * kSize + score) / 2);
    std::size_t at = kGameHeadBytes;
    for (const rules::Move move : record.game.moves()) {
      if (move.is_pass()) continue;
      game[at++] = static_cast<char>(10 * (move.square().row() + 1) + move.square().column() + 1);
    }
    bytes += game;
  }
  return bytes;
}

bool looks_like_wthor(std::string_view bytes) {
  const auto header = read_header(bytes);
  if (!header || u8(bytes, 2) > 12 || u8(bytes, 3) > 31) return false;
  const auto size = board_size(*header);
  return size && header->games > 0 && bytes.size() == kHeaderBytes + header->games * game_bytes(*size);
}

}  // namespace turncoat::record
