#include "cli/table.h"

#include <sstream>

#include <gmock/gmock.h>

namespace turncoat::cli {
namespace {

TEST(Table, AlignsByCharactersAndCutsLongCells) {
  Table table({{"name", false, 8}, {"n", true}});
  table.add({"\xc3\x89lo\xc3\xafse", "1"});
  table.add({"\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9", "22"});
  std::ostringstream out;
  table.print(out);
  EXPECT_EQ(out.str(),
            "name       n\n"
            "\xc3\x89lo\xc3\xafse     1\n"
            "\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9...  22\n");
}

TEST(Table, KeepsControlCharactersFromTheTerminal) {
  EXPECT_EQ(printable("a\x1b[31mb\nc\x7f\xc2\x9b"
                      "d\xc2\xa0"),
            "a?[31mb?c??d\xc2\xa0");
}

}  // namespace
}  // namespace turncoat::cli
