// Table: rows of text in aligned columns for a terminal. Widths count characters of UTF-8, not bytes.
// Control characters in a cell are shown as '?', so that a stored name cannot steer the terminal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace turncoat::cli {

class Table {
 public:
  struct Column {
    std::string title;
    bool right = false;        // numbers
    std::size_t longest = 32;  // longer cells are cut and end in "..."
  };

  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  // One cell per column.
  void add(std::vector<std::string> cells);
  void print(std::ostream& out) const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

// "1 game", "2 games".
std::string count_of(std::uint64_t count, std::string_view what);

// One line without control characters.
std::string printable(std::string_view text);

}  // namespace turncoat::cli
