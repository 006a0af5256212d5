#include "record/save.h"

#include <cerrno>
#include <cstdio>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

namespace turncoat::record {

namespace {

std::unexpected<Error> io_error(const std::filesystem::path& path, int error) {
  return fail(Error::Code::Io, "{} cannot be written: {}", path.string(),
              std::generic_category().message(error));
}

// Opens a name that no other writer uses.
int open_temporary(const std::filesystem::path& target, std::string& name) {
  for (int attempt = 0; attempt < 100; ++attempt) {
    name = fmt::format("{}.{}-{}.tmp", target.string(), getpid(), attempt);
    const int file = open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file >= 0 || errno != EEXIST) return file;
  }
  return -1;
}

// 0, or the error number.
int write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return fsync(file) == 0 ? 0 : errno;
}

}  // namespace

Result<void> save_file(const std::filesystem::path& path, std::string_view bytes, Existing existing) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    return fail(Error::Code::Conflict, "{} is a folder", path.string());
  }
  if (existing == Existing::Refuse && std::filesystem::exists(path, ignored)) {
    return fail(Error::Code::Conflict, "{} is already there", path.string());
  }
  std::string temporary;
  const int file = open_temporary(path, temporary);
  if (file < 0) return io_error(path, errno);
  int error = write_all(file, bytes);
  if (close(file) != 0 && error == 0) error = errno;
  if (error == 0 && std::rename(temporary.c_str(), path.c_str()) != 0) error = errno;
  if (error == 0) return {};
  unlink(temporary.c_str());
  return io_error(path, error);
}

}  // namespace turncoat::record
