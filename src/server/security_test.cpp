#include "server/security.h"

#include <gmock/gmock.h>

namespace turncoat::server {
namespace {

int source_status(const Security& security, const Credentials& credentials, bool api = true) {
  const auto answer = security.check_source(credentials, api);
  return answer ? 200 : answer.error().status;
}

Credentials from(std::string host, std::string origin = "") {
  Credentials credentials;
  credentials.host = std::move(host);
  credentials.origin = std::move(origin);
  return credentials;
}

TEST(SecuritySource, HostMustBeOurs) {
  const Security security("127.0.0.1", 8080, "");
  for (const char* host : {"127.0.0.1:8080", "localhost:8080", "LOCALHOST:8080", "[::1]:8080"}) {
    EXPECT_EQ(source_status(security, from(host)), 200) << host;
  }
  for (const char* host : {"", "evil.example", "evil.example:8080", "localhost", "localhost:80",
                           "127.0.0.1:80800", "localhost:8080.evil.example", "127.0.0.1:8080@evil"}) {
    EXPECT_EQ(source_status(security, from(host)), 403) << host;
  }
  const Security port80("127.0.0.1", 80, "");
  EXPECT_EQ(source_status(port80, from("localhost")), 200);
  const Security named("board.lan", 8080, "secret-token");
  EXPECT_EQ(source_status(named, from("board.lan:8080")), 200);
  EXPECT_EQ(source_status(named, from("other.lan:8080")), 403);
}

TEST(SecuritySource, OriginMustMatchWhenSent) {
  const Security security("127.0.0.1", 8080, "");
  const std::string host = "127.0.0.1:8080";
  EXPECT_EQ(source_status(security, from(host, "http://127.0.0.1:8080")), 200);
  EXPECT_EQ(source_status(security, from(host, "http://localhost:8080")), 200);
  for (const char* origin : {"null", "http://evil.example", "http://127.0.0.1:8081", "https://127.0.0.1:8080",
                             "http://127.0.0.1:8080.evil.example", "file://"}) {
    EXPECT_EQ(source_status(security, from(host, origin)), 403) << origin;
  }
  Credentials other_site = from(host);
  other_site.fetch_site = "cross-site";
  EXPECT_EQ(source_status(security, other_site), 403);
  // A link from elsewhere may lead to the page.
  EXPECT_EQ(source_status(security, other_site, /*api=*/false), 200);
}

TEST(SecuritySource, EveryAddressTakesItsOwnOrigin) {
  const Security security("0.0.0.0", 8080, "secret-token");
  EXPECT_EQ(source_status(security, from("192.168.1.5:8080", "http://192.168.1.5:8080")), 200);
  EXPECT_EQ(source_status(security, from("192.168.1.5:8080", "http://evil.example")), 403);
}

TEST(SecurityToken, ComesAsHeaderOrCookie) {
  const Security security("0.0.0.0", 8080, "secret-token");
  const auto status = [&](const Credentials& credentials) {
    const auto answer = security.check_token(credentials);
    return answer ? 200 : answer.error().status;
  };
  Credentials who;
  EXPECT_EQ(status(who), 401);
  who.authorization = "Bearer secret-token";
  EXPECT_EQ(status(who), 200);
  for (const char* wrong :
       {"Bearer secret-tokem", "Bearer secret-toke", "Bearer ", "Basic secret-token", "secret-token"}) {
    who.authorization = wrong;
    EXPECT_EQ(status(who), 401) << wrong;
  }
  who.cookie = "a=b; turncoat_8080=secret-token";
  EXPECT_EQ(status(who), 200);
  who.cookie = "turncoat_8081=secret-token";
  EXPECT_EQ(status(who), 401);
  EXPECT_TRUE(Security("127.0.0.1", 8080, "").check_token({}).has_value());
}

TEST(SecurityToken, FirstVisitGetsACookieAndACleanAddress) {
  const Security security("0.0.0.0", 8080, "secret-token");
  const auto greet = [&](const char* target) { return security.greet(*read_target("GET", target)); };
  EXPECT_EQ(greet("/?token=nonsense").error().status, 401);
  EXPECT_FALSE(greet("/").value().has_value());
  const auto location = [&](const char* target) { return greet(target).value()->headers.front().second; };
  EXPECT_EQ(location("/?token=secret-token"), "/");
  EXPECT_EQ(location("/play?a=1&token=secret-token&b=%26"), "/play?a=1&b=%26");
  // Not to another site.
  EXPECT_EQ(location("//evil.example/?token=secret-token"), "/evil.example/");
  EXPECT_EQ(location("/\\evil.example?token=secret-token"), "/%5Cevil.example");
}

TEST(SecurityToken, MadeOnesDiffer) {
  EXPECT_EQ(make_token().size(), 32u);
  EXPECT_NE(make_token(), make_token());
  EXPECT_TRUE(same_secret("abc", "abc"));
  EXPECT_FALSE(same_secret("abc", ""));
  EXPECT_FALSE(same_secret("", "abc"));
}

}  // namespace
}  // namespace turncoat::server
