#include "server/json_meta.h"

#include "base/text.h"
#include "book/opening_names.h"
#include "record/transcript.h"
#include "rules/ruleset.h"
#include "server/json.h"
#include "server/json_rules.h"
#include "server/presets.h"

namespace turncoat::server {

namespace {

std::string_view type_word(ParamInfo::Kind kind) {
  switch (kind) {
    case ParamInfo::Kind::Integer:
      return "int";
    case ParamInfo::Kind::Real:
      return "real";
    case ParamInfo::Kind::Switch:
      return "flag";
    case ParamInfo::Kind::Choice:
      return "choice";
    case ParamInfo::Kind::Duration:
      return "time";
    case ParamInfo::Kind::Bytes:
      return "memory";
    case ParamInfo::Kind::Text:
      break;
  }
  return "text";
}

Json number_or_text(ParamInfo::Kind kind, std::string_view text) {
  if (kind == ParamInfo::Kind::Integer) {
    if (const auto number = parse_int(text)) return *number;
  }
  if (kind == ParamInfo::Kind::Real) {
    if (const auto number = parse_double(text)) return *number;
  }
  return text;
}

Json param_json(const ParamInfo& info) {
  Json json = {{"name", info.name},
               {"type", type_word(info.kind)},
               {"default", number_or_text(info.kind, info.default_text)},
               {"min", nullptr},
               {"max", nullptr},
               {"choices", nullptr},
               {"help", info.help}};
  // "1..1000000", as base/params.h writes ranges.
  if (const std::size_t dots = info.range_text.find("..");
      dots != std::string::npos && info.choices.empty()) {
    const std::string_view range = info.range_text;
    json["min"] = number_or_text(info.kind, range.substr(0, dots));
    json["max"] = number_or_text(info.kind, range.substr(dots + 2));
  }
  if (info.kind == ParamInfo::Kind::Choice) json["choices"] = info.choices;
  return json;
}

std::string title_of(const rules::Ruleset& rules) {
  if (rules == *rules::standard(rules.size)) return fmt::format("{0}x{0}", rules.size);
  return fmt::format("{0}x{0} ({1})", rules.size, rules.name);
}

Json limits_json(const Limits& limits) {
  return {{"body_bytes", limits.body_bytes},
          {"import_bytes", limits.import_bytes},
          {"message_bytes", limits.message_bytes},
          {"games_in_play", limits.games_in_play},
          {"subjects_per_client", limits.subjects_per_client},
          {"analyses_per_client", limits.analyses_per_client},
          {"listed_games", limits.listed_games},
          {"perft_depth", limits.perft_depth},
          {"tree_iterations", limits.tree_iterations},
          {"tournament_games", limits.tournament_games},
          {"tournament_players", limits.tournament_players}};
}

}  // namespace

std::string meta_text(const Limits& limits, int threads) {
  Json json = {{"version", TURNCOAT_VERSION}, {"threads", threads}};
  json["rulesets"] = Json::array();
  for (const std::string& name : rules::preset_names()) {
    const auto rules = rules::find_ruleset(name);
    if (!rules) continue;
    json["rulesets"].push_back(
        {{"name", name}, {"size", (*rules)->size}, {"title", title_of(**rules)}, {"anti", false}});
  }
  json["players"] = Json::array();
  for (const engine::PlayerInfo& info : offered_players()) {
    Json params = Json::array();
    for (const ParamInfo& param : info.params) params.push_back(param_json(param));
    json["players"].push_back({{"name", info.name}, {"summary", info.summary}, {"params", params}});
  }
  json["presets"] = Json::array();
  for (const Preset& preset : presets(threads)) {
    json["presets"].push_back({{"id", preset.id}, {"title", preset.title}, {"spec", preset.spec}});
  }
  json["openings"] = Json::array();
  for (const book::Opening& opening : book::openings()) {
    const auto game = record::parse_transcript(rules::Position(rules::standard(8)), opening.moves);
    if (game) json["openings"].push_back({{"name", opening.name}, {"moves", moves_json(game->moves())}});
  }
  json["limits"] = limits_json(limits);
  return dump(json);
}

}  // namespace turncoat::server
