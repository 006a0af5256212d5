// Whole files. A write is complete or did not happen: a reader, or a crash, never meets half a file.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"

namespace turncoat {

// Goes through a temporary file beside `path`, then renames it. Follows symbolic links. An existing file is
// replaced; anything else that stands there (a folder, a device) is an error and stays.
Result<void> write_file(const std::string& path, std::string_view bytes);

}  // namespace turncoat
