// Every sub-command's entry, one cmd_<name>.cpp each.
#pragma once

#include "cli/command.h"

namespace turncoat::cli {

void add_agent(CLI::App& app, Run& chosen);
void add_analyze(CLI::App& app, Run& chosen);
void add_calibrate(CLI::App& app, Run& chosen);
void add_bench(CLI::App& app, Run& chosen);
void add_book(CLI::App& app, Run& chosen);
void add_evaluate(CLI::App& app, Run& chosen);
void add_games(CLI::App& app, Run& chosen);
void add_gtp(CLI::App& app, Run& chosen);
void add_help(CLI::App& app, Run& chosen);
void add_match(CLI::App& app, Run& chosen);
void add_nboard(CLI::App& app, Run& chosen);
void add_play(CLI::App& app, Run& chosen);
void add_plot(CLI::App& app, Run& chosen);
void add_players(CLI::App& app, Run& chosen);
void add_perft(CLI::App& app, Run& chosen);
void add_random_games(CLI::App& app, Run& chosen);
void add_rules(CLI::App& app, Run& chosen);
void add_serve(CLI::App& app, Run& chosen);
void add_selfplay(CLI::App& app, Run& chosen);
void add_show(CLI::App& app, Run& chosen);
void add_solve(CLI::App& app, Run& chosen);
void add_train(CLI::App& app, Run& chosen);
void add_tree(CLI::App& app, Run& chosen);
void add_tournament(CLI::App& app, Run& chosen);

}  // namespace turncoat::cli
