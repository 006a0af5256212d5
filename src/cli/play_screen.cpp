#include "cli/play_screen.h"

#include <algorithm>
#include <vector>

#include "base/text.h"
#include "cli/play_input.h"
#include "record/text_board.h"

namespace turncoat::cli {

namespace {

using rules::Color;

std::string format_clock(std::chrono::nanoseconds time) {
  const double seconds = std::chrono::duration<double>(time).count();
  if (seconds < 10) return fmt::format("0:{:04.1f}", seconds);
  const auto whole = std::chrono::ceil<std::chrono::seconds>(time).count();
  if (whole < 3600) return fmt::format("{}:{:02}", whole / 60, whole % 60);
  return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

// What stands behind a colour: "you" when there is only one person it can mean.
std::string label(const PlayTable& table, Color color) {
  const TableSide& side = table.side(color);
  if (side.human && !table.side(rules::other(color)).human) return "you";
  return short_spec(side.spec);
}

std::string who(const PlayTable& table, Color color) {
  const TableSide& side = table.side(color);
  if (side.human) return std::string(rules::color_name(color));
  return fmt::format("{} ({})", rules::color_name(color), short_spec(side.spec));
}

std::string discs(int count) {
  return fmt::format("{} disc{}", count, count == 1 ? "" : "s");
}

std::vector<std::string> side_panel(const PlayTable& table) {
  const std::size_t width = std::max(label(table, Color::Black).size(), label(table, Color::White).size());
  const auto line = [&](Color color) {
    std::string text = fmt::format("{} {}  {:<{}}  {:>3}", rules::disc_char(color), rules::color_name(color),
                                   label(table, color), width, table.position().disc_count(color));
    if (const auto left = table.time_left(color)) text += fmt::format("  {:>7}", format_clock(*left));
    return text;
  };
  std::vector<std::string> lines = {"", line(Color::Black), line(Color::White)};
  if (table.time_control().per_move) {
    lines.push_back(format_duration(*table.time_control().per_move) + " a move");
  }
  return lines;
}

// Columns on the screen, colour codes left out.
std::size_t visible_width(std::string_view line) {
  std::size_t width = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\x1b') {
      while (i < line.size() && line[i] != 'm') ++i;
    } else {
      ++width;
    }
  }
  return width;
}

std::string describe_thought(const player::Thought& thought) {
  std::vector<std::string> parts;
  if (thought.score) parts.push_back(fmt::format("score {:+.1f}", *thought.score));
  if (thought.depth) parts.push_back(fmt::format("depth {}", *thought.depth));
  if (thought.nodes > 0) parts.push_back(fmt::format("{} nodes", thought.nodes));
  if (!thought.note.empty()) parts.push_back(thought.note);
  if (thought.line.size() > 1) {
    constexpr std::size_t kLongestLine = 8;
    std::vector<std::string> names;
    for (const rules::Move move : thought.line) {
      if (names.size() < kLongestLine) names.push_back(move.name());
    }
    parts.push_back("line " + join(names, " "));
  }
  return join(parts, ", ");
}

std::string for_you(const PlayTable& table, Color winner) {
  const bool won = table.side(winner).human;
  if (won == table.side(rules::other(winner)).human) return "";
  return won ? " You win." : " You lose.";
}

std::string counted_result(const PlayTable& table) {
  const rules::Position& end = table.position();
  const int score = end.score(Color::Black);
  int black = end.disc_count(Color::Black) + end.ruleset().black_bonus;
  int white = end.disc_count(Color::White);
  if (score == 0) return fmt::format("a draw, {} each.", black);
  (score > 0 ? black : white) += std::abs(score) - std::abs(black - white);
  const Color winner = score > 0 ? Color::Black : Color::White;
  return fmt::format("{} wins {} to {}.{}", rules::color_name(winner), std::max(black, white),
                     std::min(black, white), for_you(table, winner));
}

// Why it ended, and where the result is not just the discs on the board, why not.
std::string explain_count(const rules::Position& end) {
  const rules::Ruleset& rules = end.ruleset();
  const int empty = end.empties().size();
  std::string text = "The board is full.";
  if (end.discs(Color::Black).empty() || end.discs(Color::White).empty()) {
    const bool black = end.discs(Color::Black).empty();
    text = fmt::format("{} has no disc left.", rules::color_name(black ? Color::Black : Color::White));
  } else if (empty > 0) {
    text = "Neither side can move.";
  }
  if (rules.black_bonus == 0 && empty == 0) return text;

  text += fmt::format(" Black has {}, White {}", discs(end.disc_count(Color::Black)),
                      end.disc_count(Color::White));
  if (rules.black_bonus != 0) {
    text += fmt::format("; the rules give Black {:+} as a tie-break", rules.black_bonus);
  }
  if (empty > 0) {
    const bool one = empty == 1;
    const std::string squares = one ? "the empty square" : fmt::format("the {} empty squares", empty);
    if (rules.scoring == rules::Scoring::DiscsOnly) {
      text += fmt::format("; {} count{} for nobody", squares, one ? "s" : "");
    } else if (end.score(Color::Black) == 0) {
      text += fmt::format("; {} would go to a winner", squares);
    } else {
      text += fmt::format("; {} go{} to the winner", squares, one ? "es" : "");
    }
  }
  return text + ".";
}

}  // namespace

std::string short_spec(std::string_view spec, std::size_t longest) {
  std::string text;
  for (const char c : spec) text += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? '?' : c;
  if (text.size() > longest) text = text.substr(0, longest - 3) + "...";
  return text;
}

std::string shell_quote(const std::string& word) {
  constexpr std::string_view kSafe =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.,:=/+@%";
  if (!word.empty() && word.find_first_not_of(kSafe) == std::string::npos) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string wrap_text(std::string_view text) {
  constexpr std::size_t kWidth = 78;
  std::string result;
  std::size_t column = 0;
  for (const std::string_view word : split(text, ' ')) {
    if (column > 0 && column + 1 + word.size() > kWidth) {
      result += "\n";
      column = 0;
    } else if (column > 0) {
      result += ' ';
      ++column;
    }
    result += word;
    column += word.size();
  }
  return result + "\n";
}

std::string show_table(const PlayTable& table, bool color) {
  record::TextBoardOptions options;
  options.color = color;
  options.show_legal = !table.is_over() && table.mover().human;
  if (table.game().ply() > 0) options.last_move = table.game().moves().back();
  const std::string board = record::draw_board(table.position(), options);
  const std::vector<std::string> panel = side_panel(table);
  const std::size_t panel_column = 2 + 2 * static_cast<std::size_t>(table.position().size()) + 4;
  std::string text;
  std::size_t row = 0;
  for (const std::string_view line : split(board, '\n')) {
    if (line.empty()) continue;
    text += line;
    if (row < panel.size() && !panel[row].empty()) {
      text += std::string(panel_column - visible_width(line), ' ') + panel[row];
    }
    text += '\n';
    ++row;
  }
  return text;
}

std::string show_prompt(const PlayTable& table) {
  if (table.is_over()) return "Game over (new, undo, save FILE, quit)> ";
  const Color color = table.position().mover();
  return fmt::format("{} ({}) to move> ", rules::color_name(color), rules::disc_char(color));
}

std::string show_move(const PlayTable& table, rules::Move move) {
  const rules::Position& position = table.position();
  const int turned = move.is_pass() ? 0 : position.flips(move.square()).size();
  return fmt::format("{} plays {} and turns {}.\n", who(table, position.mover()), move.name(), discs(turned));
}

std::string show_watched_move(const PlayTable& table, const player::Choice& choice) {
  const rules::Position& position = table.position();
  const rules::Position after = position.after(choice.move);
  const std::string text =
      fmt::format("{:3}. {} {:<4} {:>3}-{:<3}  {}", table.game().ply() + 1,
                  rules::color_name(position.mover()), choice.move.name(), after.disc_count(Color::Black),
                  after.disc_count(Color::White), describe_thought(choice.thought));
  return text.substr(0, text.find_last_not_of(' ') + 1) + "\n";
}

std::string show_pass(Color color) {
  return fmt::format("{} has no move: {} moves again.\n", rules::color_name(color),
                     rules::color_name(rules::other(color)));
}

std::string show_result(const PlayTable& table) {
  if (const auto& forfeit = table.forfeit()) {
    const Color winner = rules::other(forfeit->loser);
    return wrap_text(fmt::format("Game over: {}. {} wins.{}", forfeit->reason, rules::color_name(winner),
                                 for_you(table, winner)));
  }
  return wrap_text("Game over: " + counted_result(table));
}

std::string show_end(const PlayTable& table) {
  const std::string result = show_result(table);
  return table.forfeit() ? result : result + wrap_text(explain_count(table.position()));
}

std::string show_hint(const player::Choice& choice, std::string_view adviser) {
  const std::string thought = describe_thought(choice.thought);
  return wrap_text(fmt::format("Hint: {} would play {}{}.", short_spec(adviser, 40), choice.move.name(),
                               thought.empty() ? "" : fmt::format(" ({})", thought)));
}

std::string show_legal_moves(const rules::Position& position) {
  std::vector<std::string> names;
  for (const rules::Square square : position.legal_moves()) names.push_back(square.name());
  return wrap_text(fmt::format("{} can play {}.", rules::color_name(position.mover()), join(names, ", ")));
}

std::string show_help() {
  std::string text =
      "Write a square like d3, or its row and column like 3 4. You must turn discs;\n"
      "squares where you can are marked +. The last move stands in [ ].\n";
  for (const PlayCommandInfo& info : play_commands()) {
    std::string name(info.name);
    if (!info.argument.empty()) name += fmt::format(" {}", info.argument);
    if (!info.alias.empty()) name += fmt::format(", {}", info.alias);
    text += fmt::format("  {:<10} {}\n", name, info.help);
  }
  return text;
}

}  // namespace turncoat::cli
