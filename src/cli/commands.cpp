#include "cli/commands.h"

#include "cli/command.h"

namespace turncoat::cli {

std::vector<AddCommand> all_commands() {
  return {
      add_play,
      add_players,
      add_rules,
      add_show,
  };
}

}  // namespace turncoat::cli
