#include "base/file.h"

#include <fstream>
#include <iterator>

#include <gmock/gmock.h>

#include "base/testing/temporary_folder.h"

namespace turncoat {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using testing::TemporaryFolder;

TEST(FileSave, IsWholeAndRefusesToReplace) {
  const TemporaryFolder folder;
  const fs::path path = folder / "out.svg";
  ASSERT_TRUE(save_file(path, "one", Existing::Refuse).has_value());
  EXPECT_THAT(save_file(path, "two", Existing::Refuse).error().message, HasSubstr("is already there"));
  const auto content = [&] {
    std::ifstream file(path);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  EXPECT_EQ(content(), "one");
  ASSERT_TRUE(save_file(path, "two", Existing::Replace).has_value());
  EXPECT_EQ(content(), "two");
  EXPECT_THAT(save_file(folder / "no" / "out.svg", "x", Existing::Refuse).error().message,
              HasSubstr("cannot be written: No such file"));
  EXPECT_THAT(save_file(folder.path(), "x", Existing::Replace).error().message, HasSubstr("is a folder"));
  // Nothing temporary is left behind.
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()), 1);
}

TEST(FileSave, ReplacesWhatALinkPointsToAndNoDevice) {
  const TemporaryFolder folder;
  ASSERT_TRUE(save_file(folder / "real", "one", Existing::Refuse).has_value());
  fs::create_symlink("real", folder / "link");
  ASSERT_TRUE(save_file(folder / "link", "two", Existing::Replace).has_value());
  EXPECT_TRUE(fs::is_symlink(folder / "link"));
  EXPECT_EQ(load_file(folder / "real", 100), "two");
  EXPECT_THAT(save_file("/dev/null", "x", Existing::Replace).error().message,
              HasSubstr("not an ordinary file"));
}

TEST(FileLoad, GivesEveryByteUpToTheLimit) {
  const TemporaryFolder folder;
  const std::string bytes("a\0b\n", 4);
  ASSERT_TRUE(save_file(folder / "f", bytes, Existing::Refuse).has_value());
  EXPECT_EQ(load_file(folder / "f", 4), bytes);
  EXPECT_THAT(load_file(folder / "f", 3).error().message, HasSubstr("larger than 3"));
  EXPECT_THAT(load_file(folder.path(), 3).error().message, HasSubstr("is a folder"));
  EXPECT_THAT(load_file(folder / "none", 3).error().message, HasSubstr("No such file"));
}

}  // namespace
}  // namespace turncoat
