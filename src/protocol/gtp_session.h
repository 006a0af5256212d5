// GtpSession: the engine's side of GTP 2, as Othello programs speak it: a line in, the answer out. It neither
// reads nor prints. Whatever comes in, the answer is "= ..." or "? reason" and the session goes on; a refused
// command changes nothing. docs/protocols.md lists the commands.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "player/player.h"
#include "protocol/gtp_clock.h"
#include "rules/game.h"

namespace turncoat::protocol {

class GtpSession {
 public:
  struct Options {
    std::unique_ptr<player::Player> player = nullptr;  // needed
    rules::RulesetPtr rules = nullptr;                 // needed; other sizes get their standard rules
    std::stop_token stop = {};                         // ends thinking
    std::function<std::chrono::steady_clock::time_point()> now = std::chrono::steady_clock::now;
  };
  explicit GtpSession(Options options);

  // The whole answer with its empty line; nothing for a line without a command.
  std::string handle(std::string_view line);
  // The answer to a line that was too long to be kept.
  std::string refuse_long_line() const;
  bool ended() const { return ended_; }

  const rules::Game& game() const { return game_; }

 private:
  using Words = std::span<const std::string_view>;
  using Answer = Result<std::string>;
  struct Command {
    std::string_view name;
    std::size_t words;  // arguments it needs; more are ignored
    Answer (GtpSession::*run)(Words);
  };
  static std::span<const Command> commands();

  Answer protocol_version(Words);
  Answer name(Words);
  Answer version(Words);
  Answer known_command(Words words);
  Answer list_commands(Words);
  Answer quit(Words);
  Answer boardsize(Words words);
  Answer clear_board(Words);
  Answer komi(Words words);
  Answer play(Words words);
  Answer genmove(Words words);
  Answer reg_genmove(Words words);
  Answer undo(Words);
  Answer showboard(Words);
  Answer final_score(Words);
  Answer set_game(Words words);
  Answer list_games(Words);
  Answer time_settings(Words words);
  Answer time_left(Words words);

  void begin(rules::RulesetPtr rules);
  // `game` with the pass that must have happened when it is the other side's turn. An error when it is not
  // the colour's turn at all.
  Result<rules::Game> at_turn_of(rules::Color color) const;
  Result<player::Choice> think(const rules::Game& game);

  Options options_;
  rules::Game game_;
  GtpClock clock_;
  // Plies that each play or genmove added, to be undone together. 0: a pass after the end of the game.
  std::vector<int> steps_;
  bool player_ready_ = false;  // it knows the start of this game
  bool ended_ = false;
};

}  // namespace turncoat::protocol
