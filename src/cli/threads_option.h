// The `--threads` option, the same for every command that has one: a number, or 0 or "all" for as many as the
// machine has cores.
#pragma once

#include <string>

#include <CLI/CLI.hpp>

namespace turncoat::cli {

inline constexpr int kMostThreads = 1024;
inline constexpr int kMostSearchThreads = 256;  // of one search

// What the threads do, or may not do, in more than one command.
inline constexpr const char* kGamesAtOnce = "games played at the same time";
inline constexpr const char* kSameWithAny = "the outcome is the same with any number";

// `threads` holds the default, 0 for all, and is at least 1 from here on. `about` says what
// they do.
CLI::Option* add_threads_option(CLI::App& command, int& threads, const std::string& about = {},
                                int most = kMostThreads);

}  // namespace turncoat::cli
