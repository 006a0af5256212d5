#include "book/book_file.h"

#include <algorithm>
#include <limits>

#include <xxhash.h>
#include <zstd.h>

#include "base/bytes.h"
#include "base/check.h"
#include "base/file.h"
#include "book/graph.h"
#include "rules/kernel/board64.h"

namespace turncoat::book {

namespace {

constexpr std::string_view kMagic("TURNBOOK", 8);
constexpr std::uint32_t kVersion = 1;
constexpr std::size_t kChecksumBytes = 8;
constexpr std::uint64_t kLargestFile = std::uint64_t{1} << 30;
constexpr std::uint64_t kLargestBody = std::uint64_t{1} << 32;
constexpr int kCompression = 9;
constexpr std::uint8_t kBlackMoves = 1;
constexpr std::uint8_t kScored = 2;
constexpr std::uint8_t kHasLeaf = 4;

using rules::Square;
using rules::SquareSet;
using rules::kernel::Lattice64;

// Seven bits a byte, the lowest first; the eighth says that more follow.
void put_count(std::string& out, std::uint64_t value) {
  for (; value >= 128; value >>= 7) out += static_cast<char>((value & 127) | 128);
  out += static_cast<char>(value);
}

std::uint64_t take_count(ByteCursor& cursor) {
  std::uint64_t value = 0;
  for (int shift = 0; shift < 64; shift += 7) {
    const auto byte = cursor.number<std::uint8_t>();
    value |= std::uint64_t{byte & 127U} << shift;
    if (byte < 128) return value;
  }
  cursor.failed = true;
  return 0;
}

std::uint8_t number_of(Square square, int size) {
  return static_cast<std::uint8_t>(square.row() * size + square.column());
}

// One bit a square in reading order, the lowest first.
void put_squares(std::string& out, const Key::Words& words, int size) {
  const bool word = size <= Lattice64::kLargestSize;
  const SquareSet squares = word ? Lattice64::squares_of(words[0], size) : SquareSet(words);
  std::string bytes(static_cast<std::size_t>(size * size + 7) / 8, '\0');
  for (const Square square : squares) {
    const std::uint8_t number = number_of(square, size);
    bytes[number / 8U] = static_cast<char>(static_cast<unsigned char>(bytes[number / 8U]) | 1U << number % 8);
  }
  out += bytes;
}

std::optional<Key::Words> take_squares(ByteCursor& cursor, int size) {
  const std::string_view bytes = cursor.take(static_cast<std::size_t>(size * size + 7) / 8);
  SquareSet squares;
  for (std::size_t i = 0; i < 8 * bytes.size(); ++i) {
    if ((static_cast<unsigned char>(bytes[i / 8]) >> i % 8 & 1) == 0) continue;
    const int number = static_cast<int>(i);
    if (number >= size * size) return std::nullopt;
    squares.insert(Square(number % size, number / size));
  }
  if (size > Lattice64::kLargestSize) return squares.words();
  return Key::Words{Lattice64::set_of(squares, size)};
}

void put_entry(std::string& out, const Key& key, const Entry& entry, int size) {
  put_squares(out, key.mover, size);
  put_squares(out, key.other, size);
  out += static_cast<char>((key.black ? kBlackMoves : 0) | (entry.value ? kScored : 0) |
                           (entry.leaf ? kHasLeaf : 0));
  if (entry.value) put_number(out, static_cast<std::int16_t>(*entry.value));
  if (entry.leaf) {
    put_number(out, number_of(entry.leaf->square, size));
    put_number(out, static_cast<std::int16_t>(entry.leaf->score));
    put_number(out, static_cast<std::uint8_t>(entry.leaf->level));
    put_number(out, static_cast<std::uint8_t>(entry.leaf->depth));
    put_number(out, static_cast<std::uint8_t>(entry.leaf->percent));
  }
  put_count(out, entry.moves.size());
  for (const MoveGames& move : entry.moves) {
    put_number(out, number_of(move.square, size));
    put_count(out, move.wins);
    put_count(out, move.draws);
    put_count(out, move.losses);
  }
}

// Reads the positions one after another and says what is wrong with the first bad one.
class EntryReader {
 public:
  EntryReader(std::string_view bytes, const rules::Ruleset& rules) : cursor_{bytes}, rules_(rules) {}

  bool at_end() const { return cursor_.rest.empty(); }

  Result<std::pair<Key, Entry>> next() {
    Key key;
    const auto mover = take_squares(cursor_, rules_.size);
    const auto other = take_squares(cursor_, rules_.size);
    if (!mover || !other) return refuse("has discs off the board");
    key.mover = *mover;
    key.other = *other;
    for (std::size_t i = 0; i < key.mover.size(); ++i) {
      if ((key.mover[i] & key.other[i]) != 0) return refuse("has two discs on a square");
    }
    const auto flags = cursor_.number<std::uint8_t>();
    if (flags > (kBlackMoves | kScored | kHasLeaf)) return refuse("has an unknown mark");
    key.black = (flags & kBlackMoves) != 0;
    if (key.black && rules_.black_bonus == 0) return refuse("names a mover where colours do not matter");
    Entry entry;
    if ((flags & kScored) != 0) {
      entry.value = cursor_.number<std::int16_t>();
    }
    if ((flags & kHasLeaf) != 0) {
      const auto square = take_square(key);
      if (!square) return refuse("has a leaf that is not on an empty square");
      Leaf leaf{*square};
      leaf.score = cursor_.number<std::int16_t>();
      leaf.level = cursor_.number<std::uint8_t>();
      leaf.depth = cursor_.number<std::uint8_t>();
      leaf.percent = cursor_.number<std::uint8_t>();
      entry.leaf = leaf;
    }
    if (auto read = take_moves(key, entry); !read) return std::unexpected(read.error());
    if (cursor_.failed) return refuse("is cut off");
    if (count_ > 0 && key <= last_) return refuse("is not in its place");
    last_ = key;
    ++count_;
    return std::pair(key, std::move(entry));
  }

 private:
  std::unexpected<Error> refuse(std::string_view why) const {
    return fail(Error::Code::Parse, "position {} {}", count_ + 1, why);
  }

  std::optional<Square> take_square(const Key& key) {
    const int number = cursor_.number<std::uint8_t>();
    if (number >= rules_.size * rules_.size) return std::nullopt;
    const Square square(number % rules_.size, number / rules_.size);
    const bool word = rules_.size <= Lattice64::kLargestSize;
    const int bit = word ? Lattice64::bit_of(square, rules_.size) : square.index();
    const auto index = static_cast<std::size_t>(bit / 64);
    if (((key.mover[index] | key.other[index]) >> bit % 64 & 1) != 0) return std::nullopt;
    return square;
  }

  Result<void> take_moves(const Key& key, Entry& entry) {
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
    const std::uint64_t moves = take_count(cursor_);
    for (std::uint64_t i = 0; i < moves && !cursor_.failed; ++i) {
      const auto square = take_square(key);
      if (!square) return refuse("has a move that is not on an empty square");
      if (!entry.moves.empty() && entry.moves.back().square.index() >= square->index()) {
        return refuse("has its moves out of order");
      }
      const std::uint64_t wins = take_count(cursor_);
      const std::uint64_t draws = take_count(cursor_);
      const std::uint64_t losses = take_count(cursor_);
      if (wins > kMost || draws > kMost || losses > kMost) return refuse("counts more games than there are");
      entry.moves.push_back({*square, static_cast<std::uint32_t>(wins), static_cast<std::uint32_t>(draws),
                             static_cast<std::uint32_t>(losses)});
    }
    return {};
  }

  ByteCursor cursor_;
  const rules::Ruleset& rules_;
  Key last_;
  std::uint64_t count_ = 0;
};

std::string squeezed(std::string_view body) {
  std::string out(ZSTD_compressBound(body.size()), '\0');
  const std::size_t size = ZSTD_compress(out.data(), out.size(), body.data(), body.size(), kCompression);
  TURNCOAT_CHECK(ZSTD_isError(size) == 0, "compression failed");
  out.resize(size);
  return out;
}

}  // namespace

std::string encode_book(const Book& book) {
  std::string body;
  std::uint64_t positions = 0;
  for (const Key& key : book.keys()) {
    const Entry& entry = *book.find(key);
    if (entry == Entry{}) continue;  // nothing is known of it
    put_entry(body, key, entry, book.rules()->size);
    ++positions;
  }
  std::string out(kMagic);
  put_number(out, kVersion);
  put_text(out, rules::format_ruleset(*book.rules()));
  put_text(out, book.about);
  const Growth growth = book.growth.value_or(Growth{.player = "", .seed = 0});
  put_text(out, growth.player);
  put_number(out, growth.seed);
  put_number(out, static_cast<std::uint16_t>(growth.plies));
  put_number(out, growth.games);
  put_number(out, positions);
  put_number(out, static_cast<std::uint64_t>(body.size()));
  put_text(out, squeezed(body));
  put_number(out, static_cast<std::uint64_t>(XXH3_64bits(out.data(), out.size())));
  return out;
}

Result<Book> decode_book(std::string_view bytes, std::string_view source) {
  const auto refuse = [&](std::string_view why) { return fail(Error::Code::Parse, "{} {}", source, why); };
  if (!bytes.starts_with(kMagic)) return refuse("is not a Turncoat book");
  ByteCursor cursor{bytes.substr(kMagic.size())};
  const auto version = cursor.number<std::uint32_t>();
  if (cursor.failed) return refuse("is cut off");
  if (version != kVersion) {
    return fail(Error::Code::Parse, "{} is a book of version {}; this program reads version {}", source,
                version, kVersion);
  }
  if (cursor.rest.size() < kChecksumBytes) return refuse("is cut off");
  const std::string_view before = bytes.substr(0, bytes.size() - kChecksumBytes);
  ByteCursor tail{bytes.substr(before.size())};
  if (tail.number<std::uint64_t>() != XXH3_64bits(before.data(), before.size())) {
    return refuse("is damaged or cut off: its checksum does not match");
  }
  cursor.rest.remove_suffix(kChecksumBytes);
  const std::string_view toml = cursor.text();
  const std::string_view about = cursor.text();
  Growth growth;
  growth.player = cursor.text();
  growth.seed = cursor.number<std::uint64_t>();
  growth.plies = cursor.number<std::uint16_t>();
  growth.games = cursor.number<std::uint64_t>();
  const auto positions = cursor.number<std::uint64_t>();
  const auto body_bytes = cursor.number<std::uint64_t>();
  const std::string_view packed = cursor.text();
  if (cursor.failed || !cursor.rest.empty()) return refuse("has a wrong length");
  auto rules = rules::parse_ruleset(toml, source);
  if (!rules) return std::unexpected(rules.error());
  if (body_bytes > kLargestBody || ZSTD_getFrameContentSize(packed.data(), packed.size()) != body_bytes) {
    return refuse("has positions that cannot be unpacked");
  }
  std::string body(body_bytes, '\0');
  const std::size_t size = ZSTD_decompress(body.data(), body.size(), packed.data(), packed.size());
  if (ZSTD_isError(size) != 0 || size != body.size()) return refuse("has positions that cannot be unpacked");

  Book book(*std::move(rules));
  book.about = about;
  if (!growth.player.empty()) book.growth = std::move(growth);
  EntryReader reader(body, *book.rules());
  while (!reader.at_end()) {
    auto item = reader.next();
    if (!item) return fail_at(item.error(), "{}", source);
    book.entry(item->first) = std::move(item->second);
  }
  if (book.size() != positions) {
    return fail(Error::Code::Parse, "{} promises {} positions and holds {}", source, positions, book.size());
  }
  return book;
}

Result<Book> load_book(const std::filesystem::path& path) {
  const auto bytes = load_file(path, kLargestFile);
  if (!bytes) return std::unexpected(bytes.error());
  return decode_book(*bytes, path.string());
}

Result<void> save_book(const std::filesystem::path& path, const Book& book) {
  return save_file(path, encode_book(book), Existing::Replace);
}

std::vector<std::string> find_faults(const Book& book) {
  struct Fault {
    std::string_view what;
    std::uint64_t count = 0;
    std::string first = {};
  };
  Fault other_image{"positions are not the first of their images"};
  Fault no_move{"positions have no move"};
  Fault illegal{"moves are illegal"};
  Fault not_first{"moves are not the first of their equals"};
  Fault value{"values do not follow from their moves"};
  Book again = book;
  Graph graph(again);
  graph.propagate();
  for (int i = 0; i < graph.size(); ++i) {
    const Key& key = graph.node(i).key;
    const Entry& entry = *book.find(key);
    const rules::Position position = position_of(book.rules(), key);
    const rules::SquareSet legal = position.legal_moves();
    const auto found = [&](Fault& fault) {
      if (fault.count++ == 0) fault.first = position.to_string();
    };
    if (canonical(position).key != key) found(other_image);
    if (legal.empty()) found(no_move);
    std::vector<Square> squares;
    for (const MoveGames& move : entry.moves) squares.push_back(move.square);
    if (entry.leaf) squares.push_back(entry.leaf->square);
    for (const Square square : squares) {
      if (!legal.contains(square)) {
        found(illegal);
      } else if (first_equal(position, square) != square) {
        found(not_first);
      }
    }
    // A position may lack a value it could have, never have one it could not.
    if ((entry.value || entry.leaf) && graph.node(i).entry->value != entry.value) found(value);
  }
  std::vector<std::string> faults;
  for (const Fault* fault : {&other_image, &no_move, &illegal, &not_first, &value}) {
    if (fault->count == 0) continue;
    faults.push_back(fmt::format("{} {}; the first is in {}", fault->count, fault->what, fault->first));
  }
  return faults;
}

std::uint64_t count_stale_leaves(const Book& book) {
  Book copy = book;
  const Graph graph(copy);
  std::uint64_t stale = 0;
  for (int i = 0; i < graph.size(); ++i) stale += graph.leaf_is_stale(i) ? 1 : 0;
  return stale;
}

}  // namespace turncoat::book
