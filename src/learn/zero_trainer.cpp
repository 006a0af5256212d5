#include "learn/zero_trainer.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "engine/process.h"

namespace turncoat::learn {

namespace fs = std::filesystem;
using Json = nlohmann::json;

namespace {

constexpr const char* kProgram = "turncoat-trainer";
constexpr std::chrono::hours kLongestRun{1000};
constexpr std::chrono::seconds kStopGrace{5};
constexpr std::uint64_t kReports = 20;  // lines of progress in a run

double number_of(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_number() ? found->get<double>() : 0;
}

}  // namespace

Result<fs::path> find_trainer(const std::string& named) {
  std::error_code error;
  if (!named.empty()) {
    if (fs::is_regular_file(named, error)) return fs::path(named);
    return fail(Error::Code::NotFound, "the trainer {} is not there", quote(named));
  }
  const fs::path beside = fs::read_symlink("/proc/self/exe", error).parent_path() / kProgram;
  if (!error && fs::is_regular_file(beside, error)) return beside;
  const char* path = std::getenv("PATH");
  for (const std::string_view folder : split(path != nullptr ? path : "", ':')) {
    if (folder.empty()) continue;
    if (const fs::path file = fs::path(folder) / kProgram; fs::is_regular_file(file, error)) return file;
  }
  return fail(Error::Code::NotFound,
              "{} is not built: it needs libtorch (libtorch-dev); install that and build again, or name the "
              "program with --trainer",
              kProgram);
}

namespace {

// Where files are made before they take their names.
struct Parts {
  fs::path state;
  fs::path net;
};

std::vector<std::string> words_of(const fs::path& trainer, const ZeroTrainStep& step, const Parts& parts) {
  // Threads that spin while they wait cost a busy machine five times the time.
  std::vector<std::string> words = {"env", "OMP_WAIT_POLICY=passive", trainer.string(), "--json-progress"};
  const auto add = [&](const char* name, const auto& value) {
    words.emplace_back(name);
    words.push_back(fmt::format("{}", value));
  };
  add("--arch", step.arch);
  add("--size", step.size);
  if (step.from.empty()) {
    words.emplace_back("--init");
    if (!step.weights.empty()) add("--weights", step.weights.string());
  }
  add("--state", parts.state.string());
  add("--out", parts.net.string());
  add("--steps", step.steps);
  add("--batch", step.batch);
  add("--lr", step.rate);
  add("--weight-decay", step.decay);
  add("--ema", step.ema);
  add("--threads", step.threads);
  add("--seed", step.seed);
  add("--window", step.window);
  add("--report-every", std::max<std::uint64_t>(1, step.steps / kReports));
  add("--save-every", step.steps + 1);
  if (step.merge) words.emplace_back("--merge");
  for (const fs::path& file : step.samples) add("--samples", file.string());
  return words;
}

// Means over the steps of all reports.
class LossSum {
 public:
  void add(const Json& report) {
    const double step = number_of(report, "step");
    const double steps = first_ ? 1 : step - last_;  // the first report's share hardly matters
    first_ = false;
    last_ = step;
    weight_ += steps;
    sum_.all += steps * number_of(report, "loss");
    sum_.policy += steps * number_of(report, "policy_loss");
    sum_.value += steps * number_of(report, "value_loss");
    sum_.score += steps * number_of(report, "score_loss");
    sum_.ownership += steps * number_of(report, "ownership_loss");
  }
  std::optional<ZeroLosses> mean() const {
    if (weight_ <= 0) return std::nullopt;
    return ZeroLosses{sum_.all / weight_, sum_.policy / weight_, sum_.value / weight_, sum_.score / weight_,
                      sum_.ownership / weight_};
  }

 private:
  ZeroLosses sum_;
  double weight_ = 0;
  double last_ = 0;
  bool first_ = true;
};

// How the trainer ended and what it said, in the names that our caller knows.
std::string explained(const std::string& state, std::string_view said, const ZeroTrainStep& step,
                      const Parts& parts) {
  constexpr std::string_view kError = "error: ";
  if (said.empty()) return state;
  if (!said.starts_with(kError)) return fmt::format("{}: {}", state, said);
  said.remove_prefix(kError.size());
  // The state was copied before it was read.
  if (const std::string copy = parts.state.string(); !step.from.empty() && said.starts_with(copy)) {
    return fmt::format("refused: {}{}", step.from.string(), said.substr(copy.size()));
  }
  return fmt::format("refused: {}", said);
}

Result<void> take_name(const fs::path& part, const fs::path& name) {
  std::error_code error;
  fs::rename(part, name, error);
  if (!error) return {};
  return fail(Error::Code::Io, "cannot rename {} to {}: {}", part.string(), name.string(), error.message());
}

}  // namespace

Result<ZeroTrained> run_trainer(const fs::path& trainer, const ZeroTrainStep& step,
                                const std::stop_token& stop,
                                const std::function<void(std::uint64_t done)>& report) {
  const auto start = std::chrono::steady_clock::now();
  const Parts parts{fs::path(step.state) += ".part", fs::path(step.net) += ".part"};
  std::error_code error;
  fs::remove(parts.state, error);
  if (!step.from.empty() && !fs::copy_file(step.from, parts.state, error)) {
    return fail(Error::Code::Io, "cannot copy {} to {}: {}", step.from.string(), parts.state.string(),
                error.message());
  }
  const auto process = engine::Process::start(words_of(trainer, step, parts));
  if (!process) return std::unexpected(process.error());
  const engine::StopEvent stopped(stop);
  const auto patience = engine::Patience::of(kLongestRun, stopped.fd());
  LossSum losses;
  std::optional<double> first_step;
  for (;;) {
    const auto line = (*process)->read_line(patience);
    if (!line && line.error().code == Error::Code::Unavailable) break;  // it has ended
    if (!line) {
      (*process)->kill();
      return std::unexpected(line.error());
    }
    const Json json = Json::parse(*line, nullptr, false);
    if (!json.is_object() || !json.contains("loss")) continue;
    losses.add(json);
    if (!first_step) first_step = number_of(json, "step");
    if (report)
      report(std::min(step.steps, static_cast<std::uint64_t>(number_of(json, "step") - *first_step)));
  }
  (*process)->stop(kStopGrace);
  if (const std::string state = (*process)->state_text();
      state != "exited with status 0" || !fs::exists(parts.net, error)) {
    return fail(Error::Code::Unavailable, "{} {}", kProgram,
                explained(state, (*process)->last_error_line(), step, parts));
  }
  if (auto done = take_name(parts.state, step.state); !done) return std::unexpected(done.error());
  if (auto done = take_name(parts.net, step.net); !done) return std::unexpected(done.error());
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  return ZeroTrained{losses.mean(), taken.count()};
}

}  // namespace turncoat::learn
