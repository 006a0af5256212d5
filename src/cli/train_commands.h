// The sub-commands of `turncoat train`, one train_<name>.cpp each where cmd_train.cpp does not hold them.
#pragma once

#include "cli/command.h"

namespace turncoat::cli {

void add_train_ridge(CLI::App& train, Run& chosen);

}  // namespace turncoat::cli
