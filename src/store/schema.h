// The layout of the store's file: how it is opened, recognised, made and brought up to date.
// Foreign exceptions (SQLite::Exception) leave these functions only through `to_error`.
#pragma once

#include <filesystem>
#include <memory>

#include <SQLiteCpp/SQLiteCpp.h>

#include "base/error.h"

namespace turncoat::store {

// "TCOT", in SQLite's application_id: how we know a file is ours.
inline constexpr int kApplicationId = 0x54434f54;

// The layout this program writes; SQLite's user_version.
int schema_version();

// A connection to an up-to-date store. Errors leave the file as it was.
Result<std::unique_ptr<SQLite::Database>> open_database(const std::filesystem::path& path);

// What SQLite says, in words the user can act on.
Error to_error(const SQLite::Exception& exception, const std::filesystem::path& path);

}  // namespace turncoat::store
