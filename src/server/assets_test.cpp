#include "server/assets.h"

#include <fstream>

#include <gmock/gmock.h>

#include "base/testing/temporary_folder.h"

namespace turncoat::server {
namespace {

using ::testing::HasSubstr;

void write(const std::filesystem::path& path, const std::string& text) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path) << text;
}

TEST(Assets, OnlyWhatLiesInTheFolder) {
  const turncoat::testing::TemporaryFolder folder;
  write(folder / "secret.txt", "secret");
  write(folder / "app/index.html", "<p>app");
  write(folder / "app/assets/a.js", "js");
  write(folder / "app/assets/a.js.gz", "packed");
  std::filesystem::create_symlink(folder / "secret.txt", folder / "app/link.txt");
  std::filesystem::create_directory_symlink(folder.path(), folder / "app/up");
  const auto assets = Assets::load(folder / "app");
  ASSERT_TRUE(assets.has_value()) << assets.error().message;
  EXPECT_EQ(assets->get("/", "", false).body, "<p>app");
  EXPECT_EQ(assets->get("/review/12", "", false).body, "<p>app") << "the app's own paths";
  EXPECT_EQ(assets->get("/assets/a.js", "", false).body, "js");
  EXPECT_EQ(assets->get("/assets/a.js", "", false).type, "text/javascript; charset=utf-8");
  EXPECT_EQ(assets->get("/assets/a.js", "", true).body, "packed");
  for (const char* path : {"/../secret.txt", "/link.txt", "/up/secret.txt", "/assets/../../secret.txt",
                           "/missing.js", "//etc/x.conf", "/."}) {
    EXPECT_EQ(assets->get(path, "", false).status, 404) << path;
  }
}

TEST(Assets, AreNotSentTwice) {
  Assets assets;
  assets.add("index.html", "<p>app");
  const Response first = assets.get("/", "", false);
  const std::string tag = first.headers.front().second;
  EXPECT_EQ(assets.get("/", tag, false).status, 304);
  EXPECT_EQ(assets.get("/", "\"other\"", false).status, 200);
}

TEST(Assets, WithoutAnAppSayHowToBuildIt) {
  const Assets none;
  const Response page = none.get("/", "", false);
  EXPECT_EQ(page.status, 200);
  EXPECT_THAT(page.body, HasSubstr("npm run build"));
  const turncoat::testing::TemporaryFolder folder;
  EXPECT_THAT(Assets::load(folder.path()).error().message, HasSubstr("no index.html"));
  EXPECT_FALSE(Assets::load(folder / "nowhere").has_value());
}

}  // namespace
}  // namespace turncoat::server
