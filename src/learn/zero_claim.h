// What decides the games of `selfplay zero`, kept as JSON beside their samples, which have no place for it:
// games that are added later must be of the same kind, as the same command would make them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "learn/zero_recipe.h"
#include "mcts/zero_player.h"
#include "rules/ruleset.h"

namespace turncoat::learn {

struct ZeroClaim {
  rules::RulesetPtr rules;
  std::string net;        // as it was named
  std::string net_bytes;  // file_fingerprint() of it: what it is
  mcts::Numbers numbers = mcts::Numbers::Float;
  ZeroRecipe recipe;
  std::uint64_t seed = 1;
};

// FILE.settings.json
std::filesystem::path claim_path(const std::filesystem::path& samples);

// Writes the claim where there is none; an error when there is another, which names the first difference.
Result<void> claim_samples(const std::filesystem::path& samples, const ZeroClaim& claim);

// 16 hexadecimal digits that stand for the bytes of a file.
Result<std::string> file_fingerprint(const std::filesystem::path& path);

}  // namespace turncoat::learn
