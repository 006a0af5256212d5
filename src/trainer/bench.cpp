#include "trainer/bench.h"

#include <algorithm>
#include <ctime>
#include <functional>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "nn/network.h"
#include "rules/ruleset.h"
#include "trainer/trainer.h"

namespace turncoat::trainer {

namespace {

// Processor time of this thread: other work on the machine does not count.
double seconds_now() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// The best of many: caches and clocks are shared with others too.
double best_rate(std::size_t batch, double seconds, const std::function<void()>& work) {
  work();
  double best = 0;
  for (const double end = seconds_now() + seconds; seconds_now() < end;) {
    const double begin = seconds_now();
    work();
    best = std::max(best, static_cast<double>(batch) / (seconds_now() - begin));
  }
  return best;
}

}  // namespace

Result<void> bench(std::span<const std::string> archs, double seconds, std::ostream& out) {
  set_threads(1);
  out << fmt::format("{:<12}{:<12}{:>9}{:>9}{:>9}{:>9}\n", "arch", "positions/s", 8, 16, 32, 256);
  for (const std::string& name : archs) {
    const auto arch = nn::Arch::parse(name, 8);
    if (!arch) return std::unexpected(arch.error());
    Trainer trainer(*arch, 1);
    const rules::Position start(rules::standard(8));
    const auto line = [&](std::string_view way, std::span<const std::size_t> batches, const auto& work) {
      out << fmt::format("{:<12}{:<12}", name, way);
      for (const std::size_t batch : batches) {
        out << fmt::format("{:>9.0f}", best_rate(batch, seconds, [&] { work(batch); }));
      }
      out << std::endl;
    };
    constexpr std::size_t kAsk[] = {8, 16, 32};
    trainer.use(Convolutions::Libtorch);
    line("libtorch", kAsk,
         [&](std::size_t batch) { trainer.evaluate(std::vector<nn::Input>(batch, nn::Input(start))); });
    constexpr std::pair<nn::Backend, std::string_view> kBackends[] = {{nn::Backend::OneDnn, "oneDNN"},
                                                                      {nn::Backend::Winograd, "Winograd"},
                                                                      {nn::Backend::Integer, "integer"}};
    for (const auto& [backend, way] : kBackends) {
      if (!nn::backend_for(backend, nn::Processor::here())) continue;
      nn::Evaluator evaluator(std::make_shared<const nn::Network>(trainer.weights(), backend));
      line(way, kAsk, [&](std::size_t batch) {
        const std::vector<nn::Input> inputs(batch, nn::Input(start));
        std::vector<nn::Output> outputs(batch);
        evaluator.evaluate(inputs, outputs);
      });
    }
    nn::Sample sample;
    sample.mover = start.discs(rules::Color::Black);
    sample.other = start.discs(rules::Color::White);
    const std::vector<nn::Sample> samples(256, sample);
    for (const Convolutions which : {Convolutions::Libtorch, Convolutions::Fastest}) {
      trainer.use(which);
      out << fmt::format("{:<12}{:<39}", name,
                         which == Convolutions::Libtorch ? "train, libtorch" : "train, Winograd");
      out << fmt::format("{:>9.0f}", best_rate(256, seconds, [&] { (void)trainer.step(samples, {}); }))
          << std::endl;
    }
  }
  return {};
}

}  // namespace turncoat::trainer
