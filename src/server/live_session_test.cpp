#include "server/live_session.h"

#include <gmock/gmock.h>

#include "server/testing/app_testing.h"

namespace turncoat::server {
namespace {

class LiveSessionTest : public testing::AppTest {
 protected:
  void SetUp() override {
    open();
    session_ = std::make_unique<LiveSession>(app_->live(), client_);
  }
  void TearDown() override {
    session_.reset();
    AppTest::TearDown();
  }
  bool wait(const std::function<bool(const Json&)>& wanted) {
    return loop_.run_until([&] {
      loop_.advance(std::chrono::milliseconds(250));
      return std::ranges::any_of(client_.messages, wanted);
    });
  }

  testing::TestClient client_;
  std::unique_ptr<LiveSession> session_;
};

TEST_F(LiveSessionTest, TellsWhatIsWrongWithAMessage) {
  for (const char* text :
       {"", "{", "[]", "{}", R"({"type":5})", R"({"type":"fly"})", R"({"type":"watch"})",
        R"({"type":"analyze"})", R"({"type":"stop"})", R"({"type":"analyze","id":"a","level":99})"}) {
    client_.messages.clear();
    session_->receive(text);
    EXPECT_FALSE(client_.last("error").is_null()) << text;
  }
  session_->receive(R"({"type":"analyze","id":"a7","start":{"moves":["a1"]}})");
  EXPECT_EQ(client_.last("error")["id"], "a7");
  EXPECT_EQ(client_.last("error")["error"]["code"], "illegal_move");
  session_->receive(R"({"type":"ping"})");
  EXPECT_FALSE(client_.last("pong").is_null());
}

TEST_F(LiveSessionTest, UnknownGamesAreNotWatched) {
  session_->receive(R"({"type":"watch","game":77})");
  EXPECT_TRUE(wait([](const Json& message) { return message["type"] == "error"; }));
  EXPECT_EQ(client_.last("error")["error"]["code"], "not_found");
}

TEST_F(LiveSessionTest, WatchesUntilToldOtherwise) {
  const Json game = post("/games", Json::object(), 201);
  const std::string moves = fmt::format("/games/{}/moves", game["id"].get<int>());
  session_->receive(dump({{"type", "watch"}, {"game", game["id"]}}));
  EXPECT_TRUE(wait([](const Json& message) { return message["type"] == "game"; }));
  EXPECT_EQ(client_.last("game")["game"], game);
  const Json moved = post(moves, {{"revision", 1}, {"move", "f5"}});
  EXPECT_EQ(client_.last("game")["game"], moved);
  session_->receive(dump({{"type", "unwatch"}, {"game", game["id"]}}));
  post(moves, {{"revision", 2}, {"move", "d6"}});
  EXPECT_EQ(client_.last("game")["game"], moved);
  for (int i = 0; i < limits_.subjects_per_client + 1; ++i) {
    session_->receive(dump({{"type", "watch"}, {"game", 1000 + i}}));
  }
  EXPECT_EQ(client_.last("error")["error"]["code"], "too_many");
}

TEST_F(LiveSessionTest, AnalysisEndsWithExactScores) {
  // Four squares left on 4x4.
  session_->receive(R"({"type":"analyze","id":"a","start":{"rules":"standard-4","moves":["d3","d4"]}})");
  EXPECT_TRUE(
      wait([](const Json& message) { return message["type"] == "analysis" && message["done"] == true; }));
  const Json thought = client_.last("analysis")["thought"];
  EXPECT_EQ(thought["exact"], true);
  ASSERT_FALSE(thought["moves"].empty());
  for (const Json& move : thought["moves"]) {
    EXPECT_EQ(move["value"]["source"], "exact");
    EXPECT_EQ(move["line"][0], move["move"]);
  }
  EXPECT_EQ(thought["score"], thought["moves"][0]["value"]["score"]);
}

TEST_F(LiveSessionTest, AnalysisStopsWhenNotWanted) {
  const auto analyze = [&](const std::string& id) {
    session_->receive(dump({{"type", "analyze"}, {"id", id}, {"start", {{"rules", "standard-12"}}}}));
  };
  for (int i = 0; i < 2 * limits_.analyses; ++i) {
    analyze("same");  // each takes the place of the one before
    client_.messages.clear();
    EXPECT_TRUE(wait([](const Json& message) { return message["type"] == "analysis"; })) << i;
    EXPECT_TRUE(client_.last("error").is_null());
  }
  for (int i = 0; i < limits_.analyses_per_client; ++i) analyze(fmt::format("more {}", i));
  EXPECT_EQ(client_.last("error")["error"]["code"], "too_many");
  // Gone with its session.
  session_.reset();
  EXPECT_TRUE(loop_.run_until([&] { return app_->live().analyses.running() == 0; }));
}

TEST_F(LiveSessionTest, FinishedGameHasNothingToAnalyse) {
  session_->receive(
      R"({"type":"analyze","id":"a","start":{"rules":"standard-4","board":"XXXXXXXXXXXXXXXX"}})");
  EXPECT_TRUE(
      wait([](const Json& message) { return message["type"] == "analysis" && message["done"] == true; }));
  EXPECT_TRUE(client_.last("analysis")["thought"]["moves"].empty());
}

}  // namespace
}  // namespace turncoat::server
