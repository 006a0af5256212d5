// Files written whole or not at all: to a temporary file beside the target, to disk, then renamed.
#pragma once

#include <filesystem>
#include <string_view>

#include "base/error.h"

namespace turncoat::record {

enum class Existing { Refuse, Replace };

// With Existing::Refuse a file that is already there stays untouched and is an error.
Result<void> save_file(const std::filesystem::path& path, std::string_view bytes, Existing existing);

}  // namespace turncoat::record
