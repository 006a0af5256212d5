#include "engine/registry.h"

#include <algorithm>
#include <functional>

#include "base/memory.h"
#include "base/spec.h"
#include "engine/book_player.h"
#include "engine/gtp_player.h"
#include "engine/models.h"
#include "engine/zero.h"
#include "mcts/mcts_player.h"
#include "player/greedy_player.h"
#include "player/random_player.h"
#include "search/alphabeta.h"
#include "search/engine.h"
#include "search/ridge.h"

namespace turncoat::engine {

namespace {

struct NoParams {
  static void describe(Fields<NoParams>&) {}
};

using Maker = std::function<Result<std::unique_ptr<player::Player>>(const Environment&)>;

struct Entry {
  PlayerInfo info;
  // Reads the values; gives the maker and the canonical values, or what is wrong with them.
  std::function<Result<std::pair<Maker, ParamValues>>(const ParamValues&)> prepare;
};

template <class P, class Make>
Entry entry(std::string name, std::string summary, Make make) {
  Entry result;
  result.info = {name, std::move(summary), describe_params<P>()};
  result.prepare = [name, make](const ParamValues& values) -> Result<std::pair<Maker, ParamValues>> {
    const auto params = read_params<P>(name, values);
    if (!params) return std::unexpected(params.error());
    Maker maker = [make, params = *params](const Environment& environment) {
      return make(params, environment);
    };
    return std::pair(std::move(maker), changed_params(*params));
  };
  return result;
}

using Made = Result<std::unique_ptr<player::Player>>;

// The parameters of a player and those of a book for it.
template <class P>
struct Booked : P, BookParams {
  static void describe(Fields<Booked>& fields) {
    fields.template include<P>();
    fields.template include<BookParams>();
  }
};

// A player that can be given a book.
template <class P, class Make>
Entry booked_entry(std::string name, std::string summary, Make make) {
  return entry<Booked<P>>(name, std::move(summary),
                          [name, make](const Booked<P>& params, const Environment& environment) -> Made {
                            Made thinker = make(params, environment);
                            if (!thinker || params.book.empty()) return thinker;
                            auto book = book_of(params.book);
                            if (!book) return fail_at(book.error(), "{}", name);
                            return std::make_unique<BookPlayer>(*std::move(thinker), *std::move(book),
                                                                params.variety);
                          });
}

Made make_alphabeta(const search::AlphaBetaParams& params, const Environment&) {
  std::function<search::Evaluation(const rules::Ruleset&)> evaluation = [](const rules::Ruleset&) {
    return search::StagedEval{};
  };
  if (params.eval == search::EvalKind::Linear) {
    auto heuristic = heuristic_of(params.weights);
    if (!heuristic) return fail_at(heuristic.error(), "alphabeta");
    evaluation = *std::move(heuristic);
  }
  return std::make_unique<search::SearchPlayer>(search::alphabeta_settings(params, std::move(evaluation)));
}

Made make_engine(const search::EngineParams& params, const Environment&) {
  if (params.error == 0 && params.blunder != search::EngineParams{}.blunder) {
    return fail(Error::Code::Conflict, "engine: blunder says how wild mistakes are: it goes with error");
  }
  auto patterns = load_pattern_sets(params.weights);
  if (!patterns) return fail_at(patterns.error(), "engine");
  return std::make_unique<search::SearchPlayer>(search::engine_settings(params, *std::move(patterns)));
}

Made make_ridge(const search::RidgeParams& params, const Environment&) {
  search::RidgeModelOf model = load_ridge_of;
  if (params.weights == search::RidgeWeights::Ones) {
    if (!params.model.empty()) return fail(Error::Code::Conflict, "ridge: weights=ones goes without a model");
    model = [](int size) -> Result<std::shared_ptr<const eval::RidgeModel>> {
      return std::make_shared<const eval::RidgeModel>(eval::ones_model(size));
    };
  } else if (!params.model.empty()) {
    const auto loaded = load_ridge(params.model);
    if (!loaded) return fail_at(loaded.error(), "ridge");
    model = [loaded](int) { return loaded; };
  }
  return std::make_unique<search::SearchPlayer>(search::ridge_settings(params, std::move(model)));
}

Made make_mcts(const mcts::MctsParams& params, const Environment&) {
  std::function<mcts::Evaluation(const rules::Ruleset&)> evaluation = [](const rules::Ruleset&) {
    return mcts::StagedEval{};
  };
  if (params.cutoff > 0 && params.eval == mcts::EvalKind::Linear) {
    auto heuristic = heuristic_of(params.weights);
    if (!heuristic) return fail_at(heuristic.error(), "mcts");
    evaluation = *std::move(heuristic);
  }
  std::shared_ptr<const mcts::SavedTree> grown;
  if (!params.tree.empty()) {
    auto tree = load_tree(params.tree);
    if (!tree) return fail_at(tree.error(), "mcts");
    grown = std::make_shared<const mcts::SavedTree>(*std::move(tree));
  }
  return std::make_unique<mcts::MctsPlayer>(params, std::move(evaluation), std::move(grown));
}

Made make_zero(const mcts::ZeroParams& params, const Environment&) {
  auto player = make_zero_player(params);
  if (!player) return fail_at(player.error(), "zero");
  return *std::move(player);
}

std::vector<Entry> entries() {
  std::vector<Entry> list;
  list.push_back(entry<NoParams>(
      "random", "any legal move, each as likely",
      [](const NoParams&, const Environment&) { return Made(std::make_unique<player::RandomPlayer>()); }));
  list.push_back(entry<NoParams>(
      "greedy", "the move that turns the most discs now",
      [](const NoParams&, const Environment&) { return Made(std::make_unique<player::GreedyPlayer>()); }));
  list.push_back(booked_entry<search::AlphaBetaParams>(
      "alphabeta", "alpha-beta search with a hand-made evaluation", make_alphabeta));
  list.push_back(booked_entry<search::EngineParams>(
      "engine", "the strongest: learned patterns, selective search, exact endgames", make_engine));
  list.push_back(booked_entry<mcts::MctsParams>(
      "mcts", "Monte-Carlo tree search: UCT with random playouts and a solver", make_mcts));
  list.push_back(entry<search::RidgeParams>(
      "ridge", "a two-disc minimax over square weights that ridge regression learned from random games",
      make_ridge));
  list.push_back(entry<mcts::ZeroParams>(
      "zero", "tree search guided by a network that learned from its own games (docs/zero.md)", make_zero));
  list.push_back(entry<NoParams>("human", "you, at the keyboard (only in turncoat play)",
                                 [](const NoParams&, const Environment& environment) -> Made {
                                   if (!environment.ask_human) {
                                     return fail(Error::Code::Unavailable,
                                                 "human needs a person at the keyboard: use turncoat play");
                                   }
                                   return std::make_unique<player::HumanPlayer>(environment.ask_human);
                                 }));
  list.push_back(
      entry<GtpParams>("gtp", "any program that speaks GTP, run as a child process",
                       [](const GtpParams& params, const Environment&) { return GtpPlayer::make(params); }));
  return list;
}

// Memory is a matter of the machine, not of the spec: only making a player asks for it.
Result<void> check_sizes(const Spec& spec) {
  const auto all = entries();
  const auto entry = std::ranges::find(all, spec.name, [](const Entry& each) { return each.info.name; });
  for (const ParamInfo& info : entry->info.params) {
    const auto given = std::ranges::find(spec.values, info.name, &ParamValues::value_type::first);
    if (info.kind != ParamInfo::Kind::Bytes || given == spec.values.end()) continue;
    if (auto fits = parse_memory(given->second); !fits) {
      return fail_at(fits.error(), "{}: {}", spec.name, info.name);
    }
  }
  return {};
}

Result<std::pair<Maker, Spec>> prepare(std::string_view text) {
  auto spec = parse_spec(text);
  if (!spec) return std::unexpected(spec.error());
  std::vector<std::string> names;
  for (const Entry& candidate : entries()) {
    if (candidate.info.name != spec->name) {
      names.push_back(candidate.info.name);
      continue;
    }
    auto prepared = candidate.prepare(spec->values);
    if (!prepared) return std::unexpected(prepared.error());
    return std::pair(std::move(prepared->first), Spec{spec->name, std::move(prepared->second)});
  }
  const std::string hint = did_you_mean(spec->name, names);
  return fail(Error::Code::NotFound, "there is no player {}{}", quote(spec->name),
              hint.empty() ? "; turncoat players lists them" : hint);
}

}  // namespace

std::vector<PlayerInfo> list_players() {
  std::vector<PlayerInfo> infos;
  for (const Entry& candidate : entries()) infos.push_back(candidate.info);
  return infos;
}

Result<std::unique_ptr<player::Player>> make_player(std::string_view spec, const Environment& environment) {
  const auto prepared = prepare(spec);
  if (!prepared) return std::unexpected(prepared.error());
  if (auto fits = check_sizes(prepared->second); !fits) return std::unexpected(fits.error());
  return prepared->first(environment);
}

Result<std::string> canonical_spec(std::string_view spec) {
  const auto prepared = prepare(spec);
  if (!prepared) return std::unexpected(prepared.error());
  return format_spec(prepared->second);
}

}  // namespace turncoat::engine
