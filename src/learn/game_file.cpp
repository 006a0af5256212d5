#include "learn/game_file.h"

#include <cerrno>
#include <optional>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace turncoat::learn {

namespace {

std::unexpected<Error> io_error(const std::string& name, std::string_view what, int error) {
  return fail(Error::Code::Io, "{} cannot be {}: {}", name, what, std::generic_category().message(error));
}

// Reads up to `size` bytes; what comes out is shorter only at the end of the file.
void read_bytes(std::ifstream& file, std::string& bytes, std::size_t size) {
  bytes.resize(size);
  file.read(bytes.data(), static_cast<std::streamsize>(size));
  bytes.resize(static_cast<std::size_t>(file.gcount()));
}

// The first setting that two runs differ in: "--seed is 1 there, 2 here"; nothing when they agree.
std::optional<std::string> difference(const GameSettings& there, const GameSettings& here) {
  const auto differ = [](std::string_view name, const auto& a, const auto& b) {
    return fmt::format("{} is {} there and {} here", name, a, b);
  };
  if (*there.rules != *here.rules) {
    if (there.rules->name != here.rules->name) return differ("--rules", there.rules->name, here.rules->name);
    return fmt::format("{} are other rules there", here.rules->name);
  }
  if (there.player != here.player) return differ("--player", there.player, here.player);
  if (there.solver != here.solver) {
    const auto shown = [](const std::string& spec) { return spec.empty() ? "none" : spec; };
    return differ("--solver", shown(there.solver), shown(here.solver));
  }
  if (there.solver_empties != here.solver_empties) {
    return differ("--solver-empties", there.solver_empties, here.solver_empties);
  }
  if (there.random_low != here.random_low || there.random_high != here.random_high) {
    return differ("--random", fmt::format("{}-{}", there.random_low, there.random_high),
                  fmt::format("{}-{}", here.random_low, here.random_high));
  }
  if (there.explore != here.explore) return differ("--explore", there.explore, here.explore);
  if (there.seed != here.seed) return differ("--seed", there.seed, here.seed);
  return std::nullopt;
}

}  // namespace

Result<GameReader> GameReader::open(const std::filesystem::path& path, UnfinishedBlock unfinished) {
  GameReader reader;
  reader.name_ = path.string();
  reader.unfinished_ = unfinished;
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    return fail(Error::Code::Io, "{} is a folder; name a file in it", reader.name_);
  }
  reader.file_.open(path, std::ios::binary);
  if (!reader.file_) return io_error(reader.name_, "read", errno);
  read_bytes(reader.file_, reader.bytes_, kMostSettingsBytes);
  ByteCursor cursor{reader.bytes_};
  auto settings = decode_settings(cursor);
  if (!settings) return fail_at(settings.error(), "{}", reader.name_);
  reader.settings_ = *std::move(settings);
  reader.block_begin_ = reader.block_end_ = reader.bytes_.size() - cursor.rest.size();
  reader.file_.clear();
  reader.file_.seekg(static_cast<std::streamoff>(reader.block_end_));
  if (!reader.file_) return fail(Error::Code::Io, "{} must be an ordinary file", reader.name_);
  return reader;
}

Result<bool> GameReader::next_block() {
  first_game_ += games_.size();
  games_.clear();
  block_begin_ = block_end_;
  read_bytes(file_, bytes_, kBlockHeaderBytes);
  if (file_.bad()) return fail(Error::Code::Io, "{} cannot be read to its end", name_);
  if (bytes_.empty()) return false;
  if (bytes_.size() < kBlockHeaderBytes) return end_in_block();
  const auto damaged = [&](const Error& error) {
    return fail_at(error, "{} at byte {} (what is before it is good)", name_, block_begin_);
  };
  const auto header = decode_block_header(bytes_);
  if (!header) return damaged(header.error());
  if (header->first != first_game_) {
    return damaged({Error::Code::Parse, fmt::format("the block begins with game {} where {} should follow",
                                                    header->first, first_game_)});
  }
  read_bytes(file_, bytes_, header->bytes);
  if (file_.bad()) return fail(Error::Code::Io, "{} cannot be read to its end", name_);
  if (bytes_.size() < header->bytes) return end_in_block();
  if (auto read = decode_games(*header, bytes_, *settings_.rules, games_); !read) {
    games_.clear();
    return damaged(read.error());
  }
  block_end_ = block_begin_ + kBlockHeaderBytes + header->bytes;
  return true;
}

Result<bool> GameReader::end_in_block() const {
  if (unfinished_ == UnfinishedBlock::Ignore) return false;
  return fail(Error::Code::Parse,
              "{} is cut off inside a block, at byte {}; the command that made it, run again, repairs it",
              name_, block_begin_);
}

Result<std::unique_ptr<GameWriter>> GameWriter::open(const std::filesystem::path& path,
                                                     const GameSettings& settings) {
  const std::string name = path.string();
  const int file = ::open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (file < 0) return io_error(name, "written", errno);
  std::unique_ptr<GameWriter> writer(new GameWriter(name, file));
  struct stat status {};
  if (fstat(file, &status) != 0) return io_error(name, "written", errno);
  if (!S_ISREG(status.st_mode)) return fail(Error::Code::Conflict, "{} is not an ordinary file", name);
  if (flock(file, LOCK_EX | LOCK_NB) != 0) {
    return fail(Error::Code::Conflict, "{} is being written by another run", name);
  }
  if (fstat(file, &status) != 0) return io_error(name, "written", errno);
  const auto size = static_cast<std::uint64_t>(status.st_size);
  const std::string header = encode_settings(settings);
  if (header.size() > kMostSettingsBytes) {
    return fail(Error::Code::Range, "the rules and players have too long a text for {}", name);
  }
  const auto ready = size < header.size() ? writer->start(settings, size) : writer->go_on(settings, size);
  if (!ready) return std::unexpected(ready.error());
  return writer;
}

GameWriter::~GameWriter() {
  close(file_);
}

// A file without a whole header: new, or its first writer was killed at once.
Result<void> GameWriter::start(const GameSettings& settings, std::uint64_t size) {
  const std::string header = encode_settings(settings);
  std::string there(size, '\0');
  if (pread(file_, there.data(), size, 0) != static_cast<ssize_t>(size)) {
    return io_error(name_, "read", errno);
  }
  if (!header.starts_with(there)) {
    return fail(Error::Code::Conflict, "{} is already there and holds no games of this run", name_);
  }
  end_ = header.size();
  return write_at(0, header);
}

Result<void> GameWriter::go_on(const GameSettings& settings, std::uint64_t size) {
  auto reader = GameReader::open(name_, UnfinishedBlock::Ignore);
  if (!reader) return std::unexpected(reader.error());
  if (const auto other = difference(reader->settings(), settings)) {
    return fail(Error::Code::Conflict, "{} holds games of another run: {}", name_, *other);
  }
  end_ = reader->block_end();
  for (;;) {
    const auto more = reader->next_block();
    if (!more) return std::unexpected(more.error());
    if (!*more) break;
    if (reader->games().size() < kGamesPerBlock) {
      waiting_.assign(reader->games().begin(), reader->games().end());
      continue;
    }
    if (!waiting_.empty()) {
      return fail(Error::Code::Parse, "{} at byte {}: only the last block may be short", name_, end_);
    }
    written_ += kGamesPerBlock;
    end_ = reader->block_end();
  }
  early_ = waiting_.size();
  const std::uint64_t whole = reader->block_begin();
  if (whole < size && ftruncate(file_, static_cast<off_t>(whole)) != 0) {
    return io_error(name_, "written", errno);
  }
  return {};
}

Result<void> GameWriter::append(GameData game) {
  waiting_.push_back(std::move(game));
  if (waiting_.size() < kGamesPerBlock) return {};
  const auto bytes = write_block();
  if (!bytes) return std::unexpected(bytes.error());
  end_ += *bytes;
  written_ += waiting_.size();
  waiting_.clear();
  early_ = 0;
  return {};
}

Result<void> GameWriter::flush() {
  if (waiting_.size() > early_) {
    if (const auto bytes = write_block(); !bytes) return std::unexpected(bytes.error());
    early_ = waiting_.size();
  }
  return fsync(file_) == 0 ? Result<void>() : io_error(name_, "written", errno);
}

// One write each, so that a kill leaves the beginning of a block, which is known as such.
Result<std::uint64_t> GameWriter::write_block() {
  const std::string bytes = encode_block(written_, waiting_);
  if (early_ > 0 && ftruncate(file_, static_cast<off_t>(end_)) != 0) {
    return io_error(name_, "written", errno);
  }
  early_ = 0;
  if (auto done = write_at(end_, bytes); !done) return std::unexpected(done.error());
  return bytes.size();
}

Result<void> GameWriter::write_at(std::uint64_t place, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t done = pwrite(file_, bytes.data(), bytes.size(), static_cast<off_t>(place));
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) return io_error(name_, "written", errno);
    place += static_cast<std::uint64_t>(done);
    bytes.remove_prefix(static_cast<std::size_t>(done));
  }
  return {};
}

}  // namespace turncoat::learn
