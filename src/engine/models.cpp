#include "engine/models.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <mutex>
#include <vector>

#include "base/check.h"
#include "base/file.h"
#include "base/text.h"
#include "book/book_file.h"
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

// What a file holds, from memory while somebody holds it and the file is the same.
template <class T, Result<std::shared_ptr<const T>> (*load)(const fs::path&)>
Result<std::shared_ptr<const T>> shared_model(const fs::path& path) {
  struct Held {
    fs::file_time_type time;
    std::weak_ptr<const T> file;
  };
  static std::mutex mutex;
  static std::map<fs::path, Held> held;
  std::error_code error;
  const fs::path name = fs::weakly_canonical(path, error);
  const auto time = fs::last_write_time(path, error);
  const std::lock_guard lock(mutex);
  Held& place = held[name];
  if (auto file = place.file.lock(); file != nullptr && place.time == time) return file;
  auto loaded = load(path);
  if (loaded) place = {time, *loaded};
  return loaded;
}

// A loader that gives the thing itself, as one that gives it shared.
template <class T, Result<T> (*load)(const fs::path&)>
Result<std::shared_ptr<const T>> load_shared(const fs::path& path) {
  auto loaded = load(path);
  if (!loaded) return std::unexpected(loaded.error());
  return std::make_shared<const T>(*std::move(loaded));
}

// A file by its path, or a shipped one by its name; `what` it is, for the error.
Result<fs::path> file_or_model(const std::string& name_or_path, std::string_view extension,
                               std::string_view what) {
  std::error_code error;
  if (fs::is_regular_file(name_or_path, error)) return fs::path(name_or_path);
  if (const auto shipped = find_model(fmt::format("{}{}", name_or_path, extension))) return *shipped;
  return fail(
      Error::Code::NotFound,
      "{} is neither a shipped {} nor a file; TURNCOAT_MODELS may name the folder of the shipped ones",
      quote(name_or_path), what);
}

Result<std::shared_ptr<const eval::RidgeModel>> shared_ridge(const fs::path& path) {
  using eval::RidgeModel;
  return shared_model<RidgeModel, load_shared<RidgeModel, eval::load_ridge_model>>(path);
}

Result<std::shared_ptr<const book::Book>> shared_book(const fs::path& path) {
  return shared_model<book::Book, load_shared<book::Book, book::load_book>>(path);
}

template <nn::Backend backend>
Result<std::shared_ptr<const nn::Network>> load_net(const fs::path& path) {
  return nn::Network::load(path, backend);
}

std::string shipped_patterns(int size) {
  return fmt::format("patterns-{}", size);
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
  const auto path = file_or_model(name_or_path, ".weights", "model of patterns");
  if (!path) return std::unexpected(path.error());
  using eval::PatternFile;
  const auto file = shared_model<PatternFile, load_shared<PatternFile, eval::load_pattern_file>>(*path);
  if (!file) return std::unexpected(file.error());
  return search::PatternEval{*file};
}

std::vector<std::string> shipped_pattern_names() {
  std::vector<std::string> names;
  for (const int size : eval::kPatternSizes) {
    if (find_model(fmt::format("{}.weights", shipped_patterns(size))))
      names.push_back(shipped_patterns(size));
  }
  return names;
}

Result<search::PatternEval> load_patterns_for(int size, const std::string& name_or_path) {
  if (eval::find_pattern_set(size) == nullptr) {
    return fail(Error::Code::NotFound, "there are no patterns for {0}x{0}", size);
  }
  auto patterns = load_patterns(name_or_path.empty() ? shipped_patterns(size) : name_or_path);
  if (patterns && patterns->size() != size) {
    return fail(Error::Code::Conflict, "{} is made for {}x{}, not for {}x{}", name_or_path, patterns->size(),
                patterns->size(), size, size);
  }
  return patterns;
}

Result<std::vector<search::PatternEval>> load_pattern_sets(const std::string& name_or_path) {
  std::vector<search::PatternEval> sets;
  if (name_or_path != "shipped") {
    auto patterns = load_patterns(name_or_path);
    if (!patterns) return std::unexpected(patterns.error());
    sets.push_back(*std::move(patterns));
    return sets;
  }
  for (const int size : eval::kPatternSizes) {
    auto patterns = load_patterns_for(size, "");
    if (!patterns && (size == 8 || patterns.error().code != Error::Code::NotFound)) {
      return std::unexpected(patterns.error());
    }
    if (patterns) sets.push_back(*std::move(patterns));
  }
  return sets;
}

Result<std::shared_ptr<const eval::RidgeModel>> load_ridge(const std::string& name_or_path) {
  const auto path = file_or_model(name_or_path, ".json", "ridge model");
  if (!path) return std::unexpected(path.error());
  return shared_ridge(*path);
}

Result<std::shared_ptr<const eval::RidgeModel>> load_ridge_of(int size) {
  const auto path = find_model(fmt::format("ridge-{}.json", size));
  if (!path) {
    return fail(Error::Code::NotFound,
                "no ridge model for {0}x{0} is shipped; make one with turncoat train ridge --rules "
                "standard-{0} --out FILE and give model=FILE, or weights=ones",
                size);
  }
  return shared_ridge(*path);
}

Result<eval::SquareWeights> load_square_weights(const std::string& name_or_path) {
  const auto model = load_ridge(name_or_path);
  if (!model) return std::unexpected(model.error());
  return eval::square_weights(**model);
}

Result<std::shared_ptr<const nn::Network>> load_network(const std::string& name_or_path,
                                                        nn::Backend backend) {
  const auto path = find_network(name_or_path);
  if (!path) return std::unexpected(path.error());
  if (backend == nn::Backend::Integer)
    return shared_model<nn::Network, load_net<nn::Backend::Integer>>(*path);
  TURNCOAT_CHECK(backend == nn::Backend::Auto,
                 "shared networks compute in the fastest floats or in integers");
  return shared_model<nn::Network, load_net<nn::Backend::Auto>>(*path);
}

Result<fs::path> find_network(const std::string& name_or_path) {
  return file_or_model(name_or_path, ".net", "network");
}

Result<fs::path> find_book(const std::string& name_or_path) {
  return file_or_model(name_or_path, ".book", "book");
}

Result<std::shared_ptr<const book::Book>> load_book(const std::string& name_or_path) {
  const auto path = find_book(name_or_path);
  if (!path) return std::unexpected(path.error());
  return shared_book(*path);
}

Result<std::shared_ptr<const book::Book>> load_shipped_book(const rules::Ruleset& rules) {
  // Rules of the user's own may be called anything, also ../x.
  const fs::path name = rules.name + ".book";
  const auto path = name.has_parent_path() ? fs::path() : find_model(name.string()).value_or("");
  if (path.empty()) return nullptr;
  auto book = shared_book(path);
  if (book && !book::same_game(*(*book)->rules(), rules)) return nullptr;
  return book;
}

Result<mcts::SavedTree> load_tree(const std::string& path) {
  constexpr std::uint64_t kLargestTree = std::uint64_t{16} << 30;
  const auto bytes = load_file(path, kLargestTree);
  if (!bytes) return std::unexpected(bytes.error());
  return mcts::decode_tree(*bytes, path);
}

}  // namespace turncoat::engine
