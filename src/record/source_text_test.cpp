#include "record/source_text.h"

#include <gtest/gtest.h>

namespace turncoat::record {
namespace {

TEST(SourceText, CountsPlacesFromOne) {
  EXPECT_EQ(place_in("abc", 0), "character 1");
  EXPECT_EQ(place_in("abc", 99), "character 4");
  EXPECT_EQ(place_in("ab\ncd", 1), "line 1, character 2");
  EXPECT_EQ(place_in("ab\ncd", 4), "line 2, character 2");
}

TEST(SourceText, KnowsUtf8FromEverythingElse) {
  EXPECT_TRUE(is_utf8(""));
  EXPECT_TRUE(is_utf8("plain"));
  EXPECT_TRUE(is_utf8("\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"));
  EXPECT_FALSE(is_utf8("\xe9"));
  EXPECT_FALSE(is_utf8("\xc3"));
  EXPECT_FALSE(is_utf8("\xc0\x80"));          // overlong
  EXPECT_FALSE(is_utf8("\xed\xa0\x80"));      // a surrogate
  EXPECT_FALSE(is_utf8("\xf4\x90\x80\x80"));  // beyond the last character
}

TEST(SourceText, CleansNames) {
  EXPECT_EQ(clean_text("Andr\xe9\n"), "Andr\xc3\xa9 ");
  EXPECT_EQ(clean_text("Andr\xc3\xa9\x7f"), "Andr\xc3\xa9 ");
  EXPECT_EQ(without_bom("\xef\xbb\xbf"
                        "f5"),
            "f5");
}

}  // namespace
}  // namespace turncoat::record
