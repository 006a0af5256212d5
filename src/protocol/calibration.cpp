#include "protocol/calibration.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include <unistd.h>

#include "base/file.h"
#include "base/rng.h"
#include "base/text.h"
#include "engine/registry.h"
#include "player/random_player.h"
#include "protocol/agent.h"
#include "protocol/ask.h"
#include "protocol/default_players.h"

namespace turncoat::protocol {

namespace {

using std::chrono::steady_clock;

constexpr std::string_view kFirstLine = "turncoat-calibration 1";
constexpr std::uint64_t kPositions = 3;
constexpr int kCalls = 5;
constexpr double kUsualGrowth = 3;  // from depth to depth, where too few depths were measured to tell
constexpr std::size_t kMostDepths = 256;

double seconds_since(steady_clock::time_point start) {
  return std::chrono::duration<double>(steady_clock::now() - start).count();
}

const SizeSpeed* find_size(const Calibration& calibration, int size) {
  const auto found = std::ranges::find(calibration.sizes, size, &SizeSpeed::size);
  return found == calibration.sizes.end() || found->seconds.empty() ? nullptr : &*found;
}

// How much longer a depth takes than the one before, over the last few measured.
double growth_of(const SizeSpeed& speed) {
  const std::size_t last = speed.seconds.size() - 1;
  const std::size_t steps = std::min<std::size_t>(last, 4);
  if (steps == 0) return kUsualGrowth;
  return std::pow(speed.seconds[last] / speed.seconds[last - steps], 1.0 / static_cast<double>(steps));
}

// A game played at random until two fifths of the board are full. Nothing when it ended before.
std::optional<rules::Game> middle_game(const rules::RulesetPtr& rules, std::uint64_t seed) {
  rules::Game game(rules);
  player::RandomPlayer random;
  if (!random.new_game(game.start(), seed)) return std::nullopt;
  const int squares = rules->size * rules->size;
  while (!game.is_over() && (squares - game.position().empties().size()) * 5 < squares * 2) {
    if (game.pass_if_forced()) continue;
    const auto choice = random.choose(game, {});
    if (!choice || !game.play(choice->move)) return std::nullopt;
  }
  game.pass_if_forced();
  return game.is_over() ? std::nullopt : std::optional(std::move(game));
}

// Depths that every position reached, by their geometric mean.
std::vector<double> mean_seconds(const std::vector<std::vector<double>>& runs) {
  std::vector<double> means;
  for (std::size_t depth = 0; depth < kMostDepths; ++depth) {
    double sum = 0;
    for (const std::vector<double>& run : runs) {
      if (depth >= run.size()) return means;
      sum += std::log(run[depth]);
    }
    const double mean = std::exp(sum / static_cast<double>(runs.size()));
    means.push_back(means.empty() ? mean : std::max(mean, means.back()));
  }
  return means;
}

Result<double> read_number(std::string_view text, int line) {
  const auto number = parse_double(text);
  if (!number || !std::isfinite(*number) || *number < 0 || *number > 1e15) {
    return fail(Error::Code::Parse, "line {}: {} is not a number", line, quote(text));
  }
  return *number;
}

// "size 12 nodes/s 1500000 seconds 0.0001 0.0004 ..."
Result<SizeSpeed> read_size(const std::vector<std::string_view>& words, int line) {
  if (words.size() < 6 || words[2] != "nodes/s" || words[4] != "seconds" || words.size() > 5 + kMostDepths) {
    return fail(Error::Code::Parse, "line {}: it is not size N nodes/s N seconds N ...", line);
  }
  SizeSpeed speed;
  const auto size = parse_uint(words[1]);
  if (!size || *size < rules::kMinSize || *size > rules::kMaxSize || *size % 2 != 0) {
    return fail(Error::Code::Parse, "line {}: {} is not a board size", line, quote(words[1]));
  }
  speed.size = static_cast<int>(*size);
  const auto rate = read_number(words[3], line);
  if (!rate) return std::unexpected(rate.error());
  speed.nodes_per_second = *rate;
  for (std::size_t i = 5; i < words.size(); ++i) {
    const auto seconds = read_number(words[i], line);
    if (!seconds) return std::unexpected(seconds.error());
    if (*seconds <= 0 || (!speed.seconds.empty() && *seconds < speed.seconds.back())) {
      return fail(Error::Code::Parse, "line {}: the seconds must be above 0 and rise", line);
    }
    speed.seconds.push_back(*seconds);
  }
  return speed;
}

// A folder that is gone with the object.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::error_code error;
    std::string name = (std::filesystem::temp_directory_path(error) / "turncoat-XXXXXX").string();
    if (mkdtemp(name.data()) != nullptr) path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code error;
    if (!path_.empty()) std::filesystem::remove_all(path_, error);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace

std::optional<double> seconds_to_depth(const Calibration& calibration, int size, int depth) {
  const SizeSpeed* speed = find_size(calibration, size);
  if (speed == nullptr) return std::nullopt;
  if (depth <= 0) return 0.0;
  const auto measured = static_cast<int>(speed->seconds.size());
  if (depth <= measured) return speed->seconds[static_cast<std::size_t>(depth - 1)];
  return speed->seconds.back() * std::pow(growth_of(*speed), depth - measured);
}

std::optional<int> depth_within(const Calibration& calibration, int size, double seconds) {
  if (find_size(calibration, size) == nullptr) return std::nullopt;
  int depth = 0;
  while (depth < size * size && *seconds_to_depth(calibration, size, depth + 1) <= seconds) ++depth;
  return depth;
}

std::string format_calibration(const Calibration& calibration) {
  std::string text = fmt::format("{}\noverhead {:.6f}\n", kFirstLine, calibration.overhead);
  for (const SizeSpeed& speed : calibration.sizes) {
    text += fmt::format("size {} nodes/s {:.0f} seconds", speed.size, speed.nodes_per_second);
    for (const double seconds : speed.seconds) text += fmt::format(" {:.9f}", seconds);
    text += '\n';
  }
  return text;
}

Result<Calibration> parse_calibration(std::string_view text) {
  Calibration calibration;
  int number = 0;
  for (const std::string_view line : split(text, '\n')) {
    ++number;
    if (number == 1) {
      if (trim(line) != kFirstLine) return fail(Error::Code::Parse, "it does not begin with {}", kFirstLine);
      continue;
    }
    std::vector<std::string_view> words;
    for (const std::string_view word : split(trim(line), ' ')) {
      if (!word.empty()) words.push_back(word);
    }
    if (words.empty()) continue;
    if (words[0] == "overhead" && words.size() == 2) {
      const auto overhead = read_number(words[1], number);
      if (!overhead) return std::unexpected(overhead.error());
      if (*overhead > 60) return fail(Error::Code::Range, "line {}: no call takes {} s", number, *overhead);
      calibration.overhead = *overhead;
    } else if (words[0] == "size") {
      auto speed = read_size(words, number);
      if (!speed) return std::unexpected(speed.error());
      if (find_size(calibration, speed->size) != nullptr) {
        return fail(Error::Code::Conflict, "line {}: size {} is given twice", number, speed->size);
      }
      calibration.sizes.push_back(std::move(*speed));
    } else {
      return fail(Error::Code::Parse, "line {}: {} is neither overhead nor size", number, quote(line));
    }
  }
  return calibration;
}

Result<SizeSpeed> measure_speed(int size, std::chrono::nanoseconds time, std::stop_token stop) {
  const auto player = engine::make_player(agent_player(size));
  if (!player) return std::unexpected(player.error());
  const auto rules = size == 12 ? rules::find_ruleset("leader-12") : rules::standard(size);
  if (!rules) return std::unexpected(rules.error());
  std::vector<std::vector<double>> runs;
  double nodes = 0;
  double seconds = 0;
  for (std::uint64_t seed = 1; runs.size() < kPositions && seed < 100; ++seed) {
    const auto game = middle_game(*rules, seed);
    if (!game) continue;
    if (auto ready = start_game(**player, game->start()); !ready) return std::unexpected(ready.error());
    std::vector<double> run;
    player::Request request;
    request.time.move = time / kPositions;
    request.stop = stop;
    const auto start = steady_clock::now();
    request.report = [&](const player::Thought& thought) {
      const auto depth = static_cast<std::size_t>(std::max(0, thought.depth.value_or(0)));
      if (depth == run.size() + 1) run.push_back(std::max(1e-9, seconds_since(start)));
    };
    const auto choice = ask(**player, *game, request);
    if (stop.stop_requested()) return fail(Error::Code::Cancelled, "stopped before the machine was measured");
    if (!choice) return std::unexpected(choice.error());
    nodes += static_cast<double>(choice->thought.nodes);
    seconds += seconds_since(start);
    runs.push_back(std::move(run));
  }
  return SizeSpeed{size, seconds > 0 ? nodes / seconds : 0, mean_seconds(runs)};
}

Result<double> measure_overhead() {
  const TemporaryFolder folder;
  if (folder.path().empty()) return fail(Error::Code::Io, "no temporary folder can be made");
  const auto rules = rules::find_ruleset("leader-12");
  if (!rules) return std::unexpected(rules.error());
  const rules::Position position(*rules);
  std::string input = fmt::format("{}\n0\n", rules::disc_char(position.mover()));
  const std::string squares = position.to_string();
  for (int row = 0; row < position.size(); ++row) {
    for (int column = 0; column < position.size(); ++column) {
      const char c = squares[static_cast<std::size_t>(row * position.size() + column)];
      input += c == '-' ? '.' : c;
    }
    input += '\n';
  }
  const auto saved = save_file(folder.path() / kAgentInput, input, Existing::Replace);
  if (!saved) return std::unexpected(saved.error());
  double slowest = 0;
  for (int call = 0; call < kCalls; ++call) {
    AgentOptions options;
    options.dir = folder.path();
    const auto answer = run_agent(options);
    if (!answer) return std::unexpected(answer.error());
    slowest = std::max(slowest, seconds_since(options.called));
  }
  return slowest;
}

}  // namespace turncoat::protocol
