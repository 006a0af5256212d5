#include "match/stats.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/text.h"

namespace turncoat::match {

namespace {

MeanError plain_mean(std::span<const double> values) {
  if (values.empty()) return {};
  const auto n = static_cast<double>(values.size());
  double sum = 0;
  for (const double value : values) sum += value;
  const double mean = sum / n;
  if (values.size() < 2) return {mean, 0};
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return {mean, std::sqrt(squares / (n - 1) / n)};
}

// The distribution nearest to the counts (in likelihood) with the given mean has p_i = f_i / (1 + t (a_i -
// mean)). Returns t: the root of a falling function, bracketed by the poles of the outermost values.
double tilt(std::span<const double> values, std::span<const double> shares, double mean) {
  const auto [low_value, high_value] = std::ranges::minmax(values);
  double low = -1 / (high_value - mean);
  double high = 1 / (mean - low_value);
  for (int step = 0; step < 200; ++step) {
    const double middle = (low + high) / 2;
    double sum = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      sum += shares[i] * (values[i] - mean) / (1 + middle * (values[i] - mean));
    }
    (sum > 0 ? low : high) = middle;
  }
  return (low + high) / 2;
}

}  // namespace

double expected_score(double elo) {
  return 1 / (1 + std::pow(10, -elo / 400));
}

double elo_of_score(double score) {
  return -400 * std::log10(1 / score - 1);
}

SideResult first_player_result(const Outcome& outcome, std::uint64_t game) {
  const auto color = game % 2 == 0 ? rules::Color::Black : rules::Color::White;
  return {outcome.points(color), outcome.score(color)};
}

std::vector<SideResult> first_player_results(std::span<const std::optional<Outcome>> outcomes) {
  std::vector<SideResult> results;
  std::vector<SideResult> singles;
  for (std::size_t game = 0; game < outcomes.size(); ++game) {
    if (!outcomes[game]) continue;
    const std::size_t partner = game ^ 1;
    const bool paired = partner < outcomes.size() && outcomes[partner];
    (paired ? results : singles).push_back(first_player_result(*outcomes[game], game));
  }
  results.insert(results.end(), singles.begin(), singles.end());
  return results;
}

MeanError paired_mean(std::span<const double> values) {
  MeanError result = plain_mean(values);
  if (values.size() < 4) return result;
  std::vector<double> pairs;
  for (std::size_t i = 0; i + 1 < values.size(); i += 2) pairs.push_back((values[i] + values[i + 1]) / 2);
  const double error = plain_mean(pairs).error;
  // Pairs that all gave the same are luck, not certainty.
  if (error > 0) result.error = error;
  return result;
}

MatchStats match_stats(std::span<const SideResult> results) {
  MatchStats stats;
  std::vector<double> points;
  std::vector<double> discs;
  for (const SideResult& result : results) {
    points.push_back(result.points);
    discs.push_back(result.discs);
    ++(result.points > 0.5 ? stats.wins : result.points < 0.5 ? stats.losses : stats.draws);
  }
  stats.games = results.size();
  if (results.empty()) return stats;

  const MeanError disc_mean = paired_mean(discs);
  stats.disc_diff = disc_mean.mean;
  stats.disc_diff_error = kTwoSided95 * disc_mean.error;

  MeanError mean = paired_mean(points);
  stats.score = mean.mean;
  if (mean.error == 0) {
    // All games alike: one more game, half won and half lost, keeps Elo and error finite.
    const auto n = static_cast<double>(stats.games) + 1;
    const double wins = static_cast<double>(stats.wins) + 0.5;
    mean.mean = (wins + static_cast<double>(stats.draws) / 2) / n;
    const double square = (wins + static_cast<double>(stats.draws) / 4) / n;
    mean.error = std::sqrt((square - mean.mean * mean.mean) / n);
  }
  stats.elo = elo_of_score(mean.mean);
  stats.elo_error = kTwoSided95 * mean.error * 400 / (std::numbers::ln10 * mean.mean * (1 - mean.mean));
  stats.los = 0.5 * std::erfc((0.5 - mean.mean) / mean.error / std::numbers::sqrt2);
  return stats;
}

Result<SprtParams> parse_sprt(std::string_view text) {
  const auto parts = split(text, ',');
  std::vector<double> numbers;
  for (const std::string_view part : parts) {
    const auto number = parse_double(trim(part));
    if (!number || !std::isfinite(*number)) break;
    numbers.push_back(*number);
  }
  if (numbers.size() != parts.size() || (numbers.size() != 2 && numbers.size() != 4)) {
    return fail(Error::Code::Parse, "{} is not an SPRT; write elo0,elo1 or elo0,elo1,alpha,beta, such as 0,5",
                quote(text));
  }
  SprtParams params;
  params.elo0 = numbers[0];
  params.elo1 = numbers[1];
  if (numbers.size() == 4) {
    params.alpha = numbers[2];
    params.beta = numbers[3];
  }
  if (params.elo0 >= params.elo1 || params.elo0 < -1000 || params.elo1 > 1000) {
    return fail(Error::Code::Range, "{}: elo0 must be below elo1, both from -1000 to 1000", quote(text));
  }
  const auto chance = [](double value) { return value > 0 && value < 0.5; };
  if (!chance(params.alpha) || !chance(params.beta)) {
    return fail(Error::Code::Range, "{}: alpha and beta must lie between 0 and 0.5", quote(text));
  }
  return params;
}

PairCounts count_pairs(std::span<const SideResult> results) {
  PairCounts pairs{};
  for (std::size_t i = 0; i + 1 < results.size(); i += 2) {
    ++pairs[static_cast<std::size_t>(std::lround(2 * (results[i].points + results[i + 1].points)))];
  }
  return pairs;
}

double log_likelihood_ratio(std::span<const double> values, std::span<const std::uint64_t> counts,
                            double score0, double score1) {
  constexpr double kEmptyCell = 1e-3;
  std::vector<double> shares;
  double total = 0;
  for (const std::uint64_t count : counts) {
    shares.push_back(count == 0 ? kEmptyCell : static_cast<double>(count));
    total += shares.back();
  }
  for (double& share : shares) share /= total;
  const double tilt0 = tilt(values, shares, score0);
  const double tilt1 = tilt(values, shares, score1);
  double ratio = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    ratio +=
        shares[i] * (std::log1p(tilt0 * (values[i] - score0)) - std::log1p(tilt1 * (values[i] - score1)));
  }
  return ratio * total;
}

SprtState sprt(const PairCounts& pairs, const SprtParams& params) {
  constexpr std::array<double, 5> kValues = {0, 0.25, 0.5, 0.75, 1};
  SprtState state;
  state.lower = std::log(params.beta / (1 - params.alpha));
  state.upper = std::log((1 - params.beta) / params.alpha);
  if (std::ranges::all_of(pairs, [](std::uint64_t count) { return count == 0; })) return state;
  state.llr = log_likelihood_ratio(kValues, pairs, expected_score(params.elo0), expected_score(params.elo1));
  if (state.llr >= state.upper) state.verdict = SprtVerdict::AcceptElo1;
  if (state.llr <= state.lower) state.verdict = SprtVerdict::AcceptElo0;
  return state;
}

}  // namespace turncoat::match
