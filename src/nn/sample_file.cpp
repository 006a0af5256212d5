#include "nn/sample_file.h"

#include <algorithm>
#include <cerrno>
#include <functional>
#include <system_error>
#include <unordered_map>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>
#include <zstd.h>

#include "base/bytes.h"
#include "base/check.h"
#include "base/file.h"
#include "nn/merge.h"

namespace turncoat::nn {

namespace {

constexpr std::string_view kMagic = "turncoat samples\n";
constexpr std::uint32_t kVersion = 1;
constexpr std::uint64_t kLargestFile = std::uint64_t{4} << 30;
constexpr std::uint32_t kMostPerChunk = 1 << 20;
constexpr std::uint32_t kMostRaw = 512U << 20;
// Samples, bytes unpacked, bytes packed, then the checksum of these three and of the packed bytes.
constexpr std::size_t kChunkHeader = 3 * 4 + 8;

std::string header_of(int size) {
  std::string out(kMagic);
  put_number(out, kVersion);
  put_number(out, static_cast<std::uint32_t>(size));
  return out;
}

std::unexpected<Error> io_error(const std::string& name, std::string_view what, int error) {
  return fail(Error::Code::Io, "{} cannot be {}: {}", name, what, std::generic_category().message(error));
}

std::uint64_t chunk_checksum(std::string_view numbers, std::string_view packed) {
  return XXH3_64bits_withSeed(packed.data(), packed.size(), XXH3_64bits(numbers.data(), numbers.size()));
}

std::string encode_chunk(std::span<const Sample> samples, int size) {
  std::string raw;
  for (const Sample& sample : samples) put_sample(raw, sample, size);
  TURNCOAT_CHECK(samples.size() <= kMostPerChunk && raw.size() <= kMostRaw, "a chunk of usual size");
  std::string packed(ZSTD_compressBound(raw.size()), '\0');
  const std::size_t length = ZSTD_compress(packed.data(), packed.size(), raw.data(), raw.size(), 3);
  TURNCOAT_CHECK(ZSTD_isError(length) == 0, "there is room for the compressed samples");
  packed.resize(length);
  std::string out;
  put_number(out, static_cast<std::uint32_t>(samples.size()));
  put_number(out, static_cast<std::uint32_t>(raw.size()));
  put_number(out, static_cast<std::uint32_t>(packed.size()));
  put_number(out, chunk_checksum(out, packed));
  return out + packed;
}

struct Chunk {
  std::string raw;
  std::vector<std::uint32_t> begins;  // of each sample in raw
};

Result<Chunk> decode_chunk(std::uint32_t count, std::uint32_t length, std::string_view packed, int size) {
  Chunk chunk;
  if (ZSTD_getFrameContentSize(packed.data(), packed.size()) != length) {
    return fail(Error::Code::Parse, "its length is wrong");
  }
  chunk.raw.resize(length);
  const std::size_t unpacked = ZSTD_decompress(chunk.raw.data(), length, packed.data(), packed.size());
  if (ZSTD_isError(unpacked) != 0 || unpacked != length) {
    return fail(Error::Code::Parse, "it cannot be unpacked");
  }
  ByteCursor cursor{chunk.raw};
  for (std::uint32_t i = 0; i < count; ++i) {
    chunk.begins.push_back(static_cast<std::uint32_t>(length - cursor.rest.size()));
    read_sample(cursor, size);
    if (cursor.failed) return fail(Error::Code::Parse, "sample {} of it is none", i);
  }
  if (!cursor.rest.empty()) return fail(Error::Code::Parse, "there is more in it than its samples");
  return chunk;
}

struct Scan {
  std::size_t end = 0;  // of the last whole chunk, in bytes
  std::string remark;
};

// Calls `take` for every whole chunk, first to last.
Result<Scan> scan(std::string_view bytes, const std::string& name, int size,
                  const std::function<void(Chunk)>& take) {
  const std::string header = header_of(size);
  if (!bytes.starts_with(header)) {
    if (header.starts_with(bytes))
      return Scan{0, bytes.empty() ? "" : fmt::format("{}: no samples yet", name)};
    if (!bytes.starts_with(kMagic)) return fail(Error::Code::Parse, "{} is not a file of samples", name);
    ByteCursor cursor{bytes.substr(kMagic.size())};
    const auto version = cursor.number<std::uint32_t>();
    if (version != kVersion) {
      return fail(Error::Code::Parse, "{} has version {}, this program reads {}", name, version, kVersion);
    }
    return fail(Error::Code::Conflict, "{} holds samples of size {}, not {}", name,
                cursor.number<std::uint32_t>(), size);
  }
  Scan result{header.size(), ""};
  while (result.end < bytes.size()) {
    ByteCursor cursor{bytes.substr(result.end)};
    const std::string_view numbers = cursor.rest.substr(0, std::min(cursor.rest.size(), kChunkHeader - 8));
    const auto count = cursor.number<std::uint32_t>();
    const auto length = cursor.number<std::uint32_t>();
    const auto packed_length = cursor.number<std::uint32_t>();
    const auto checksum = cursor.number<std::uint64_t>();
    const bool sane = cursor.failed || (count > 0 && count <= kMostPerChunk && length <= kMostRaw &&
                                        packed_length <= ZSTD_compressBound(length));
    const std::string_view packed = sane ? cursor.take(packed_length) : std::string_view();
    if (sane && cursor.failed) {
      result.remark = fmt::format("{}: the last {} bytes, the beginning of a chunk, are left out", name,
                                  bytes.size() - result.end);
      return result;
    }
    const auto damaged = [&](std::string_view why) {
      return fail(Error::Code::Parse, "{} at byte {}: the chunk is damaged: {} (what is before it is good)",
                  name, result.end, why);
    };
    if (!sane) return damaged("its length is wrong");
    if (chunk_checksum(numbers, packed) != checksum) return damaged("its checksum is wrong");
    auto chunk = decode_chunk(count, length, packed, size);
    if (!chunk) return damaged(chunk.error().message);
    take(*std::move(chunk));
    result.end += kChunkHeader + packed_length;
  }
  return result;
}

Result<void> write_at(const std::string& name, int file, std::uint64_t place, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t done = pwrite(file, bytes.data(), bytes.size(), static_cast<off_t>(place));
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) return io_error(name, "written", errno);
    place += static_cast<std::uint64_t>(done);
    bytes.remove_prefix(static_cast<std::size_t>(done));
  }
  return fsync(file) == 0 ? Result<void>() : io_error(name, "written", errno);
}

}  // namespace

Result<std::unique_ptr<SampleWriter>> SampleWriter::open(const std::filesystem::path& path, int size) {
  const std::string name = path.string();
  const int file = ::open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (file < 0) return io_error(name, "written", errno);
  std::unique_ptr<SampleWriter> writer(new SampleWriter(name, file, size));
  struct stat status {};
  if (fstat(file, &status) != 0) return io_error(name, "written", errno);
  if (!S_ISREG(status.st_mode)) return fail(Error::Code::Conflict, "{} is not an ordinary file", name);
  if (flock(file, LOCK_EX | LOCK_NB) != 0) {
    return fail(Error::Code::Conflict, "{} is being written by another run", name);
  }
  const auto bytes = load_file(path, kLargestFile);
  if (!bytes) return std::unexpected(bytes.error());
  const auto found =
      scan(*bytes, name, size, [&](const Chunk& chunk) { writer->samples_ += chunk.begins.size(); });
  if (!found) return std::unexpected(found.error());
  writer->remark_ = found->remark;
  writer->end_ = found->end;
  if (found->end == 0) {
    const std::string header = header_of(size);
    if (auto done = write_at(name, file, 0, header); !done) return std::unexpected(done.error());
    writer->end_ = header.size();
  }
  if (writer->end_ < bytes->size() && ftruncate(file, static_cast<off_t>(writer->end_)) != 0) {
    return io_error(name, "written", errno);
  }
  return writer;
}

SampleWriter::~SampleWriter() {
  close(file_);
}

Result<void> SampleWriter::append(std::span<const Sample> samples) {
  if (samples.empty()) return {};
  for (const Sample& sample : samples) {
    TURNCOAT_CHECK(check_sample(sample, size_).has_value(), "good samples only");
  }
  const std::string bytes = encode_chunk(samples, size_);
  if (auto done = write_at(name_, file_, end_, bytes); !done) return done;
  end_ += bytes.size();
  samples_ += samples.size();
  return {};
}

Result<SampleWindow> SampleWindow::load(std::span<const std::filesystem::path> files, int size,
                                        std::size_t most) {
  SampleWindow window;
  window.size_ = size;
  std::size_t count = 0;
  std::vector<std::vector<Chunk>> newest_first;
  for (auto file = files.rbegin(); file != files.rend() && count < most; ++file) {
    const auto bytes = load_file(*file, kLargestFile);
    if (!bytes) return std::unexpected(bytes.error());
    std::vector<Chunk>& chunks = newest_first.emplace_back();
    const auto found = scan(*bytes, file->string(), size, [&](Chunk chunk) {
      count += chunk.begins.size();
      chunks.push_back(std::move(chunk));
    });
    if (!found) return std::unexpected(found.error());
    if (!found->remark.empty()) window.remarks_.push_back(found->remark);
  }
  std::size_t skip = count - std::min(count, most);
  for (auto chunks = newest_first.rbegin(); chunks != newest_first.rend(); ++chunks) {
    for (Chunk& chunk : *chunks) {
      const std::size_t skipped = std::min(skip, chunk.begins.size());
      skip -= skipped;
      if (skipped == chunk.begins.size()) continue;
      for (std::size_t i = skipped; i < chunk.begins.size(); ++i) {
        window.samples_.push_back({static_cast<std::uint32_t>(window.chunks_.size()), chunk.begins[i]});
      }
      window.chunks_.push_back(std::move(chunk.raw));
    }
  }
  return window;
}

std::size_t SampleWindow::merge() {
  std::unordered_map<BoardKey, std::uint32_t, BoardKeyHash> groups;
  std::vector<std::vector<Place>> members;  // of the groups, by the oldest
  for (std::size_t i = 0; i < count(); ++i) {
    const auto [group, is_new] =
        groups.try_emplace(board_key(sample(i), size_), static_cast<std::uint32_t>(members.size()));
    if (is_new) members.emplace_back();
    members[group->second].push_back(samples_[i]);
  }
  groups.clear();
  const std::size_t before = count();
  std::vector<Place> merged;
  for (const std::vector<Place>& group : members) {
    if (group.size() == 1) {
      merged.push_back(group.front());
      continue;
    }
    std::vector<Sample> same;
    for (const Place& place : group) same.push_back(sample_at(place));
    merged.push_back({kMerged, static_cast<std::uint32_t>(means_.size())});
    means_.push_back(mean_sample(same, size_));
  }
  samples_ = std::move(merged);
  return before - count();
}

Sample SampleWindow::sample(std::size_t index) const {
  TURNCOAT_CHECK(index < samples_.size(), "an index inside the window");
  return sample_at(samples_[index]);
}

Sample SampleWindow::sample_at(Place place) const {
  if (place.chunk == kMerged) return means_[place.begin];
  ByteCursor cursor{std::string_view(chunks_[place.chunk]).substr(place.begin)};
  Sample sample = read_sample(cursor, size_);
  TURNCOAT_CHECK(!cursor.failed, "it was read before");
  return sample;
}

}  // namespace turncoat::nn
