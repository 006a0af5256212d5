#include "search/ridge.h"

namespace turncoat::search {

namespace {

// Short searches meet no position twice, and a small table is quickly cleared between games.
constexpr int kShortDepth = 3;
constexpr std::uint64_t kSmallTable = 64 << 10;
constexpr std::uint64_t kTable = 16 << 20;

}  // namespace

void RidgeParams::describe(Fields<RidgeParams>& fields) {
  fields.add(
      "model", &RidgeParams::model,
      "a name under models, or a file of turncoat train ridge; left out: ridge-6, -8 or -10, by board");
  fields.add("weights", &RidgeParams::weights,
             {{"learned", RidgeWeights::Learned}, {"ones", RidgeWeights::Ones}},
             "the model's, or every square worth one disc on any board");
  fields.add("depth", &RidgeParams::depth, {1, 60}, "discs to look ahead");
}

SearchSettings ridge_settings(const RidgeParams& params, RidgeModelOf model) {
  SearchSettings settings;
  settings.evaluation = [model = std::move(model)](const rules::Ruleset& rules) -> Result<Evaluation> {
    auto found = model(rules.size);
    if (!found) return std::unexpected(found.error());
    if ((*found)->size != rules.size) {
      return fail(Error::Code::Conflict, "ridge: the model is for {0}x{0} boards, not {1}x{1}",
                  (*found)->size, rules.size);
    }
    return RidgeEval{*std::move(found)};
  };
  settings.options.table_bytes = params.depth <= kShortDepth ? kSmallTable : kTable;
  // Every move is a search of the full depth, also the one after a pass that the last search foresaw.
  settings.plays_on = false;
  settings.plan = [depth = params.depth](const rules::Position&, bool, Limits& limits) {
    limits.depth = depth;
  };
  return settings;
}

}  // namespace turncoat::search
