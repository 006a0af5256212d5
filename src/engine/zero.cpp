#include "engine/zero.h"

#include <algorithm>

#include "engine/exact_solver.h"
#include "engine/models.h"
#include "engine/network_judge.h"

namespace turncoat::engine {

namespace {

constexpr std::string_view kBySize = "zero";
constexpr std::uint64_t kImageSeed = 1;

Result<mcts::ZeroTools> tools_for(const mcts::ZeroParams& params,
                                  const std::shared_ptr<const nn::Network>& network,
                                  const rules::Ruleset& rules) {
  if (network->arch().size != rules.size) {
    return fail(Error::Code::Range, "zero: the network {} was made for {}x{} boards, not for {} ({}x{})",
                params.net, network->arch().size, network->arch().size, rules.name, rules.size, rules.size);
  }
  mcts::ZeroTools tools;
  tools.judge = std::make_unique<NetworkJudge>(network, params.images(), params.threads, kImageSeed);
  tools.solve = exact_solver(rules, std::min(params.solve, params.leaves));
  tools.solve_root = root_solver(rules, params.solve, true);
  return tools;
}

}  // namespace

Result<std::unique_ptr<mcts::ZeroPlayer>> make_zero_player(const mcts::ZeroParams& params) {
  // Found here and not in a game, which a clock would make it lose.
  if (params.root == mcts::RootChoice::Gumbel && params.sims < 0) {
    return fail(Error::Code::Range, "root=gumbel plans its simulations ahead; give it sims");
  }
  std::shared_ptr<const nn::Network> named;
  if (params.net != kBySize) {
    auto network = load_network(params.net, backend_for(params.numbers));
    if (!network) return std::unexpected(network.error());
    named = *std::move(network);
  }
  return std::make_unique<mcts::ZeroPlayer>(
      params, [params, named](const rules::Ruleset& rules) -> Result<mcts::ZeroTools> {
        if (named) return tools_for(params, named, rules);
        auto network = load_network(fmt::format("{}-{}", kBySize, rules.size), backend_for(params.numbers));
        if (!network) return fail_at(network.error(), "zero has no network for {0}x{0} boards", rules.size);
        return tools_for(params, *network, rules);
      });
}

}  // namespace turncoat::engine
