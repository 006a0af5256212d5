#include "learn/zero_recipe.h"

#include <algorithm>
#include <cmath>

#include "base/spec.h"

namespace turncoat::learn {

void ZeroRecipe::describe(Fields<ZeroRecipe>& fields) {
  fields.add("root", &ZeroRecipe::root,
             {{"puct", mcts::RootChoice::Puct}, {"gumbel", mcts::RootChoice::Gumbel}},
             "how root moves are tried: PUCT with Dirichlet noise, or Gumbel noise with sequential halving");
  fields.add("sims", &ZeroRecipe::sims, {1, 100'000}, "simulations for a move");
  fields.add("first_sims", &ZeroRecipe::first_sims, {1, 100'000},
             "simulations for a move when a run begins, rising to sims at half its time");
  fields.add("cheap", &ZeroRecipe::cheap, {0, 100'000},
             "simulations for a move that only goes on with the game and teaches no policy");
  fields.add("full", &ZeroRecipe::full, {0, 1}, "share of moves with all simulations, when cheap > 0");
  fields.add("considered", &ZeroRecipe::considered, {1, 256},
             "root moves that sequential halving starts with");
  fields.add("cpuct", &ZeroRecipe::cpuct, {0.01, 100}, "how much PUCT favours moves with few visits");
  fields.add("noise", &ZeroRecipe::noise, {0, 1}, "PUCT: share of Dirichlet noise at the root");
  fields.add("alpha", &ZeroRecipe::alpha, {0.001, 100}, "of the Dirichlet noise");
  fields.add("discs", &ZeroRecipe::discs, {0, 1},
             "how much of a position's worth is the disc difference; the rest is who wins");
  fields.add("solve", &ZeroRecipe::solve, {0, 16},
             "positions with so many empty squares are solved, not judged");
  fields.add("finish", &ZeroRecipe::finish, {0, 20},
             "a game is played exactly from so many empty squares on, or from those of solve");
  fields.add("opening", &ZeroRecipe::opening, {0, 200}, "a game begins with 0 to so many random moves");
  fields.add(
      "taste", &ZeroRecipe::taste, {0, 4},
      "in these random moves each side favours turning many discs, or few, by a power of up to so much");
  fields.add("rivals", &ZeroRecipe::rivals, {0, 1},
             "share of games in which one side does not search but turns many discs, or moves by chance");
  fields.add("bare", &ZeroRecipe::bare, {0, 1},
             "share of these games in which the other side plays the policy's first choice, up to a random "
             "move, and its searches only teach");
  fields.add(
      "trials", &ZeroRecipe::trials, {0, 1000},
      "games that the policy then plays by itself until it loses one, which is gone through again with "
      "searches; 0: any game will do");
  fields.add("sampling", &ZeroRecipe::sampling, {0, 200},
             "moves of a game that are drawn; later ones are the best");
  fields.add("flight", &ZeroRecipe::flight, {1, 4096}, "games each thread has under way at once");
  fields.add("blend", &ZeroRecipe::blend, {0, 1},
             "how much of a value target is the search's value; the rest is the game's result");
  fields.add("surprise", &ZeroRecipe::surprise, {0, 1},
             "share of a game's sample weight that goes where the search changed the policy most");
  fields.add("ending", &ZeroRecipe::ending, {0, 1}, "share of a game's solved positions that become samples");
  fields.add("games", &ZeroRecipe::games, {1, 1'000'000}, "games of a round");
  fields.add("window", &ZeroRecipe::window, {1, 100'000}, "rounds whose games are learned from");
  fields.add("merge", &ZeroRecipe::merge,
             "samples of the same position among those learned from, also turned or mirrored, become one, "
             "their mean");
  fields.add("passes", &ZeroRecipe::passes, {0.01, 1000}, "samples learned in a round for each new one");
  fields.add("batch", &ZeroRecipe::batch, {1, 65'536}, "samples of a training step");
  fields.add("rate", &ZeroRecipe::rate, {1e-8, 10}, "learning rate at first");
  fields.add("rate_end", &ZeroRecipe::rate_end, {0, 10}, "learning rate when the time is up");
  fields.add("decay", &ZeroRecipe::decay, {0, 1}, "weight decay");
  fields.add(
      "ema", &ZeroRecipe::ema, {0, 0.999999},
      "weights that play are an average of those trained, by this share of the old for each step; 0: none");
  fields.add("gate", &ZeroRecipe::gate, {0, 100'000},
             "games against the best network so far before a new one plays; 0: the newest always does");
  fields.add("gate_score", &ZeroRecipe::gate_score, {0, 1}, "points a new network needs of these");
  fields.add("rate_every", &ZeroRecipe::rate_every, {0, 100'000}, "rounds between ratings; 0: never");
  fields.add("rate_games", &ZeroRecipe::rate_games, {2, 100'000}, "games against each opponent of a rating");
  fields.add("rate_sims", &ZeroRecipe::rate_sims, {0, 100'000},
             "simulations for a move in gate and rating games");
}

int ZeroRecipe::sims_at(double share) const {
  const double way = std::clamp(2 * share, 0.0, 1.0);
  return static_cast<int>(std::lround(first_sims + way * (sims - first_sims)));
}

mcts::GuidedSettings ZeroRecipe::search() const {
  mcts::GuidedSettings settings;
  settings.root = root;
  settings.cpuct = cpuct;
  settings.noise = noise;
  settings.alpha = alpha;
  settings.gumbel_scale = 1;
  settings.considered = considered;
  settings.score_share = discs;
  return settings;
}

namespace {

// What others reached with one GPU and 40,000 games, number by number; where it does not say, as AlphaZero.
ZeroRecipe seed_004() {
  ZeroRecipe recipe;
  recipe.root = mcts::RootChoice::Puct;
  recipe.sims = 25;
  recipe.first_sims = 25;
  recipe.cpuct = 3;
  recipe.noise = 0.25;
  recipe.alpha = 0.9;
  recipe.discs = 0;
  recipe.solve = 0;
  recipe.opening = 0;
  recipe.sampling = 200;
  recipe.blend = 0;
  recipe.surprise = 0;
  recipe.ending = 0;
  recipe.games = 100;
  recipe.window = 20;
  recipe.rate_games = 40;
  recipe.ema = 0;
  recipe.gate = 40;
  recipe.gate_score = 0.55;
  return recipe;
}

ZeroRecipe fast(int size) {
  ZeroRecipe recipe;
  recipe.merge = true;
  if (size <= 4) {
    recipe.sims = 16;
    recipe.first_sims = 16;
    recipe.considered = 8;
    recipe.solve = 3;
    recipe.opening = 2;
    recipe.sampling = 8;
    recipe.games = 256;
    recipe.rate_every = 2;
    recipe.batch = 128;
  } else if (size <= 6) {
    recipe.sims = 96;
    recipe.first_sims = 48;
    recipe.solve = 12;
    recipe.finish = 18;
    recipe.opening = 4;
    recipe.sampling = 10;
    recipe.blend = 0.5;
    recipe.merge = false;  // the start, as one sample of many, would be learned late
    recipe.window = 20;
    recipe.passes = 5;
    recipe.batch = 128;
    recipe.rate = 0.04;
    recipe.rate_every = 10;
  } else if (size <= 8) {
    recipe.finish = 16;
    recipe.taste = 2;
  }
  return recipe;
}

}  // namespace

nlohmann::ordered_json json_of(const ZeroRecipe& recipe) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  const auto fields = fields_of<ZeroRecipe>();
  for (const auto& field : fields.all()) json[field.info.name] = field.get(recipe);
  return json;
}

std::vector<std::string> recipe_presets() {
  return {"fast", "seed-004"};
}

Result<ZeroRecipe> parse_recipe(std::string_view text, int size) {
  const auto spec = parse_spec(text);
  if (!spec) return std::unexpected(spec.error());
  const std::vector<std::string> names = recipe_presets();
  if (std::ranges::find(names, spec->name) == names.end()) {
    const std::string hint = did_you_mean(spec->name, names);
    return fail(Error::Code::NotFound, "there is no preset {}{}", quote(spec->name),
                hint.empty() ? fmt::format("; there are {}", join(names, ", ")) : hint);
  }
  ParamValues values = changed_params(spec->name == "fast" ? fast(size) : seed_004());
  for (const auto& [key, value] : spec->values) {
    const auto earlier = std::ranges::find(values, key, [](const auto& pair) { return pair.first; });
    const bool again = std::ranges::count(spec->values, key, [](const auto& pair) { return pair.first; }) > 1;
    if (earlier != values.end() && !again) values.erase(earlier);
    values.emplace_back(key, value);
  }
  return read_params<ZeroRecipe>(spec->name, values);
}

}  // namespace turncoat::learn
