#include "server/review_service.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <stop_token>

#include "engine/reasons.h"
#include "server/json_rules.h"
#include "server/start.h"
#include "server/updates.h"

namespace turncoat::server {

namespace {

constexpr double kMistake = 1;  // discs lost
constexpr std::uint64_t kTableBytes = 32 << 20;

struct Shown {
  rules::Move move;
  std::optional<Value> value;
  std::vector<rules::Move> line;

  std::optional<double> score() const { return value ? value->score : std::nullopt; }
};

double rounded(double discs) {
  return std::round(discs * 100) / 100;
}

// What a move cost against the best, by the values that are shown.
std::optional<double> loss_of(const std::vector<Shown>& moves, rules::Move played) {
  const auto found = std::ranges::find(moves, played, &Shown::move);
  if (found == moves.end() || !found->score() || !moves.front().score()) return std::nullopt;
  if (!std::ranges::all_of(moves, [](const Shown& move) { return move.score().has_value(); }))
    return std::nullopt;
  return std::max(0.0, rounded(*moves.front().score() - *found->score()));
}

}  // namespace

Json reasons_of(const rules::Position& position, rules::Move played, rules::Move better) {
  Json list = Json::array();
  if (played.is_pass() || better.is_pass() || played == better) return list;
  for (const engine::Reason& reason : engine::reasons_for(position, played.square(), better.square())) {
    Json squares = Json::array();
    for (const rules::Square square : reason.squares) squares.push_back(square.name());
    list.push_back(
        {{"code", engine::reason_name(reason.code)}, {"squares", squares}, {"amount", reason.amount}});
  }
  return list;
}

struct ReviewService::Review {
  std::int64_t id;
  ReviewOrder order;
  std::string state = "running";
  std::uint64_t done = 0;
  std::uint64_t total = 0;
  std::optional<book::OpeningMatch> opening;
  std::vector<std::optional<engine::PositionAnalysis>> positions;
  std::stop_source stop;
  Throttle updates;

  Review(std::int64_t number, ReviewOrder wanted, Loop& loop, Loop::Clock::duration interval)
      : id(number),
        order(std::move(wanted)),
        opening(book::find_opening(order.game)),
        updates(loop, interval) {
    positions.resize(static_cast<std::size_t>(order.game.ply()) + 1);
  }
  ~Review() { stop.request_stop(); }
};

bool ReviewService::make_room() {
  if (reviews_.size() < static_cast<std::size_t>(parts_.limits.reviews_kept)) return true;
  const auto oldest =
      std::ranges::find_if(reviews_, [](const auto& entry) { return entry.second->state != "running"; });
  if (oldest == reviews_.end()) return false;
  reviews_.erase(oldest);
  return true;
}

Answer<std::string> ReviewService::start(ReviewOrder order) {
  if (stopped_) return refuse(503, "unavailable", "the server is ending");
  if (!make_room()) return refuse(429, "too_many", "too many reviews are running; wait or stop one");
  const std::int64_t id = next_++;
  auto review = std::make_shared<Review>(id, std::move(order), parts_.loop, parts_.limits.update_interval);
  const std::weak_ptr<Review> watched = review;
  const auto on_review = [this, watched](auto act) {
    return [this, watched, act] {
      if (const auto alive = watched.lock()) act(*this, *alive);
    };
  };
  using Progress = engine::AnalysisProgress;
  auto progress = std::make_shared<Mailbox<Progress>>(parts_.loop, [this, watched](const Progress& made) {
    const auto alive = watched.lock();
    if (!alive) return;
    alive->done = made.done;
    alive->total = made.total;
    show(*alive);
  });
  const bool submitted = parts_.workers.submit([on_review, progress, game = review->order.game,
                                                level = review->order.level, stop = review->stop.get_token(),
                                                evaluation = parts_.evaluation, &loop = parts_.loop] {
    engine::AnalysisSettings settings;
    settings.level = level;
    settings.threshold = kMistake;
    settings.options.table_bytes = kTableBytes;
    settings.on_position = [&](int ply, const engine::PositionAnalysis& found) {
      loop.post(on_review([ply, found](ReviewService& self, Review& made) { self.learn(made, ply, found); }));
    };
    bool complete = false;
    try {
      settings.evaluation = evaluation(game.start().size());
      complete =
          engine::analyse(game, settings, stop, [&](const Progress& made) { progress->put(made); }).complete;
    } catch (const std::exception&) {  // no memory: what is there stays
      complete = false;
    }
    loop.post(on_review([complete](ReviewService& self, Review& made) {
      made.state = complete ? "done" : "stopped";
      if (complete) made.done = made.total;
      self.show(made);
      made.updates.flush();
    }));
  });
  if (!submitted) return refuse(429, "too_many", "too much is being worked on; try again in a moment");
  reviews_.emplace(id, review);
  return text_of(*review);
}

void ReviewService::learn(Review& review, int ply, engine::PositionAnalysis found) {
  const rules::Position& position = review.order.game.position_at(ply);
  for (const engine::ScoredMove& move : found.moves) {
    if (move.verdict) parts_.values.keep_move(position, move.move, value_of(*move.verdict));
  }
  if (found.verdict) parts_.values.keep(position, value_of(*found.verdict));
  review.positions[static_cast<std::size_t>(ply)] = std::move(found);
  show(review);
}

void ReviewService::show(Review& review) {
  if (!parts_.hub.is_watched(subject(review.id))) return;
  review.updates.offer([this, &review] {
    parts_.hub.publish(subject(review.id), subject(review.id),
                       std::make_shared<const std::string>(
                           fmt::format("{{\"type\":\"review\",\"review\":{}}}", text_of(review))));
  });
}

Json ReviewService::ply_json(const Review& review, int ply) const {
  const rules::Game& game = review.order.game;
  const rules::Position& position = game.position_at(ply);
  const rules::Move played = game.moves()[static_cast<std::size_t>(ply)];
  Json json = {{"ply", ply},
               {"color", color_word(position.mover())},
               {"move", played.name()},
               {"value", nullptr},
               {"best", nullptr},
               {"line", Json::array()},
               {"loss", nullptr},
               {"mistake", false},
               {"moves", Json::array()},
               {"reasons", Json::array()}};
  const auto& found = review.positions[static_cast<std::size_t>(ply)];
  if (!found) return json;
  std::vector<Shown> moves;
  for (const engine::ScoredMove& move : found->moves) {
    moves.push_back({move.move, parts_.values.find_move(position, move.move), move.line});
  }
  std::ranges::stable_sort(moves, std::greater{}, [&](const Shown& move) {
    // Of equally good moves the played one is named.
    return std::pair(move.score().value_or(-1000), move.move == played);
  });
  json["value"] = value_json(parts_.values.find(position));
  const auto loss = loss_of(moves, played);
  if (loss) {
    json["best"] = moves.front().move.name();
    json["line"] = moves_json(moves.front().line);
    json["loss"] = *loss;
    json["mistake"] = *loss >= kMistake;
  } else if (!found->line.empty()) {
    json["best"] = found->line.front().name();
    json["line"] = moves_json(found->line);
  }
  for (const Shown& move : moves) {
    json["moves"].push_back(
        {{"move", move.move.name()}, {"value", value_json(move.value)}, {"line", moves_json(move.line)}});
  }
  if (loss && *loss >= kMistake) json["reasons"] = reasons_of(position, played, moves.front().move);
  return json;
}

std::string ReviewService::text_of(const Review& review) const {
  Json json = {{"id", review.id},
               {"game", or_null(review.order.id)},
               {"state", review.state},
               {"progress", {{"done", review.done}, {"total", review.total}}},
               {"level", review.order.level},
               {"opening", opening_json(review.opening)},
               {"start", start_json(review.order.game)},
               {"plies", Json::array()}};
  struct Summary {
    double lost = 0;
    Json mistakes = Json::array();
  };
  std::array<Summary, 2> sides;
  for (int ply = 0; ply < review.order.game.ply(); ++ply) {
    Json made = ply_json(review, ply);
    Summary& side =
        sides[static_cast<std::size_t>(rules::index_of(review.order.game.position_at(ply).mover()))];
    if (made["loss"].is_number()) side.lost += made["loss"].get<double>();
    if (made["mistake"] == true) side.mistakes.push_back(ply);
    json["plies"].push_back(std::move(made));
  }
  const auto last = review.positions.back() ? parts_.values.find(review.order.game.position()) : std::nullopt;
  json["final"] = value_json(last);
  json["sides"] = {{"black", {{"lost", rounded(sides[0].lost)}, {"mistakes", sides[0].mistakes}}},
                   {"white", {{"lost", rounded(sides[1].lost)}, {"mistakes", sides[1].mistakes}}}};
  return dump(json);
}

Answer<std::string> ReviewService::get(std::int64_t id) const {
  const auto found = reviews_.find(id);
  if (found == reviews_.end()) return refuse(404, "not_found", "there is no review {}; start it again", id);
  return text_of(*found->second);
}

Answer<void> ReviewService::remove(std::int64_t id) {
  if (reviews_.erase(id) == 0) return refuse(404, "not_found", "there is no review {}", id);
  return {};
}

void ReviewService::stop() {
  stopped_ = true;
  for (const auto& [id, review] : reviews_) review->stop.request_stop();
}

}  // namespace turncoat::server
