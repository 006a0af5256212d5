#include "book/book_file.h"

#include <gmock/gmock.h>
#include <xxhash.h>
#include <zstd.h>

#include "base/bytes.h"
#include "base/file.h"
#include "base/testing/mutate.h"
#include "base/testing/temporary_folder.h"
#include "book/testing/sample_books.h"

namespace turncoat::book {
namespace {

using testing::hashed_book;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::random_book;

std::string refusal(std::string_view bytes) {
  const auto book = decode_book(bytes, "x.book");
  return book ? "no error" : book.error().message;
}

Book sample() {
  Book book = hashed_book(60);
  EXPECT_TRUE(book.merge(random_book(rules::standard(8), 10, 5, 3)).has_value());
  book.about = "made for a test";
  book.growth = Growth{"random", 7, 5, 10};
  return book;
}

// The file with another body, signed as if it were meant.
std::string with_body(const std::string& file, const std::string& body) {
  std::string packed(ZSTD_compressBound(body.size()), '\0');
  packed.resize(ZSTD_compress(packed.data(), packed.size(), body.data(), body.size(), 1));
  ByteCursor cursor{file};
  std::string head(cursor.take(12));
  for (int i = 0; i < 3; ++i) put_text(head, cursor.text());
  head += cursor.take(8 + 2 + 8 + 8);
  put_number(head, static_cast<std::uint64_t>(body.size()));
  put_text(head, packed);
  put_number(head, static_cast<std::uint64_t>(XXH3_64bits(head.data(), head.size())));
  return head;
}

std::string body_of(const std::string& file) {
  ByteCursor cursor{file};
  cursor.take(12);
  for (int i = 0; i < 3; ++i) cursor.text();
  cursor.take(8 + 2 + 8 + 8);
  std::string body(cursor.number<std::uint64_t>(), '\0');
  const std::string_view packed = cursor.text();
  EXPECT_EQ(ZSTD_decompress(body.data(), body.size(), packed.data(), packed.size()), body.size());
  return body;
}

TEST(BookFile, ReadsBackWhatItWrote) {
  std::vector<Book> books{sample(), Book(rules::standard(6))};
  for (const rules::RulesetPtr& rules : rules::testing::all_presets()) {
    books.push_back(random_book(rules, 8, 12, 4));
  }
  for (const Book& book : books) {
    const std::string bytes = encode_book(book);
    const auto back = decode_book(bytes, "x.book");
    ASSERT_TRUE(back.has_value()) << back.error().message;
    EXPECT_EQ(*back, book) << book.rules()->name;
    EXPECT_EQ(encode_book(*back), bytes);
    EXPECT_THAT(find_faults(*back), IsEmpty());
  }
}

TEST(BookFile, LeavesOutPositionsOfWhichNothingIsKnown) {
  Book book = hashed_book(10);
  const std::string bytes = encode_book(book);
  rules::Game game(rules::standard(8));
  Rng rng(1);
  for (int i = 0; i < 20; ++i) rules::testing::play_random_move(game, rng);
  book.entry(canonical(game.position()).key);
  EXPECT_EQ(encode_book(book), bytes);
}

TEST(BookFile, RefusesEveryBeginningOfItself) {
  const std::string bytes = encode_book(sample());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const std::string why = refusal(std::string_view(bytes).substr(0, size));
    ASSERT_THAT(why, ::testing::AnyOf(HasSubstr("not a Turncoat book"), HasSubstr("cut off"))) << size;
  }
  EXPECT_THAT(refusal(bytes + '\0'), HasSubstr("checksum"));
}

TEST(BookFile, RefusesEveryFlippedBit) {
  const std::string bytes = encode_book(sample());
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    std::string damaged = bytes;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << bit % 8));
    ASSERT_NE(refusal(damaged), "no error") << bit;
  }
}

TEST(BookFile, SaysWhyItRefuses) {
  const std::string bytes = encode_book(sample());
  EXPECT_EQ(refusal("TURNTREE and more"), "x.book is not a Turncoat book");
  EXPECT_EQ(refusal(""), "x.book is not a Turncoat book");
  std::string newer = bytes;
  newer[8] = 2;
  EXPECT_EQ(refusal(newer), "x.book is a book of version 2; this program reads version 1");
  std::string damaged = bytes;
  damaged[damaged.size() / 2] ^= 1;
  EXPECT_EQ(refusal(damaged), "x.book is damaged or cut off: its checksum does not match");
}

// Damage that somebody signed: still nothing that breaks us.
TEST(BookFile, SurvivesSignedNonsense) {
  const std::string file = encode_book(sample());
  const std::string body = body_of(file);
  ASSERT_EQ(refusal(with_body(file, body)), "no error");
  std::set<std::string> reasons;
  int read = 0;
  for (int round = 0; round < 4000; ++round) {
    Rng rng = Rng::stream(17, static_cast<std::uint64_t>(round));
    const auto book = decode_book(with_body(file, fuzzing::mutate(body, rng)), "x.book");
    if (!book) {
      reasons.insert(book.error().message.substr(book.error().message.find_last_of("0123456789") + 1));
      continue;
    }
    ++read;
    if (read % 20 == 0) (void)find_faults(*book);
  }
  EXPECT_GT(read, 10);
  EXPECT_GT(reasons.size(), 4U);
}

TEST(BookFile, PromisesWhatItHolds) {
  const std::string file = encode_book(sample());
  EXPECT_THAT(refusal(with_body(file, "")), HasSubstr("promises"));
  std::string twice = body_of(file);
  twice += twice;
  EXPECT_THAT(refusal(with_body(file, twice)), HasSubstr("not in its place"));
}

TEST(BookFaults, NameWhatIsWrong) {
  Book book = hashed_book(30);
  ASSERT_THAT(find_faults(book), IsEmpty());
  const Key start = canonical(rules::Position(rules::standard(8))).key;
  book.entry(start).value = 99;
  EXPECT_THAT(find_faults(book), ::testing::ElementsAre(HasSubstr("1 values do not follow")));
  book = hashed_book(30);
  book.entry(start).moves.push_back({rules::Square(0, 0), 1, 0, 0});
  EXPECT_THAT(find_faults(book), ::testing::ElementsAre(HasSubstr("1 moves are illegal")));
}

TEST(BookFile, IsWholeOrAsItWas) {
  const turncoat::testing::TemporaryFolder folder;
  const Book book = sample();
  ASSERT_TRUE(save_book(folder / "a.book", book).has_value());
  EXPECT_EQ(*load_book(folder / "a.book"), book);
  EXPECT_FALSE(save_book(folder / "none/a.book", book).has_value());
  EXPECT_THAT(load_book(folder / "b.book").error().message, HasSubstr("b.book"));
}

}  // namespace
}  // namespace turncoat::book
