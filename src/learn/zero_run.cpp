#include "learn/zero_run.h"

#include <algorithm>
#include <cmath>

#include "base/file.h"
#include "engine/models.h"
#include "engine/network_judge.h"
#include "nn/grow.h"
#include "rules/ruleset.h"

namespace turncoat::learn {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

namespace {

constexpr std::uint64_t kAnchorGames = 20;
constexpr std::uint64_t kLargestAnchors = 1 << 20;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Early games are poor teachers: the window opens as the run goes on.
int window_rounds(const ZeroRecipe& recipe, int round) {
  return std::clamp(3 + round / 2, 1, recipe.window);
}

nlohmann::ordered_json json_of(const ZeroSettings& settings) {
  nlohmann::ordered_json json = {{"rules", settings.rules->name},
                                 {"ruleset", rules::format_ruleset(*settings.rules)},
                                 {"arch", settings.arch},
                                 {"seed", settings.seed}};
  if (!settings.from.empty()) json["from"] = settings.from.string();
  json["recipe"] = json_of(settings.recipe);
  return json;
}

Result<ZeroSettings> settings_from(const nlohmann::ordered_json& json, const std::string& name) {
  const auto text = [&](const char* key) {
    const auto found = json.find(key);
    return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
  };
  const auto seed = json.find("seed");
  const auto recipe = json.find("recipe");
  if (text("arch").empty() || seed == json.end() || !seed->is_number_unsigned() || recipe == json.end() ||
      !recipe->is_object()) {
    return fail(Error::Code::Parse, "{} does not hold the settings of a run", name);
  }
  const auto rules = rules::parse_ruleset(text("ruleset"), name);
  if (!rules) return std::unexpected(rules.error());
  ParamValues values;
  for (const auto& [key, value] : recipe->items()) {
    values.emplace_back(key, value.is_string() ? value.get<std::string>() : value.dump());
  }
  const auto read = read_params<ZeroRecipe>(name, values);
  if (!read) return std::unexpected(read.error());
  return ZeroSettings{*rules, text("arch"), *read, seed->get<std::uint64_t>(), text("from")};
}

// Nothing, or the first setting in which they differ.
Result<void> check_same(const ZeroSettings& there, const ZeroSettings& wanted, const fs::path& folder) {
  const auto old_values = json_of(there);
  const auto new_values = json_of(wanted);
  for (const auto& [key, value] : new_values.items()) {
    const auto old_value = old_values.contains(key) ? old_values[key] : nlohmann::ordered_json();
    if (old_value == value) continue;
    if (key != "recipe") {
      return fail(Error::Code::Conflict, "{} was made with {} {}, not {}", folder.string(), key,
                  old_value.dump(), value.dump());
    }
    for (const auto& [name, number] : value.items()) {
      if (old_value[name] == number) continue;
      return fail(Error::Code::Conflict,
                  "{} was made with {}={}, not {}; without --preset it goes on as it was", folder.string(),
                  name, old_value[name].get<std::string>(), number.get<std::string>());
    }
  }
  return {};
}

class Run {
 public:
  Run(const ZeroRunOptions& options, ZeroFolder folder)
      : options_(options),
        recipe_(options.recipe),
        folder_(std::move(folder)),
        state_(folder_.state()),
        earlier_(state_.seconds),
        forward_stop_(options.stop, [this] { stop_.request_stop(); }) {}

  Result<ZeroState> run() {
    const auto done = rounds();
    state_.seconds = seconds();
    // Time counts even for a round that was not finished.
    const auto saved = folder_.save_state(state_);
    if (!done && done.error().code != Error::Code::Cancelled) return std::unexpected(done.error());
    if (!saved) return std::unexpected(saved.error());
    return state_;
  }

 private:
  double seconds() const { return earlier_ + seconds_since(start_); }
  double share_of_time() const {
    if (options_.time.count() > 0) {
      return std::min(1.0, seconds() / std::chrono::duration<double>(options_.time).count());
    }
    return std::min(1.0, static_cast<double>(state_.round) / options_.rounds);
  }
  bool time_is_up() const {
    return options_.time.count() > 0 && seconds() >= std::chrono::duration<double>(options_.time).count();
  }
  bool ended() const {
    return stop_.stop_requested() || time_is_up() || (options_.rounds > 0 && state_.round >= options_.rounds);
  }
  void tell(const std::string& what, std::uint64_t done, std::uint64_t total) const {
    if (options_.on_progress) options_.on_progress(what, done, total);
  }

  Result<void> rounds() {
    if (auto found = find_earlier_run(); !found) return found;
    if (auto ready = first_network(); !ready) return ready;
    while (!ended()) {
      round_ = {};
      round_.round = state_.round + 1;
      for (const auto step : {&Run::self_play, &Run::train, &Run::gate, &Run::rate}) {
        if (auto done = (this->*step)(); !done) return done;
      }
      if (auto done = finish(); !done) return done;
    }
    return {};
  }

  ZeroTrainStep step_to(int round) const {
    ZeroTrainStep step;
    step.arch = options_.arch;
    step.size = options_.rules->size;
    step.state = folder_.trainer_state(round);
    step.net = folder_.net(round);
    step.batch = recipe_.batch;
    step.decay = recipe_.decay;
    step.ema = recipe_.ema;
    step.merge = recipe_.merge;
    step.threads = options_.threads;
    step.seed = derive_seed(options_.seed, static_cast<std::uint64_t>(round));
    return step;
  }

  // The run that this one goes on from, if it does.
  Result<void> find_earlier_run() {
    if (options_.from.empty() || !fs::is_directory(options_.from)) return {};
    auto folder = ZeroFolder::open(options_.from);
    if (!folder) return std::unexpected(folder.error());
    earlier_run_ = *std::move(folder);
    return {};
  }

  // The newest samples of the run before, oldest first.
  std::vector<fs::path> earlier_samples(int rounds) const {
    std::vector<fs::path> files;
    if (!earlier_run_) return files;
    const int last = earlier_run_->state().round;
    for (int round = std::max(1, last - rounds + 1); round <= last; ++round) {
      if (fs::exists(earlier_run_->samples(round))) files.push_back(earlier_run_->samples(round));
    }
    return files;
  }

  Result<void> first_network() {
    if (fs::exists(folder_.net(0))) return {};
    ZeroTrainStep step = step_to(0);
    if (fs::is_regular_file(options_.from)) step.weights = options_.from;
    if (earlier_run_) {
      const int last = earlier_run_->state().round;
      const auto network = nn::load_weights(earlier_run_->net(earlier_run_->state().best));
      if (!network) return std::unexpected(network.error());
      if (network->arch.name == step.arch && network->arch.size == step.size) {
        step.from = earlier_run_->trainer_state(last);
      } else {
        const auto arch = nn::Arch::parse(step.arch, step.size);
        if (!arch) return std::unexpected(arch.error());
        if (nn::grown(*network, *arch, step.seed))
          step.weights = earlier_run_->net(earlier_run_->state().best);
        const auto log = earlier_run_->read_log();
        if (!log) return std::unexpected(log.error());
        step.samples = earlier_samples(recipe_.window);
        double samples = 0;
        for (std::size_t i = log->size() - std::min(log->size(), step.samples.size()); i < log->size(); ++i) {
          samples += (*log)[i].value("samples", 0.0);
        }
        step.rate = recipe_.rate;
        step.steps = static_cast<std::uint64_t>(std::ceil(samples / recipe_.batch));
      }
    }
    tell("training", 0, step.steps);
    const auto made = run_trainer(options_.trainer, step, stop_.get_token(),
                                  [&](std::uint64_t done) { tell("training", done, step.steps); });
    if (!made) return std::unexpected(made.error());
    return publish(0);
  }

  Result<void> publish(int round) {
    const auto bytes = load_file(folder_.net(round), std::uint64_t{1} << 32);
    if (!bytes) return std::unexpected(bytes.error());
    return save_file(folder_.best(), *bytes, Existing::Replace);
  }

  Result<void> self_play() {
    auto files =
        ZeroRoundFiles::open(folder_.games(round_.round), folder_.samples(round_.round), options_.rules);
    if (!files) return std::unexpected(files.error());
    const auto wanted = static_cast<std::uint64_t>(recipe_.games);
    if (!selfplay_) {
      const std::uint64_t first = std::max(state_.next_game, files->next_number());
      selfplay_ =
          std::make_unique<ZeroSelfplay>(options_.rules, recipe_, options_.threads, options_.seed, first);
    }
    round_.sims = recipe_.sims_at(share_of_time());
    selfplay_->set_simulations(round_.sims);
    const auto network = nn::Network::load(folder_.net(state_.best), engine::backend_for(options_.numbers));
    if (!network) return std::unexpected(network.error());
    const auto make_judge = [&]() -> Result<std::unique_ptr<mcts::Judge>> {
      // Another image of the same position each round.
      return std::make_unique<engine::NetworkJudge>(*network, mcts::Symmetries::Random, 1,
                                                    static_cast<std::uint64_t>(round_.round));
    };
    const auto begin = Clock::now();
    const std::uint64_t games_before = files->games();
    const std::uint64_t judged_before = files->judged();
    tell("self-play", files->games(), wanted);
    if (files->games() < wanted) {
      const auto played = selfplay_->play(
          wanted - files->games(), make_judge,
          [&](ZeroGame&& game) -> Result<void> {
            if (auto done = files->append(game); !done) return done;
            tell("self-play", files->games(), wanted);
            if (time_is_up()) stop_.request_stop();
            return {};
          },
          stop_.get_token());
      if (!played) return played;
    }
    round_.play_seconds = seconds_since(begin);
    round_.games = files->games();
    round_.samples = files->samples();
    round_.judged = files->judged();
    if (round_.play_seconds > 0) {
      round_.games_per_second = static_cast<double>(files->games() - games_before) / round_.play_seconds;
      round_.positions_per_second =
          static_cast<double>(files->judged() - judged_before) / round_.play_seconds;
    }
    next_game_ = std::max(state_.next_game, files->next_number());
    if (files->games() < wanted) return fail(Error::Code::Cancelled, "stopped");
    return {};
  }

  Result<void> train() {
    round_.rate =
        recipe_.rate_end + (recipe_.rate - recipe_.rate_end) * 0.5 * (1 + std::cos(M_PI * share_of_time()));
    if (fs::exists(folder_.net(round_.round))) return {};  // killed after training
    ZeroTrainStep step = step_to(round_.round);
    step.steps = static_cast<std::uint64_t>(
        std::ceil(recipe_.passes * static_cast<double>(round_.samples) / recipe_.batch));
    // A run that goes on from another has the whole window from its beginning.
    const int rounds = earlier_run_ ? recipe_.window : window_rounds(recipe_, round_.round);
    step.samples = earlier_samples(rounds - round_.round);
    for (int round = std::max(1, round_.round - rounds + 1); round <= round_.round; ++round) {
      step.samples.push_back(folder_.samples(round));
    }
    step.from = folder_.trainer_state(round_.round - 1);
    step.rate = round_.rate;
    round_.window = static_cast<int>(step.samples.size());
    tell("training", 0, step.steps);
    const auto trained = run_trainer(options_.trainer, step, stop_.get_token(),
                                     [&](std::uint64_t done) { tell("training", done, step.steps); });
    if (!trained) return std::unexpected(trained.error());
    round_.trained = *trained;
    return {};
  }

  ZeroMatchSettings match_settings(std::uint64_t purpose, const std::string& what, std::uint64_t total) {
    ZeroMatchSettings settings;
    settings.rules = options_.rules;
    settings.sims = recipe_.rate_sims;
    settings.solve = recipe_.solve;
    settings.threads = options_.threads;
    settings.seed =
        derive_seed(derive_seed(options_.seed, purpose), static_cast<std::uint64_t>(round_.round));
    settings.stop = stop_.get_token();
    settings.on_game = [this, what, total, done = std::make_shared<std::atomic<std::uint64_t>>(0)] {
      tell(what, ++*done, total);
    };
    return settings;
  }

  Result<void> gate() {
    if (recipe_.gate > 0) {
      const auto games = static_cast<std::uint64_t>(recipe_.gate);
      const ZeroMatchSettings settings = match_settings(1, "gate", games);
      const auto stats = play_match(zero_spec(folder_.net(round_.round), settings),
                                    zero_spec(folder_.net(state_.best), settings), games, settings);
      if (!stats) return std::unexpected(stats.error());
      round_.gate_score = stats->score;
      round_.accepted = stats->score >= recipe_.gate_score;
    }
    return {};
  }

  Result<ZeroAnchors> anchors() {
    const fs::path path = folder_.file("anchors.json");
    if (fs::exists(path)) {
      const auto text = load_file(path, kLargestAnchors);
      if (!text) return std::unexpected(text.error());
      return parse_anchors(*text, path.string());
    }
    auto measured = measure_anchors(kAnchorGames, match_settings(2, "opponents", 0));
    if (!measured) return measured;
    if (auto saved = save_file(path, format_anchors(*measured), Existing::Replace); !saved) {
      return std::unexpected(saved.error());
    }
    return measured;
  }

  Result<void> rate() {
    if (recipe_.rate_every == 0 || round_.round % recipe_.rate_every != 0) return {};
    const auto opponents = anchors();
    if (!opponents) return std::unexpected(opponents.error());
    const auto games = static_cast<std::uint64_t>(recipe_.rate_games);
    const ZeroMatchSettings settings = match_settings(3, "rating", games * opponents->players.size());
    const int judged = round_.accepted ? round_.round : state_.best;
    auto rating = rate_network(folder_.net(judged), *opponents, games, settings);
    if (!rating) return std::unexpected(rating.error());
    round_.rating = *std::move(rating);
    return {};
  }

  Result<void> finish() {
    state_.round = round_.round;
    if (round_.accepted) {
      state_.best = round_.round;
      if (auto done = publish(state_.best); !done) return done;
    }
    state_.games += round_.games;
    state_.samples += round_.samples;
    state_.judged += round_.judged;
    state_.next_game = next_game_;
    state_.seconds = round_.seconds = seconds();
    if (round_.rating) state_.elo = round_.rating->elo;
    if (auto done = folder_.finish_round(state_, json_of(round_)); !done) return done;
    std::error_code ignored;
    if (state_.round >= 2) fs::remove(folder_.trainer_state(state_.round - 2), ignored);
    if (options_.on_round) options_.on_round(round_);
    return {};
  }

  const ZeroRunOptions& options_;
  const ZeroRecipe recipe_;
  ZeroFolder folder_;
  ZeroState state_;
  ZeroRound round_;
  std::uint64_t next_game_ = 0;
  std::unique_ptr<ZeroSelfplay> selfplay_;
  std::optional<ZeroFolder> earlier_run_;
  Clock::time_point start_ = Clock::now();
  double earlier_;
  std::stop_source stop_;
  std::stop_callback<std::function<void()>> forward_stop_;
};

}  // namespace

nlohmann::ordered_json json_of(const ZeroRound& round) {
  nlohmann::ordered_json json = {{"round", round.round},
                                 {"seconds", round.seconds},
                                 {"games", round.games},
                                 {"samples", round.samples},
                                 {"games_per_second", round.games_per_second},
                                 {"positions_per_second", round.positions_per_second},
                                 {"play_seconds", round.play_seconds},
                                 {"train_seconds", round.trained.seconds},
                                 {"window", round.window},
                                 {"sims", round.sims},
                                 {"rate", round.rate}};
  if (const auto& losses = round.trained.losses) {
    json["loss"] = losses->all;
    json["loss_policy"] = losses->policy;
    json["loss_value"] = losses->value;
    json["loss_score"] = losses->score;
    json["loss_ownership"] = losses->ownership;
  }
  if (round.gate_score) {
    json["gate"] = *round.gate_score;
    json["accepted"] = round.accepted;
  }
  if (round.rating) {
    json["elo"] = round.rating->elo;
    json["elo_error"] = round.rating->error;
    for (const auto& [opponent, score] : round.rating->scores) json["scores"][opponent] = score;
  }
  return json;
}

Result<ZeroSettings> read_zero_settings(const fs::path& folder) {
  const auto json = ZeroFolder::read_settings(folder);
  if (!json) return std::unexpected(json.error());
  return settings_from(*json, (folder / "run.json").string());
}

Result<ZeroState> run_zero(const ZeroRunOptions& options) {
  const auto arch = nn::Arch::parse(options.arch, options.rules->size);
  if (!arch) return std::unexpected(arch.error());
  if (options.resume) {
    const auto there = read_zero_settings(options.out);
    if (!there) return std::unexpected(there.error());
    if (auto same = check_same(*there, options, options.out); !same) return std::unexpected(same.error());
  }
  auto folder = options.resume
                    ? ZeroFolder::open(options.out)
                    : ZeroFolder::make(options.out, json_of(static_cast<const ZeroSettings&>(options)));
  if (!folder) return std::unexpected(folder.error());
  return Run(options, *std::move(folder)).run();
}

}  // namespace turncoat::learn
