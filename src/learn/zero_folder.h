// ZeroFolder: a run of Turncoat Zero on disk: what was asked for, how far it is, and the files of each round.
// Steps of a round leave their file last, so that a run killed anywhere goes on with what is there:
//   run.json                    board, network, recipe, seed: never changed
//   state.json                  rounds done and totals, replaced after every round
//   log.jsonl                   one line for each round
//   games/0001.txt              finished games as they came
//   samples/0001.samples        their positions
//   nets/0001.net, .state       weights after a round; the trainer's state of the last two
//   best.net                    the weights that play
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "learn/zero_selfplay.h"
#include "nn/sample_file.h"
#include "rules/ruleset.h"

namespace turncoat::learn {

struct ZeroState {
  int round = 0;  // done
  int best = 0;   // the round whose network plays
  std::uint64_t games = 0;
  std::uint64_t samples = 0;
  std::uint64_t judged = 0;
  std::uint64_t next_game = 0;
  double seconds = 0;
  std::optional<double> elo;
};

class ZeroFolder {
 public:
  // For a new run: the folder must be empty or not there. `settings` are what decides the run.
  static Result<ZeroFolder> make(const std::filesystem::path& folder, const nlohmann::ordered_json& settings);
  // Of a run that is there.
  static Result<ZeroFolder> open(const std::filesystem::path& folder);
  // What make() was given.
  static Result<nlohmann::ordered_json> read_settings(const std::filesystem::path& folder);

  std::filesystem::path net(int round) const { return numbered("nets", round, ".net"); }
  std::filesystem::path trainer_state(int round) const { return numbered("nets", round, ".state"); }
  std::filesystem::path samples(int round) const { return numbered("samples", round, ".samples"); }
  std::filesystem::path games(int round) const { return numbered("games", round, ".txt"); }
  std::filesystem::path best() const { return folder_ / "best.net"; }
  std::filesystem::path log() const { return folder_ / "log.jsonl"; }
  std::filesystem::path file(std::string_view name) const { return folder_ / name; }

  const ZeroState& state() const { return state_; }
  // Replaces state.json and adds a line to the log.
  Result<void> finish_round(const ZeroState& state, const nlohmann::ordered_json& log_line);
  // Only state.json: so much more time has passed.
  Result<void> save_state(const ZeroState& state);

  // Every line of the log.
  Result<std::vector<nlohmann::ordered_json>> read_log() const;

 private:
  explicit ZeroFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}
  std::filesystem::path numbered(std::string_view kind, int round, std::string_view ending) const;

  std::filesystem::path folder_;
  ZeroState state_;
};

// The games and samples of one round, appended as they come. What a killed writer left unfinished is dropped.
class ZeroRoundFiles {
 public:
  static Result<ZeroRoundFiles> open(const std::filesystem::path& games, const std::filesystem::path& samples,
                                     const rules::RulesetPtr& rules);

  std::uint64_t games() const { return games_; }
  std::uint64_t samples() const { return writer_->samples(); }
  std::uint64_t judged() const { return judged_; }
  std::uint64_t next_number() const { return next_number_; }  // above every game here

  Result<void> append(const ZeroGame& game);

 private:
  std::filesystem::path path_;
  std::unique_ptr<nn::SampleWriter> writer_;
  std::uint64_t games_ = 0;
  std::uint64_t judged_ = 0;
  std::uint64_t next_number_ = 0;
};

// Adds text to the end of a file in one write.
Result<void> append_text(const std::filesystem::path& path, std::string_view text);

}  // namespace turncoat::learn
