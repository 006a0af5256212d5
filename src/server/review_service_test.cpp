#include "server/review_service.h"

#include <gmock/gmock.h>

#include "server/testing/app_testing.h"

namespace turncoat::server {
namespace {

class LabTest : public testing::AppTest {
 protected:
  Json finished(const std::string& path) {
    Json now;
    EXPECT_TRUE(loop_.run_until([&] {
      now = get(path);
      return now["state"] != "running";
    }));
    return now;
  }
};

const Json kSmall = {{"rules", "standard-4"}, {"moves", {"a2", "c1", "d1", "a3", "a4", "d2", "b1"}}};

TEST_F(LabTest, ReviewValuesAgreeWithEachOther) {
  const Json start = post("/reviews", {{"start", kSmall}, {"level", 10}}, 202);
  const std::string path = fmt::format("/reviews/{}", start["id"].get<int>());
  const Json review = finished(path);
  EXPECT_EQ(review["state"], "done");
  EXPECT_EQ(review["progress"]["done"], review["progress"]["total"]);
  ASSERT_GE(review["plies"].size(), kSmall["moves"].size());
  double lost[2] = {0, 0};
  for (const Json& ply : review["plies"]) {
    ASSERT_TRUE(ply["value"].is_object()) << ply;
    EXPECT_EQ(ply["value"]["exact"], true);
    EXPECT_EQ(ply["value"]["score"], ply["moves"][0]["value"]["score"])
        << "a position is worth its best move";
    EXPECT_EQ(ply["best"], ply["line"][0]);
    EXPECT_EQ(ply["mistake"], ply["loss"].get<double>() >= 1);
    EXPECT_EQ(ply["reasons"].empty(), ply["mistake"] != true || ply["reasons"].empty());
    lost[ply["color"] == "black" ? 0 : 1] += ply["loss"].get<double>();
  }
  EXPECT_DOUBLE_EQ(review["sides"]["black"]["lost"].get<double>(), lost[0]);
  EXPECT_DOUBLE_EQ(review["sides"]["white"]["lost"].get<double>(), lost[1]);
  EXPECT_EQ(ask("DELETE", path).status, 204);
  EXPECT_EQ(get(path, 404)["error"]["code"], "not_found");
}

TEST_F(LabTest, ReviewIsWatchedAndStopped) {
  const Json start =
      post("/reviews", {{"start", {{"moves", {"f5", "d6", "c3", "d3", "c4"}}}}, {"level", 60}}, 202);
  testing::TestClient client;
  LiveSession live(app_->live(), client);
  live.receive(dump({{"type", "watch_review"}, {"review", start["id"]}}));
  EXPECT_EQ(client.last("review")["review"]["id"], start["id"]);
  EXPECT_EQ(client.last("review")["review"]["plies"].size(), 5u);
  EXPECT_EQ(ask("DELETE", fmt::format("/reviews/{}", start["id"].get<int>())).status, 204);
  live.receive(R"({"type":"watch_review","review":999})");
  EXPECT_EQ(client.last("error")["error"]["code"], "not_found");
}

TEST_F(LabTest, ReviewOfAStoredGame) {
  const Json imported = post("/import", {{"text", "f5d6c3d3c4"}});
  const int id = imported["games"][0]["id"].get<int>();
  const Json review = finished(
      fmt::format("/reviews/{}", post("/reviews", {{"game", id}, {"level", 1}}, 202)["id"].get<int>()));
  EXPECT_EQ(review["game"], id);
  EXPECT_EQ(review["opening"]["name"], "Tiger");
  post("/reviews", {{"game", 999}}, 404);
  post("/reviews", {{"level", 99}}, 422);
}

TEST_F(LabTest, TreesGrowAndAreLookedInto) {
  const Json tree =
      post("/trees",
           {{"start", {{"rules", "standard-6"}}}, {"spec", "mcts:memory=4MB"}, {"iterations", 2000}}, 202);
  const std::string path = fmt::format("/trees/{}", tree["id"].get<int>());
  get(path + "/node");  // answered while it grows, too
  const Json grown = finished(path);
  EXPECT_EQ(grown["state"], "done");
  EXPECT_GE(grown["visits"], 2000);
  const Json root = get(path + "/node?min_visits=1");
  EXPECT_EQ(root["position"]["mover"], "black");
  ASSERT_EQ(root["children"].size(), 4u);
  std::int64_t visits = 0;
  for (const Json& child : root["children"]) visits += child["visits"].get<std::int64_t>();
  EXPECT_LE(visits, root["visits"]);
  const Json child =
      get(fmt::format("{}/node?path={}", path, root["children"][0]["move"].get<std::string>()));
  EXPECT_EQ(child["visits"], root["children"][0]["visits"]);
  EXPECT_EQ(child["position"]["mover"], "white");
  EXPECT_NEAR(child["win_rate"].get<double>(), 1 - root["children"][0]["win_rate"].get<double>(), 0.0002);
  get(path + "/node?path=a1", 404);
  get(path + "/node?path=zz", 422);
  post("/trees", {{"spec", "greedy"}}, 422);
  post("/trees", {{"iterations", 0}}, 422);
  EXPECT_EQ(ask("DELETE", path).status, 204);
  get(path, 404);
}

TEST_F(LabTest, PerftIsBounded) {
  EXPECT_EQ(post("/perft", {{"depth", 6}})["counts"], (Json{4, 12, 56, 244, 1396, 8200}));
  post("/perft", {{"depth", 99}}, 422);
  post("/perft", Json::object(), 400);
}

TEST_F(LabTest, TournamentsAreStoredRuns) {
  const Json run =
      post("/tournaments", {{"players", {"random", "greedy"}}, {"rules", "standard-4"}, {"games", 6}}, 201);
  const Json done = finished(fmt::format("/runs/{}", run["id"].get<int>()));
  EXPECT_EQ(done["games"], 6);
  EXPECT_EQ(done["players"], (Json{"random", "greedy"}));
  const Json cell = done["crosstable"][0][1];
  EXPECT_EQ(cell["wins"].get<int>() + cell["draws"].get<int>() + cell["losses"].get<int>(), 6);
  EXPECT_EQ(cell["wins"], done["crosstable"][1][0]["losses"]);
  EXPECT_EQ(done["ratings"].size(), 2u);
  EXPECT_EQ(get("/runs")["runs"][0]["id"], run["id"]);
  EXPECT_EQ(get(fmt::format("/games?run={}", run["id"].get<int>()))["total"], 6);
  EXPECT_EQ(ask("DELETE", fmt::format("/runs/{}/work", run["id"].get<int>())).status, 404);
  get("/runs/99", 404);
  for (const Json& players :
       {Json{"random"}, Json{"random", "random"}, Json{"random", "gtp:command=x"}, Json{1, 2}}) {
    EXPECT_GE(ask("POST", "/tournaments", {{"players", players}}).status, 400);
  }
}

TEST_F(LabTest, EvaluatorsArePictures) {
  const Json all = get("/evaluators");
  for (const Json& evaluator : all["evaluators"]) {
    const Json picture = get(fmt::format("/evaluators/{}", evaluator["name"].get<std::string>()));
    EXPECT_EQ(picture["kind"], evaluator["kind"]);
    for (const Json& stage : picture["stages"]) {
      EXPECT_EQ(stage["weights"].size(),
                picture["size"].get<std::size_t>() * picture["size"].get<std::size_t>());
    }
  }
  get("/evaluators/nothing", 404);
}

}  // namespace
}  // namespace turncoat::server
