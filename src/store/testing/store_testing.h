// What the tests of the store share: folders that go away, games of every kind.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/rng.h"
#include "record/game_record.h"

namespace turncoat::store::testing {

// An empty folder, removed with everything in it at the end of the test.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(std::string_view name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

// Every preset, and some that only a file can say.
std::vector<rules::RulesetPtr> all_rulesets();

// A game of random moves with random surroundings: any ruleset, start, length, ending, odd names.
record::GameRecord random_record(Rng& rng);
// The same with a name, so that it can be recognised.
record::GameRecord named_record(std::string black, std::uint64_t seed);

std::string read_bytes(const std::filesystem::path& path);
void write_bytes(const std::filesystem::path& path, std::string_view bytes);

// SQL on the file, behind the store's back.
void run_sql(const std::filesystem::path& path, const std::string& sql);

}  // namespace turncoat::store::testing
