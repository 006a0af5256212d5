#include "cli/out_file.h"

#include <filesystem>

#include "base/file.h"

namespace turncoat::cli {

Result<void> check_out_file(const std::string& path, bool force) {
  std::error_code ignored;
  if (!force && std::filesystem::exists(path, ignored)) {
    return fail(Error::Code::Conflict, "{} is already there; --force replaces it", path);
  }
  if (const auto folder = std::filesystem::path(path).parent_path();
      !folder.empty() && !std::filesystem::is_directory(folder, ignored)) {
    return fail(Error::Code::NotFound, "{}: there is no folder {}", path, folder.string());
  }
  return {};
}

Result<void> write_svg(Context& context, const std::string& path, bool force, std::string_view svg) {
  if (path == "-") {
    context.out << svg;
    return {};
  }
  auto saved = save_file(path, svg, force ? Existing::Replace : Existing::Refuse);
  if (!saved && saved.error().code == Error::Code::Conflict && !force) {
    saved.error().message += "; --force replaces it";
  }
  return saved;
}

}  // namespace turncoat::cli
