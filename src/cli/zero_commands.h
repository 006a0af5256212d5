// The sub-commands of Turncoat Zero, hung below `selfplay` and `train`.
#pragma once

#include "cli/command.h"

namespace turncoat::cli {

void add_selfplay_zero(CLI::App& selfplay, Run& chosen);
void add_train_zero(CLI::App& train, Run& chosen);
void add_train_zero_step(CLI::App& train, Run& chosen);

}  // namespace turncoat::cli
