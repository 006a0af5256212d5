#include "server/analysis_service.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <stop_token>

#include "server/json_rules.h"
#include "server/updates.h"

namespace turncoat::server {

namespace {

Value value_of_move(const engine::DeepMove& move) {
  if (move.verdict) return value_of(*move.verdict);
  Value value;
  value.win_rate = (move.value.value_or(0) + 1) / 2;
  return value;
}

struct ShownMove {
  rules::Move move;
  std::optional<Value> value;
  std::vector<rules::Move> line;
};

// Where some moves have discs and others a guess, won and lost ends frame the guesses.
double worth(const std::optional<Value>& value) {
  if (!value) return -1000;
  if (value->score) return *value->score;
  return value->win_rate.value_or(0.5) - 0.5;
}

}  // namespace

struct AnalysisService::Work {
  AnalysisOrder order;
  Update update;
  Throttle throttle;
  Loop::Clock::time_point began;
  std::stop_source stop;

  Work(AnalysisOrder wanted, Update tell, Loop& loop, Loop::Clock::duration interval)
      : order(std::move(wanted)), update(std::move(tell)), throttle(loop, interval), began(loop.now()) {}
  ~Work() { stop.request_stop(); }
};

Answer<AnalysisService::Handle> AnalysisService::start(AnalysisOrder order, Update update) {
  std::erase_if(all_, [](const std::weak_ptr<Work>& work) { return work.expired(); });
  if (stopped_) return refuse(503, "unavailable", "the server is ending");
  if (running_ >= parts_.limits.analyses) {
    return refuse(429, "too_many", "{} analyses are running; stop one first", running_);
  }
  auto work =
      std::make_shared<Work>(std::move(order), std::move(update), parts_.loop, parts_.limits.update_interval);
  const std::weak_ptr<Work> watched = work;
  auto mailbox = std::make_shared<Mailbox<engine::Deepening>>(
      parts_.loop, [this, watched](const engine::Deepening& found) {
        if (const auto alive = watched.lock()) show(*alive, found);
      });
  const bool submitted = parts_.workers.submit(
      [this, mailbox, position = work->order.position, level = work->order.level, time = work->order.time,
       stop = work->stop.get_token(), evaluation = parts_.evaluation, &loop = parts_.loop] {
        if (!stop.stop_requested()) {
          engine::DeepenSettings settings;
          settings.level = level;
          if (time) settings.deadline = std::chrono::steady_clock::now() + *time;
          try {
            settings.evaluation = evaluation(position.size());
            engine::deepen(position, settings, stop,
                           [&](const engine::Deepening& found) { mailbox->put(found); });
          } catch (const std::exception&) {  // no memory: the screen is told that nothing more will come
            mailbox->put(engine::Deepening{.done = true});
          }
        }
        loop.post([this] { --running_; });
      });
  if (!submitted) return refuse(429, "too_many", "too many analyses wait; stop one first");
  ++running_;
  all_.push_back(work);
  return work;
}

void AnalysisService::stop() {
  stopped_ = true;
  for (const std::weak_ptr<Work>& work : all_) {
    if (const auto alive = work.lock()) alive->stop.request_stop();
  }
}

void AnalysisService::show(Work& work, const engine::Deepening& found) {
  // Kept before anything else, so that even what is not shown is not lost.
  for (const engine::DeepMove& move : found.moves) {
    if (move.verdict || move.value) {
      parts_.values.keep_move(work.order.position, move.move, value_of_move(move));
    }
  }
  work.throttle.offer([this, &work, found] { work.update(thought(work, found), found.done); });
  if (found.done) work.throttle.flush();
}

Json AnalysisService::thought(const Work& work, const engine::Deepening& found) {
  const rules::Position& position = work.order.position;
  std::vector<ShownMove> moves;
  for (const engine::DeepMove& move : found.moves) {
    moves.push_back({move.move, parts_.values.find_move(position, move.move), move.line});
  }
  std::ranges::stable_sort(moves, std::greater{}, [](const ShownMove& move) { return worth(move.value); });
  if (!moves.empty() &&
      std::ranges::all_of(moves, [](const ShownMove& move) { return move.value.has_value(); })) {
    // The position is as well known as the least known of its moves.
    Value value = *moves.front().value;
    for (const ShownMove& move : moves) {
      value.depth = std::min(value.depth, move.value->depth);
      value.selectivity = std::min(value.selectivity, move.value->selectivity);
      value.source = std::min(value.source, move.value->source);
    }
    parts_.values.keep(position, value);
  }
  const auto elapsed = parts_.loop.now() - work.began;
  const double seconds = std::chrono::duration<double>(elapsed).count();
  const Value* best = moves.empty() || !moves.front().value ? nullptr : &*moves.front().value;
  Json json;
  json["depth"] = found.depth;
  json["selectivity"] = selectivity_percent(found.selectivity);
  json["score"] = best != nullptr && best->score ? Json(std::round(*best->score * 100) / 100) : Json(nullptr);
  json["exact"] = best != nullptr && std::ranges::all_of(moves, [](const ShownMove& move) {
                    return move.value && move.value->source == Value::Source::Exact;
                  });
  json["nodes"] = found.nodes;
  json["nodes_per_second"] =
      seconds > 0.001 ? Json(std::llround(static_cast<double>(found.nodes) / seconds)) : Json(nullptr);
  json["ms"] = std::chrono::duration_cast<std::chrono::milliseconds>(elapsed).count();
  json["line"] = moves.empty() ? Json::array() : moves_json(moves.front().line);
  json["moves"] = Json::array();
  for (const ShownMove& move : moves) {
    json["moves"].push_back(
        {{"move", move.move.name()}, {"value", value_json(move.value)}, {"line", moves_json(move.line)}});
  }
  json["note"] = nullptr;
  return json;
}

}  // namespace turncoat::server
