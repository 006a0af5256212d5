#include "nn/sample_file.h"

#include <fstream>

#include <gtest/gtest.h>

#include "base/file.h"
#include "base/rng.h"
#include "base/testing/mutate.h"
#include "base/testing/temporary_folder.h"
#include "nn/merge.h"
#include "nn/testing/random_samples.h"

namespace turncoat::nn {
namespace {

using testing::random_samples;
using turncoat::testing::TemporaryFolder;

constexpr std::size_t kAll = 1'000'000;

std::string bytes_of(const std::filesystem::path& path) {
  return *load_file(path, 1 << 30);
}

void write_bytes(const std::filesystem::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

void append(const std::filesystem::path& path, int size, std::span<const Sample> samples) {
  auto writer = SampleWriter::open(path, size);
  ASSERT_TRUE(writer) << writer.error().message;
  const auto done = (*writer)->append(samples);
  ASSERT_TRUE(done) << done.error().message;
}

std::vector<Sample> read_all(std::span<const std::filesystem::path> files, int size, std::size_t most) {
  const auto window = SampleWindow::load(files, size, most);
  EXPECT_TRUE(window) << window.error().message;
  std::vector<Sample> samples;
  for (std::size_t i = 0; window && i < window->count(); ++i) samples.push_back(window->sample(i));
  return samples;
}

TEST(SampleFile, IsReadBackChunkAfterChunk) {
  const TemporaryFolder folder;
  for (const int size : {4, 8, 12}) {
    const std::filesystem::path path = folder / fmt::format("{}.samples", size);
    const std::vector<Sample> samples = random_samples(size, 90, 1);
    append(path, size, std::span(samples).first(50));
    append(path, size, std::span(samples).subspan(50));
    EXPECT_EQ(read_all(std::span(&path, 1), size, kAll), samples);
    EXPECT_EQ((*SampleWriter::open(path, size))->samples(), 90U);
  }
}

TEST(SampleFile, WindowHoldsTheNewest) {
  const TemporaryFolder folder;
  const std::vector<Sample> samples = random_samples(6, 60, 2);
  std::vector<std::filesystem::path> files;
  for (std::size_t i = 0; i < 3; ++i) {
    files.push_back(folder / fmt::format("{}.samples", i));
    append(files.back(), 6, std::span(samples).subspan(i * 20, 10));
    append(files.back(), 6, std::span(samples).subspan(i * 20 + 10, 10));
  }
  for (const std::size_t most : {1U, 10U, 15U, 20U, 37U, 60U, 100U}) {
    const std::vector<Sample> expected(
        samples.end() - static_cast<std::ptrdiff_t>(std::min<std::size_t>(most, 60)), samples.end());
    EXPECT_EQ(read_all(files, 6, most), expected) << most;
  }
}

TEST(SampleFile, AWindowMergesWhatItHoldsTwice) {
  const TemporaryFolder folder;
  // Late positions of one random game are all different, turned or not.
  std::vector<Sample> samples = random_samples(8, 40, 3);
  samples.erase(samples.begin(), samples.begin() + 10);
  std::vector<Sample> again;
  for (std::size_t i = 0; i < 10; ++i) {
    again.push_back(transformed(samples[i], rules::Symmetry(static_cast<int>(i)), 8));
    again.back().value = 0;
  }
  const std::vector<std::filesystem::path> files = {folder / "a.samples", folder / "b.samples"};
  append(files[0], 8, samples);
  append(files[1], 8, again);
  auto window = SampleWindow::load(files, 8, kAll);
  ASSERT_TRUE(window);
  EXPECT_EQ(window->count(), 40u);
  EXPECT_EQ(window->merge(), 10u);
  ASSERT_EQ(window->count(), 30u);
  for (std::size_t i = 0; i < 30; ++i) {
    const Sample sample = window->sample(i);
    if (i < 10) {
      EXPECT_EQ(sample, mean_sample(std::vector{samples[i], again[i]}, 8)) << i;
      EXPECT_FLOAT_EQ(sample.value, samples[i].value / 2) << i;
    } else {
      EXPECT_EQ(sample, samples[i]) << i;
    }
  }
  EXPECT_EQ(window->merge(), 0u);
}

// A kill can leave any beginning of the file: readers use the whole chunks, a writer goes on behind them.
TEST(SampleFile, EveryCutKeepsTheWholeChunks) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder / "a.samples";
  const std::vector<Sample> samples = random_samples(4, 12, 3);
  append(path, 4, std::span(samples).first(6));
  const std::size_t first = bytes_of(path).size();
  append(path, 4, std::span(samples).subspan(6));
  const std::string whole = bytes_of(path);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    write_bytes(path, whole.substr(0, size));
    const auto window = SampleWindow::load(std::span(&path, 1), 4, kAll);
    ASSERT_TRUE(window) << size << ": " << window.error().message;
    EXPECT_EQ(window->count(), size < first ? 0U : 6U) << size;
    const bool clean = size == 0 || size == first || size == 25;  // nothing, one chunk, the header alone
    EXPECT_EQ(window->remarks().empty(), clean) << size;
    if (size % 7 != 0) continue;
    append(path, 4, std::span(samples).subspan(window->count()));
    EXPECT_EQ(read_all(std::span(&path, 1), 4, kAll), samples) << size;
  }
}

TEST(SampleFile, DamageIsAnErrorAndLeftAlone) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder / "a.samples";
  append(path, 8, random_samples(8, 20, 4));
  append(path, 8, random_samples(8, 20, 5));
  std::string bytes = bytes_of(path);
  bytes[60] = static_cast<char>(bytes[60] ^ 1);
  write_bytes(path, bytes);
  const auto window = SampleWindow::load(std::span(&path, 1), 8, kAll);
  ASSERT_FALSE(window);
  EXPECT_NE(window.error().message.find("at byte 25"), std::string::npos) << window.error().message;
  EXPECT_FALSE(SampleWriter::open(path, 8));
  EXPECT_EQ(bytes_of(path), bytes);
}

TEST(SampleFile, ForeignFilesAreRefusedAndLeftAlone) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder / "a.samples";
  write_bytes(path, "not samples at all");
  EXPECT_FALSE(SampleWriter::open(path, 8));
  EXPECT_FALSE(SampleWindow::load(std::span(&path, 1), 8, kAll));
  EXPECT_EQ(bytes_of(path), "not samples at all");
  EXPECT_FALSE(SampleWriter::open(folder.path(), 8));
  const std::filesystem::path other = folder / "six.samples";
  append(other, 6, random_samples(6, 3, 1));
  const auto wrong = SampleWriter::open(other, 8);
  ASSERT_FALSE(wrong);
  EXPECT_NE(wrong.error().message.find("size 6, not 8"), std::string::npos) << wrong.error().message;
}

TEST(SampleFile, HasOneWriter) {
  const TemporaryFolder folder;
  const auto writer = SampleWriter::open(folder / "a.samples", 8);
  ASSERT_TRUE(writer);
  const auto second = SampleWriter::open(folder / "a.samples", 8);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, Error::Code::Conflict);
}

TEST(SampleFile, MutatedFilesGiveGoodSamplesOrAnError) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder / "a.samples";
  append(path, 4, random_samples(4, 8, 6));
  append(path, 4, random_samples(4, 8, 7));
  const std::string whole = bytes_of(path);
  for (std::uint64_t round = 0; round < 1000; ++round) {
    Rng rng = Rng::stream(8, round);
    write_bytes(path, fuzzing::mutate(whole, rng));
    const auto window = SampleWindow::load(std::span(&path, 1), 4, kAll);
    for (std::size_t i = 0; window && i < window->count(); ++i) {
      ASSERT_TRUE(check_sample(window->sample(i), 4)) << round;
    }
  }
}

// Whatever bytes stand where a sample should: a good sample or a failed cursor, never more than was there.
TEST(SampleFile, MutatedSamplesAreGoodOrFail) {
  std::string bytes;
  for (const Sample& sample : random_samples(6, 4, 9)) put_sample(bytes, sample, 6);
  for (std::uint64_t round = 0; round < 5000; ++round) {
    Rng rng = Rng::stream(10, round);
    const std::string mutated = fuzzing::mutate(bytes, rng);
    ByteCursor cursor{mutated};
    while (!cursor.failed && !cursor.rest.empty()) {
      const Sample sample = read_sample(cursor, 6);
      if (!cursor.failed) {
        ASSERT_TRUE(check_sample(sample, 6));
      }
    }
  }
}

}  // namespace
}  // namespace turncoat::nn
