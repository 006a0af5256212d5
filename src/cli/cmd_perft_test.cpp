// The two counting commands as a user runs them.
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/testing/run.h"

namespace turncoat::cli {

namespace {

TEST(PerftCommand, PrintsJson) {
  const Outcome outcome = run({"perft", "--rules", "standard-8", "--depth", "9", "--threads", "2", "--json"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const auto json = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(json["nodes"], 3005288);
  EXPECT_EQ(json["depth"], 9);
  EXPECT_EQ(json["pass"], "ply");
  EXPECT_EQ(json["threads"], 2);
  EXPECT_EQ(json["rules"], "standard-8");
  EXPECT_TRUE(json.contains("seconds") && json.contains("nodes_per_second") && json.contains("kernel"));
}

TEST(PerftCommand, TellsBothPassConventionsApart) {
  const Outcome outcome =
      run({"perft", "--rules", "standard-4", "--depth", "11", "--pass", "free", "--json"});
  EXPECT_EQ(nlohmann::json::parse(outcome.out)["nodes"], 60060);
}

TEST(PerftCommand, DividesAndTakesAPosition) {
  const Outcome outcome = run(
      {"perft", "--rules", "standard-4", "--position", "OX-- ---- ---- ---- X", "--depth", "1", "--divide"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_NE(outcome.out.find("pass"), std::string::npos) << outcome.out;
}

TEST(PerftCommand, ExplainsMistakes) {
  EXPECT_NE(run({"perft", "--kernel", "avx3"}).err.find("there is no kernel \"avx3\""), std::string::npos);
  EXPECT_EQ(run({"perft", "--depth", "0"}).status, 1);
  EXPECT_EQ(run({"perft", "--pass", "never"}).status, 1);
  EXPECT_NE(run({"perft", "--position", "XO"}).err.find("--position: the board has 2 squares"),
            std::string::npos);
}

TEST(RandomGamesCommand, SameSeedSameTotals) {
  const auto counts = [](const std::string& kernel, const std::string& threads) {
    const Outcome outcome = run({"random-games", "--games", "5000", "--seed", "7", "--kernel", kernel,
                                 "--threads", threads, "--json"});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return nlohmann::json::parse(outcome.out)["counts"];
  };
  const auto expected = counts("portable", "1");
  EXPECT_EQ(counts("auto", "1"), expected);
  EXPECT_EQ(counts("auto", "3"), expected);
}

TEST(RandomGamesCommand, SharesAreFromTheColoursSides) {
  const Outcome outcome = run({"random-games", "--rules", "leader-12", "--games", "2000", "--json"});
  const auto json = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(json["games"], 2000);
  EXPECT_NEAR(json["black"].get<double>() + json["white"].get<double>() + json["draw"].get<double>(), 1.0,
              1e-9);
  EXPECT_GT(json["mean_score"].get<double>(), 0);
  EXPECT_GT(json["black"].get<double>(), json["white"].get<double>());
}

}  // namespace

}  // namespace turncoat::cli
