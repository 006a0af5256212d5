// The sub-commands below `train` and `selfplay` that have files of their own, cmd_<command>_<name>.cpp each.
#pragma once

#include "cli/command.h"

namespace turncoat::cli {

void add_train_ridge(CLI::App& train, Run& chosen);
void add_train_genetic(CLI::App& train, Run& chosen);
void add_train_history(CLI::App& train, Run& chosen);
void add_train_zero(CLI::App& train, Run& chosen);
void add_train_zero_step(CLI::App& train, Run& chosen);

void add_selfplay_zero(CLI::App& selfplay, Run& chosen);

}  // namespace turncoat::cli
