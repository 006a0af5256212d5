// The whole server on a real socket, many clients at once: what the sanitizers should see.
#include "server/server.h"

#include <thread>

#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <gmock/gmock.h>

#include "base/testing/temporary_folder.h"
#include "server/json.h"

namespace turncoat::server {
namespace {

namespace beast = boost::beast;
namespace http = beast::http;
namespace net = boost::asio;
using tcp = net::ip::tcp;
using ::testing::HasSubstr;

class Client {
 public:
  explicit Client(int port) : port_(port), stream_(io_) {
    stream_.connect(tcp::endpoint(net::ip::address_v4::loopback(), static_cast<unsigned short>(port)));
  }
  http::response<http::string_body> ask(http::verb method, const std::string& path,
                                        const Json& body = nullptr) {
    http::request<http::string_body> request(method, path, 11);
    request.set(http::field::host, fmt::format("127.0.0.1:{}", port_));
    if (!body.is_null()) request.body() = dump(body);
    request.prepare_payload();
    http::write(stream_, request);
    http::response<http::string_body> response;
    http::read(stream_, buffer_, response);
    return response;
  }
  Json post(const std::string& path, const Json& body) {
    return Json::parse(ask(http::verb::post, fmt::format("/api/v1{}", path), body).body());
  }

 private:
  int port_;
  net::io_context io_;
  beast::tcp_stream stream_;
  beast::flat_buffer buffer_;
};

class Watcher {
 public:
  explicit Watcher(int port) : socket_(io_) {
    beast::get_lowest_layer(socket_).connect(
        tcp::endpoint(net::ip::address_v4::loopback(), static_cast<unsigned short>(port)));
    socket_.handshake(fmt::format("127.0.0.1:{}", port), "/api/v1/live");
  }
  void send(const Json& message) { socket_.write(net::buffer(dump(message))); }
  Json receive() {
    beast::flat_buffer buffer;
    socket_.read(buffer);
    return Json::parse(beast::buffers_to_string(buffer.data()));
  }
  Json until(const std::function<bool(const Json&)>& wanted) {
    for (;;) {
      Json message = receive();
      if (wanted(message)) return message;
    }
  }

 private:
  net::io_context io_;
  beast::websocket::stream<beast::tcp_stream> socket_;
};

class ServerTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ServerOptions options;
    options.port = 0;
    options.store = folder_ / "games.db";
    options.threads = 2;
    auto server = Server::open(options);
    ASSERT_TRUE(server.has_value()) << server.error().message;
    server_ = *std::move(server);
    thread_ = std::jthread([this](const std::stop_token& stop) { server_->run(stop); });
  }

  turncoat::testing::TemporaryFolder folder_;
  std::unique_ptr<Server> server_;
  std::jthread thread_;
};

TEST_F(ServerTest, GamesAndAnalysesOfManyAtOnce) {
  const int port = server_->port();
  std::vector<std::jthread> people;
  std::atomic<int> finished = 0;
  for (int person = 0; person < 4; ++person) {
    people.emplace_back([port, person, &finished] {
      Client client(port);
      Watcher watcher(port);
      Json game = client.post("/games",
                              {{"rules", "standard-4"}, {"white", {{"kind", "player"}, {"spec", "greedy"}}}});
      const std::int64_t id = game["id"].get<std::int64_t>();
      watcher.send({{"type", "watch"}, {"game", id}});
      watcher.send({{"type", "analyze"},
                    {"id", "a"},
                    {"start", {{"rules", person % 2 == 0 ? "standard-6" : "standard-10"}}}});
      while (game["state"] == "playing") {
        if (game["thinking"] == true) {
          game = watcher.until([&](const Json& message) {
            return message["type"] == "game" && message["game"]["thinking"] == false;
          })["game"];
          continue;
        }
        const Json moved = client.post(
            fmt::format("/games/{}/moves", id),
            {{"revision", game["revision"]}, {"move", game["positions"].back()["legal"][0]["move"]}});
        if (moved.contains("error")) {
          game = Json::parse(client.ask(http::verb::get, fmt::format("/api/v1/games/{}", id)).body());
        } else {
          game = moved;
        }
      }
      if (game["result"]["reason"] == "finished") ++finished;
    });
  }
  people.clear();
  EXPECT_EQ(finished, 4);
}

TEST_F(ServerTest, EndsWhileEverybodyIsBusy) {
  Client client(server_->port());
  std::vector<std::unique_ptr<Watcher>> watchers;
  for (int i = 0; i < 5; ++i) {
    watchers.push_back(std::make_unique<Watcher>(server_->port()));
    watchers.back()->send({{"type", "analyze"}, {"id", "a"}, {"start", Json::object()}});
  }
  const Json game =
      client.post("/games", {{"black", {{"kind", "player"}, {"spec", "mcts:time=300s,memory=4MB"}}}});
  EXPECT_EQ(game["thinking"], true);
  client.post("/reviews", {{"start", {{"moves", {"f5", "d6"}}}}, {"level", 60}});
  client.post("/trees", {{"iterations", 10'000'000}, {"spec", "mcts:memory=4MB"}});
  client.post("/tournaments", {{"players", {"random", "mcts:time=60s,memory=4MB"}}, {"games", 100}});
  thread_.request_stop();
  thread_.join();
}

TEST_F(ServerTest, AnswersHaveTheirHeaders) {
  Client client(server_->port());
  const auto response = client.ask(http::verb::get, "/api/v1/meta");
  EXPECT_EQ(response.result_int(), 200u);
  EXPECT_THAT(std::string(response["Content-Security-Policy"]), HasSubstr("default-src 'self'"));
  EXPECT_EQ(response["X-Content-Type-Options"], "nosniff");
  EXPECT_EQ(response["Content-Type"], "application/json");
  EXPECT_EQ(client.ask(http::verb::delete_, "/api/v1/games/99").result_int(), 404u);
  EXPECT_EQ(client.ask(http::verb::get, "/").result_int(), 200u);
}

TEST(ServerOptions, AreChecked) {
  const turncoat::testing::TemporaryFolder folder;
  const auto refusal = [&](ServerOptions options) {
    options.store = folder / "games.db";
    const auto server = Server::open(std::move(options));
    return server ? "opened" : server.error().message;
  };
  ServerOptions options;
  options.port = 0;
  options.host = "0.0.0.0";
  EXPECT_THAT(refusal(options), HasSubstr("needs a --token"));
  options.token = "short";
  EXPECT_THAT(refusal(options), HasSubstr("at least 8"));
  options.token = "with spaces; and more";
  EXPECT_THAT(refusal(options), HasSubstr("letters, digits"));
  options.token = "long-enough";
  EXPECT_EQ(refusal(options), "opened");
  options = {};
  options.port = 70'000;
  EXPECT_THAT(refusal(options), HasSubstr("--port"));
  options.port = 0;
  options.assets = folder / "nowhere";
  EXPECT_THAT(refusal(options), HasSubstr("--assets"));
}

}  // namespace
}  // namespace turncoat::server
