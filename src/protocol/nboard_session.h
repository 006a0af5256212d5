// NboardSession: the engine's side of the NBoard protocol, version 2. Lines come in through handle(); what
// there is to say goes out line by line, also later, from the thread that thinks. A command ends the thinking
// before it does anything else; a line that is no command is ignored. What cannot be done is told as
// "status error: ..." and changes nothing. docs/protocols.md lists the commands.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

#include "player/player.h"
#include "protocol/score_moves.h"
#include "protocol/thinker.h"
#include "rules/game.h"

namespace turncoat::protocol {

class NboardSession {
 public:
  // One line without its newline; calls never overlap.
  using Say = std::function<void(std::string_view)>;

  // An error when the spec gives no player.
  static Result<std::unique_ptr<NboardSession>> make(std::string player_spec, Say say);

  // The player as it is; "set depth" does not change it.
  NboardSession(std::unique_ptr<player::Player> player, Say say);
  ~NboardSession() { thinker_.stop(); }

  void handle(std::string_view line);
  void refuse_long_line();
  // Until the thinking has come to its own end.
  void wait() { thinker_.wait(); }
  // Nobody will ask again: the thinking may go on for so long, then it answers with what it has.
  void finish(std::chrono::nanoseconds grace);
  bool ended() const { return ended_; }

  const rules::Game& game() const { return game_; }

 private:
  struct Command {
    std::string_view name;
    void (NboardSession::*run)(std::string_view rest);
  };
  static std::span<const Command> commands();

  void nboard(std::string_view rest);
  void set(std::string_view rest);
  void move(std::string_view rest);
  void hint(std::string_view rest);
  void go(std::string_view rest);
  void ping(std::string_view rest);
  void learn(std::string_view rest);
  void analyze(std::string_view rest);
  void quit(std::string_view rest);

  void set_depth(std::string_view text);
  void set_game(std::string_view ggf);

  // The rest runs on the thread that thinks.
  void think_of_move(std::stop_token stop);
  void think_of_hints(std::size_t count, std::stop_token stop);
  void think_of_game(std::stop_token stop);
  bool player_ready();
  using Scores = std::vector<MoveScore>;
  // Rounds of more and more time, or, when a depth was asked for, of more and more depth up to that.
  Result<Scores> score_hints(const rules::Game& game, std::stop_token stop,
                             const std::function<void(const Scores&)>& report);

  void say(std::string_view line);
  void say_error(std::string_view message);
  void say_search(const MoveScore& score);

  std::string spec_;          // empty: the player was given
  std::optional<int> depth_;  // of `spec_`, once it was asked for
  std::unique_ptr<player::Player> player_;
  rules::Game game_;
  bool player_ready_ = false;  // it knows the start of this game
  bool ended_ = false;
  std::atomic<bool> finishing_ = false;  // a stop asks for the answer so far
  std::mutex mutex_;
  Say say_;
  Thinker thinker_;  // last: its thread uses all of the above
};

}  // namespace turncoat::protocol
