#include "cli/marks.h"

#include <gmock/gmock.h>

namespace turncoat::cli {
namespace {

rules::Position position_of(const char* board) {
  return *rules::Position::parse(rules::standard(8), board);
}

std::string words_of(const std::vector<record::SquareLabel>& labels) {
  std::string words;
  for (const auto& label : labels) words += rules::Move(label.square).name() + label.text + ' ';
  return words;
}

// The corner and what leans on it are safe; in the middle each side can turn both discs of the other.
TEST(Marks, TellStableDiscsFromDiscsInDanger) {
  EXPECT_EQ(words_of(stability_marks(
                position_of("XX------/X-------/--------/---OX---/---XO---/--------/--------/-------- X"))),
            "a1+1 b1+1 a2+1 d4-1 e4-1 d5-1 e5-1 ");
}

TEST(Marks, NumberEveryMoveWithTheCornerFirst) {
  const auto labels =
      order_marks(position_of("-OX-----/--------/--------/---OX---/---XO---/--------/--------/-------- X"));
  ASSERT_EQ(labels.size(), 5U);
  EXPECT_EQ(rules::Move(labels.front().square).name(), "a1");
  EXPECT_EQ(labels.front().text, "1");
  EXPECT_EQ(labels.back().text, "5");
}

}  // namespace
}  // namespace turncoat::cli
