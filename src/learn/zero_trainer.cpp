#include "learn/zero_trainer.h"

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

double number_of(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_number() ? found->get<double>() : 0;
}

}  // namespace

Result<fs::path> find_trainer() {
  std::error_code error;
  if (const char* named = std::getenv("TURNCOAT_TRAINER"); named != nullptr && *named != '\0') {
    if (fs::is_regular_file(named, error)) return fs::path(named);
    return fail(Error::Code::NotFound, "TURNCOAT_TRAINER names {}, which is not a file", named);
  }
  const fs::path beside = fs::read_symlink("/proc/self/exe", error).parent_path() / kProgram;
  if (!error && fs::is_regular_file(beside, error)) return beside;
  const char* path = std::getenv("PATH");
  for (const std::string_view folder : split(path != nullptr ? path : "", ':')) {
    if (folder.empty()) continue;
    if (const fs::path file = fs::path(folder) / kProgram; fs::is_regular_file(file, error)) return file;
  }
  return fail(Error::Code::NotFound,
              "{} is not built: it needs libtorch (libtorch-dev); install it, build again, or set "
              "TURNCOAT_TRAINER to the program",
              kProgram);
}

std::vector<std::string> trainer_arguments(const ZeroTrainStep& step) {
  std::vector<std::string> words;
  const auto add = [&](const char* name, const auto& value) {
    words.emplace_back(name);
    words.push_back(fmt::format("{}", value));
  };
  add("--arch", step.arch);
  add("--size", step.size);
  if (!step.from.empty()) add("--from", step.from.string());
  add("--state", step.state.string());
  add("--net", step.net.string());
  add("--steps", step.steps);
  add("--batch", step.batch);
  add("--rate", step.rate);
  add("--decay", step.decay);
  add("--ema", step.ema);
  add("--threads", step.threads);
  add("--seed", step.seed);
  if (step.window > 0) add("--window", step.window);
  for (const fs::path& file : step.samples) add("--samples", file.string());
  return words;
}

Result<ZeroTrained> run_trainer(const fs::path& trainer, const ZeroTrainStep& step,
                                const std::stop_token& stop,
                                const std::function<void(const std::string&)>& report) {
  std::vector<std::string> words = trainer_arguments(step);
  words.insert(words.begin(), trainer.string());
  const auto start = std::chrono::steady_clock::now();
  const auto process = engine::Process::start(words);
  if (!process) return std::unexpected(process.error());
  const engine::StopEvent stopped(stop);
  const auto patience = engine::Patience::of(kLongestRun, stopped.fd());
  Json last;
  for (;;) {
    const auto line = (*process)->read_line(patience);
    if (!line) {
      if (line.error().code == Error::Code::Unavailable) break;  // it has ended
      (*process)->stop(std::chrono::nanoseconds(0));
      return std::unexpected(line.error());
    }
    if (report) report(*line);
    Json json = Json::parse(*line, nullptr, false);
    if (json.is_object()) last = std::move(json);
  }
  (*process)->stop(kStopGrace);
  std::error_code error;
  if (const std::string state = (*process)->state_text();
      state != "exited with status 0" || !fs::exists(step.net, error)) {
    const std::string said = (*process)->last_error_line();
    return fail(Error::Code::Unavailable, "{} {}{}{}", kProgram, state, said.empty() ? "" : ": ", said);
  }
  ZeroTrained trained;
  trained.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (last.is_object()) {
    trained.samples = static_cast<std::uint64_t>(number_of(last, "samples"));
    if (last.contains("loss")) {
      trained.losses =
          ZeroLosses{number_of(last, "loss"), number_of(last, "policy"), number_of(last, "value"),
                     number_of(last, "score"), number_of(last, "ownership")};
    }
  }
  return trained;
}

}  // namespace turncoat::learn
