// The `--hash` option, the same for every command that searches: memory for positions seen before.
#pragma once

#include <cstdint>

#include <CLI/CLI.hpp>

namespace turncoat::cli {

// `bytes` holds the default, and afterwards a size that `engine:hash=` would take, too (search/engine.h).
CLI::Option* add_hash_option(CLI::App& command, std::uint64_t& bytes);

}  // namespace turncoat::cli
