#include "cli/commands.h"

#include "cli/command.h"

namespace turncoat::cli {

std::vector<AddCommand> all_commands() {
  return {
      add_play,         add_serve,   add_show,    add_games, add_match,     add_tournament,
      add_evaluate,     add_players, add_rules,   add_tree,  add_selfplay,  add_train,
      add_plot,         add_solve,   add_analyze, add_book,  add_bench,     add_perft,
      add_random_games, add_gtp,     add_nboard,  add_agent, add_calibrate, add_help,
  };
}

}  // namespace turncoat::cli
