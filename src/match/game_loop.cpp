#include "match/game_loop.h"

#include <array>
#include <ctime>
#include <utility>

#include "base/rng.h"
#include "player/guarded.h"

namespace turncoat::match {

namespace {

using rules::Color;

void end_game(record::GameRecord& record, record::Ending ending, Color loser, std::string reason) {
  record.ending = ending;
  record.loser = loser;
  record.reason = std::move(reason);
}

void end_by_error(record::GameRecord& record, Color loser, const Error& error) {
  const bool late = error.code == Error::Code::Timeout;
  end_game(record, late ? record::Ending::Time : record::Ending::Failed, loser, error.message);
}

std::string late_reason(Color color, std::chrono::nanoseconds used, const TimeBudget& budget) {
  const auto seconds = [](std::chrono::nanoseconds time) {
    return std::chrono::duration<double>(time).count();
  };
  return fmt::format("{} used {:.3f} s for a move, with {:.3f} s left", rules::color_name(color),
                     seconds(used), seconds(budget.hard_limit().value_or(used)));
}

struct Side {
  player::Player* player;
  SideClock clock;
};

// Asks the side to move once. False when the game has ended, `record` telling how.
bool play_move(record::GameRecord& record, std::array<Side, 2>& sides, const GameOptions& options) {
  const Color mover = record.game.position().mover();
  Side& side = sides[static_cast<std::size_t>(rules::index_of(mover))];
  const Side& opponent = sides[static_cast<std::size_t>(rules::index_of(other(mover)))];
  player::Request request;
  request.pace = options.pace[static_cast<std::size_t>(rules::index_of(mover))];
  request.time = side.clock.budget();
  request.other_time = opponent.clock.budget().game;
  request.stop = options.stop;
  std::optional<int> finished_depth;
  if (options.on_move) {
    request.report = [&](const player::Thought& thought) {
      if (thought.depth) finished_depth = thought.depth;
    };
  }

  const auto before = options.now();
  const auto choice = player::guarded([&] { return side.player->choose(record.game, request); });
  const auto used = options.now() - before;

  // A player that was told to hurry may have answered badly: the game says nothing about its strength.
  if (options.stop.stop_requested()) return false;
  if (!choice) {
    end_by_error(record, mover, choice.error());
    return false;
  }
  if (!side.clock.charge(used, options.time_margin)) {
    end_game(record, record::Ending::Time, mover, late_reason(mover, used, request.time));
    return false;
  }
  if (choice->resigns) {
    end_game(record, record::Ending::Resigned, mover, fmt::format("{} resigned", rules::color_name(mover)));
    return false;
  }
  if (const auto played = record.game.play(choice->move); !played) {
    end_game(record, record::Ending::Illegal, mover, played.error().message);
    return false;
  }
  record.notes.push_back({choice->thought.score, std::chrono::duration<double>(used).count()});
  if (options.on_move) {
    MoveReport report{record.game.ply() - 1, mover, choice->move, choice->thought, used};
    if (finished_depth) report.thought.depth = finished_depth;
    options.on_move(report);
  }
  return true;
}

}  // namespace

record::GameRecord play_game(player::Player& black, player::Player& white, const rules::Game& opening,
                             const GameOptions& options) {
  record::GameRecord record(opening);
  record.black = options.black_name;
  record.white = options.white_name;
  record.event = options.event;
  record.date = format_utc(options.wall_clock());
  record.notes.resize(static_cast<std::size_t>(opening.ply()));

  std::array<Side, 2> sides = {Side{&black, SideClock(options.time)}, Side{&white, SideClock(options.time)}};
  for (const Color color : {Color::Black, Color::White}) {
    if (options.stop.stop_requested()) return record;
    const auto number = static_cast<std::size_t>(rules::index_of(color));
    const auto ready = player::guarded(
        [&] { return sides[number].player->new_game(opening.start(), derive_seed(options.seed, number)); });
    if (options.stop.stop_requested()) return record;
    if (!ready) {
      end_by_error(record, color, ready.error());
      return record;
    }
  }

  while (!record.game.is_over()) {
    if (record.game.pass_if_forced()) {
      record.notes.emplace_back();
      continue;
    }
    if (options.stop.stop_requested() || !play_move(record, sides, options)) return record;
  }
  record.ending = record::Ending::Finished;
  return record;
}

std::string format_utc(std::chrono::system_clock::time_point time) {
  const std::time_t seconds = std::chrono::system_clock::to_time_t(time);
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", parts.tm_year + 1900, parts.tm_mon + 1,
                     parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec);
}

}  // namespace turncoat::match
