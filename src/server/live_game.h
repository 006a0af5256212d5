// LiveGame: a game under way with its sides and clock, and what may happen to it. A value: no threads, no
// files, and time is passed in. Every change is refused with a Problem or made as a whole. Forced passes are
// played with the move before them, so a game in play always waits for somebody's choice.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "record/game_record.h"
#include "server/http.h"
#include "store/store.h"

namespace turncoat::server {

enum class Phase { Playing, Paused, Over };

struct Side {
  bool human = true;
  std::string spec;  // of a player
  std::string name;
};

struct GameClock {
  using Time = std::chrono::milliseconds;
  std::optional<Time> per_move;  // instead of a time for the game
  Time initial{0};
  Time increment{0};
  std::array<Time, 2> left{};  // by rules::index_of; of the move at hand with per_move
};

class LiveGame {
 public:
  using Time = GameClock::Time;

  // Plays forced passes at the end of `opening`; a game that is over there is over.
  LiveGame(rules::Game opening, std::array<Side, 2> sides, std::optional<GameClock> clock, std::uint64_t seed,
           std::string date);
  static Result<LiveGame> from_store(const store::LiveGame& stored);
  store::LiveGame to_store() const;
  // A game that nobody plays here any more: imported, or of a run.
  static LiveGame finished(const store::StoredGame& stored);

  store::GameId id = 0;
  std::uint64_t revision = 1;
  std::string updated;

  Phase phase() const { return phase_; }
  const rules::Game& game() const { return record_.game; }
  const record::GameRecord& record() const { return record_; }
  const Side& side(rules::Color color) const {
    return sides_[static_cast<std::size_t>(rules::index_of(color))];
  }
  const std::optional<GameClock>& clock() const { return clock_; }
  Time left(rules::Color color) const;
  std::uint64_t seed() const { return seed_; }
  const std::string& error() const { return error_; }
  rules::Color mover() const { return game().position().mover(); }
  bool waits_for_human() const { return phase_ == Phase::Playing && side(mover()).human; }
  bool waits_for_player() const { return phase_ == Phase::Playing && !side(mover()).human; }

  // `used` since the mover's turn began. Too late loses the game instead, which is no problem of the caller.
  Answer<void> play(rules::Move move, Time used);
  // Back to the last position where a person chose.
  Answer<void> undo();
  // Without a colour: the person's, or the mover's when both are people.
  Answer<void> resign(std::optional<rules::Color> color);
  Answer<void> pause(Time used);
  Answer<void> resume();
  void lose_on_time(rules::Color color);
  // The player of this colour cannot go on.
  void lose_by_failure(rules::Color color, const std::string& reason);
  void resign_player(rules::Color color);

 private:
  explicit LiveGame(record::GameRecord record) : record_(std::move(record)) {}
  void settle();
  void end(record::Ending ending, std::optional<rules::Color> loser, std::string reason);
  Answer<void> check_not_over() const;

  Phase phase_ = Phase::Playing;
  std::array<Side, 2> sides_;
  std::optional<GameClock> clock_;
  std::uint64_t seed_ = 0;
  std::string error_;  // why a player failed, for the screen
  record::GameRecord record_;
};

// A side that oversteps by less than this has not: a message takes its time.
inline constexpr GameClock::Time kTimeMargin{250};

}  // namespace turncoat::server
