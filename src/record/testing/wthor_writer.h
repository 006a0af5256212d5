// Builds WTHOR files for the tests; the program itself only reads them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rules/game.h"

namespace turncoat::record::testing {

inline std::string le16(unsigned value) {
  return {static_cast<char>(value & 0xff), static_cast<char>(value >> 8 & 0xff)};
}

inline std::string wthor_header(unsigned games, unsigned names, unsigned year, int size) {
  std::string bytes = {20, 26, 11, 15};
  bytes += le16(games & 0xffff) + le16(games >> 16) + le16(names) + le16(year);
  return bytes + static_cast<char>(size) + std::string({0, 24, 0});
}

inline std::string wthor_names(const std::vector<std::string>& names, std::size_t width) {
  // 124 is what a converter in use leaves in the size field of name files.
  std::string bytes = wthor_header(0, static_cast<unsigned>(names.size()), 0, 124);
  for (std::string name : names) {
    name.resize(width, '\0');
    bytes += name;
  }
  return bytes;
}

inline std::string wthor_game(const rules::Game& game, unsigned tournament, unsigned black, unsigned white) {
  const int squares = game.start().size() * game.start().size();
  std::string bytes = le16(tournament) + le16(black) + le16(white);
  const int discs = (game.position().score(rules::Color::Black) + squares) / 2;
  bytes += static_cast<char>(discs);
  bytes += static_cast<char>(discs);
  for (const rules::Move move : game.moves()) {
    if (!move.is_pass())
      bytes += static_cast<char>(10 * (move.square().row() + 1) + move.square().column() + 1);
  }
  bytes.resize(static_cast<std::size_t>(8 + squares - 4), '\0');
  return bytes;
}

inline std::string wthor_file(const std::vector<std::string>& games, unsigned year, int size = 8) {
  std::string bytes = wthor_header(static_cast<unsigned>(games.size()), 0, year, size);
  for (const std::string& game : games) bytes += game;
  return bytes;
}

}  // namespace turncoat::record::testing
