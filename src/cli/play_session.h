// PlaySession: `turncoat play` once its options are read: asks, draws, runs the commands a person types and
// goes on until they leave or two programs are done. Writes to the context's `out` only.
// The registry's human player asks through ask(); a command typed there breaks the question off, is run by
// the loop, and the question is put again.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "cli/command.h"
#include "cli/line_reader.h"
#include "cli/play_input.h"
#include "cli/play_table.h"
#include "rules/ruleset.h"

namespace turncoat::cli {

struct PlayOptions {
  std::string black;
  std::string white;
  std::string hint;  // the player that gives hints
  rules::RulesetPtr rules;
  std::optional<TimeControl> time;  // nothing: the ruleset's, which no person can lose on
  std::uint64_t seed = 1;
  bool color = false;
  bool quiet = false;                         // two programs: only the result
  bool boards = false;                        // two programs: the board after every move
  std::optional<record::GameRecord> opening;  // to go on with, instead of a new game
  std::string opening_file;                   // that holds just this game, or empty
  std::string same_again;  // the command that starts this again, to be told with what brings the game back
};

class PlaySession {
 public:
  // `context` must outlive the session.
  static Result<std::unique_ptr<PlaySession>> make(Context& context, PlayOptions options,
                                                   std::unique_ptr<LineReader> reader);
  PlaySession(const PlaySession&) = delete;
  PlaySession& operator=(const PlaySession&) = delete;

  Result<int> run();

 private:
  enum class Leave { No, Asked, EndOfInput, Stopped };

  PlaySession(Context& context, PlayOptions options, std::unique_ptr<LineReader> reader);

  Result<rules::Move> ask(const rules::Game& game, const player::Request& request);
  // One line from the person, as a command; bad ones are explained and asked for again. Nothing when they
  // leave or the time is up (timed_out_ is set then).
  std::optional<PlayCommand> prompt(const LineReader::Deadline& deadline);
  void draw();
  void say(std::string_view text) { context_.out << text << std::flush; }

  void turn();
  void end_of_game();
  void play_choice(const player::Choice& choice);
  int leave();
  std::string how_to_go_on() const;

  // The commands.
  void run_command(const PlayCommand& command);
  void hint();
  void undo();
  void moves();
  void save(const std::string& path);
  void load(const std::string& path);
  void start_again();
  void resign();
  void explain_pass();

  Context& context_;
  PlayOptions options_;
  std::unique_ptr<LineReader> reader_;
  std::unique_ptr<PlayTable> table_;
  std::unique_ptr<player::Player> adviser_;  // made at the first hint
  bool adviser_ready_ = false;               // it knows this game
  rules::RulesetPtr rules_;                  // of the game on the table and of new ones

  std::optional<PlayCommand> pending_;  // typed instead of a move
  Leave leaving_ = Leave::No;
  bool timed_out_ = false;
  bool drawn_ = false;      // the screen shows the position
  bool announced_ = false;  // the end has been told
  std::string saved_as_;    // the file that holds the game as it is now, or empty
};

}  // namespace turncoat::cli
