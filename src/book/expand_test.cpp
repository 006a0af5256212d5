#include "book/expand.h"

#include <atomic>
#include <cmath>
#include <set>

#include <gmock/gmock.h>

#include "book/book_file.h"
#include "book/graph.h"
#include "book/testing/sample_books.h"

namespace turncoat::book {
namespace {

using testing::exact_judge;
using testing::hashed_judge;
using ::testing::IsEmpty;

ExpandSettings wide_settings() {
  ExpandSettings settings;
  settings.relative = 2;
  settings.absolute = 6;
  settings.all_plies = 2;
  settings.plies = 6;
  settings.positions = 100'000;
  return settings;
}

Book expanded(const ExpandSettings& settings, const Judge& judge = hashed_judge) {
  Book book(rules::standard(8));
  const auto outcome = expand(book, settings, judge, {}, {});
  EXPECT_TRUE(outcome.has_value());
  EXPECT_EQ(outcome->added, book.size());
  return book;
}

// Looks for leaves within the limits, written without the walk's own code: from `key`, with the first side
// allowed to lose or not.
void find_open_leaves(const Book& book, const Key& key, double root, bool mine, bool favoured,
                      const ExpandSettings& settings, int start_discs, std::set<std::pair<Key, bool>>& seen,
                      std::vector<std::string>& open) {
  if (!seen.emplace(key, mine).second) return;
  const rules::Position position = position_of(book.rules(), key);
  const Entry& entry = *book.find(key);
  const double slack = mine == favoured ? settings.relative : 0;
  for (const Child& child : children_of(position)) {
    if (child.over) continue;
    const Key next = canonical(child.position).key;
    const Entry* there = book.find(next);
    std::optional<double> score;
    if (there != nullptr && there->value) score = child.sign * discs(*there->value);
    const bool leaf = !score && entry.leaf && entry.leaf->square == child.square;
    if (leaf) score = discs(entry.leaf->score);
    if (!score || *score < discs(*entry.value) - slack - 1e-9) continue;
    if (std::abs((mine ? *score : -*score) - root) > settings.absolute + 1e-9) continue;
    if (leaf) {
      if (key.discs() + 1 - start_discs <= settings.plies) open.push_back(position.to_string());
    } else {
      find_open_leaves(book, next, root, child.sign > 0 ? mine : !mine, favoured, settings, start_discs, seen,
                       open);
    }
  }
}

TEST(Expand, LeavesNoMoveWithinTheLimits) {
  for (const double relative : {0.0, 0.5, 2.0}) {
    ExpandSettings settings = wide_settings();
    settings.relative = relative;
    settings.all_plies = 0;
    const Book book = expanded(settings);
    const Key start = canonical(rules::Position(rules::standard(8))).key;
    for (const bool favoured : {true, false}) {
      std::set<std::pair<Key, bool>> seen;
      std::vector<std::string> open;
      find_open_leaves(book, start, discs(*book.find(start)->value), true, favoured, settings, start.discs(),
                       seen, open);
      EXPECT_THAT(open, IsEmpty()) << relative;
    }
    EXPECT_THAT(find_faults(book), IsEmpty()) << relative;
  }
}

TEST(Expand, GrowsWithItsLimits) {
  ExpandSettings settings = wide_settings();
  const auto size_with = [&](double relative, double absolute, int plies) {
    settings.relative = relative;
    settings.absolute = absolute;
    settings.plies = plies;
    return expanded(settings).size();
  };
  EXPECT_LT(size_with(0, 6, 6), size_with(1, 6, 6));
  EXPECT_LT(size_with(1, 6, 6), size_with(2, 6, 6));
  EXPECT_LT(size_with(2, 2, 6), size_with(2, 6, 6));
  EXPECT_LT(size_with(2, 6, 4), size_with(2, 6, 6));
}

TEST(Expand, GoesNoFurtherThanItsPlies) {
  ExpandSettings settings = wide_settings();
  settings.plies = 5;
  for (const Key& key : expanded(settings).keys()) EXPECT_LE(key.discs(), 4 + 5);
}

TEST(Expand, HoldsEveryPositionOfTheFirstPlies) {
  ExpandSettings settings = wide_settings();
  settings.all_plies = 4;
  settings.plies = 4;
  const Book book = expanded(settings);
  EXPECT_EQ(book.size(), 1U + 1 + 3 + 14 + 60);
  for (const auto& [key, entry] : book.entries()) EXPECT_TRUE(entry.value.has_value());
  EXPECT_THAT(find_faults(book), IsEmpty());
}

TEST(Expand, StopsWhenFull) {
  ExpandSettings settings = wide_settings();
  settings.positions = 50;
  Book book(rules::standard(8));
  const auto outcome = expand(book, settings, hashed_judge, {}, {});
  ASSERT_TRUE(outcome.has_value());
  EXPECT_FALSE(outcome->finished);
  EXPECT_EQ(book.size(), 50U);
  EXPECT_THAT(find_faults(book), IsEmpty());
  EXPECT_EQ(count_stale_leaves(book), 0U) << "leaves that became links were replaced";
}

// With true scores a player who never errs keeps to best lines, and their value is the start's.
TEST(Expand, KeepsToBestLinesWithoutSlack) {
  const rules::RulesetPtr rules = rules::standard(4);
  Book book(rules);
  ExpandSettings settings;
  settings.relative = 0;
  settings.absolute = 64;
  settings.all_plies = 0;
  settings.plies = 12;
  const auto outcome = expand(book, settings, exact_judge, {}, {});
  ASSERT_TRUE(outcome.has_value() && outcome->finished);
  const Key start = canonical(rules::Position(rules)).key;
  const int truth = kUnit * rules::testing::plain_negamax(rules::Position(rules));
  EXPECT_EQ(book.find(start)->value, truth);
  for (const auto& [key, entry] : book.entries()) {
    const rules::Position position = position_of(rules, key);
    EXPECT_EQ(*entry.value, kUnit * rules::testing::plain_negamax(position)) << position.to_string();
    EXPECT_EQ(std::abs(*entry.value), std::abs(truth));
  }
}

TEST(Expand, DoesNotDependOnThreads) {
  ExpandSettings settings = wide_settings();
  const std::string alone = encode_book(expanded(settings));
  settings.threads = 3;
  EXPECT_EQ(encode_book(expanded(settings)), alone);
}

// Stopped after every few searches, saved, loaded and started again: the same book in the end.
TEST(Expand, GoesOnAsIfNeverStopped) {
  const ExpandSettings settings = wide_settings();
  const std::string whole = encode_book(expanded(settings));
  Book book(rules::standard(8));
  int runs = 0;
  for (bool finished = false; !finished; ++runs) {
    ASSERT_LT(runs, 1000);
    std::stop_source stop;
    int left = 100;
    const auto judge = [&](const rules::Position& position, const rules::SquareSet& excluded,
                           int worker) -> std::optional<Leaf> {
      if (--left < 0) {
        stop.request_stop();
        return std::nullopt;
      }
      return hashed_judge(position, excluded, worker);
    };
    const auto outcome = expand(book, settings, judge, {}, stop.get_token());
    ASSERT_TRUE(outcome.has_value());
    finished = outcome->finished;
    auto again = decode_book(encode_book(book), "the book");
    ASSERT_TRUE(again.has_value()) << again.error().message;
    book = *std::move(again);
  }
  EXPECT_GT(runs, 3);
  EXPECT_EQ(encode_book(book), whole);
}

TEST(Expand, SearchesAgainWhatWasSearchedWithLess) {
  ExpandSettings settings = wide_settings();
  settings.level = 3;
  Book book = expanded(settings);
  settings.level = 5;
  const auto outcome = expand(book, settings, hashed_judge, {}, {});
  ASSERT_TRUE(outcome.has_value());
  EXPECT_GT(outcome->judged, 0U);
  EXPECT_EQ(outcome->added, 0U) << "the judge says the same at every level";
  const auto again = expand(book, settings, hashed_judge, {}, {});
  EXPECT_EQ(again->judged, 0U);
}

TEST(Expand, EndsWithTheErrorOfItsCheckpoint) {
  Book book(rules::standard(8));
  const auto outcome = expand(
      book, wide_settings(), hashed_judge,
      [](const ExpandOutcome&) -> Result<void> { return fail(Error::Code::Io, "the disk is full"); }, {});
  ASSERT_FALSE(outcome.has_value());
  EXPECT_EQ(outcome.error().message, "the disk is full");
}

// Positions of games without scores are scored where the limits lead.
TEST(Expand, ScoresABookOfGames) {
  Book book = testing::random_book(rules::standard(8), 20, 6, 5);
  const std::size_t before = book.size();
  const auto outcome = expand(book, wide_settings(), hashed_judge, {}, {});
  ASSERT_TRUE(outcome.has_value() && outcome->finished);
  EXPECT_GT(book.size(), before);
  std::uint64_t games = 0;
  for (const auto& [key, entry] : book.entries()) games += entry.games();
  EXPECT_EQ(games, 20U * 6);
  EXPECT_THAT(find_faults(book), IsEmpty());
}

}  // namespace
}  // namespace turncoat::book
