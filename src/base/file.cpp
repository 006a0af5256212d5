#include "base/file.h"

#include <cerrno>
#include <cstdio>
#include <fstream>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

#include "base/text.h"

namespace turncoat {

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

Result<std::string> load_file(const std::filesystem::path& path, std::uint64_t most) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    return fail(Error::Code::Io, "{} is a folder; name a file in it", path.string());
  }
  const auto too_large = [&] {
    return fail(Error::Code::Range, "{} is larger than {}, which is more than is read", path.string(),
                format_bytes(most));
  };
  if (const auto size = std::filesystem::file_size(path, error); !error && size > most) return too_large();
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    return fail(Error::Code::NotFound, "{} cannot be read: {}", path.string(),
                std::generic_category().message(errno));
  }
  // Pipes and devices have no size beforehand: count while reading.
  std::string bytes;
  std::string chunk(1 << 16, '\0');
  while (file.read(chunk.data(), static_cast<std::streamsize>(chunk.size())) || file.gcount() > 0) {
    bytes.append(chunk, 0, static_cast<std::size_t>(file.gcount()));
    if (bytes.size() > most) return too_large();
  }
  if (file.bad()) return fail(Error::Code::Io, "{} cannot be read to its end", path.string());
  return bytes;
}

Result<void> save_file(const std::filesystem::path& path, std::string_view bytes, Existing existing) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    return fail(Error::Code::Conflict, "{} is a folder", path.string());
  }
  if (std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored)) {
    return fail(Error::Code::Conflict, "{} is not an ordinary file", path.string());
  }
  if (existing == Existing::Refuse && std::filesystem::exists(path, ignored)) {
    return fail(Error::Code::Conflict, "{} is already there", path.string());
  }
  // A symbolic link stays, and what it points to is replaced.
  std::error_code no_target;
  const std::filesystem::path resolved = std::filesystem::weakly_canonical(path, no_target);
  const std::filesystem::path& target = no_target ? path : resolved;
  std::string temporary;
  const int file = open_temporary(target, temporary);
  if (file < 0) return io_error(path, errno);
  int error = write_all(file, bytes);
  if (close(file) != 0 && error == 0) error = errno;
  if (error == 0 && std::rename(temporary.c_str(), target.c_str()) != 0) error = errno;
  if (error == 0) return {};
  unlink(temporary.c_str());
  return io_error(path, error);
}

}  // namespace turncoat
