#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "engine/registry.h"

namespace turncoat::cli {

namespace {

nlohmann::json to_json(const ParamInfo& param) {
  nlohmann::json json = {{"name", param.name}, {"default", param.default_text}, {"help", param.help}};
  if (!param.range_text.empty()) json["range"] = param.range_text;
  if (!param.choices.empty()) json["choices"] = param.choices;
  return json;
}

Result<int> run(Context& context, bool json) {
  if (json) {
    nlohmann::json list = nlohmann::json::array();
    for (const auto& info : engine::list_players()) {
      nlohmann::json params = nlohmann::json::array();
      for (const ParamInfo& param : info.params) params.push_back(to_json(param));
      list.push_back({{"name", info.name}, {"summary", info.summary}, {"params", params}});
    }
    context.out << list.dump(2) << '\n';
    return 0;
  }
  for (const auto& info : engine::list_players()) {
    context.out << fmt::format("{:<12} {}\n", info.name, info.summary);
    for (const ParamInfo& param : info.params) {
      const std::string range = param.range_text.empty() ? "" : fmt::format(" ({})", param.range_text);
      const std::string shown = param.default_text.empty() ? "\"\"" : param.default_text;
      context.out << fmt::format("    {:<24} {}{}\n", param.name + "=" + shown, param.help, range);
    }
  }
  context.out << "\nA player is written name:key=value,key=value; what is left out has the value shown.\n";
  return 0;
}

}  // namespace

void add_players(CLI::App& app, Run& chosen) {
  CLI::App* command = app.add_subcommand("players", "list the players and their parameters");
  auto json = std::make_shared<bool>(false);
  command->add_flag("--json", *json, "print JSON");
  command->callback([&chosen, json] { chosen = [json](Context& context) { return run(context, *json); }; });
}

}  // namespace turncoat::cli
