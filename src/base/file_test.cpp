#include "base/file.h"

#include <filesystem>
#include <fstream>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace turncoat {
namespace {

namespace fs = std::filesystem;

class WriteFile : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::path(testing::TempDir()) / "turncoat-file-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string path(const char* name) const { return (folder_ / name).string(); }
  static std::string content(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
  }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }

  fs::path folder_;
};

TEST_F(WriteFile, WritesAndReplacesAndLeavesNothingElse) {
  ASSERT_TRUE(write_file(path("a"), "first"));
  EXPECT_EQ(content(path("a")), "first");
  fs::permissions(path("a"), fs::perms::owner_read | fs::perms::owner_write);
  ASSERT_TRUE(write_file(path("a"), std::string("x\0y", 3)));
  EXPECT_EQ(content(path("a")), std::string("x\0y", 3));
  EXPECT_EQ(fs::status(path("a")).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_EQ(files(), 1U);
}

TEST_F(WriteFile, WritesThroughASymbolicLink) {
  ASSERT_TRUE(write_file(path("real"), "1"));
  fs::create_symlink(path("real"), path("link"));
  ASSERT_TRUE(write_file(path("link"), "2"));
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(content(path("real")), "2");
}

TEST_F(WriteFile, WhatIsNotAFileStays) {
  fs::create_directory(path("folder"));
  const auto written = write_file(path("folder"), "x");
  ASSERT_FALSE(written);
  EXPECT_THAT(written.error().message, testing::HasSubstr("it is not a file"));
  EXPECT_TRUE(fs::is_directory(path("folder")));
  EXPECT_FALSE(write_file("/dev/null", "x"));
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST_F(WriteFile, MissingFolderIsAnError) {
  const auto written = write_file(path("no/such/file"), "x");
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().code, Error::Code::Io);
  EXPECT_THAT(written.error().message, testing::HasSubstr("No such file"));
  EXPECT_FALSE(write_file("", "x"));
  EXPECT_EQ(files(), 0U);
}

}  // namespace
}  // namespace turncoat
