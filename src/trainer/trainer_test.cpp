#include "trainer/trainer.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "base/testing/temporary_folder.h"
#include "nn/grow.h"
#include "nn/network.h"
#include "nn/reference.h"
#include "nn/sample_file.h"
#include "rules/ruleset.h"
#include "trainer/run.h"

namespace turncoat::trainer {
namespace {

using testing::TemporaryFolder;

// Positions of random games, with an invented rule to learn: the first legal move is best, and the mover's
// discs are his value.
std::vector<nn::Sample> invented_samples(int size, std::size_t count, std::uint64_t seed) {
  std::vector<nn::Sample> samples;
  Rng rng(seed);
  rules::Position position(rules::standard(size));
  while (samples.size() < count) {
    if (position.is_over()) position = rules::Position(rules::standard(size));
    const rules::SquareSet legal = position.legal_moves();
    nn::Sample sample;
    sample.mover = position.discs(position.mover());
    sample.other = position.discs(rules::other(position.mover()));
    std::vector<rules::Move> moves;
    for (const rules::Square square : legal) moves.emplace_back(square);
    if (moves.empty()) moves.push_back(rules::Move::pass());
    sample.policy = {{static_cast<std::uint8_t>(nn::move_index(moves[0], size)), 1.0F}};
    sample.value = sample.mover.size() > sample.other.size() ? 1.0F : -1.0F;
    sample.score =
        static_cast<float>(sample.mover.size() - sample.other.size()) / static_cast<float>(size * size);
    for (int i = 0; i < size * size; ++i) {
      const rules::Square square = nn::move_at(i, size).square();
      sample.ownership.push_back(
          static_cast<float>(sample.mover.contains(square) - sample.other.contains(square)));
    }
    samples.push_back(std::move(sample));
    position = position.after(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
  }
  return samples;
}

using Case = std::tuple<std::string, int>;

std::string case_name(const ::testing::TestParamInfo<Case>& info) {
  std::string name = std::get<0>(info.param) + "_" + std::to_string(std::get<1>(info.param));
  for (char& c : name) c = c == '-' ? '_' : c;
  return name;
}

class ThreeWays : public ::testing::TestWithParam<Case> {};

// libtorch, oneDNN, our kernel and plain loops, on the same weights with normalisation that has seen data.
TEST_P(ThreeWays, Agree) {
  const auto& [name, size] = GetParam();
  const auto arch = nn::Arch::parse(name, size);
  ASSERT_TRUE(arch);
  set_threads(1);
  Trainer trainer(*arch, 5);
  const std::vector<nn::Sample> samples = invented_samples(size, 32, 1);
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(trainer.step(samples, {.learning_rate = 0.01}));
  const nn::Weights weights = trainer.weights();

  std::vector<nn::Input> inputs;
  for (std::size_t i = 0; i < 5; ++i) inputs.push_back(nn::input_of(samples[i * 6], size));
  const std::vector<RawOutput> torch = trainer.evaluate(inputs);
  std::vector<std::vector<nn::Output>> ours;
  for (const nn::Backend backend : {nn::Backend::OneDnn, nn::Backend::Winograd}) {
    nn::Evaluator evaluator(std::make_shared<const nn::Network>(weights, backend));
    evaluator.evaluate(inputs, ours.emplace_back(inputs.size()));
  }
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const nn::ReferenceOutput plain = nn::evaluate_reference(weights, inputs[i]);
    EXPECT_NEAR(torch[i].value, plain.output.value, 1e-4);
    EXPECT_NEAR(torch[i].score, plain.output.score, 1e-4);
    for (std::size_t k = 0; k < torch[i].logits.size(); ++k) {
      EXPECT_NEAR(torch[i].logits[k], plain.logits[k], 1e-4) << k;
    }
    ASSERT_EQ(torch[i].ownership.size(), plain.ownership.size());
    for (std::size_t k = 0; k < plain.ownership.size(); ++k) {
      EXPECT_NEAR(torch[i].ownership[k], plain.ownership[k], 1e-4) << k;
    }
    for (const std::vector<nn::Output>& outputs : ours) {
      EXPECT_NEAR(outputs[i].value, plain.output.value, 1e-4);
      EXPECT_NEAR(outputs[i].score, plain.output.score, 1e-4);
      for (std::size_t k = 0; k < outputs[i].policy.size(); ++k) {
        EXPECT_NEAR(outputs[i].policy[k], plain.output.policy[k], 1e-4) << k;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, ThreeWays,
                         ::testing::Values(Case("2x16", 4), Case("2x16-se", 6), Case("4x32", 8),
                                           Case("2x32-gp", 8), Case("2x64-se-bare", 8), Case("seed-004", 8),
                                           Case("1x16-gp", 10), Case("1x24", 12), Case("seed-004", 4)),
                         case_name);

// A network file is enough to train on: it answers as before, and the next step hardly changes it.
TEST(Trainer, GoesOnFromAWeightFile) {
  set_threads(1);
  for (const char* name : {"2x16", "2x16-gp", "2x16-se", "seed-004"}) {
    Trainer trainer(*nn::Arch::parse(name, 6), 1);
    const std::vector<nn::Sample> samples = invented_samples(6, 128, 2);
    Result<Losses> learned = trainer.step(samples, {});
    for (int i = 0; i < 60; ++i) learned = trainer.step(samples, {});
    ASSERT_TRUE(learned);
    const nn::Weights weights = trainer.weights();
    Trainer again(weights);
    const std::vector<nn::Input> inputs = {nn::input_of(samples[3], 6), nn::input_of(samples[40], 6)};
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      const nn::ReferenceOutput plain = nn::evaluate_reference(weights, inputs[i]);
      const RawOutput torch = again.evaluate(inputs)[i];
      EXPECT_NEAR(torch.value, plain.output.value, 1e-3);
      for (std::size_t k = 0; k < torch.logits.size(); ++k) {
        EXPECT_NEAR(torch.logits[k], plain.logits[k], 1e-2) << name;
      }
    }
    const auto next = again.step(samples, {});
    ASSERT_TRUE(next);
    EXPECT_LT(next->total, 2 * learned->total + 0.2) << name;
  }
}

// A grown network is a network to train: the blocks that said nothing learn to speak.
TEST(Trainer, GoesOnFromAGrownNetwork) {
  set_threads(1);
  const std::vector<nn::Sample> samples = invented_samples(6, 128, 2);
  Trainer small(*nn::Arch::parse("1x8", 6), 1);
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(small.step(samples, {}));
  const auto grown = nn::grown(small.weights(), *nn::Arch::parse("2x16", 6), 3);
  ASSERT_TRUE(grown);
  Trainer large(*grown);
  const std::vector<nn::Input> inputs = {nn::input_of(samples[3], 6), nn::input_of(samples[40], 6)};
  const std::vector<RawOutput> before = small.evaluate(inputs);
  const std::vector<RawOutput> after = large.evaluate(inputs);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    EXPECT_NEAR(before[i].value, after[i].value, 1e-3);
    for (std::size_t k = 0; k < before[i].logits.size(); ++k) {
      EXPECT_NEAR(before[i].logits[k], after[i].logits[k], 1e-2);
    }
  }
  const Result<Losses> first = large.step(samples, {});
  Result<Losses> last = first;
  for (int i = 0; i < 30; ++i) last = large.step(samples, {});
  ASSERT_TRUE(first && last);
  EXPECT_LT(last->total, 0.5 * first->total);
  const auto silent = [](const nn::Weights& weights) {
    const auto layer = std::ranges::find(weights.arch.layers, "block2.conv2", &nn::Layer::name);
    const auto& numbers = weights.layers[static_cast<std::size_t>(layer - weights.arch.layers.begin())];
    return std::ranges::all_of(numbers.weight, [](float number) { return number == 0; });
  };
  EXPECT_TRUE(silent(*grown));
  EXPECT_FALSE(silent(large.weights()));
}

TEST(Trainer, LearnsWhatItIsShown) {
  set_threads(1);
  Trainer trainer(*nn::Arch::parse("2x16", 4), 1);
  const std::vector<nn::Sample> samples = invented_samples(4, 64, 2);
  const auto first = trainer.step(samples, {});
  ASSERT_TRUE(first);
  Result<Losses> last = first;
  for (int i = 0; i < 200; ++i) last = trainer.step(samples, {});
  ASSERT_TRUE(last);
  EXPECT_LT(last->policy, first->policy / 4);
  EXPECT_LT(last->value, first->value / 4);
  EXPECT_LT(last->score, first->score / 4);
  EXPECT_LT(last->ownership, first->ownership / 4);
}

// Our own convolutions must lead where libtorch's lead, one thread or two.
TEST(Trainer, BothConvolutionsLearnTheSame) {
  for (const char* arch : {"2x16", "2x16-gp"}) {
    const std::vector<nn::Sample> samples = invented_samples(6, 40, 7);
    std::vector<nn::Weights> learned;
    for (const int threads : {1, 2}) {
      set_threads(threads);
      for (const Convolutions which : {Convolutions::Libtorch, Convolutions::Fastest}) {
        Trainer trainer(*nn::Arch::parse(arch, 6), 1);
        trainer.use(which);
        for (int i = 0; i < 4; ++i) ASSERT_TRUE(trainer.step(samples, {}));
        learned.push_back(trainer.weights());
      }
    }
    for (const nn::Weights& weights : learned) {
      for (std::size_t i = 0; i < weights.layers.size(); ++i) {
        for (std::size_t k = 0; k < weights.layers[i].weight.size(); ++k) {
          ASSERT_NEAR(weights.layers[i].weight[k], learned[0].layers[i].weight[k], 2e-4)
              << weights.arch.layers[i].name;
        }
        for (std::size_t k = 0; k < weights.layers[i].bias.size(); ++k) {
          ASSERT_NEAR(weights.layers[i].bias[k], learned[0].layers[i].bias[k], 2e-4)
              << weights.arch.layers[i].name;
        }
      }
    }
  }
}

// A sample that says nothing about a head must not pull on it.
TEST(Trainer, MissingTargetsCostNothing) {
  set_threads(1);
  Trainer trainer(*nn::Arch::parse("1x16", 4), 1);
  std::vector<nn::Sample> samples = invented_samples(4, 8, 3);
  for (nn::Sample& sample : samples) {
    sample.policy.clear();
    sample.ownership.clear();
  }
  const auto losses = trainer.step(samples, {});
  ASSERT_TRUE(losses);
  EXPECT_EQ(losses->policy, 0);
  EXPECT_EQ(losses->ownership, 0);
  EXPECT_GT(losses->value, 0);
}

TEST(Trainer, ADivergedTrainingIsAnError) {
  set_threads(1);
  Trainer trainer(*nn::Arch::parse("1x16", 4), 1);
  const std::vector<nn::Sample> samples = invented_samples(4, 8, 4);
  Result<Losses> losses = trainer.step(samples, {});
  for (int i = 0; i < 50 && losses; ++i) losses = trainer.step(samples, {.learning_rate = 1e30});
  ASSERT_FALSE(losses);
  EXPECT_NE(losses.error().message.find("--lr"), std::string::npos) << losses.error().message;
}

TEST(Trainer, StateIsReadBack) {
  set_threads(1);
  Trainer trainer(*nn::Arch::parse("1x16-se", 6), 1);
  const std::vector<nn::Sample> samples = invented_samples(6, 16, 5);
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(trainer.step(samples, {}));
  const std::string bytes = trainer.format_state();
  auto again = Trainer::parse_state(bytes, "state");
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->steps(), 3);
  EXPECT_EQ(again->weights(), trainer.weights());
  EXPECT_EQ(again->averaged_weights(), trainer.averaged_weights());
  EXPECT_NE(trainer.averaged_weights().layers, trainer.weights().layers);
  ASSERT_TRUE(trainer.step(samples, {}));
  ASSERT_TRUE(again->step(samples, {}));
  EXPECT_EQ(again->format_state(), trainer.format_state());
}

TEST(Trainer, DamagedStatesAreRefused) {
  set_threads(1);
  const std::string bytes = Trainer(*nn::Arch::parse("1x8", 4), 1).format_state();
  EXPECT_FALSE(Trainer::parse_state("", "s"));
  EXPECT_FALSE(Trainer::parse_state(bytes.substr(0, bytes.size() / 2), "s"));
  EXPECT_FALSE(Trainer::parse_state(bytes.substr(0, bytes.size() - 1), "s"));
  EXPECT_FALSE(Trainer::parse_state(bytes + "x", "s"));
  std::string damaged = bytes;
  damaged[bytes.size() / 2] = static_cast<char>(damaged[bytes.size() / 2] ^ 1);
  EXPECT_FALSE(Trainer::parse_state(damaged, "s"));
}

class Run : public ::testing::Test {
 protected:
  Run() {
    options.arch = "1x16";
    options.size = 4;
    options.samples = {folder / "a.samples"};
    options.batch = 16;
    options.state = folder / "a.state";
    options.out = folder / "a.net";
    auto writer = nn::SampleWriter::open(options.samples[0], 4);
    EXPECT_TRUE(writer);
    EXPECT_TRUE((*writer)->append(invented_samples(4, 100, 6)));
  }
  RunEvents events(std::uint64_t stop_after = 1'000'000) {
    return {.report = [this](const Report& report) { reports.push_back(report); },
            .remark = [](const std::string&) {},
            .stop = [stop_after, n = std::uint64_t{0}]() mutable { return ++n >= stop_after; }};
  }

  TemporaryFolder folder;
  RunOptions options;
  std::vector<Report> reports;
};

TEST_F(Run, MergesPositionsThatItMeetsAgain) {
  options.samples.push_back(options.samples[0]);  // the same file twice: at least half goes
  options.init = true;
  options.merge = true;
  options.steps = 2;
  std::vector<std::string> remarks;
  RunEvents watched = events();
  watched.remark = [&](const std::string& text) { remarks.push_back(text); };
  ASSERT_TRUE(run(options, watched));
  ASSERT_EQ(remarks.size(), 1U);
  EXPECT_TRUE(remarks[0].starts_with("200 samples of ")) << remarks[0];
  EXPECT_LE(std::stoi(remarks[0].substr(15)), 100) << remarks[0];
  ASSERT_TRUE(std::isfinite(reports.back().losses.total));
}

TEST_F(Run, InTwoPartsIsTheSameAsInOne) {
  options.init = true;
  options.steps = 8;
  ASSERT_TRUE(run(options, events()));
  const auto whole = nn::load_weights(options.out);
  ASSERT_TRUE(whole);

  options.state = folder / "b.state";
  options.out = folder / "b.net";
  ASSERT_TRUE(run(options, events(3)));  // stopped as by a signal
  options.init = false;
  options.steps = 5;
  const auto rest = run(options, events());
  ASSERT_TRUE(rest) << rest.error().message;
  EXPECT_EQ(rest->steps, 8);
  const auto parts = nn::load_weights(options.out);
  ASSERT_TRUE(parts);
  EXPECT_EQ(parts->layers, whole->layers);
}

TEST_F(Run, StopsAfterTheStepAndSaves) {
  options.init = true;
  const auto result = run(options, events(2));
  ASSERT_TRUE(result);
  EXPECT_TRUE(result->stopped);
  EXPECT_EQ(result->done, 2);
  ASSERT_EQ(reports.size(), 1);
  EXPECT_EQ(reports[0].step, 2);
  EXPECT_GT(reports[0].losses.policy, 0);
  EXPECT_TRUE(nn::load_weights(options.out));
}

TEST_F(Run, BeginsOnlyWhenAskedAndNeverOverATraining) {
  EXPECT_FALSE(run(options, events()));
  options.init = true;
  options.steps = 0;
  ASSERT_TRUE(run(options, events()));
  ASSERT_TRUE(run(options, events())) << "a fresh state may be made again";
  options.steps = 1;
  ASSERT_TRUE(run(options, events()));
  const auto again = run(options, events());
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code, Error::Code::Conflict);
}

TEST_F(Run, RefusesOtherShapesAndEmptyFiles) {
  options.init = true;
  options.steps = 0;
  ASSERT_TRUE(run(options, events()));
  options.init = false;
  options.arch = "1x24";
  EXPECT_FALSE(run(options, events()));
  options.arch = "1x16";
  options.steps = 1;
  options.samples = {folder / "none.samples"};
  EXPECT_FALSE(run(options, events()));
  options.samples.clear();
  EXPECT_FALSE(run(options, events()));
}

}  // namespace
}  // namespace turncoat::trainer
