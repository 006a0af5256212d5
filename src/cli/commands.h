// Every sub-command's entry, one cmd_<name>.cpp each.
#pragma once

#include "cli/command.h"

namespace turncoat::cli {

void add_play(CLI::App& app, Run& chosen);
void add_players(CLI::App& app, Run& chosen);
void add_rules(CLI::App& app, Run& chosen);
void add_show(CLI::App& app, Run& chosen);

}  // namespace turncoat::cli
