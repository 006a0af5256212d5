// An App without sockets for tests: a store in a temporary folder, a loop turned by hand, players that do
// what the test says.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/testing/temporary_folder.h"
#include "server/app.h"
#include "server/testing/test_loop.h"

namespace turncoat::server::testing {

// Collects what a client is sent.
class TestClient final : public Client {
 public:
  void send(const std::string& key, Message message) override {
    keys.push_back(key);
    messages.push_back(Json::parse(*message));
  }
  // The last message of this type, or null.
  Json last(const std::string& type) const {
    for (auto it = messages.rbegin(); it != messages.rend(); ++it) {
      if ((*it)["type"] == type) return *it;
    }
    return nullptr;
  }
  std::vector<std::string> keys;
  std::vector<Json> messages;
};

class AppTest : public ::testing::Test {
 protected:
  void SetUp() override { open(); }
  void TearDown() override { app_.reset(); }

  void open() {
    AppOptions options;
    options.store = folder_ / "games.db";
    options.threads = 2;
    options.limits = limits_;
    options.make_player = make_player_;
    auto app = App::open(loop_, std::move(options));
    ASSERT_TRUE(app.has_value()) << app.error().message;
    app_ = *std::move(app);
  }
  // As if the process had ended; what was written is there.
  void restart() {
    app_.reset();
    loop_.drop_all();
    open();
  }

  Response ask(const std::string& method, const std::string& target, const Json& body = Json::object()) {
    auto request = read_target(method, fmt::format("/api/v1{}", target));
    EXPECT_TRUE(request.has_value());
    if (method == "POST") request->body = dump(body);
    auto got = std::make_shared<std::optional<Response>>();
    app_->router().handle(*std::move(request), [got](Response response) { *got = std::move(response); });
    EXPECT_TRUE(loop_.run_until([&] { return got->has_value(); })) << method << ' ' << target;
    return got->value_or(Response{});
  }
  Json get(const std::string& target, int status = 200) {
    return json_of(ask("GET", target), status, target);
  }
  Json post(const std::string& target, const Json& body = Json::object(), int status = 200) {
    return json_of(ask("POST", target, body), status, target);
  }

  testing::TestLoop loop_;
  turncoat::testing::TemporaryFolder folder_;
  Limits limits_;
  GameService::MakePlayer make_player_;
  std::unique_ptr<App> app_;

 private:
  static Json json_of(const Response& response, int status, const std::string& target) {
    EXPECT_EQ(response.status, status) << target << ' ' << response.body;
    return response.body.empty() ? Json(nullptr) : Json::parse(response.body);
  }
};

}  // namespace turncoat::server::testing
