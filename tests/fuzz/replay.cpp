// Stands in for libFuzzer where the compiler has none: gives a fuzz target every file of a folder, then
// mutations of them at a fixed seed. A broken promise ends the process, as it does under libFuzzer.
//
//   x_fuzz FOLDER [MUTATIONS [KEEP]]      or one file instead of the folder
//
// With KEEP, every input is written to that file before it is tried: after a failure it holds the culprit.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

#include "base/testing/mutate.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLongest = 16 << 10;

void run(const std::string& text, const char* keep) {
  if (keep != nullptr) std::ofstream(keep, std::ios::binary) << text;
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
}

std::string contents(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<fs::path> files_of(const fs::path& path) {
  if (!fs::is_directory(path)) return {path};
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(path)) files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 2) {
    std::cerr << "usage: " << arguments[0] << " FOLDER-OR-FILE [MUTATIONS [KEEP]]\n";
    return 2;
  }
  std::vector<std::string> seeds;
  for (const fs::path& path : files_of(arguments[1])) seeds.push_back(contents(path));
  if (seeds.empty()) {
    std::cerr << arguments[1] << " has no seeds\n";
    return 2;
  }
  const char* keep = count > 3 ? arguments[3] : nullptr;
  for (const std::string& seed : seeds) run(seed, keep);
  const std::uint64_t mutations = count > 2 ? std::strtoull(arguments[2], nullptr, 10) : 0;
  for (std::uint64_t round = 0; round < mutations; ++round) {
    turncoat::Rng rng = turncoat::Rng::stream(2028, round);
    std::string text = seeds[rng.below(static_cast<std::uint32_t>(seeds.size()))];
    for (std::uint32_t times = 1 + rng.below(3); times > 0; --times) {
      text = turncoat::fuzzing::mutate(std::move(text), rng);
    }
    if (text.size() <= kLongest) run(text, keep);
  }
  std::cout << seeds.size() << " seeds, " << mutations << " mutations\n";
  return 0;
}
