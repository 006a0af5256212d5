#include "learn/probcut_fit.h"

#include <cmath>
#include <map>
#include <mutex>
#include <tuple>

#include <Eigen/Dense>

#include "base/parallel.h"
#include "base/rng.h"
#include "eval/patterns.h"
#include "rules/kernel/kernel64_portable.h"

namespace turncoat::learn {

namespace {

using Kernel = rules::kernel::PortableKernel64;

// The position before a move of a game, by the rules.
rules::Position position_at(const FitGame& game, int ply, int size) {
  rules::Position position(rules::standard(size));
  for (int i = 0; i < ply; ++i) {
    if (position.must_pass()) position = position.after(rules::Move::pass());
    const int bit = game.squares[static_cast<std::size_t>(i)];
    position = position.after(Kernel::square_of(bit, size));
  }
  if (position.must_pass()) position = position.after(rules::Move::pass());
  return position;
}

double evaluation_of(const rules::Position& position, const eval::SharedPatternWeights& weights) {
  const eval::Patterns<Kernel> patterns(weights);
  const auto board = Kernel::board_of(position);
  eval::Patterns<Kernel>::State state;
  patterns.start(board, state);
  return static_cast<double>(
             patterns.evaluate(board, Kernel::moves(board, Kernel::area(position.size())), state)) /
         eval::PatternWeights::kUnit;
}

DepthLog log_position(const rules::Position& position, const eval::PatternFile& patterns,
                      search::Searcher& searcher, const ProbCutSettings& settings, std::stop_token stop) {
  DepthLog log;
  log.empties = position.empties().size();
  log.by_depth.push_back(evaluation_of(position, patterns.weights));
  search::Limits limits;
  limits.stop = stop;
  limits.depth = std::min(settings.depth, log.empties - 1);
  searcher.clear();
  searcher.search(position, limits,
                  [&](const search::Finding& finding) { log.by_depth.push_back(finding.value); });
  if (log.empties <= settings.exact_empties) {
    limits.depth = 0;
    log.exact = searcher.search(position, limits, {}).score;
  }
  return log;
}

}  // namespace

std::vector<DepthLog> log_depths(std::span<const FitGame> games, const eval::PatternFile& patterns,
                                 const ProbCutSettings& settings, const std::function<void()>& on_position,
                                 std::stop_token stop) {
  // Without its error model the search makes no selective cuts.
  auto plain = std::make_shared<eval::PatternFile>(patterns);
  plain->error_model = {};
  std::vector<DepthLog> logs(static_cast<std::size_t>(settings.positions));
  std::mutex mutex;
  parallel_for(
      settings.threads, logs.size(),
      [&](std::uint64_t i, int) {
        Rng rng = Rng::stream(settings.seed, i);
        const FitGame& game = games[rng.below(static_cast<std::uint32_t>(games.size()))];
        const int ply = game.first + static_cast<int>(rng.below(static_cast<std::uint32_t>(
                                         std::max(1, game.length - 4 - game.first))));
        const rules::Position position = position_at(game, ply, patterns.weights->set().size);
        if (position.is_over() || position.empties().size() < 4) return;
        const auto searcher = search::make_searcher(position.ruleset(), search::PatternEval{plain},
                                                    {.table_bytes = 8 << 20}, rules::kernel::best_isa());
        DepthLog log = log_position(position, patterns, *searcher, settings, stop);
        const std::lock_guard lock(mutex);
        logs[i] = std::move(log);
        if (on_position) on_position();
      },
      stop);
  std::erase_if(logs, [](const DepthLog& log) { return log.by_depth.size() < 2; });
  return logs;
}

ProbCutFit fit_probcut(std::span<const DepthLog> logs) {
  struct Sums {
    double count = 0;
    double sum = 0;
    double squares = 0;
    double empties = 0;
  };
  std::map<std::tuple<int, int, int>, Sums> sums;
  const auto add = [&](int empties, int depth, int shallow, double deep_score, double shallow_score) {
    // Far-off scores are cut anyway, and their error tells nothing about close ones.
    if (std::abs(deep_score) > 40) return;
    Sums& group = sums[{empties / 4, depth, shallow}];
    const double error = deep_score - shallow_score;
    group.count += 1;
    group.sum += error;
    group.squares += error * error;
    group.empties += empties;
  };
  for (const DepthLog& log : logs) {
    const int deepest = static_cast<int>(log.by_depth.size()) - 1;
    const auto at = [&](int depth) { return log.by_depth[static_cast<std::size_t>(depth)]; };
    for (int depth = search::ProbCutTable::kLeastDepth; depth <= deepest; ++depth) {
      for (int shallow = depth & 1; shallow < depth; shallow += 2) {
        add(log.empties, depth, shallow, at(depth), at(shallow));
      }
      if ((depth & 1) != 0) add(log.empties, depth, 0, at(depth), at(0));
    }
    if (!log.exact) continue;
    for (int shallow = 0; shallow <= deepest && shallow < log.empties - 2; ++shallow) {
      if (shallow == 0 || (shallow & 1) == (log.empties & 1)) {
        add(log.empties, log.empties, shallow, *log.exact, at(shallow));
      }
    }
  }

  ProbCutFit fit;
  constexpr double kFewest = 20;
  Eigen::Matrix<double, 5, 5> normal = Eigen::Matrix<double, 5, 5>::Identity() * 1e-6;
  Eigen::Matrix<double, 5, 1> right = Eigen::Matrix<double, 5, 1>::Zero();
  const auto features = [](const ErrorGroup& group) {
    Eigen::Matrix<double, 5, 1> x;
    x << 1.0, group.empties, group.depth, group.shallow, std::sqrt(double(group.depth - group.shallow));
    return x;
  };
  for (const auto& [key, group] : sums) {
    if (group.count < kFewest) continue;
    ErrorGroup line;
    line.empties = group.empties / group.count;
    std::tie(std::ignore, line.depth, line.shallow) = key;
    line.count = static_cast<int>(group.count);
    line.mean = group.sum / group.count;
    // Around zero, not around the mean: the cut does not correct for a bias.
    line.sigma = std::sqrt(group.squares / group.count);
    const auto x = features(line);
    normal += group.count * x * x.transpose();
    right += group.count * std::log(std::max(0.1, line.sigma)) * x;
    fit.groups.push_back(line);
  }
  const Eigen::Matrix<double, 5, 1> solution = normal.ldlt().solve(right);
  double squares = 0;
  double count = 0;
  for (std::size_t i = 0; i < 5; ++i) fit.model.coefficients[i] = solution(static_cast<Eigen::Index>(i));
  for (const ErrorGroup& group : fit.groups) {
    const double error = std::log(std::max(0.1, group.sigma)) - features(group).dot(solution);
    squares += group.count * error * error;
    count += group.count;
  }
  fit.misfit = count > 0 ? std::sqrt(squares / count) : 0;
  return fit;
}

}  // namespace turncoat::learn
