#include "learn/selfplay.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "base/rng.h"
#include "player/guarded.h"
#include "player/pick.h"

namespace turncoat::learn {

namespace {

std::int8_t stored_score(const std::optional<double>& score) {
  if (!score || !std::isfinite(*score)) return kNoScore;
  const double most = kMaxStoredScore;
  return static_cast<std::int8_t>(std::lround(std::clamp(*score, -most, most)));
}

class SelfplayGame {
 public:
  SelfplayGame(const GameSettings& settings, std::uint64_t number, Table& table)
      : settings_(settings),
        table_(table),
        seed_(derive_seed(settings.seed, number)),
        rng_(derive_seed(seed_, 0)),
        game_(settings.rules) {}

  Result<GameData> play(const std::stop_token& stop) {
    const auto spread = static_cast<std::uint32_t>(settings_.random_high - settings_.random_low + 1);
    const int opening = settings_.random_low + static_cast<int>(rng_.below(spread));
    if (auto ready = table_.player->new_game(game_.start(), derive_seed(seed_, 1)); !ready) {
      return std::unexpected(ready.error());
    }
    if (table_.solver) {
      if (auto ready = table_.solver->new_game(game_.start(), derive_seed(seed_, 2)); !ready) {
        return std::unexpected(ready.error());
      }
    }
    player::Request request;
    request.stop = stop;
    for (;;) {
      rules::SquareSet moves = game_.position().legal_moves();
      if (moves.empty()) {
        if (!game_.pass_if_forced()) break;
        continue;
      }
      if (static_cast<int>(data_.moves.size()) < opening) {
        play_random(moves);
        data_.random = data_.settled;
      } else if (auto played = play_on(moves, request); !played) {
        return std::unexpected(played.error());
      }
    }
    data_.result = game_.position().score(rules::Color::Black);
    return std::move(data_);
  }

 private:
  void play_random(const rules::SquareSet& moves) {
    const rules::Square square = player::pick(moves, rng_);
    (void)game_.play(square);
    note(square, kNoScore);
    data_.settled = static_cast<int>(data_.moves.size());
  }

  Result<void> play_on(const rules::SquareSet& moves, const player::Request& request) {
    const bool ending = table_.solver && game_.position().empties().size() <= settings_.solver_empties;
    if (!ending && settings_.explore > 0 && rng_.uniform() < settings_.explore) {
      play_random(moves);
      return {};
    }
    const auto choice = (ending ? table_.solver : table_.player)->choose(game_, request);
    if (request.stop.stop_requested()) return fail(Error::Code::Cancelled, "the game was given up");
    if (!choice) return std::unexpected(choice.error());
    if (choice->resigns) {
      return fail(Error::Code::Illegal, "the player resigned, and only games played out are of use");
    }
    if (auto played = game_.play(choice->move); !played) return played;
    note(choice->move.square(), stored_score(choice->thought.score));
    return {};
  }

  void note(rules::Square square, std::int8_t score) {
    data_.moves.push_back(static_cast<std::uint8_t>(square.row() * settings_.rules->size + square.column()));
    data_.scores.push_back(score);
  }

  const GameSettings& settings_;
  Table& table_;
  std::uint64_t seed_;
  Rng rng_;
  rules::Game game_;
  GameData data_;
};

// Plays on several threads and gives the games to the writer in order of number.
class Run {
 public:
  Run(const SelfplayOptions& options, GameWriter& writer)
      : options_(options),
        writer_(writer),
        forward_stop_(options.stop, [this] { stop_.request_stop(); }),
        tables_(static_cast<std::size_t>(std::max(1, options.threads))) {}

  Result<void> run() {
    const std::uint64_t first = writer_.games();
    if (first < options_.games) {
      parallel_for(
          options_.threads, options_.games - first,
          [&](std::uint64_t item, int worker) {
            play(first + item, tables_[static_cast<std::size_t>(worker)]);
          },
          stop_.get_token());
    }
    // What was finished is kept, whatever ended the run.
    const auto flushed = writer_.flush();
    if (error_) return std::unexpected(*error_);
    return flushed;
  }

 private:
  void play(std::uint64_t number, Table& table) {
    auto game = played(number, table);
    const std::scoped_lock lock(mutex_);
    if (!game) {
      if (!stop_.stop_requested()) stop_with(fail_at(game.error(), "game {}", number).error());
      return;
    }
    finished_.emplace(number, *std::move(game));
    while (!error_ && !finished_.empty() && finished_.begin()->first == writer_.games()) {
      if (auto done = writer_.append(std::move(finished_.extract(finished_.begin()).mapped())); !done) {
        stop_with(done.error());
      }
    }
    if (options_.on_game) options_.on_game();
  }

  Result<GameData> played(std::uint64_t number, Table& table) {
    return player::guarded([&]() -> Result<GameData> {
      const auto make = [&](std::unique_ptr<player::Player>& made, const std::string& spec) -> Result<void> {
        if (made || spec.empty()) return {};
        auto result = options_.make_player(spec);
        if (!result) return std::unexpected(result.error());
        made = *std::move(result);
        return {};
      };
      if (auto ready = make(table.player, options_.settings.player); !ready) {
        return std::unexpected(ready.error());
      }
      if (auto ready = make(table.solver, options_.settings.solver); !ready) {
        return std::unexpected(ready.error());
      }
      return play_game(options_.settings, number, table, stop_.get_token());
    });
  }

  void stop_with(const Error& error) {
    error_ = error;
    stop_.request_stop();
  }

  const SelfplayOptions& options_;
  GameWriter& writer_;
  std::stop_source stop_;
  std::stop_callback<std::function<void()>> forward_stop_;
  std::vector<Table> tables_;  // by thread

  std::mutex mutex_;                            // guards what follows, and writer_
  std::map<std::uint64_t, GameData> finished_;  // wait for one with a smaller number
  std::optional<Error> error_;
};

}  // namespace

Result<GameData> play_game(const GameSettings& settings, std::uint64_t number, Table& table,
                           std::stop_token stop) {
  return SelfplayGame(settings, number, table).play(stop);
}

Result<void> make_games(const SelfplayOptions& options, GameWriter& writer) {
  return Run(options, writer).run();
}

}  // namespace turncoat::learn
