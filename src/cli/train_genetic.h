// `turncoat train genetic` and `turncoat train history`: parts of the command `train`.
#pragma once

#include "cli/command.h"

namespace turncoat::cli {

void add_train_genetic(CLI::App& train, Run& chosen);
void add_train_history(CLI::App& train, Run& chosen);

}  // namespace turncoat::cli
