#include "cli/store_option.h"

namespace turncoat::cli {

void add_store_option(CLI::App& command, std::string& file) {
  command.add_option("--store", file, "the file of games; ~/.local/share/turncoat/turncoat.db when left out")
      ->type_name("FILE");
}

Result<std::filesystem::path> store_path(const std::string& file) {
  if (!file.empty()) return std::filesystem::path(file);
  return store::default_path();
}

Result<std::unique_ptr<store::Store>> open_store(const std::string& file) {
  const auto path = store_path(file);
  if (!path) return std::unexpected(path.error());
  return store::Store::open(*path);
}

Result<std::unique_ptr<store::Store>> open_existing_store(const std::string& file) {
  const auto path = store_path(file);
  if (!path) return std::unexpected(path.error());
  std::error_code ignored;
  if (!std::filesystem::exists(*path, ignored)) {
    return fail(Error::Code::NotFound,
                "there is no {} yet; `turncoat match` and `turncoat games import` make it", path->string());
  }
  return store::Store::open(*path);
}

}  // namespace turncoat::cli
