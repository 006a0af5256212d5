// Files that commands write: looked at before long work, and pictures that may go to the output instead.
#pragma once

#include <string>
#include <string_view>

#include "cli/command.h"

namespace turncoat::cli {

// An error when `path` is there and may not be replaced, or its folder is not.
Result<void> check_out_file(const std::string& path, bool force);

// To `path`, or to the output when it is "-".
Result<void> write_svg(Context& context, const std::string& path, bool force, std::string_view svg);

}  // namespace turncoat::cli
