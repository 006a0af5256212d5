// Whole files, in and out. A written file is complete or was not touched: a reader, or a crash, never meets
// half of it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/error.h"

namespace turncoat {

// All bytes of a file, a pipe or a device; an error when there are more than `most`.
Result<std::string> load_file(const std::filesystem::path& path, std::uint64_t most);

enum class Existing { Refuse, Replace };

// Goes to a temporary file beside `path`, to disk, then takes its name. Follows symbolic links. With
// Existing::Refuse a file that is already there stays untouched and is an error; folders and devices always
// are.
Result<void> save_file(const std::filesystem::path& path, std::string_view bytes, Existing existing);

}  // namespace turncoat
