// Files of training samples: chunks behind a short header, each with its checksum, only ever appended to.
// A chunk that is not all there (its writer was killed) is left out with a remark; anything else that is
// wrong is an error. One writer at a time; readers may look on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "nn/sample.h"

namespace turncoat::nn {

class SampleWriter {
 public:
  // Makes the file, or goes on behind its last whole chunk. Refuses, and leaves untouched, what is no sample
  // file of this board size, a damaged one, and one that another writer has open.
  static Result<std::unique_ptr<SampleWriter>> open(const std::filesystem::path& path, int size);
  ~SampleWriter();
  SampleWriter(const SampleWriter&) = delete;
  SampleWriter& operator=(const SampleWriter&) = delete;

  // Samples in the file.
  std::uint64_t samples() const { return samples_; }
  // What was dropped on opening, in one sentence; empty when nothing was.
  const std::string& remark() const { return remark_; }

  // One chunk, in one write, then to disk: all or nothing after a kill. Requires good samples.
  Result<void> append(std::span<const Sample> samples);

 private:
  SampleWriter(std::string name, int file, int size) : name_(std::move(name)), file_(file), size_(size) {}

  std::string name_;
  int file_;
  int size_;
  std::uint64_t end_ = 0;
  std::uint64_t samples_ = 0;
  std::string remark_;
};

// The newest samples of some files, kept packed (about 100 bytes each) and unpacked when asked for.
class SampleWindow {
 public:
  // Files from the oldest to the newest; at most `most` samples, the newest ones.
  static Result<SampleWindow> load(std::span<const std::filesystem::path> files, int size, std::size_t most);

  // Samples of the same position, also turned or mirrored, become their mean (nn/merge.h), in the place of
  // the oldest of them. How many samples that takes away.
  std::size_t merge();

  int size() const { return size_; }
  std::size_t count() const { return samples_.size(); }
  // Requires index < count().
  Sample sample(std::size_t index) const;
  const std::vector<std::string>& remarks() const { return remarks_; }

 private:
  // The beginning of a packed sample in its chunk; with chunk kMerged an index of means_.
  struct Place {
    std::uint32_t chunk;
    std::uint32_t begin;
  };
  static constexpr std::uint32_t kMerged = 0xffffffff;
  Sample sample_at(Place place) const;

  int size_ = 8;
  std::vector<std::string> chunks_;
  std::vector<Place> samples_;
  std::vector<Sample> means_;
  std::vector<std::string> remarks_;
};

}  // namespace turncoat::nn
