// Players with a book, made from spec text as users write it.
#include "engine/book_player.h"

#include <fstream>
#include <set>

#include <gmock/gmock.h>

#include "base/testing/temporary_folder.h"
#include "book/book_file.h"
#include "book/choice.h"
#include "engine/book_judge.h"
#include "engine/models.h"
#include "engine/registry.h"
#include "player/conformance.h"
#include "rules/testing/random_games.h"
#include "search/testing/pattern_eval.h"

namespace turncoat::engine {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::string_view kThinkers[] = {"alphabeta:depth=1,tt=64KB", "engine:level=1,hash=64KB",
                                      "mcts:sims=20,memory=64KB"};

// A book of random games with so many of each opening that the players trust it.
book::Book book_of_games(const rules::RulesetPtr& rules) {
  book::Book book(rules);
  for (std::uint64_t i = 0; i < 30; ++i) {
    Rng rng = Rng::stream(5, i % 5);
    const rules::Game game = rules::testing::random_game(rules, rng);
    book.add_game(game, game.position().score(rules::Color::Black), 0, 12);
    book.add_game(game, 0, 0, 12);
  }
  return book;
}

// Scored by the engine with weights that do not change.
book::Book scored_book(int positions) {
  book::Book book(rules::standard(8));
  book::ExpandSettings settings;
  settings.level = 2;
  settings.positions = static_cast<std::uint64_t>(positions);
  const auto judge =
      engine_judge(book.rules(), search::testing::sensible_patterns(true), settings.level, 1, {});
  EXPECT_TRUE(book::expand(book, settings, judge, {}, {}).has_value());
  return book;
}

class BookPlayers : public ::testing::Test {
 protected:
  std::string saved(const std::string& name, const book::Book& book) {
    const auto path = folder_ / name;
    EXPECT_TRUE(book::save_book(path, book).has_value());
    return path.string();
  }
  static std::unique_ptr<player::Player> made(const std::string& spec) {
    auto player = make_player(spec);
    EXPECT_TRUE(player.has_value()) << player.error().message;
    return std::move(*player);
  }

  turncoat::testing::TemporaryFolder folder_;
};

TEST_F(BookPlayers, Conform) {
  const auto leader = *rules::find_ruleset("leader-12");
  const std::string games = saved("leader.book", book_of_games(leader));
  const std::string scores = saved("scored.book", scored_book(60));
  for (const std::string_view thinker : kThinkers) {
    for (const char* variety : {"0", "3"}) {
      const std::string spec = fmt::format("{},variety={},book=", thinker, variety);
      EXPECT_THAT(player::check_conformance([&] { return made(spec + games); }, {{leader}}), IsEmpty())
          << spec;
      EXPECT_THAT(player::check_conformance([&] { return made(spec + scores); }, {{rules::standard(8)}}),
                  IsEmpty())
          << spec;
    }
  }
}

TEST_F(BookPlayers, SayWhenTheyPlayFromTheBook) {
  const std::string path = saved("scored.book", scored_book(60));
  for (const std::string_view thinker : kThinkers) {
    const auto player = made(fmt::format("{},book={}", thinker, path));
    rules::Game game(rules::standard(8));
    ASSERT_TRUE(player->new_game(game.position(), 1).has_value());
    const auto choice = player->choose(game, {});
    ASSERT_TRUE(choice.has_value());
    EXPECT_EQ(choice->thought.note, "book");
    EXPECT_EQ(choice->thought.nodes, 0U);
    EXPECT_TRUE(choice->thought.score.has_value());
    Rng rng(4);
    for (int i = 0; i < 20; ++i) rules::testing::play_random_move(game, rng);
    if (game.position().legal_moves().empty()) game.pass_if_forced();
    const auto later = player->choose(game, {});
    ASSERT_TRUE(later.has_value());
    EXPECT_NE(later->thought.note, "book") << "out of the book the player thinks";
  }
}

TEST_F(BookPlayers, VaryWithTheSeedAndStayNearTheBest) {
  const book::Book book = scored_book(200);
  const std::string path = saved("scored.book", book);
  const auto player = made("alphabeta:depth=1,tt=64KB,variety=2,book=" + path);
  rules::Game game(rules::standard(8));
  ASSERT_TRUE(game.play(*game.position().legal_moves().begin()).has_value());
  const double best = book::discs(*book::look_up(book, game.position()).front().score);
  std::set<std::string> moves;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    ASSERT_TRUE(player->new_game(game.start(), seed).has_value());
    const auto choice = player->choose(game, {});
    ASSERT_TRUE(choice.has_value());
    if (choice->thought.note != "book") continue;
    moves.insert(choice->move.name());
    EXPECT_GE(*choice->thought.score, best - 2);
  }
  EXPECT_GT(moves.size(), 1U);
}

TEST_F(BookPlayers, RefuseBooksTheyCannotUse) {
  const std::string path = saved("leader.book", book_of_games(*rules::find_ruleset("leader-12")));
  const auto player = made("alphabeta:depth=1,book=" + path);
  const auto ready = player->new_game(rules::Position(rules::standard(8)), 1);
  ASSERT_FALSE(ready.has_value());
  EXPECT_THAT(ready.error().message, HasSubstr("is for leader-12, not for standard-8"));
  const auto reason = [](const std::string& spec) { return make_player(spec).error().message; };
  EXPECT_EQ(reason("mcts:book=none-such"),
            "mcts: \"none-such\" is neither a shipped book nor a file; TURNCOAT_MODELS may name the folder "
            "of the shipped ones");
  std::ofstream(folder_ / "foreign.book") << "hello";
  EXPECT_THAT(reason("engine:book=" + (folder_ / "foreign.book").string()),
              HasSubstr("is not a Turncoat book"));
  EXPECT_THAT(reason("engine:boook=x"), HasSubstr("did you mean \"book\""));
}

// Each game of a match may be of other rules; without a book for them the player thinks.
TEST_F(BookPlayers, TakeTheShippedBookOfTheRules) {
  for (const std::string_view thinker : kThinkers) {
    const auto player = made(fmt::format("{},book=shipped", thinker));
    const auto note = [&](const rules::RulesetPtr& rules) {
      rules::Game game(rules);
      EXPECT_TRUE(player->new_game(game.position(), 1).has_value());
      const auto choice = player->choose(game, {});
      return choice ? choice->thought.note : choice.error().message;
    };
    EXPECT_EQ(note(rules::standard(8)), "book");
    EXPECT_NE(note(rules::standard(6)), "book");
    EXPECT_EQ(note(*rules::find_ruleset("leader-12")), "book");
    EXPECT_NE(note(rules::standard(10)), "book");
  }
  // Rules that only borrow the name have no book.
  auto other = std::make_shared<rules::Ruleset>(*rules::find_ruleset("leader-12").value());
  other->name = "standard-8";
  EXPECT_EQ(*load_shipped_book(*other), nullptr);
  other->name = "../models/standard-8";
  EXPECT_EQ(*load_shipped_book(*other), nullptr);
}

TEST_F(BookPlayers, AreWrittenWithTheirBook) {
  EXPECT_EQ(canonical_spec("engine:variety=1,book=b,level=3"), "engine:level=3,book=b,variety=1");
  EXPECT_EQ(canonical_spec("engine:variety=0,book="), "engine");
}

TEST_F(BookPlayers, ShareOneCopy) {
  const std::string path = saved("scored.book", scored_book(30));
  const auto one = load_book(path);
  const auto other = load_book(path);
  ASSERT_TRUE(one.has_value() && other.has_value());
  EXPECT_EQ(*one, *other);
}

}  // namespace
}  // namespace turncoat::engine
