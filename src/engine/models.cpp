#include "engine/models.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <mutex>
#include <vector>

#include "base/file.h"
#include "base/text.h"
#include "eval/linear_forms.h"

namespace turncoat::engine {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kLargestHeuristic = 1 << 16;

std::vector<fs::path> model_folders() {
  std::vector<fs::path> folders;
  if (const char* named = std::getenv("TURNCOAT_MODELS"); named != nullptr && *named != '\0')
    folders.emplace_back(named);
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error).parent_path();
  if (!error) {
    folders.push_back(program / "../share/turncoat/models");
    folders.push_back(program / "../../models");  // build/<preset>/turncoat in the source tree
  }
  return folders;
}

}  // namespace

std::vector<std::string> shipped_heuristics() {
  std::vector<std::string> names;
  for (const fs::path& folder : model_folders()) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder / "heuristics", error)) {
      if (entry.path().extension() == ".txt") names.push_back(entry.path().stem());
    }
  }
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

namespace {

// The weights of a file, from memory while somebody holds them and the file is the same.
Result<std::shared_ptr<const eval::PatternFile>> shared_patterns(const fs::path& path) {
  struct Held {
    fs::file_time_type time;
    std::weak_ptr<const eval::PatternFile> file;
  };
  static std::mutex mutex;
  static std::map<fs::path, Held> held;
  std::error_code error;
  const fs::path name = fs::weakly_canonical(path, error);
  const auto time = fs::last_write_time(path, error);
  const std::lock_guard lock(mutex);
  Held& place = held[name];
  if (auto file = place.file.lock(); file != nullptr && place.time == time) return file;
  auto loaded = eval::load_pattern_file(path);
  if (!loaded) return std::unexpected(loaded.error());
  auto file = std::make_shared<const eval::PatternFile>(*std::move(loaded));
  place = {time, file};
  return file;
}

}  // namespace

Result<fs::path> find_model(std::string_view name) {
  for (const fs::path& folder : model_folders()) {
    std::error_code error;
    if (fs::is_regular_file(folder / name, error)) return folder / name;
  }
  return fail(Error::Code::NotFound, "models/{} is not there; set TURNCOAT_MODELS to the folder that has it",
              name);
}

Result<eval::LinearWeights> load_heuristic(const std::string& name_or_path) {
  std::error_code error;
  fs::path path = name_or_path;
  if (eval::looks_like_numbers(name_or_path)) return eval::parse_linear_numbers(name_or_path, "weights");
  if (!fs::is_regular_file(path, error)) {
    const auto shipped = find_model(fmt::format("heuristics/{}.txt", name_or_path));
    if (!shipped) {
      const auto names = shipped_heuristics();
      const std::string hint = did_you_mean(name_or_path, names);
      return fail(Error::Code::NotFound, "{} is neither a shipped heuristic nor a file{}",
                  quote(name_or_path), !hint.empty() ? hint : "; shipped are " + join(names, ", "));
    }
    path = *shipped;
  }
  const auto text = load_file(path, kLargestHeuristic);
  if (!text) return std::unexpected(text.error());
  return eval::parse_linear_weights(*text, path.string());
}

Result<HeuristicOf> heuristic_of(const std::string& name_or_path) {
  if (!name_or_path.empty()) {
    auto weights = load_heuristic(name_or_path);
    if (!weights) return std::unexpected(weights.error());
    return [weights = *weights](const rules::Ruleset&) { return weights; };
  }
  auto small = load_heuristic("evolved-8");
  if (!small) return std::unexpected(small.error());
  auto large = load_heuristic("evolved-12");
  if (!large) return std::unexpected(large.error());
  return [small = *small, large = *large](const rules::Ruleset& rules) {
    const int squares = rules.size * rules.size;
    return rules.size <= 8 ? eval::stretched(small, 64, squares) : eval::stretched(large, 144, squares);
  };
}

Result<search::PatternEval> load_patterns(const std::string& name_or_path) {
  std::error_code error;
  fs::path path = name_or_path;
  if (!fs::is_regular_file(path, error)) {
    const auto shipped = find_model(fmt::format("{}.weights", name_or_path));
    if (!shipped) return std::unexpected(shipped.error());
    path = *shipped;
  }
  const auto file = shared_patterns(path);
  if (!file) return std::unexpected(file.error());
  return search::PatternEval{*file};
}

Result<mcts::SavedTree> load_tree(const std::string& path) {
  constexpr std::uint64_t kLargestTree = std::uint64_t{16} << 30;
  const auto bytes = load_file(path, kLargestTree);
  if (!bytes) return std::unexpected(bytes.error());
  return mcts::decode_tree(*bytes, path);
}

}  // namespace turncoat::engine
