#include "cli/play_table.h"

#include <algorithm>

#include "base/check.h"
#include "base/rng.h"

namespace turncoat::cli {

namespace {

using rules::Color;

// A program's answer may arrive this much late: the machine's fault rather than its own.
constexpr auto kTimeMargin = std::chrono::milliseconds(100);

constexpr std::array<Color, 2> kColors = {Color::Black, Color::White};

TimeBudget less(TimeBudget budget, std::chrono::nanoseconds spent) {
  const auto reduce = [&](std::optional<std::chrono::nanoseconds>& time) {
    if (time) time = std::max(std::chrono::nanoseconds(0), *time - spent);
  };
  reduce(budget.move);
  reduce(budget.game);
  return budget;
}

}  // namespace

PlayTable::PlayTable(std::array<TableSide, 2> sides, TableOptions options, rules::RulesetPtr rules)
    : sides_(std::move(sides)),
      options_(std::move(options)),
      game_(std::move(rules)),
      clocks_(fresh_clocks()) {
  TURNCOAT_CHECK(sides_[0].player && sides_[1].player, "a table needs two players");
}

Result<void> PlayTable::tell_players(const rules::Position& start, std::uint64_t game_number) {
  for (const Color color : kColors) {
    const std::uint64_t seed =
        derive_seed(options_.seed, 2 * game_number + static_cast<std::uint64_t>(rules::index_of(color)));
    const TableSide& told = side(color);
    if (const auto ready = told.player->new_game(start, seed); !ready) {
      return fail_at(ready.error(), "{} ({})", rules::color_name(color), told.spec);
    }
  }
  return {};
}

Result<void> PlayTable::start(const record::GameRecord& record) {
  if (const auto told = tell_players(record.game.start(), games_); !told) {
    // They played the old game before; should that fail now, the next move reports it.
    if (games_ > 0) static_cast<void>(tell_players(game_.start(), games_ - 1));
    return told;
  }
  ++games_;
  game_ = record.game;
  clocks_ = fresh_clocks();
  spent_ = {};
  last_think_ = {};
  plies_.clear();
  const auto moves = game_.moves().size();
  for (std::size_t i = 0; i < moves; ++i) {
    plies_.push_back({clocks_, i < record.notes.size() ? record.notes[i] : record::MoveNote{}});
  }
  forfeit_.reset();
  if (record.loser) forfeit_ = Forfeit{record.ending, *record.loser, record.reason};
  return {};
}

Result<void> PlayTable::start_new(const rules::RulesetPtr& rules) {
  return start(record::GameRecord(rules::Game(rules)));
}

std::optional<std::chrono::nanoseconds> PlayTable::time_left(Color color) const {
  const TimeBudget budget = clocks_[index(color)].budget();
  return color == position().mover() ? less(budget, spent_).game : budget.game;
}

void PlayTable::log_ply(record::MoveNote note) {
  plies_.push_back({clocks_, note});
}

bool PlayTable::pass_if_forced() {
  if (is_over() || !position().must_pass()) return false;
  log_ply({});
  return game_.pass_if_forced();
}

Result<player::Choice> PlayTable::choose(const std::stop_token& stop) {
  const Color color = position().mover();
  player::Request request;
  if (time_counts(mover())) request.time = less(clocks_[index(color)].budget(), spent_);
  request.other_time = clocks_[index(rules::other(color))].budget().game;
  request.stop = stop;
  const auto before = options_.now();
  auto choice = mover().player->choose(game_, request);
  spent_ += options_.now() - before;
  return choice;
}

Result<void> PlayTable::accept(const player::Choice& choice) {
  const Color color = position().mover();
  const auto name = rules::color_name(color);
  const bool legal = position().is_legal(choice.move);
  if (!legal && mover().human) return game_.play(choice.move);

  record::MoveNote note;
  note.score = choice.thought.score;
  note.seconds = std::chrono::duration<double>(spent_).count();
  const bool counts = time_counts(mover());
  log_ply(note);
  const bool in_time = clocks_[index(color)].charge(spent_, kTimeMargin);
  last_think_[index(color)] = spent_;
  spent_ = {};
  if (legal && (in_time || !counts)) {
    TURNCOAT_CHECK(game_.play(choice.move), "a legal move is played");
    return {};
  }
  plies_.pop_back();
  if (!in_time && counts) {
    forfeit_ = Forfeit{record::Ending::Time, color, fmt::format("{} ran out of time", name)};
  } else {
    rules::Game trial = game_;
    forfeit_ =
        Forfeit{record::Ending::Illegal, color,
                fmt::format("{} played an illegal move: {}", name, trial.play(choice.move).error().message)};
  }
  return {};
}

void PlayTable::fail_mover(const Error& error) {
  const Color color = position().mover();
  const auto name = rules::color_name(color);
  if (error.code == Error::Code::Timeout) {
    forfeit_ = Forfeit{record::Ending::Time, color, fmt::format("{} ran out of time", name)};
    return;
  }
  forfeit_ =
      Forfeit{record::Ending::Failed, color, fmt::format("{} could not go on: {}", name, error.message)};
}

Result<std::optional<int>> PlayTable::undo() {
  if (forfeit_ && forfeit_->ending == record::Ending::Resigned && mover().human) {
    forfeit_.reset();
    return 0;
  }
  int back = game_.ply() - 1;
  while (back >= 0) {
    const rules::Position& before = game_.position_at(back);
    if (side(before.mover()).human && !before.must_pass()) break;
    --back;
  }
  if (back < 0) return std::optional<int>();
  if (forfeit_ && forfeit_->ending == record::Ending::Failed) {
    if (const auto told = tell_players(game_.start(), games_ - 1); !told)
      return std::unexpected(told.error());
  }
  const int taken = game_.ply() - back;
  for (int i = 0; i < taken; ++i) {
    clocks_ = plies_.back().clocks_before;
    plies_.pop_back();
    game_.undo();
  }
  spent_ = {};
  forfeit_.reset();
  return taken;
}

record::GameRecord PlayTable::to_record() const {
  record::GameRecord record(game_);
  record.black = side(Color::Black).spec;
  record.white = side(Color::White).spec;
  record.event = "turncoat play";
  if (forfeit_) {
    record.ending = forfeit_->ending;
    record.loser = forfeit_->loser;
    record.reason = forfeit_->reason;
  } else {
    record.ending = game_.is_over() ? record::Ending::Finished : record::Ending::Unfinished;
  }
  for (const Ply& ply : plies_) record.notes.push_back(ply.note);
  return record;
}

}  // namespace turncoat::cli
