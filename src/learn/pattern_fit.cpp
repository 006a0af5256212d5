#include "learn/pattern_fit.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "base/parallel.h"
#include "eval/patterns.h"
#include "rules/kernel/kernel64_portable.h"

namespace turncoat::learn {

namespace {

using eval::PatternSet;
using eval::PatternWeights;
using Kernel = rules::kernel::PortableKernel64;
using Features = eval::Patterns<Kernel>;

// The games are cut into this many parts whatever the threads, so that sums come out the same.
constexpr std::size_t kParts = 8;

// Positions of one part of the games: for each, the packed state of every feature and the mobility.
struct Samples {
  std::vector<PatternSet::Row> rows;
  std::vector<float> targets;
};

// The evaluation that is fitted: all features of a set or those of the light evaluation, and the mobility.
enum class Kind { Full, Light };

// What a row of samples holds: the packed states of these features in turn, then the mobility.
struct Slots {
  const PatternSet& set;
  std::array<std::uint32_t, PatternSet::kSlots> offset;   // where a slot's weights begin in a packed stage
  std::array<std::uint16_t, PatternSet::kSlots> feature;  // of a slot
  std::size_t used = 0;                                   // features and mobility

  Slots(const PatternSet& set_in, Kind kind) : set(set_in) {
    for (std::size_t i = 0; i < set.features(); ++i) {
      const eval::PatternShape& shape = set.shapes[set.shape_of[i]];
      if (kind == Kind::Light && !shape.orders) continue;
      feature[used] = static_cast<std::uint16_t>(i);
      offset[used++] = shape.packed_offset;
    }
    offset[used++] = set.packed_states - PatternSet::kMobilityStates;
  }

  PatternSet::Row row(const Features::State& state, int mobility) const {
    PatternSet::Row row{};
    for (std::size_t i = 0; i + 1 < used; ++i) {
      row[i] = set.shapes[set.shape_of[feature[i]]].packed[state.features[feature[i]]];
    }
    row[used - 1] = static_cast<std::uint16_t>(std::min<int>(mobility, PatternSet::kMobilityStates - 1));
    return row;
  }
};

struct Plies {
  int first;
  int last;
};

Plies plies_of(int stage, int overlap) {
  return {PatternSet::kPliesPerStage * stage - overlap,
          PatternSet::kPliesPerStage * (stage + 1) - 1 + overlap};
}

// The mean of what the player's search said of a position and of the next one, where the same side moves
// again if the other `passes`. The side that moves last in a search looks better than it is, and the two
// searches end with different sides: taught by one of them only, an evaluation learns its own bias again and
// again.
double told(const FitGame& game, std::size_t ply, bool passes, int score) {
  const int before = game.searched[ply];
  if (before == kNoScore) return score;
  const int after = ply + 1 < game.length ? game.searched[ply + 1] : kNoScore;
  if (after == kNoScore) return before;
  return (before + (passes ? after : -after)) / 2.0;
}

// A position of a game, from its mover's side.
struct Lived {
  rules::kernel::Board64 board;
  std::uint64_t moves;
  int ply;
  int score;    // at the end
  double told;  // by the player's searches; the score at the end where they said nothing
};

// Calls `see` with each position of the game between the plies that a side has to move in.
template <class See>
void replay(const rules::Position& start, const FitGame& game, Plies plies, const See& see) {
  rules::kernel::Board64 board = Kernel::board_of(start);
  const std::uint64_t area = Kernel::area(start.size());
  bool black = true;
  std::uint64_t moves = Kernel::moves(board, area);
  for (int ply = 0; ply < game.length && ply <= plies.last; ++ply) {
    const auto at = static_cast<std::size_t>(ply);
    const int bit = game.squares[at];
    const rules::kernel::Board64 before = board;
    const std::uint64_t moves_before = moves;
    board = Kernel::after(board, bit, Kernel::flips(board, bit));
    moves = Kernel::moves(board, area);
    const bool passes = moves == 0;
    if (passes) {
      board = Kernel::after_pass(board);
      moves = Kernel::moves(board, area);
    }
    if (ply >= plies.first && ply >= game.first) {
      const int score = black ? game.score : -game.score;
      see(Lived{before, moves_before, ply, score, told(game, at, passes, score)});
    }
    if (!passes) black = !black;
  }
}

// Near the end the result is almost certain and a shallow search is not; far from it the result is mostly
// noise.
double trust_in_search(int empties, int squares) {
  const double none = squares / 4.0;
  const double full = squares / 2.0;
  return std::clamp((empties - none) / (full - none), 0.0, 1.0);
}

// The target of held-out games is the result alone, so that errors compare whatever the search's share.
Samples collect(const Slots& slots, std::span<const FitGame> games, std::size_t part, Plies plies,
                bool held_out, const FitSettings& settings) {
  const PatternSet& set = slots.set;
  const Features features(set);
  const rules::Position start(rules::standard(set.size));
  const int squares = set.size * set.size;
  Samples samples;
  for (std::size_t i = part; i < games.size(); i += kParts) {
    // Which games are held out must not depend on the part.
    if ((i / kParts % static_cast<std::size_t>(settings.held_out_every) == 0) != held_out) continue;
    const double most = held_out ? 0 : settings.search_share;
    replay(start, games[i], plies, [&](const Lived& lived) {
      Features::State state;
      features.start(lived.board, state);
      samples.rows.push_back(slots.row(state, Kernel::count(lived.moves)));
      const double share = most * trust_in_search(squares - 4 - lived.ply, squares);
      samples.targets.push_back(static_cast<float>((1 - share) * lived.score + share * lived.told));
    });
  }
  return samples;
}

float sum_of(const PatternSet::Row& row, const Slots& slots, const std::vector<float>& weights) {
  float sum = 0;
  for (std::size_t i = 0; i < slots.used; ++i) sum += weights[slots.offset[i] + row[i]];
  return sum;
}

void add_to(const PatternSet::Row& row, const Slots& slots, float value, std::vector<float>& weights) {
  for (std::size_t i = 0; i < slots.used; ++i) weights[slots.offset[i] + row[i]] += value;
}

double dot(const std::vector<float>& a, const std::vector<float>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += static_cast<double>(a[i]) * b[i];
  return sum;
}

// One stage's least squares by conjugate gradients, scaled by how often each weight is used.
class StageFit {
 public:
  StageFit(const Slots& slots, const std::vector<Samples>& parts, const FitSettings& settings)
      : slots_(slots), parts_(parts), settings_(settings) {}

  // Moves `weights` from where they are to where the games want them; the penalty is for the way.
  void run(std::vector<float>& weights) const {
    const std::size_t n = weights.size();
    const auto shrinkage = static_cast<float>(settings_.shrinkage);
    std::vector<float> scale = sum_over([](const PatternSet::Row&, float) { return 1.0F; });
    for (float& s : scale) s = 1 / (s + shrinkage);

    std::vector<float> residual = sum_over(
        [&](const PatternSet::Row& row, float target) { return target - sum_of(row, slots_, weights); });
    std::vector<float> z(n);
    for (std::size_t i = 0; i < n; ++i) z[i] = scale[i] * residual[i];
    std::vector<float> direction = z;
    double rz = dot(residual, z);
    const double enough = 1e-8 * rz;
    for (int k = 0; k < settings_.iterations && rz > enough && !settings_.stop.stop_requested(); ++k) {
      std::vector<float> image =
          sum_over([&](const PatternSet::Row& row, float) { return sum_of(row, slots_, direction); });
      for (std::size_t i = 0; i < n; ++i) image[i] += shrinkage * direction[i];
      const auto step = static_cast<float>(rz / dot(direction, image));
      for (std::size_t i = 0; i < n; ++i) {
        weights[i] += step * direction[i];
        residual[i] -= step * image[i];
        z[i] = scale[i] * residual[i];
      }
      const double next = dot(residual, z);
      const auto ratio = static_cast<float>(next / rz);
      rz = next;
      for (std::size_t i = 0; i < n; ++i) direction[i] = z[i] + ratio * direction[i];
    }
  }

 private:
  // The sum over all samples of `value(row, target)` at every weight the sample uses.
  template <class Value>
  std::vector<float> sum_over(const Value& value) const {
    std::vector<std::vector<float>> sums(kParts, std::vector<float>(slots_.set.packed_states, 0.0F));
    parallel_for(settings_.threads, kParts, [&](std::uint64_t part, int) {
      const Samples& samples = parts_[part];
      for (std::size_t i = 0; i < samples.rows.size(); ++i) {
        add_to(samples.rows[i], slots_, value(samples.rows[i], samples.targets[i]), sums[part]);
      }
    });
    for (std::size_t part = 1; part < kParts; ++part) {
      for (std::size_t i = 0; i < sums[0].size(); ++i) sums[0][i] += sums[part][i];
    }
    return std::move(sums[0]);
  }

  const Slots& slots_;
  const std::vector<Samples>& parts_;
  const FitSettings& settings_;
};

struct Errors {
  double squares = 0;
  double absolute = 0;
  std::uint64_t count = 0;
};

Errors errors_of(const Slots& slots, const std::vector<Samples>& parts, const std::vector<float>& weights) {
  Errors errors;
  for (const Samples& samples : parts) {
    for (std::size_t i = 0; i < samples.rows.size(); ++i) {
      const double error =
          samples.targets[i] - std::clamp(sum_of(samples.rows[i], slots, weights), -64.0F, 64.0F);
      errors.squares += error * error;
      errors.absolute += std::abs(error);
      ++errors.count;
    }
  }
  return errors;
}

std::vector<Samples> collect_parts(const Slots& slots, std::span<const FitGame> games,
                                   const FitSettings& settings, Plies plies, bool held_out) {
  std::vector<Samples> parts(kParts);
  parallel_for(settings.threads, kParts, [&](std::uint64_t part, int) {
    parts[part] = collect(slots, games, part, plies, held_out, settings);
  });
  return parts;
}

std::vector<std::int16_t> rounded(const std::vector<float>& weights) {
  std::vector<std::int16_t> result(weights.size());
  for (std::size_t i = 0; i < weights.size(); ++i) {
    result[i] = static_cast<std::int16_t>(
        std::clamp(std::lround(weights[i] * PatternWeights::kUnit), -32000L, 32000L));
  }
  return result;
}

std::vector<float> discs(const std::vector<std::int16_t>& weights) {
  std::vector<float> result(weights.size());
  for (std::size_t i = 0; i < weights.size(); ++i) {
    result[i] = static_cast<float>(weights[i]) / PatternWeights::kUnit;
  }
  return result;
}

void fill_held_out(StageReport& report, const Errors& errors) {
  const auto count = static_cast<double>(std::max<std::uint64_t>(1, errors.count));
  report.held_out = errors.count;
  report.rmse = std::sqrt(errors.squares / count);
  report.mae = errors.absolute / count;
}

// Positions that teach one set of weights, and those it is measured on.
struct Lesson {
  Plies taught;
  Plies measured;
};

// Moves `weights` to where the games want them; the same as they are stored.
std::vector<std::int16_t> fit_stage(const Slots& slots, std::span<const FitGame> games,
                                    const FitSettings& settings, int stage, const Lesson& lesson,
                                    std::vector<float>& weights,
                                    const std::function<void(const StageReport&)>& report) {
  const std::vector<Samples> parts = collect_parts(slots, games, settings, lesson.taught, false);
  StageFit(slots, parts, settings).run(weights);
  std::vector<std::int16_t> stored = rounded(weights);
  if (report) {
    const Errors fit = errors_of(slots, parts, weights);
    StageReport line{.stage = stage, .positions = fit.count};
    line.fit_rmse = std::sqrt(fit.squares / static_cast<double>(std::max<std::uint64_t>(1, fit.count)));
    fill_held_out(
        line, errors_of(slots, collect_parts(slots, games, settings, lesson.measured, true), discs(stored)));
    report(line);
  }
  return stored;
}

// Where the light evaluation is asked; from 14 empties on the games are mostly exact.
Plies light_plies(const PatternSet& set) {
  const int plies = set.size * set.size - 4;
  return {plies - 13, plies - 8};
}

}  // namespace

eval::PatternWeights::Packed fit_patterns(const PatternSet& set, std::span<const FitGame> games,
                                          const FitSettings& settings,
                                          const std::function<void(const StageReport&)>& report) {
  TURNCOAT_CHECK(settings.from == nullptr || &settings.from->set() == &set, "weights of another board");
  const Slots slots(set, Kind::Full);
  PatternWeights::Packed packed = settings.from ? settings.from->packed() : PatternWeights::Packed();
  packed.resize(static_cast<std::size_t>(set.stages));
  std::vector<float> weights(set.packed_states, 0.0F);
  for (int stage = set.stages - 1; stage >= 0 && !settings.stop.stop_requested(); --stage) {
    auto& stored = packed[static_cast<std::size_t>(stage)];
    if (settings.from) weights = discs(stored);
    stored = fit_stage(slots, games, settings, stage, {plies_of(stage, settings.overlap), plies_of(stage, 0)},
                       weights, report);
  }
  return packed;
}

std::vector<std::int16_t> fit_order(const PatternSet& set, std::span<const FitGame> games,
                                    const FitSettings& settings,
                                    const std::function<void(const StageReport&)>& report) {
  const Slots slots(set, Kind::Light);
  std::vector<float> weights(set.packed_states, 0.0F);
  const Plies plies = light_plies(set);
  return fit_stage(slots, games, settings, set.stages, {plies, plies}, weights, report);
}

std::vector<StageReport> held_out_error(std::span<const FitGame> games, const FitSettings& settings,
                                        const eval::PatternWeights& weights) {
  const PatternSet& set = weights.set();
  const Slots slots(set, Kind::Full);
  const PatternWeights::Packed packed = weights.packed();
  std::vector<StageReport> reports;
  for (int stage = 0; stage < set.stages; ++stage) {
    StageReport line{.stage = stage};
    fill_held_out(line, errors_of(slots, collect_parts(slots, games, settings, plies_of(stage, 0), true),
                                  discs(packed[static_cast<std::size_t>(stage)])));
    reports.push_back(line);
  }
  return reports;
}

}  // namespace turncoat::learn
