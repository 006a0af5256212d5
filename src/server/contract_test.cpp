// web/contract/openapi.json against the routes: neither may have one that the other does not know.
#include <fstream>
#include <set>
#include <sstream>

#include <gmock/gmock.h>

#include "base/text.h"
#include "server/testing/app_testing.h"

namespace turncoat::server {
namespace {

class ContractTest : public testing::AppTest {
 protected:
  static Json contract() {
    std::ifstream file(TURNCOAT_TEST_DATA "/../../web/contract/openapi.json");
    std::stringstream text;
    text << file.rdbuf();
    return Json::parse(text.str());
  }
};

TEST_F(ContractTest, ListsEveryRoute) {
  std::set<std::string> told;
  const Json all = contract();
  for (const auto& [path, methods] : all["paths"].items()) {
    for (const auto& [method, operation] : methods.items()) told.insert(fmt::format("{} {}", method, path));
  }
  std::set<std::string> there;
  for (const Route& route : app_->router().routes()) {
    there.insert(fmt::format("{} {}", to_lower(route.method), route.pattern));
  }
  EXPECT_EQ(told, there);
  EXPECT_EQ(there.size(), app_->router().routes().size()) << "no route twice";
}

TEST_F(ContractTest, MetaNamesWhatThereIs) {
  const Json meta = get("/meta");
  EXPECT_EQ(meta["presets"].size(), 6u);
  for (const Json& preset : meta["presets"]) {
    post("/games", {{"white", {{"kind", "player"}, {"spec", preset["spec"]}}}}, 201);
  }
  std::set<std::string> names;
  for (const Json& player : meta["players"]) names.insert(player["name"].get<std::string>());
  EXPECT_TRUE(names.contains("engine"));
  EXPECT_FALSE(names.contains("gtp"));
  EXPECT_FALSE(names.contains("human"));
}

}  // namespace
}  // namespace turncoat::server
