#include "cli/table.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/check.h"

namespace turncoat::cli {

namespace {

bool continues_character(char c) {
  return (static_cast<unsigned char>(c) & 0xc0) == 0x80;
}

std::size_t width(std::string_view text) {
  return text.size() - static_cast<std::size_t>(std::ranges::count_if(text, continues_character));
}

std::string shorten(std::string text, std::size_t longest) {
  if (width(text) <= longest) return text;
  std::size_t end = 0;
  for (std::size_t shown = 0; end < text.size(); ++end) {
    if (!continues_character(text[end]) && ++shown > longest - 3) break;
  }
  return text.substr(0, end) + "...";
}

}  // namespace

std::string printable(std::string_view text) {
  std::string line;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    // U+0080 to U+009F are control characters too: C2 80 to C2 9F.
    const bool wide_control =
        byte == 0xc2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xa0;
    line += byte < 0x20 || byte == 0x7f || wide_control ? '?' : text[i];
    if (wide_control) ++i;
  }
  return line;
}

void Table::add(std::vector<std::string> cells) {
  TURNCOAT_CHECK(cells.size() == columns_.size(), "a row has one cell per column");
  for (std::size_t i = 0; i < cells.size(); ++i) {
    cells[i] = shorten(printable(cells[i]), columns_[i].longest);
  }
  rows_.push_back(std::move(cells));
}

void Table::print(std::ostream& out) const {
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    widths.push_back(width(columns_[i].title));
    for (const auto& row : rows_) widths[i] = std::max(widths[i], width(row[i]));
  }
  const auto print_row = [&](const auto& cell_of) {
    std::string line;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const std::string& cell = cell_of(i);
      const std::string padding(widths[i] - width(cell), ' ');
      if (i > 0) line += "  ";
      line += columns_[i].right ? padding + cell : cell + padding;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out << line << '\n';
  };
  print_row([&](std::size_t i) -> const std::string& { return columns_[i].title; });
  for (const auto& row : rows_) print_row([&](std::size_t i) -> const std::string& { return row[i]; });
}

std::string count_of(std::uint64_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

}  // namespace turncoat::cli
