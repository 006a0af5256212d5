#include "learn/zero_claim.h"

#include <xxhash.h>

#include "base/file.h"

namespace turncoat::learn {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

constexpr std::uint64_t kLargestClaim = 1 << 20;
constexpr std::uint64_t kLargestFile = std::uint64_t{4} << 30;

Json json_of(const ZeroClaim& claim) {
  return {{"rules", claim.rules->name},
          {"ruleset", rules::format_ruleset(*claim.rules)},
          {"net", claim.net},
          {"net_bytes", claim.net_bytes},
          {"numbers", claim.numbers == mcts::Numbers::Float ? "float" : "integer"},
          {"seed", claim.seed},
          {"recipe", json_of(claim.recipe)}};
}

// What a user would have to change; nothing when the two make the same games.
std::string difference(const Json& there, const Json& here) {
  const auto differ = [&](const std::string& name, const Json& a, const Json& b) {
    return fmt::format("{} is {} there and {} here", name, a.dump(), b.dump());
  };
  for (const char* key : {"rules", "numbers", "seed"}) {
    if (there.value(key, Json()) != here[key])
      return differ(fmt::format("--{}", key), there.value(key, Json()), here[key]);
  }
  if (there.value("ruleset", Json()) != here["ruleset"]) return "--rules are other rules there";
  if (there.value("net_bytes", Json()) != here["net_bytes"]) {
    return there.value("net", Json()) != here["net"]
               ? differ("--net", there.value("net", Json()), here["net"])
               : "--net is another network there";
  }
  const Json recipe = there.value("recipe", Json::object());
  const Json plain = json_of(ZeroRecipe{});  // what is not named is older than its setting
  for (const auto& [name, value] : here["recipe"].items()) {
    const Json old_value = recipe.is_object() ? recipe.value(name, plain[name]) : Json();
    if (old_value != value) return differ("--preset: " + name, old_value, value);
  }
  return {};
}

}  // namespace

fs::path claim_path(const fs::path& samples) {
  return fs::path(samples) += ".settings.json";
}

Result<void> claim_samples(const fs::path& samples, const ZeroClaim& claim) {
  const fs::path path = claim_path(samples);
  const Json here = json_of(claim);
  std::error_code ignored;
  if (!fs::exists(path, ignored)) return save_file(path, here.dump(2) + "\n", Existing::Refuse);
  const auto text = load_file(path, kLargestClaim);
  if (!text) return std::unexpected(text.error());
  const Json there = Json::parse(*text, nullptr, false);
  if (!there.is_object()) return fail(Error::Code::Parse, "{} is not a JSON object", path.string());
  if (const std::string what = difference(there, here); !what.empty()) {
    return fail(Error::Code::Conflict, "{} is of another run: {}", samples.string(), what);
  }
  return {};
}

Result<std::string> file_fingerprint(const fs::path& path) {
  const auto bytes = load_file(path, kLargestFile);
  if (!bytes) return std::unexpected(bytes.error());
  return fmt::format("{:016x}", XXH3_64bits(bytes->data(), bytes->size()));
}

}  // namespace turncoat::learn
