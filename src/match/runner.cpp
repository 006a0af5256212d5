#include "match/runner.h"

#include <algorithm>
#include <mutex>
#include <utility>

#include "base/check.h"
#include "base/parallel.h"
#include "base/rng.h"
#include "match/openings.h"

namespace turncoat::match {

namespace {

// Stands in for a player that could not be made: its games are lost with the reason.
class MissingPlayer final : public player::Player {
 public:
  explicit MissingPlayer(Error error) : error_(std::move(error)) {}
  Result<void> new_game(const rules::Position&, std::uint64_t) override { return std::unexpected(error_); }
  Result<player::Choice> choose(const rules::Game&, const player::Request&) override {
    return std::unexpected(error_);
  }

 private:
  Error error_;
};

using PlayerPtr = std::unique_ptr<player::Player>;

class Runner {
 public:
  Runner(std::span<const PlannedGame> plan, const RunnerOptions& options)
      : plan_(plan),
        options_(options),
        forward_stop_(options.stop, [this] { stop_.request_stop(); }),
        outcomes_(plan.size()) {}

  Result<std::vector<std::optional<Outcome>>> run(const std::map<std::uint64_t, Outcome>& finished) {
    std::vector<std::size_t> open;  // places in the plan
    for (std::size_t place = 0; place < plan_.size(); ++place) {
      const auto known = finished.find(plan_[place].item);
      if (known == finished.end()) {
        open.push_back(place);
      } else {
        outcomes_[place] = known->second;
      }
    }
    walk_known_games();

    const int threads = std::max(1, options_.threads);
    players_.resize(static_cast<std::size_t>(threads));
    for (auto& own : players_) own.resize(options_.players.size());
    parallel_for(
        threads, open.size(),
        [&](std::uint64_t item, int worker) { play(open[item], players_[static_cast<std::size_t>(worker)]); },
        stop_.get_token());

    if (error_) return std::unexpected(*error_);
    if (enough_)
      std::fill(outcomes_.begin() + static_cast<std::ptrdiff_t>(next_), outcomes_.end(), std::nullopt);
    return std::move(outcomes_);
  }

 private:
  player::Player& player(std::vector<PlayerPtr>& own, int number) {
    PlayerPtr& made = own[static_cast<std::size_t>(number)];
    if (!made) {
      auto result = options_.make_player(options_.players[static_cast<std::size_t>(number)]);
      made = result ? std::move(*result) : std::make_unique<MissingPlayer>(result.error());
    }
    return *made;
  }

  player::Pace pace_of(int player) const {
    if (options_.paces.empty()) return player::Pace::Smooth;
    return options_.paces[std::min(static_cast<std::size_t>(player), options_.paces.size() - 1)];
  }

  void play(std::size_t place, std::vector<PlayerPtr>& own) {
    const PlannedGame& planned = plan_[place];
    GameOptions game_options;
    game_options.black_name = options_.players[static_cast<std::size_t>(planned.black())];
    game_options.white_name = options_.players[static_cast<std::size_t>(planned.white())];
    game_options.event = options_.event;
    game_options.time = options_.time;
    game_options.pace = {pace_of(planned.black()), pace_of(planned.white())};
    game_options.time_margin = options_.time_margin;
    game_options.seed = derive_seed(options_.seed, planned.item);
    game_options.stop = stop_.get_token();
    if (options_.on_move) {
      game_options.on_move = [&](const MoveReport& report) { options_.on_move(planned, report); };
    }
    const record::GameRecord record = play_game(player(own, planned.black()), player(own, planned.white()),
                                                opening_of(options_.openings, planned.game), game_options);

    // A player that broke down starts the next game afresh.
    using record::Ending;
    if (record.ending == Ending::Failed || record.ending == Ending::Time ||
        record.ending == Ending::Illegal) {
      const int loser = record.loser == rules::Color::Black ? planned.black() : planned.white();
      own[static_cast<std::size_t>(loser)].reset();
    }
    if (const auto outcome = outcome_of(record)) finish(place, record, *outcome);
  }

  void finish(std::size_t place, const record::GameRecord& record, const Outcome& outcome) {
    const std::scoped_lock lock(mutex_);
    if (error_) return;
    if (options_.on_game) {
      if (const auto stored = options_.on_game(plan_[place], record); !stored) {
        error_ = stored.error();
        stop_.request_stop();
        return;
      }
    }
    outcomes_[place] = outcome;
    walk_known_games();
  }

  // Tells `enough` of the games that have no unknown game before them. Requires the lock, or no threads yet.
  void walk_known_games() {
    while (!enough_ && next_ < plan_.size() && outcomes_[next_]) {
      const std::size_t place = next_++;
      enough_ = options_.enough && options_.enough(plan_[place], *outcomes_[place]);
    }
    if (enough_) stop_.request_stop();
  }

  std::span<const PlannedGame> plan_;
  const RunnerOptions& options_;
  std::stop_source stop_;
  std::stop_callback<std::function<void()>> forward_stop_;
  std::vector<std::vector<PlayerPtr>> players_;  // by thread, then by place in the list of players

  std::mutex mutex_;  // guards what follows
  std::vector<std::optional<Outcome>> outcomes_;
  std::size_t next_ = 0;  // games before this one are known
  bool enough_ = false;
  std::optional<Error> error_;
};

}  // namespace

Result<std::vector<std::optional<Outcome>>> run_games(std::span<const PlannedGame> plan,
                                                      const std::map<std::uint64_t, Outcome>& finished,
                                                      const RunnerOptions& options) {
  TURNCOAT_CHECK(!options.openings.empty(), "a match needs an opening, if only the start");
  return Runner(plan, options).run(finished);
}

}  // namespace turncoat::match
