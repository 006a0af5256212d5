#include "server/game_service.h"

#include <atomic>

#include <gmock/gmock.h>

#include "player/testing/scripted_player.h"
#include "server/testing/app_testing.h"

namespace turncoat::server {
namespace {

using player::Choice;
using player::Request;
using player::ScriptedPlayer;
using std::chrono::milliseconds;
using ::testing::HasSubstr;

const Json kHuman = {{"kind", "human"}, {"name", "Ann"}};
const Json kPlayer = {{"kind", "player"}, {"spec", "greedy"}, {"name", "Bob"}};

// Thinks until it is told to stop, then plays the first legal move.
Result<Choice> think_until_stopped(const rules::Game& game, const Request& request) {
  player::Thought thought;
  thought.depth = 3;
  thought.score = 1.5;
  thought.nodes = 77;
  thought.line = {*game.position().legal_moves().begin()};
  request.report(thought);
  std::atomic<bool> stopped = false;
  const std::stop_callback wake(request.stop, [&] {
    stopped = true;
    stopped.notify_one();
  });
  stopped.wait(false);
  return ScriptedPlayer::first_legal(game, request);
}

class GameServiceTest : public testing::AppTest {
 protected:
  void use(std::function<Result<Choice>(const rules::Game&, const Request&)> choose) {
    make_player_ = [choose](const std::string&) -> Result<std::unique_ptr<player::Player>> {
      return std::make_unique<ScriptedPlayer>(std::vector<ScriptedPlayer::Step>(100, choose));
    };
    restart();
  }
  void SetUp() override {
    make_player_ = [](const std::string&) -> Result<std::unique_ptr<player::Player>> {
      return std::make_unique<ScriptedPlayer>();
    };
    open();
  }
  static std::string path(const Json& game, const char* what = "") {
    return fmt::format("/games/{}{}", game["id"].get<int>(), what);
  }
  Json create(const Json& black, const Json& white, Json more = Json::object()) {
    more["black"] = black;
    more["white"] = white;
    return post("/games", more, 201);
  }
  Json move(const Json& game, const std::string& square, int status = 200) {
    return post(path(game, "/moves"), {{"revision", game["revision"]}, {"move", square}}, status);
  }
  // The game once the machine has moved.
  Json settled(const Json& game) {
    Json now;
    EXPECT_TRUE(loop_.run_until([&] {
      now = get(path(game));
      return !now["thinking"].get<bool>();
    }));
    return now;
  }
};

TEST_F(GameServiceTest, MovesAreAnsweredAndReplied) {
  Json game = create(kHuman, kPlayer);
  EXPECT_EQ(game["state"], "playing");
  EXPECT_EQ(game["thinking"], false);
  EXPECT_EQ(game["positions"].size(), 1u);
  const Json moved = move(game, "f5");
  EXPECT_GT(moved["revision"], game["revision"]);
  EXPECT_EQ(moved["plies"][0]["move"], "f5");
  EXPECT_EQ(moved["thinking"], true);
  game = settled(moved);
  EXPECT_EQ(game["plies"].size(), 2u);
  EXPECT_EQ(game["plies"][1]["color"], "white");
}

TEST_F(GameServiceTest, RefusesWhatIsNotAllowed) {
  const Json game = create(kHuman, kHuman);
  EXPECT_EQ(move(game, "a1", 422)["error"]["code"], "illegal_move");
  EXPECT_EQ(move(game, "pass", 422)["error"]["code"], "illegal_move");
  EXPECT_EQ(move(game, "z9", 422)["error"]["code"], "illegal_move");
  const Json moved = move(game, "f5");
  EXPECT_EQ(move(game, "d6", 409)["error"]["code"], "old_revision");
  EXPECT_EQ(get(path(game))["revision"], moved["revision"]) << "refusals change nothing";
  post(path(game, "/moves"), {{"move", "d6"}}, 400);
  use(think_until_stopped);
  const Json machine = create(kPlayer, kHuman);
  EXPECT_EQ(move(machine, "f5", 409)["error"]["code"], "not_your_turn");
}

TEST_F(GameServiceTest, EverySavedMoveSurvives) {
  Json game = create(kHuman, kPlayer);
  game = settled(move(game, "f5"));
  restart();
  Json again = get(path(game));
  EXPECT_EQ(again, game);
  // Ended right after the person's move was answered: the machine's answer comes from the next server.
  again = move(again, again["positions"].back()["legal"][0]["move"]);
  restart();
  const Json after = settled(again);
  EXPECT_EQ(after["plies"].size(), again["plies"].size() + 1);
}

TEST_F(GameServiceTest, MachineAgainstMachineGoesOnByItself) {
  const Json game = create(kPlayer, kPlayer, {{"rules", "standard-4"}});
  Json now;
  EXPECT_TRUE(loop_.run_until([&] {
    now = get(path(game));
    return now["state"] == "over";
  }));
  EXPECT_EQ(now["result"]["reason"], "finished");
  const Json listed = get("/games?state=over")["games"];
  EXPECT_EQ(listed[0]["id"], game["id"]);
  EXPECT_EQ(listed[0]["black"]["kind"], "player");
  EXPECT_EQ(listed[0]["board"], now["positions"].back()["board"]);
}

TEST_F(GameServiceTest, ThinkingIsShownAndCanBeEnded) {
  use(think_until_stopped);
  const Json game = create(kPlayer, kHuman);
  testing::TestClient client;
  LiveSession live(app_->live(), client);
  live.receive(dump({{"type", "watch"}, {"game", game["id"]}}));
  EXPECT_TRUE(
      loop_.run_until([&] { return !client.last("thinking").is_null() || !client.last("game").is_null(); }));
  EXPECT_TRUE(loop_.run_until([&] { return !client.last("game").is_null(); }));
  const Json paused = post(path(game, "/pause"));
  EXPECT_EQ(paused["state"], "paused");
  EXPECT_EQ(paused["thinking"], false);
  EXPECT_EQ(paused["plies"].size(), 0u) << "what was thought when nobody wanted it is thrown away";
  EXPECT_EQ(post(path(game, "/resume"))["thinking"], true);
  EXPECT_TRUE(loop_.run_until([&] {
    const Json thinking = client.last("thinking");
    return !thinking.is_null() && thinking["thought"]["nodes"] == 77;
  }));
  const Json moved = post(path(game, "/move-now"));
  EXPECT_EQ(moved["plies"].size(), 1u);
  EXPECT_EQ(client.last("game")["game"]["revision"], moved["revision"]);
  EXPECT_EQ(post(path(game, "/move-now"))["revision"], moved["revision"]) << "nobody thinks: nothing happens";
}

TEST_F(GameServiceTest, UndoWhileTheMachineThinks) {
  use(think_until_stopped);
  Json game = create(kHuman, kPlayer);
  game = move(game, "f5");
  EXPECT_EQ(game["thinking"], true);
  const Json undone = post(path(game, "/undo"), {{"revision", game["revision"]}});
  EXPECT_EQ(undone["plies"].size(), 0u);
  game = move(undone, "d3");
  EXPECT_EQ(post(path(game, "/move-now"))["plies"].size(), 2u);
}

TEST_F(GameServiceTest, BrokenPlayersLoseTheirGameOnly) {
  const auto error = [](const rules::Game&, const Request&) -> Result<Choice> {
    return fail(Error::Code::Unavailable, "the program ended");
  };
  const auto illegal = [](const rules::Game&, const Request&) -> Result<Choice> {
    return Choice{rules::Move(rules::Square(0, 0)), {}};
  };
  const auto throws = [](const rules::Game&, const Request&) -> Result<Choice> {
    throw std::runtime_error("oops");
  };
  for (const auto& how : std::vector<std::function<Result<Choice>(const rules::Game&, const Request&)>>{
           error, illegal, throws}) {
    use(how);
    const Json game = settled(create(kPlayer, kHuman));
    EXPECT_EQ(game["state"], "over");
    EXPECT_EQ(game["result"]["reason"], "failed");
    EXPECT_EQ(game["result"]["winner"], "white");
    EXPECT_THAT(game["error"].get<std::string>(), HasSubstr("Bob cannot go on"));
  }
}

TEST_F(GameServiceTest, FlagFalls) {
  const Json game = create(kHuman, kHuman, {{"clock", {{"initial_ms", 5000}, {"increment_ms", 0}}}});
  loop_.advance(milliseconds(2000));
  EXPECT_EQ(get(path(game))["clock"]["black_ms"], 3000);
  const Json moved = move(game, "f5");
  EXPECT_EQ(moved["clock"]["black_ms"], 3000);
  EXPECT_EQ(moved["clock"]["running"], "white");
  EXPECT_EQ(moved["plies"][0]["ms"], 2000);
  loop_.advance(milliseconds(6000));
  Json now;
  EXPECT_TRUE(loop_.run_until([&] {
    now = get(path(game));
    return now["state"] == "over";
  }));
  EXPECT_EQ(now["result"], (Json{{"score", 64}, {"winner", "black"}, {"reason", "time"}, {"by", "white"}}));
}

TEST_F(GameServiceTest, ClocksDoNotRunWithoutAServer) {
  const Json game = create(kHuman, kHuman, {{"clock", {{"initial_ms", 5000}}}});
  restart();
  const Json again = get(path(game));
  EXPECT_EQ(again["state"], "paused");
  EXPECT_EQ(again["clock"]["black_ms"], 5000);
  EXPECT_EQ(post(path(game, "/resume"))["state"], "playing");
}

TEST_F(GameServiceTest, GamesInMemoryAreBounded) {
  limits_.games_in_play = 3;
  use(think_until_stopped);
  // Games that wait for people make room for others, and come back when they are wanted.
  std::vector<Json> games;
  for (int i = 0; i < 8; ++i) games.push_back(create(kHuman, kHuman));
  for (const Json& game : games) EXPECT_EQ(get(path(game)), game);
  // Those in which somebody thinks do not.
  for (int i = 0; i < 3; ++i) create(kPlayer, kHuman);
  EXPECT_EQ(post("/games", {{"black", kHuman}}, 429)["error"]["code"], "too_many");
}

TEST_F(GameServiceTest, RemovedGamesAreGone) {
  use(think_until_stopped);
  const Json game = create(kPlayer, kHuman);
  EXPECT_EQ(ask("DELETE", path(game)).status, 204);
  EXPECT_EQ(get(path(game), 404)["error"]["code"], "not_found");
  EXPECT_EQ(ask("DELETE", path(game)).status, 404);
  EXPECT_EQ(get("/games")["total"], 0);
}

TEST_F(GameServiceTest, OpeningsAndStartsOfOnesOwn) {
  EXPECT_EQ(create(kHuman, kHuman, {{"opening", "balanced"}, {"seed", 5}})["plies"].size(), 8u);
  EXPECT_EQ(create(kHuman, kHuman, {{"opening", "balanced"}, {"rules", "standard-6"}})["plies"].size(), 6u);
  const Json named = create(kHuman, kHuman, {{"opening", "Tiger"}});
  EXPECT_EQ(named["opening"]["name"], "Tiger");
  const Json own =
      create(kHuman, kHuman, {{"rules", "standard-4"}, {"board", "-----XO--OX-----"}, {"mover", "white"}});
  EXPECT_EQ(own["positions"][0]["mover"], "white");
  post("/games", {{"opening", "Tiger"}, {"moves", {"f5"}}}, 409);
}

}  // namespace
}  // namespace turncoat::server
