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

void print_markdown(std::ostream& out) {
  out << "# Players\n\nPrinted by `turncoat players --markdown`; a test fails when this copy differs.\n"
         "A player is written `name:key=value,key=value`; what is left out has its default.\n";
  for (const auto& info : engine::list_players()) {
    out << fmt::format("\n## {}\n\n{}.\n", info.name, info.summary);
    if (info.params.empty()) continue;
    out << "\n| parameter | default | range | meaning |\n| --- | --- | --- | --- |\n";
    for (const ParamInfo& param : info.params) {
      std::string range = param.range_text;
      for (std::size_t at = 0; (at = range.find('|', at)) != std::string::npos; at += 2)
        range.insert(at, 1, '\\');
      out << fmt::format("| `{}` | {} | {} | {} |\n", param.name, param.default_text, range, param.help);
    }
  }
}

Result<int> run(Context& context, bool json, bool markdown) {
  if (markdown) {
    print_markdown(context.out);
    return 0;
  }
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
  struct Arguments {
    bool json = false;
    bool markdown = false;
  };
  CLI::App* command = app.add_subcommand("players", "list the players and their parameters");
  auto arguments = std::make_shared<Arguments>();
  command->add_flag("--json", arguments->json, "print JSON");
  command->add_flag("--markdown", arguments->markdown, "print them as docs/players.md has them");
  command->callback([&chosen, arguments] {
    chosen = [arguments](Context& context) { return run(context, arguments->json, arguments->markdown); };
  });
}

}  // namespace turncoat::cli
