#include "server/library.h"

#include <gmock/gmock.h>

#include "server/testing/app_testing.h"

namespace turncoat::server {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

class LibraryTest : public testing::AppTest {};

constexpr const char* kTiger = "f5d6c3d3c4";

TEST_F(LibraryTest, ImportsTranscriptsOnce) {
  const Json first = post("/import", {{"text", fmt::format("{}\nf5f6e6\n", kTiger)}});
  EXPECT_EQ(first["games"].size(), 2u);
  EXPECT_EQ(first["skipped"], 0);
  EXPECT_EQ(first["games"][0]["opening"], "Tiger");
  const Json again = post("/import", {{"text", kTiger}});
  EXPECT_EQ(again["skipped"], 1);
  EXPECT_EQ(again["games"][0]["id"], first["games"][0]["id"]) << "the one that is meant is named";
  EXPECT_EQ(get("/games")["total"], 2);
  const Json game = get(fmt::format("/games/{}", first["games"][0]["id"].get<int>()));
  EXPECT_EQ(game["state"], "over");
  EXPECT_EQ(game["result"], nullptr);
  EXPECT_EQ(game["plies"].size(), 5u);
  EXPECT_EQ(game["plies"][0]["ms"], nullptr);
}

TEST_F(LibraryTest, LonePositionsAreGivenBack) {
  const Json answer =
      post("/import", {{"text", "---------------------------OX------XO--------------------------- O"}});
  EXPECT_TRUE(answer["games"].empty());
  EXPECT_EQ(answer["position"]["mover"], "white");
  EXPECT_EQ(post("/positions", answer["position"])["positions"].size(), 1u);
  EXPECT_EQ(get("/games")["total"], 0);
}

TEST_F(LibraryTest, NonsenseIsRefusedWithItsPlace) {
  EXPECT_THAT(
      post("/import", {{"text", "f5d6a1"}, {"name", "mine.txt"}}, 422)["error"]["message"].get<std::string>(),
      HasSubstr("a1"));
  post("/import", {{"base64", "!!"}}, 400);
  post("/import", Json::object(), 400);
  post("/import", {{"text", 7}}, 400);
  post("/import", {{"text", "  "}}, 400);
  EXPECT_EQ(get("/games")["total"], 0);
}

TEST_F(LibraryTest, ListsByWhatIsAsked) {
  std::string text;
  for (const char* more : {"", "b5", "f3", "g5"}) text += fmt::format("{}{}\n", kTiger, more);
  text += "f5f4e3\n";
  post("/import", {{"text", text}});
  EXPECT_EQ(get("/games?opening=tiger")["total"], 4);
  EXPECT_EQ(get("/games?opening=tiger&limit=2")["games"].size(), 2u);
  const Json page = get("/games?limit=2")["games"];
  const Json next = get(fmt::format("/games?limit=2&before={}", page[1]["id"].get<int>()))["games"];
  EXPECT_LT(next[0]["id"], page[1]["id"]);
  EXPECT_EQ(get("/games?limit=2&before=3")["total"], 5) << "the total is that of all pages";
  EXPECT_EQ(get("/games?result=draw")["total"], 0);
  EXPECT_EQ(get("/games?state=playing")["total"], 0);
  EXPECT_EQ(get("/games?player=nobody")["total"], 0);
  EXPECT_EQ(get("/games?own=1")["total"], 5);
}

TEST_F(LibraryTest, ExportsWhatItCanReadAgain) {
  const Json imported = post("/import", {{"text", kTiger}});
  const std::string game = fmt::format("/games/{}/export", imported["games"][0]["id"].get<int>());
  const Response transcript = ask("GET", game + "?format=transcript");
  EXPECT_EQ(transcript.body, fmt::format("{}\n", kTiger));
  EXPECT_THAT(transcript.headers[0].second, HasSubstr("filename=\"turncoat-1.txt\""));
  EXPECT_THAT(ask("GET", game + "?format=ggf").body, StartsWith("(;GM[Othello]"));
  EXPECT_THAT(ask("GET", game + "?format=board&ply=0").body, HasSubstr("OX------XO"));
  EXPECT_THAT(ask("GET", game + "?format=obf&ply=2").body, HasSubstr(" X;"));
  EXPECT_THAT(ask("GET", game + "?format=svg").body, HasSubstr("<svg"));
  EXPECT_THAT(ask("GET", game + "?format=animation").body, HasSubstr("@keyframes"));
  EXPECT_EQ(ask("GET", game + "?format=svg&ply=6").status, 422);
  EXPECT_EQ(ask("GET", game + "?format=docx").status, 422);
  EXPECT_EQ(ask("GET", "/games/99/export?format=svg").status, 404);
}

TEST_F(LibraryTest, ExportsLinesThatAreNoGames) {
  const Json start = {{"rules", "standard-6"}, {"moves", {"c2"}}};
  const Response moving = ask("POST", "/export", {{"start", start}, {"format", "animation"}});
  EXPECT_EQ(moving.status, 200);
  EXPECT_EQ(moving.type, "image/svg+xml");
  EXPECT_THAT(moving.body, HasSubstr("@keyframes c2{"));
  EXPECT_EQ(ask("POST", "/export", {{"start", start}, {"format", "board"}}).body.size(), 36u + 3u);
  EXPECT_EQ(ask("POST", "/export", {{"start", start}, {"format", "docx"}}).status, 422);
  EXPECT_EQ(ask("POST", "/export", {{"start", start}}).status, 400);
  EXPECT_EQ(get("/games")["total"], 0) << "nothing is stored";
}

}  // namespace
}  // namespace turncoat::server
