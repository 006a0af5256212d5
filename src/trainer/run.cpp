#include "trainer/run.h"

#include <chrono>
#include <optional>
#include <utility>

#include "base/file.h"
#include "base/rng.h"
#include "nn/grow.h"
#include "nn/sample_file.h"
#include "rules/symmetry.h"
#include "trainer/schedule.h"

namespace turncoat::trainer {

namespace {

constexpr std::uint64_t kLargestState = std::uint64_t{4} << 30;

Result<Trainer> load_state(const std::filesystem::path& path) {
  const auto bytes = load_file(path, kLargestState);
  if (!bytes) return std::unexpected(bytes.error());
  return Trainer::parse_state(*bytes, path.string());
}

Result<Trainer> fresh(const RunOptions& options, const nn::Arch& arch) {
  if (options.weights.empty()) return Trainer(arch, options.seed);
  const auto weights = nn::load_weights(options.weights);
  if (!weights) return std::unexpected(weights.error());
  const auto fitting = nn::grown(*weights, arch, options.seed);
  if (!fitting) return fail_at(fitting.error(), "{}", options.weights.string());
  return Trainer(*fitting);
}

Result<Trainer> begin(const RunOptions& options) {
  const auto arch = nn::Arch::parse(options.arch, options.size);
  if (!arch) return std::unexpected(arch.error());
  const bool exists = std::filesystem::exists(options.state);
  if (!exists && !options.init) {
    return fail(Error::Code::NotFound, "there is no training state {}; --init begins one",
                options.state.string());
  }
  if (!exists) return fresh(options, *arch);
  auto trainer = load_state(options.state);
  if (options.init) {
    if (!trainer || trainer->steps() > 0) {
      return fail(Error::Code::Conflict, "{} is already there and not a fresh state; remove it to begin anew",
                  options.state.string());
    }
    return fresh(options, *arch);
  }
  if (!trainer) return trainer;
  if (trainer->arch() != *arch) {
    return fail(Error::Code::Conflict, "{} is a training of {} on size {}, not of {} on size {}",
                options.state.string(), trainer->arch().name, trainer->arch().size, arch->name, arch->size);
  }
  return trainer;
}

Result<void> save(const Trainer& trainer, const RunOptions& options) {
  if (auto saved = save_file(options.state, trainer.format_state(), Existing::Replace); !saved) return saved;
  if (options.out.empty()) return {};
  const bool averaged = options.step.average > 0;
  nn::Weights weights = averaged ? trainer.averaged_weights() : trainer.weights();
  weights.about = fmt::format("{} on {}x{}, {} steps{}", weights.arch.name, weights.arch.size,
                              weights.arch.size, trainer.steps(), averaged ? ", averaged" : "");
  return nn::save_weights(options.out, weights, Existing::Replace);
}

// The same step of a training always sees the same samples, however the steps are spread over runs.
std::vector<nn::Sample> pick(const nn::SampleWindow& window, const RunOptions& options, std::uint64_t step) {
  Rng rng = Rng::stream(options.seed, step);
  std::vector<nn::Sample> samples;
  for (std::size_t i = 0; i < options.batch; ++i) {
    const nn::Sample sample = window.sample(rng.below(static_cast<std::uint32_t>(window.count())));
    const rules::Symmetry symmetry(options.symmetries ? static_cast<int>(rng.below(8)) : 0);
    samples.push_back(nn::transformed(sample, symmetry, window.size()));
  }
  return samples;
}

// Means over the steps since the last report.
class Tally {
 public:
  void add(const Losses& losses) {
    ++count_;
    sum_.total += losses.total;
    sum_.policy += losses.policy;
    sum_.value += losses.value;
    sum_.score += losses.score;
    sum_.ownership += losses.ownership;
  }
  Report report(std::uint64_t step, double learning_rate, std::size_t batch) {
    const auto n = static_cast<double>(count_);
    const Clock::time_point now = Clock::now();
    const double seconds = std::chrono::duration<double>(now - begin_).count();
    const Report report{
        .step = step,
        .losses = {sum_.total / n, sum_.policy / n, sum_.value / n, sum_.score / n, sum_.ownership / n},
        .learning_rate = learning_rate,
        .samples_per_second = n * static_cast<double>(batch) / seconds};
    *this = Tally();
    return report;
  }
  bool empty() const { return count_ == 0; }

 private:
  using Clock = std::chrono::steady_clock;
  std::uint64_t count_ = 0;
  Losses sum_;
  Clock::time_point begin_ = Clock::now();
};

}  // namespace

Result<RunResult> run(const RunOptions& options, const RunEvents& events) {
  const auto schedule = Schedule::parse(options.learning_rate);
  if (!schedule) return std::unexpected(schedule.error());
  set_threads(options.threads);
  auto trainer = begin(options);
  if (!trainer) return std::unexpected(trainer.error());
  std::optional<nn::SampleWindow> window;
  if (options.steps > 0) {
    auto loaded = nn::SampleWindow::load(options.samples, options.size, options.window);
    if (!loaded) return std::unexpected(loaded.error());
    for (const std::string& remark : loaded->remarks()) events.remark(remark);
    if (loaded->count() == 0)
      return fail(Error::Code::NotFound, "there are no samples to train on; see --samples");
    window = *std::move(loaded);
    if (options.merge) {
      const std::size_t before = window->count();
      events.remark(fmt::format("{} samples of {} positions", before, before - window->merge()));
    }
  }

  RunResult result;
  Tally tally;
  while (result.done < options.steps && !result.stopped) {
    StepOptions step = options.step;
    step.learning_rate = schedule->at(trainer->steps());
    const auto losses = trainer->step(pick(*window, options, trainer->steps()), step);
    if (!losses) return std::unexpected(losses.error());
    tally.add(*losses);
    ++result.done;
    result.stopped = events.stop();
    const bool last = result.done == options.steps || result.stopped;
    if (last || result.done % options.report_every == 0) {
      events.report(tally.report(trainer->steps(), step.learning_rate, options.batch));
    }
    if (!last && result.done % options.save_every == 0) {
      if (auto saved = save(*trainer, options); !saved) return std::unexpected(saved.error());
    }
  }
  if (auto saved = save(*trainer, options); !saved) return std::unexpected(saved.error());
  result.steps = trainer->steps();
  return result;
}

}  // namespace turncoat::trainer
