#include "base/file.h"

#include <cerrno>
#include <filesystem>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"

namespace turncoat {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLongestShown = 200;

std::unexpected<Error> cannot_write(const std::string& path, std::string_view reason) {
  return fail(Error::Code::Io, "cannot write {}: {}", quote(path, kLongestShown), reason);
}

std::unexpected<Error> cannot_write(const std::string& path, int error) {
  return cannot_write(path, std::generic_category().message(error));
}

// Removes the temporary file unless it became the real one.
class Temporary {
 public:
  explicit Temporary(const fs::path& target) : name_(target.string() + ".XXXXXX") {
    fd_ = mkostemp(name_.data(), O_CLOEXEC);
  }
  ~Temporary() {
    if (fd_ < 0) return;
    close(fd_);
    if (!kept_) unlink(name_.c_str());
  }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;

  bool made() const { return fd_ >= 0; }
  bool put(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t done = write(fd_, bytes.data(), bytes.size());
      if (done < 0 && errno == EINTR) continue;
      if (done < 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(done));
    }
    return fsync(fd_) == 0;
  }
  bool become(const fs::path& target, mode_t mode) {
    if (fchmod(fd_, mode) != 0) return false;
    kept_ = rename(name_.c_str(), target.c_str()) == 0;
    return kept_;
  }

 private:
  std::string name_;
  int fd_;
  bool kept_ = false;
};

}  // namespace

Result<void> write_file(const std::string& path, std::string_view bytes) {
  std::error_code error;
  const fs::path target = fs::weakly_canonical(path, error);
  if (error) return cannot_write(path, error.message());
  const fs::file_status status = fs::status(target, error);
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    return cannot_write(path, "it is not a file");
  }
  const bool replaces = fs::exists(status);
  // Not the umask's mode: it can only be read by setting it, which other threads would see.
  const mode_t mode = replaces ? static_cast<mode_t>(status.permissions()) & 0777 : 0644;
  Temporary temporary(target);
  if (!temporary.made()) return cannot_write(path, errno);
  if (!temporary.put(bytes) || !temporary.become(target, mode)) return cannot_write(path, errno);
  return {};
}

}  // namespace turncoat
