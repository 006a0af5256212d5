// GtpPlayer: any program that speaks GTP, as a Player. It starts the program, keeps its board in step with
// the game and judges nothing: an illegal move is handed on. After an error the program is dead and the next
// new_game() starts a fresh one. The program gets no seed: whether it repeats its moves is its own affair.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/params.h"
#include "engine/gtp_client.h"
#include "player/player.h"

namespace turncoat::engine {

struct GtpParams {
  // Whether a forced pass is told by "play c pass".
  enum class Pass {
    Auto,      // as the program is known to like it; an unknown one is told until it refuses
    Explicit,  // always
    Never,     // the program sees it by itself
  };

  std::string command;
  std::chrono::nanoseconds startup = std::chrono::seconds(10);
  std::chrono::nanoseconds grace = std::chrono::seconds(2);
  std::chrono::nanoseconds patience = std::chrono::seconds(60);
  int level = -1;
  Pass pass = Pass::Auto;
  std::string init;
  std::string log;

  static void describe(Fields<GtpParams>& f);
};

class GtpPlayer final : public player::Player {
 public:
  // An error when the command is empty or cannot be split; starts nothing.
  static Result<std::unique_ptr<player::Player>> make(GtpParams params);

  Result<void> new_game(const rules::Position& start, std::uint64_t seed) override;

  // A pass where there are moves comes back as the (illegal) pass. Error codes: Timeout when the program took
  // longer than its clock and the grace, Cancelled on a stop request, else Unavailable.
  Result<player::Choice> choose(const rules::Game& game, const player::Request& request) override;

 private:
  GtpPlayer(GtpParams params, std::vector<std::string> words)
      : params_(std::move(params)), words_(std::move(words)) {}

  Result<void> set_up(int size);
  Result<void> start_program();
  Result<void> begin_board(int size);
  Result<player::Choice> ask_for_move(const rules::Game& game, const player::Request& request,
                                      const Patience& patience);
  Result<void> keep_in_step(const rules::Game& game, const Patience& patience);
  Result<void> tell_move(rules::Color color, rules::Move move, const Patience& patience);
  Result<void> tell_pass(rules::Color color, const Patience& patience);
  Result<void> tell_time(rules::Color color, const TimeBudget& time, const Patience& patience);

  Result<GtpReply> send(std::string_view command, const Patience& patience);
  // An answer "?" is an error too.
  Result<std::string> demand(std::string_view command, const Patience& patience);
  Result<bool> knows(std::string_view command, const Patience& patience);
  Patience startup() const { return Patience::of(params_.startup); }
  std::string who() const;
  void drop();

  GtpParams params_;
  std::vector<std::string> words_;
  std::optional<GtpClient> client_;  // none: not running
  std::string name_;                 // as the program calls itself
  bool tell_passes_ = true;
  bool knows_time_settings_ = false;
  bool knows_time_left_ = false;
  bool clock_told_ = false;        // time_settings, in this game
  std::vector<rules::Move> told_;  // the moves on the program's board
  bool board_lost_ = false;        // its board is not what told_ says
};

}  // namespace turncoat::engine
