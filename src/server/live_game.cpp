#include "server/live_game.h"

#include <algorithm>
#include <utility>

#include "server/start.h"

namespace turncoat::server {

namespace {

using record::Ending;
using rules::Color;

std::string_view phase_word(Phase phase) {
  return phase == Phase::Playing ? "playing" : phase == Phase::Paused ? "paused" : "over";
}

Json side_to_json(const Side& side) {
  return {{"human", side.human}, {"spec", side.spec}, {"name", side.name}};
}

Side side_from_json(const Json& json) {
  return {json.at("human").get<bool>(), json.at("spec").get<std::string>(),
          json.at("name").get<std::string>()};
}

Json clock_to_json(const std::optional<GameClock>& clock) {
  if (!clock) return nullptr;
  return {{"per_move", clock->per_move ? Json(clock->per_move->count()) : Json(nullptr)},
          {"initial", clock->initial.count()},
          {"increment", clock->increment.count()},
          {"left", {clock->left[0].count(), clock->left[1].count()}}};
}

std::optional<GameClock> clock_from_json(const Json& json) {
  if (json.is_null()) return std::nullopt;
  GameClock clock;
  if (!json.at("per_move").is_null())
    clock.per_move = GameClock::Time(json.at("per_move").get<std::int64_t>());
  clock.initial = GameClock::Time(json.at("initial").get<std::int64_t>());
  clock.increment = GameClock::Time(json.at("increment").get<std::int64_t>());
  for (std::size_t i = 0; i < 2; ++i)
    clock.left[i] = GameClock::Time(json.at("left").at(i).get<std::int64_t>());
  return clock;
}

}  // namespace

LiveGame::LiveGame(rules::Game opening, std::array<Side, 2> sides, std::optional<GameClock> clock,
                   std::uint64_t seed, std::string date)
    : sides_(std::move(sides)), clock_(std::move(clock)), seed_(seed), record_(std::move(opening)) {
  record_.black = sides_[0].name;
  record_.white = sides_[1].name;
  record_.date = std::move(date);
  record_.notes.resize(record_.game.moves().size());
  settle();
}

Result<LiveGame> LiveGame::from_store(const store::LiveGame& stored) {
  LiveGame live(stored.record);
  live.id = stored.id;
  live.revision = stored.revision;
  live.updated = stored.updated;
  live.phase_ = stored.state == "playing"  ? Phase::Playing
                : stored.state == "paused" ? Phase::Paused
                                           : Phase::Over;
  try {
    const Json settings = Json::parse(stored.settings);
    live.sides_ = {side_from_json(settings.at("black")), side_from_json(settings.at("white"))};
    live.clock_ = clock_from_json(settings.at("clock"));
    live.seed_ = settings.at("seed").get<std::uint64_t>();
    live.error_ = settings.at("error").get<std::string>();
  } catch (const Json::exception&) {
    return fail(Error::Code::Io, "game {} was changed by another program and cannot be played on", stored.id);
  }
  live.record_.notes.resize(live.record_.game.moves().size());
  if (live.phase_ != Phase::Over) live.settle();
  return live;
}

store::LiveGame LiveGame::to_store() const {
  const Json settings = {{"black", side_to_json(sides_[0])},
                         {"white", side_to_json(sides_[1])},
                         {"clock", clock_to_json(clock_)},
                         {"seed", seed_},
                         {"error", error_}};
  store::LiveGame stored{.id = id, .state = std::string(phase_word(phase_)), .record = record_};
  stored.revision = revision;
  stored.settings = dump(settings);
  return stored;
}

LiveGame LiveGame::finished(const store::StoredGame& stored) {
  LiveGame live(stored.record);
  live.id = stored.id;
  live.phase_ = Phase::Over;
  // Games of a run are between players, whose names are their specs.
  const bool players = stored.run.has_value();
  live.sides_[0] = {!players, players ? stored.record.black : "", stored.record.black};
  live.sides_[1] = {!players, players ? stored.record.white : "", stored.record.white};
  live.updated = stored.record.date;
  return live;
}

LiveGame::Time LiveGame::left(Color color) const {
  return clock_ ? clock_->left[static_cast<std::size_t>(rules::index_of(color))] : Time(0);
}

Answer<void> LiveGame::check_not_over() const {
  if (phase_ != Phase::Over) return {};
  return refuse(409, "game_over", "this game is over; start a new one");
}

void LiveGame::settle() {
  while (record_.game.pass_if_forced()) record_.notes.emplace_back();
  if (record_.game.is_over()) end(Ending::Finished, std::nullopt, "");
}

void LiveGame::end(Ending ending, std::optional<Color> loser, std::string reason) {
  phase_ = Phase::Over;
  record_.ending = ending;
  record_.loser = loser;
  record_.reason = std::move(reason);
}

void LiveGame::lose_on_time(Color color) {
  if (clock_) clock_->left[static_cast<std::size_t>(rules::index_of(color))] = Time(0);
  end(Ending::Time, color, fmt::format("{} ran out of time", rules::color_name(color)));
}

void LiveGame::lose_by_failure(Color color, const std::string& reason) {
  error_ = fmt::format("{} cannot go on: {}", side(color).name, reason);
  end(Ending::Failed, color, reason);
}

void LiveGame::resign_player(Color color) {
  end(Ending::Resigned, color, fmt::format("{} resigned", rules::color_name(color)));
}

Answer<void> LiveGame::play(rules::Move move, Time used) {
  if (auto going = check_not_over(); !going) return going;
  if (phase_ == Phase::Paused) return refuse(409, "paused", "the game is paused; resume it first");
  const Color color = mover();
  used = std::max(used, Time(0));
  if (clock_ && used > left(color) + kTimeMargin) {
    lose_on_time(color);
    return {};
  }
  if (auto played = record_.game.play(move); !played) return std::unexpected(problem_of(played.error()));
  record_.notes.push_back({std::nullopt, std::chrono::duration<double>(used).count()});
  if (clock_) {
    Time& left = clock_->left[static_cast<std::size_t>(rules::index_of(color))];
    left = clock_->per_move ? *clock_->per_move : std::max(left - used, Time(0)) + clock_->increment;
  }
  settle();
  return {};
}

Answer<void> LiveGame::undo() {
  if (auto going = check_not_over(); !going) return going;
  // The last ply a person chose: not a pass, and of a person's colour.
  int target = game().ply() - 1;
  while (target >= 0 && (game().moves()[static_cast<std::size_t>(target)].is_pass() ||
                         !side(game().position_at(target).mover()).human)) {
    --target;
  }
  if (target < 0) return refuse(409, "nothing_to_undo", "there is no move of yours to take back");
  while (record_.game.ply() > target) record_.game.undo();
  record_.notes.resize(static_cast<std::size_t>(target));
  if (clock_ && clock_->per_move) clock_->left.fill(*clock_->per_move);
  return {};
}

Answer<void> LiveGame::resign(std::optional<Color> color) {
  if (auto going = check_not_over(); !going) return going;
  if (!color) {
    color = mover();
    if (!side(*color).human) color = rules::other(*color);
  }
  if (!side(*color).human) {
    return refuse(409, "not_your_side", "{} is not a person's side", rules::color_name(*color));
  }
  resign_player(*color);
  return {};
}

Answer<void> LiveGame::pause(Time used) {
  if (auto going = check_not_over(); !going) return going;
  if (phase_ == Phase::Paused) return {};
  if (clock_) {
    Time& left = clock_->left[static_cast<std::size_t>(rules::index_of(mover()))];
    left = std::max(left - std::max(used, Time(0)), Time(0));
  }
  phase_ = Phase::Paused;
  return {};
}

Answer<void> LiveGame::resume() {
  if (auto going = check_not_over(); !going) return going;
  phase_ = Phase::Playing;
  return {};
}

}  // namespace turncoat::server
