#include "server/live_session.h"

#include "server/start.h"

namespace turncoat::server {

namespace {

constexpr std::size_t kLongestId = 64;

Message message_of(const Json& json) {
  return std::make_shared<const std::string>(dump(json));
}

}  // namespace

LiveSession::~LiveSession() {
  for (const std::string& subject : watched_) parts_.hub.unsubscribe(subject, &client_);
}

void LiveSession::tell_problem(const Json& id, const Problem& problem) {
  const std::string key = id.is_string() ? fmt::format("error:{}", id.get<std::string>()) : "error";
  client_.send(key, message_of({{"type", "error"}, {"id", id}, {"error", problem_json(problem)}}));
}

void LiveSession::receive(std::string_view text) {
  const auto message = parse_json(text, parts_.limits.json_depth);
  if (!message) return tell_problem(nullptr, problem_of(message.error()));
  Json id = nullptr;
  if (const Json* field = find_field(*message, "id"); field != nullptr && field->is_string()) id = *field;
  if (auto handled = handle(*message); !handled) tell_problem(id, handled.error());
}

Answer<void> LiveSession::handle(const Json& message) {
  if (auto object = check_object(message, "a message"); !object) {
    return std::unexpected(problem_of(object.error()));
  }
  const auto type = text_field(message, "type");
  if (!type) return std::unexpected(problem_of(type.error()));
  const auto subject_id = [&](const char* name) -> Answer<std::int64_t> {
    const auto id = integer_field(message, name, 0, INT64_MAX);
    if (!id) return std::unexpected(problem_of(id.error()));
    return *id;
  };
  if (*type == "ping") {
    client_.send("pong", message_of({{"type", "pong"}}));
    return {};
  }
  for (const char* kind : {"game", "review", "run"}) {
    const std::string suffix = std::string(kind) == "game" ? "" : fmt::format("_{}", kind);
    if (*type != fmt::format("watch{}", suffix) && *type != fmt::format("unwatch{}", suffix)) continue;
    const auto id = subject_id(kind);
    if (!id) return std::unexpected(id.error());
    if (type->starts_with("watch")) return watch(kind, *id);
    const std::string subject = fmt::format("{}:{}", kind, *id);
    watched_.erase(subject);
    parts_.hub.unsubscribe(subject, &client_);
    return {};
  }
  if (*type == "analyze") return analyze(message);
  if (*type == "stop") {
    const auto id = text_field(message, "id");
    if (!id) return std::unexpected(problem_of(id.error()));
    analyses_.erase(*id);
    return {};
  }
  return refuse(400, "bad_request", "there is no message of type \"{}\"", type->substr(0, 40));
}

Answer<void> LiveSession::watch(const std::string& kind, std::int64_t id) {
  const std::string subject = fmt::format("{}:{}", kind, id);
  if (!watched_.contains(subject)) {
    if (watched_.size() >= static_cast<std::size_t>(parts_.limits.subjects_per_client)) {
      return refuse(429, "too_many", "one connection watches {} things at most", watched_.size());
    }
    watched_.insert(subject);
    parts_.hub.subscribe(subject, &client_);
  }
  auto shown = [weak = std::weak_ptr(self_), kind, subject](Answer<std::string> text) {
    const auto self = weak.lock();
    if (!self) return;
    LiveSession& session = **self;
    if (text) {
      session.client_.send(subject, std::make_shared<const std::string>(
                                        fmt::format("{{\"type\":\"{0}\",\"{0}\":{1}}}", kind, *text)));
      return;
    }
    session.watched_.erase(subject);
    session.parts_.hub.unsubscribe(subject, &session.client_);
    session.tell_problem(nullptr, text.error());
  };
  if (kind == "game") {
    parts_.games.get(id, std::move(shown));
  } else if (const auto found = parts_.subjects.find(kind); found != parts_.subjects.end()) {
    found->second(id, std::move(shown));
  } else {
    return refuse(404, "not_found", "there is no {} {}", kind, id);
  }
  return {};
}

Answer<void> LiveSession::analyze(const Json& message) {
  const auto id = text_field(message, "id");
  if (!id) return std::unexpected(problem_of(id.error()));
  if (id->size() > kLongestId) return refuse(422, "out_of_range", "\"id\" is longer than {}", kLongestId);
  analyses_.erase(*id);
  const Json* start = find_field(message, "start");
  const auto game = read_start(start != nullptr ? *start : Json::object(), parts_.limits.moves);
  if (!game) return std::unexpected(problem_of(game.error()));
  const auto level = optional_integer_field(message, "level", 1, search::kMostLevel);
  if (!level) return std::unexpected(problem_of(level.error()));
  const auto ms = optional_integer_field(message, "ms", 1, 24 * 3600 * 1000);
  if (!ms) return std::unexpected(problem_of(ms.error()));
  if (analyses_.size() >= static_cast<std::size_t>(parts_.limits.analyses_per_client)) {
    return refuse(429, "too_many", "one connection has {} analyses at most; stop one first",
                  analyses_.size());
  }
  AnalysisOrder order{.position = game->position()};
  if (*level) order.level = static_cast<int>(**level);
  if (*ms) order.time = std::chrono::milliseconds(**ms);
  auto handle = parts_.analyses.start(
      std::move(order), [weak = std::weak_ptr(self_), id = *id](const Json& thought, bool done) {
        const auto self = weak.lock();
        if (!self) return;
        (*self)->client_.send(
            fmt::format("analysis:{}", id),
            message_of({{"type", "analysis"}, {"id", id}, {"thought", thought}, {"done", done}}));
        if (done) (*self)->analyses_.erase(id);
      });
  if (!handle) return std::unexpected(handle.error());
  analyses_[*id] = *std::move(handle);
  return {};
}

}  // namespace turncoat::server
