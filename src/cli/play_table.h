// PlayTable: two players, one game, two clocks, as `turncoat play` needs them: moves can be taken back and
// the game changed for another. No screen and no keyboard: PlaySession has those.
// A clock runs only inside choose(), so what a person does between two prompts costs no time.
#pragma once

#include <array>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/time_control.h"
#include "player/player.h"
#include "record/game_record.h"

namespace turncoat::cli {

struct TableSide {
  std::string spec;
  bool human = false;
  std::unique_ptr<player::Player> player;
};

struct TableOptions {
  TimeControl time;
  bool humans_can_lose_on_time = false;
  std::uint64_t seed = 1;
  std::function<std::chrono::steady_clock::time_point()> now = std::chrono::steady_clock::now;
};

class PlayTable {
 public:
  // How the game ended before the board was played out.
  struct Forfeit {
    record::Ending ending;
    rules::Color loser;
    std::string reason;  // a clause: "White resigned"
  };

  // Requires a player on both sides. Black's side comes first.
  PlayTable(std::array<TableSide, 2> sides, TableOptions options, rules::RulesetPtr rules);

  // Puts the players before the record's game, forfeited or not, with full clocks. When a player cannot play
  // it the old game stays.
  Result<void> start(const record::GameRecord& record);
  Result<void> start_new(const rules::RulesetPtr& rules);

  const rules::Game& game() const { return game_; }
  const rules::Position& position() const { return game_.position(); }
  const TableSide& side(rules::Color color) const { return sides_[index(color)]; }
  const TableSide& mover() const { return side(position().mover()); }
  bool has_human() const { return sides_[0].human || sides_[1].human; }
  const std::optional<Forfeit>& forfeit() const { return forfeit_; }
  bool is_over() const { return forfeit_.has_value() || game_.is_over(); }
  const TimeControl& time_control() const { return options_.time; }
  // Left of a side's game time, the running move taken off; nothing without a game clock.
  std::optional<std::chrono::nanoseconds> time_left(rules::Color color) const;
  // How long the side thought about its last move.
  std::chrono::nanoseconds last_think(rules::Color color) const { return last_think_[index(color)]; }

  bool pass_if_forced();
  // Asks the mover. The time goes on its clock, over several calls if need be.
  Result<player::Choice> choose(const std::stop_token& stop);
  // Plays the mover's choice, unless its flag has fallen. A person's illegal move is an error that changes
  // nothing; a program's forfeits the game.
  Result<void> accept(const player::Choice& choice);
  void forfeit(Forfeit how) { forfeit_ = std::move(how); }
  // The mover could not go on: the game is lost for it.
  void fail_mover(const Error& error);

  // Back to the last position in which a person had to move: the moves taken back, nothing when there is
  // none. A resignation is taken back alone, as zero moves. An error when a player that failed cannot start
  // again.
  Result<std::optional<int>> undo();

  record::GameRecord to_record() const;

 private:
  // What undo puts back, one per ply.
  struct Ply {
    std::array<SideClock, 2> clocks_before;
    record::MoveNote note;
  };

  static std::size_t index(rules::Color color) { return static_cast<std::size_t>(rules::index_of(color)); }
  bool time_counts(const TableSide& side) const { return !side.human || options_.humans_can_lose_on_time; }
  Result<void> tell_players(const rules::Position& start, std::uint64_t game_number);
  void log_ply(record::MoveNote note);
  std::array<SideClock, 2> fresh_clocks() const {
    return {SideClock(options_.time), SideClock(options_.time)};
  }

  std::array<TableSide, 2> sides_;
  TableOptions options_;
  rules::Game game_;
  std::array<SideClock, 2> clocks_;
  std::chrono::nanoseconds spent_{0};  // by the mover on this move
  std::array<std::chrono::nanoseconds, 2> last_think_{};
  std::vector<Ply> plies_;
  std::optional<Forfeit> forfeit_;
  std::uint64_t games_ = 0;
};

}  // namespace turncoat::cli
