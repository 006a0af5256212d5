#include "server/router.h"

#include <stdexcept>

#include <gmock/gmock.h>

namespace turncoat::server {
namespace {

class RouterTest : public ::testing::Test {
 protected:
  Response ask(const std::string& method, const std::string& path, std::string body = "") {
    Request request;
    request.method = method;
    request.path = path;
    request.body = std::move(body);
    Response got;
    int replies = 0;
    router_.handle(std::move(request), [&](Response response) {
      got = std::move(response);
      ++replies;
    });
    EXPECT_EQ(replies, 1);
    return got;
  }

  Limits limits_;
  Router router_{
      {{"GET", "/games", [](const Request&, const Reply& reply) { reply(json_response("list")); }},
       {"POST", "/games",
        [](const Request& request, const Reply& reply) { reply(json_response(dump(request.json), 201)); }},
       {"GET", "/games/{id}",
        [](const Request& request, const Reply& reply) { reply(json_response(request.captured.at(0))); }},
       {"POST", "/import", [](const Request&, const Reply& reply) { reply(json_response("")); }, 99},
       {"GET", "/throws", [](const Request&, const Reply&) { throw std::runtime_error("oh"); }}},
      limits_};
};

TEST_F(RouterTest, FindsByMethodAndPath) {
  EXPECT_EQ(ask("GET", "/api/v1/games").body, "list");
  EXPECT_EQ(ask("GET", "/api/v1/games/12").body, "12");
  EXPECT_EQ(ask("POST", "/api/v1/games", R"({"a":1})").body, R"({"a":1})");
  EXPECT_EQ(ask("POST", "/api/v1/games").body, "{}");
}

TEST_F(RouterTest, SaysWhatIsWrong) {
  for (const char* path :
       {"/api/v1/nothing", "/api/v1", "/api/v1/", "/api/v1/games/", "/api/v1/games/1/2", "/api/v2/games"}) {
    EXPECT_EQ(ask("GET", path).status, 404) << path;
  }
  const Response wrong = ask("DELETE", "/api/v1/games");
  EXPECT_EQ(wrong.status, 405);
  EXPECT_EQ(wrong.headers, (Headers{{"Allow", "GET, POST"}}));
  EXPECT_EQ(ask("POST", "/api/v1/games", "[1]").status, 400);
  EXPECT_EQ(ask("POST", "/api/v1/games", "{").status, 400);
  EXPECT_EQ(ask("GET", "/api/v1/throws").status, 500);
}

TEST_F(RouterTest, BodyLimitsAreTheRoutes) {
  EXPECT_EQ(router_.body_limit("POST", "/api/v1/import"), 99u);
  EXPECT_EQ(router_.body_limit("POST", "/api/v1/games"), limits_.body_bytes);
  EXPECT_EQ(router_.body_limit("POST", "/elsewhere"), limits_.body_bytes);
}

}  // namespace
}  // namespace turncoat::server
