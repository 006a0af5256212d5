#include "server/http.h"

#include <gmock/gmock.h>

#include "server/base64.h"
#include "server/json.h"

namespace turncoat::server {
namespace {

using ::testing::HasSubstr;

TEST(HttpTarget, IsTakenApart) {
  const auto request = read_target("GET", "/api/v1/games?text=a%20b+c&text=x%3D1&limit=5&&flag#part");
  ASSERT_TRUE(request.has_value());
  EXPECT_EQ(request->path, "/api/v1/games");
  EXPECT_EQ(request->parameter("text"), "x=1");
  EXPECT_EQ(request->parameter("limit"), "5");
  EXPECT_EQ(request->parameter("flag"), "");
  EXPECT_EQ(request->parameter("other"), std::nullopt);
  EXPECT_EQ(read_target("GET", "/a+b%2Fc")->path, "/a+b/c");
}

TEST(HttpTarget, IsRefusedWhenNoBrowserWouldSendIt) {
  for (const char* target : {"", "games", "http://evil/", "/%", "/%4", "/%zz", "/%00", "/a%0d%0aSet-Cookie:x",
                             "/?a=%01", "/?%ff%=1"}) {
    EXPECT_FALSE(read_target("GET", target).has_value()) << target;
  }
  std::string many = "/?";
  for (int i = 0; i < 100; ++i) many += "a=1&";
  EXPECT_FALSE(read_target("GET", many).has_value());
}

TEST(HttpProblem, TellsStatusAndSentence) {
  const Response response = response_of(problem_of({Error::Code::Illegal, "a1 is not legal \"here\""}));
  EXPECT_EQ(response.status, 422);
  EXPECT_EQ(response.body, R"({"error":{"code":"illegal_move","message":"a1 is not legal \"here\""}})");
}

TEST(JsonInput, IsBounded) {
  EXPECT_TRUE(parse_json(R"({"a":[1,2,{"b":"]]]]]]]]]]"}]})", 4).has_value());
  EXPECT_THAT(parse_json("[[[[[1]]]]]", 4).error().message, HasSubstr("deeper than 4"));
  EXPECT_THAT(parse_json(std::string(1'000'000, '['), 32).error().message, HasSubstr("deeper"));
  for (const char* text : {"", "{", "nul", "{\"a\":}", "\"\xff\"", "1 2", "'a'"}) {
    EXPECT_FALSE(parse_json(text, 4).has_value()) << text;
  }
}

TEST(JsonInput, NamesTheField) {
  const Json json = {{"text", "t"}, {"number", 5}, {"none", nullptr}, {"half", 0.5}, {"huge", 1.8e19}};
  EXPECT_EQ(text_field(json, "text"), "t");
  EXPECT_THAT(text_field(json, "number").error().message, HasSubstr("\"number\" must be text"));
  EXPECT_THAT(text_field(json, "none").error().message, HasSubstr("\"none\" is missing"));
  EXPECT_EQ(integer_field(json, "number", 0, 9), 5);
  EXPECT_THAT(integer_field(json, "number", 6, 9).error().message, HasSubstr("from 6 to 9"));
  EXPECT_FALSE(integer_field(json, "half", 0, 9).has_value());
  EXPECT_FALSE(integer_field(json, "huge", 0, INT64_MAX).has_value());
  EXPECT_FALSE(integer_field(*parse_json(R"({"n":18446744073709551615})", 4), "n", 0, INT64_MAX).has_value());
  EXPECT_EQ(*optional_integer_field(json, "none", 0, 9), std::nullopt);
}

TEST(Base64, IsDecoded) {
  EXPECT_EQ(decode_base64(""), "");
  EXPECT_EQ(decode_base64("Zg=="), "f");
  EXPECT_EQ(decode_base64("Zm8"), "fo");
  EXPECT_EQ(decode_base64("Zm9vYmFy"), "foobar");
  EXPECT_EQ(decode_base64("AP8A"), std::string("\0\xff\0", 3));
  for (const char* text : {"a", "abcde", "ab c", "Zm9v!", "-_-_"})
    EXPECT_EQ(decode_base64(text), std::nullopt) << text;
}

}  // namespace
}  // namespace turncoat::server
