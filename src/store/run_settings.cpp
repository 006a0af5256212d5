#include "store/run_settings.h"

#include <nlohmann/json.hpp>

#include "base/text.h"

namespace turncoat::store {

std::string run_settings_text(nlohmann::json own, const RunSettings& settings) {
  own["players"] = settings.players;
  own["rules"] = rules::format_ruleset(settings.rules);
  own["openings"] = settings.openings;
  own["time"] = format_time_control(settings.time);
  own["pace"] = settings.pace;
  own["time_margin"] = format_duration(settings.time_margin);
  own["seed"] = settings.seed;
  return own.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
}

}  // namespace turncoat::store
