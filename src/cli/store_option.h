// The `--store FILE` option and what it opens, the same for every command that keeps or reads games.
#pragma once

#include <memory>
#include <string>

#include <CLI/CLI.hpp>

#include "base/error.h"
#include "store/store.h"

namespace turncoat::cli {

// `file` stays empty when the option is not given: the usual place.
void add_store_option(CLI::App& command, std::string& file);

// The file that is meant.
Result<std::filesystem::path> store_path(const std::string& file);

// For commands that write: the file is made when it is not there.
Result<std::unique_ptr<store::Store>> open_store(const std::string& file);

// For commands that only read: a file that is not there is an error, and is not made.
Result<std::unique_ptr<store::Store>> open_existing_store(const std::string& file);

}  // namespace turncoat::cli
