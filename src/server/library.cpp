#include "server/library.h"

#include "base/text.h"
#include "book/opening_names.h"
#include "record/load.h"
#include "record/wthor.h"
#include "server/base64.h"
#include "server/export.h"
#include "server/json_game.h"
#include "server/start.h"

namespace turncoat::server {

namespace {

using store::GameFilter;
using store::GameId;
using store::Store;

struct Query {
  GameFilter filter;
  std::string opening;
};

Answer<Query> read_query(const Request& request, const Limits& limits) {
  Query query;
  GameFilter& filter = query.filter;
  filter.player = request.parameter("player").value_or("");
  filter.text = request.parameter("text").value_or("");
  query.opening = to_lower(request.parameter("opening").value_or(""));
  filter.state = request.parameter("state").value_or("");
  if (!filter.state.empty() && filter.state != "playing" && filter.state != "paused" &&
      filter.state != "over") {
    return refuse(422, "out_of_range", "\"state\" is playing, paused or over");
  }
  const std::string result = request.parameter("result").value_or("");
  if (result == "black") filter.score_sign = 1;
  if (result == "white") filter.score_sign = -1;
  if (result == "draw") filter.score_sign = 0;
  if (!result.empty() && !filter.score_sign) {
    return refuse(422, "out_of_range", "\"result\" is black, white or draw");
  }
  const auto number = [&](const char* name) -> Answer<std::optional<std::int64_t>> {
    const auto text = request.parameter(name);
    if (!text || text->empty()) return std::nullopt;
    const auto value = parse_int(*text);
    if (!value || *value < 0) return refuse(422, "out_of_range", "\"{}\" must be a number", name);
    return *value;
  };
  const auto limit = number("limit");
  if (!limit) return std::unexpected(limit.error());
  filter.limit = static_cast<std::uint64_t>(std::min<std::int64_t>(limit->value_or(50), limits.listed_games));
  const auto before = number("before");
  if (!before) return std::unexpected(before.error());
  filter.before = *before;
  const auto run = number("run");
  if (!run) return std::unexpected(run.error());
  filter.run = *run;
  filter.no_run = request.parameter("own").value_or("") == "1";
  return query;
}

bool human_in(const std::optional<std::string>& settings, const char* side, bool otherwise) {
  if (!settings) return otherwise;
  const auto json = parse_json(*settings, 8);
  if (!json) return otherwise;
  const Json* field = find_field(*json, side);
  const Json* human = field == nullptr ? nullptr : find_field(*field, "human");
  return human != nullptr && human->is_boolean() ? human->get<bool>() : otherwise;
}

Json summary_of(const store::StoredGame& game) {
  const bool people = !game.run.has_value();
  return summary_json(game, game.live_state.value_or("over"), human_in(game.live_settings, "black", people),
                      human_in(game.live_settings, "white", people));
}

Json summaries_of(const std::vector<store::StoredGame>& games) {
  Json list = Json::array();
  for (const store::StoredGame& game : games) list.push_back(summary_of(game));
  return list;
}

std::string opening_of(const record::GameRecord& record) {
  const auto opening = book::find_opening(record.game);
  return opening ? to_lower(opening->name) : "";
}

// Openings belong to positions, which SQL does not know: every game that the rest of the query selects is
// looked at once, and remembered.
Result<std::string> list_by_opening(const Store& store, const Query& query,
                                    std::unordered_map<GameId, std::string>& known) {
  GameFilter all = query.filter;
  all.limit = 0;
  all.before.reset();
  const auto ids = store.ids(all);
  if (!ids) return std::unexpected(ids.error());
  Json list = Json::array();
  std::uint64_t total = 0;
  for (const GameId id : *ids) {
    auto found = known.find(id);
    std::string opening;
    if (found != known.end()) {
      opening = found->second;
    } else {
      const auto game = store.game(id);
      if (!game) continue;
      opening = opening_of(game->record);
      if (game->record.ending != record::Ending::Unfinished) known.emplace(id, opening);
    }
    if (opening.find(query.opening) == std::string::npos) continue;
    ++total;
    if (list.size() >= query.filter.limit || (query.filter.before && id >= *query.filter.before)) continue;
    GameFilter one;
    one.before = id + 1;
    one.limit = 1;
    const auto games = store.list(one);
    if (games && !games->empty()) list.push_back(summary_of(games->front()));
  }
  return dump(Json{{"games", list}, {"total", total}});
}

Result<std::string> list_games(const Store& store, const Query& query) {
  const auto games = store.list(query.filter);
  if (!games) return std::unexpected(games.error());
  GameFilter all = query.filter;
  all.before.reset();
  const auto total = store.count(all);
  if (!total) return std::unexpected(total.error());
  return dump(Json{{"games", summaries_of(*games)}, {"total", *total}});
}

// A position without moves is not a game to keep.
bool is_position(const record::Loaded& loaded) {
  return loaded.games.size() == 1 && loaded.games.front().game.ply() == 0 &&
         (loaded.format == record::Format::Board || loaded.format == record::Format::Obf);
}

Result<record::Loaded> read_games(const std::string& bytes, const std::string& name,
                                  const std::optional<rules::RulesetPtr>& rules) {
  if (record::looks_like_wthor(bytes)) {
    auto games = record::parse_wthor_games(bytes, {});
    if (!games) return fail_at(games.error(), "{}", name);
    return record::Loaded{record::Format::Wthor, *std::move(games)};
  }
  return record::read_text(bytes, name, rules);
}

Result<std::string> import_games(Store& store, const std::string& bytes, const std::string& name,
                                 const std::optional<rules::RulesetPtr>& rules, const Limits& limits) {
  const auto loaded = read_games(bytes, name, rules);
  if (!loaded) return std::unexpected(loaded.error());
  if (is_position(*loaded)) {
    return dump(
        Json{{"games", Json::array()}, {"skipped", 0}, {"position", start_json(loaded->games.front().game)}});
  }
  const auto added = store.import_games(loaded->games, store::Duplicates::Skip);
  if (!added) return std::unexpected(added.error());
  std::vector<GameId> shown = *added;
  if (loaded->games.size() == 1 && added->empty()) {
    // The one game is there already: that one is meant.
    const auto same = store.find_same(loaded->games.front());
    if (same && *same) shown.push_back(**same);
  }
  Json list = Json::array();
  for (const GameId id : shown) {
    if (list.size() >= static_cast<std::size_t>(limits.listed_games)) break;
    const auto game = store.game(id);
    if (game) list.push_back(summary_of(*game));
  }
  return dump(Json{{"games", list},
                   {"added", added->size()},
                   {"skipped", loaded->games.size() - added->size()},
                   {"position", nullptr}});
}

Answer<record::GameRecord> find_game(const Store& store, GameId id) {
  auto game = store.game(id);
  if (!game && game.error().code == Error::Code::NotFound) {
    return refuse(404, "not_found", "there is no game {}", id);
  }
  if (!game) return std::unexpected(problem_of(game.error()));
  return std::move(game->record);
}

template <class Done>
auto answered(Done done) {
  return [done](Result<std::string> text) {
    if (text) {
      done(*std::move(text));
    } else {
      done(std::unexpected(problem_of(text.error())));
    }
  };
}

}  // namespace

void Library::list(const Request& request, Done done) {
  auto query = read_query(request, limits_);
  if (!query) return done(std::unexpected(query.error()));
  store_.run(
      [query = *std::move(query), known = openings_](const Store& store) {
        return query.opening.empty() ? list_games(store, query) : list_by_opening(store, query, *known);
      },
      answered(std::move(done)));
}

void Library::import(const Json& body, Done done) {
  const auto refused = [&](const Error& error) { done(std::unexpected(problem_of(error))); };
  const auto text = optional_text_field(body, "text");
  if (!text) return refused(text.error());
  const auto base64 = optional_text_field(body, "base64");
  if (!base64) return refused(base64.error());
  const auto name = optional_text_field(body, "name");
  if (!name) return refused(name.error());
  const auto rules_name = optional_text_field(body, "rules");
  if (!rules_name) return refused(rules_name.error());
  std::optional<rules::RulesetPtr> rules;
  if (*rules_name) {
    const auto found = find_preset(**rules_name);
    if (!found) return refused(found.error());
    rules = *found;
  }
  std::string bytes;
  if (*base64) {
    auto decoded = decode_base64(**base64);
    if (!decoded) return refused({Error::Code::Parse, "\"base64\" is not Base64"});
    bytes = *std::move(decoded);
  } else if (*text) {
    bytes = **text;
  } else {
    return refused({Error::Code::Parse, "\"text\" or \"base64\" is needed"});
  }
  if (trim(bytes).empty()) return refused({Error::Code::Parse, "there is nothing to import"});
  store_.run([bytes = std::move(bytes), source = name->value_or("the text"), rules, limits = limits_](
                 Store& store) { return import_games(store, bytes, printable(source, 80), rules, limits); },
             answered(std::move(done)));
}

void Library::find(GameId id, std::function<void(Answer<record::GameRecord>)> done) {
  store_.run([id](const Store& store) { return find_game(store, id); }, std::move(done));
}

void Library::export_game(GameId id, const Request& request, Reply reply) {
  const std::string format = request.parameter("format").value_or("transcript");
  std::optional<int> ply;
  if (const auto text = request.parameter("ply"); text && !text->empty()) {
    const auto number = parse_int(*text);
    if (!number || *number < 0 || *number > limits_.moves) {
      return reply(response_of({422, "out_of_range", "\"ply\" must be a number"}));
    }
    ply = static_cast<int>(*number);
  }
  store_.run(
      [id, format, ply](const Store& store) -> Answer<Response> {
        const auto record = find_game(store, id);
        if (!record) return std::unexpected(record.error());
        return export_record(*record, format, ply, fmt::format("turncoat-{}", id));
      },
      [reply = std::move(reply)](Answer<Response> response) {
        reply(response ? *std::move(response) : response_of(response.error()));
      });
}

}  // namespace turncoat::server
