#include <sstream>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "cli/testing/run.h"
#include "engine/registry.h"
#include "rules/ruleset.h"

namespace turncoat::cli {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

// Exit 1, nothing on the output, one line of error.
void expect_refused(const std::vector<std::string>& arguments, const std::string& part) {
  const Outcome outcome = run(arguments);
  EXPECT_EQ(outcome.status, 1) << part;
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_THAT(outcome.err, AllOf(StartsWith("error: "), HasSubstr(part), testing::EndsWith("\n")));
  EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << outcome.err;
}

TEST(ProgramHelp, IsTheAnswerToNoCommandAndToHelp) {
  for (const auto& arguments : std::vector<std::vector<std::string>>{{}, {"--help"}, {"-h"}}) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.status, 0);
    EXPECT_THAT(outcome.out, AllOf(HasSubstr("players"), HasSubstr("rules"), HasSubstr("--version")));
    EXPECT_THAT(outcome.err, IsEmpty());
  }
}

TEST(ProgramHelp, OfACommandShowsItsOptions) {
  const Outcome outcome = run({"players", "--help"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("--json"), Not(HasSubstr("--version"))));
}

TEST(ProgramVersion, IsNameAndNumber) {
  const Outcome outcome = run({"--version"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, testing::MatchesRegex("turncoat [0-9]+\\.[0-9]+\\.[0-9]+\n"));
}

TEST(ProgramErrors, SuggestCommandsAndOptions) {
  expect_refused({"plyers"}, "no command \"plyers\"; did you mean \"players\"?");
  expect_refused({""}, "no command \"\"");
  expect_refused({"qqqqqqqq"}, "no command \"qqqqqqqq\"");
  expect_refused({"players", "--jsn"}, "players has no option --jsn; did you mean \"--json\"?");
  expect_refused({"players", "--zzzzzzzz=1"}, "players has no option --zzzzzzzz");
  expect_refused({"players", "extra"}, "\"extra\"");
  expect_refused({"rules", "standard-8", "extra"}, "\"extra\"");
  expect_refused({"--nonsense"}, "turncoat has no option --nonsense");
  expect_refused({"--nonsense", "players"}, "has no option --nonsense");
}

TEST(ProgramOutput, ThatCannotBeWrittenIsAnError) {
  std::istringstream in;
  std::ostream out(nullptr);  // every write fails, as on a full disk
  std::ostringstream err;
  Context context{.in = in, .out = out, .err = err, .stop = {}};
  EXPECT_EQ(run_program({"players"}, context), 1);
  EXPECT_THAT(err.str(), HasSubstr("error: the output could not be written"));
}

TEST(PlayersCommand, ListsEveryPlayerOfTheRegistry) {
  const Outcome outcome = run({"players"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.err, IsEmpty());
  for (const auto& info : engine::list_players()) {
    EXPECT_THAT(outcome.out, AllOf(HasSubstr(info.name), HasSubstr(info.summary)));
    for (const auto& param : info.params) EXPECT_THAT(outcome.out, HasSubstr("    " + param.name + "="));
  }
}

TEST(PlayersCommand, PrintsJsonOfTheSame) {
  const Outcome outcome = run({"players", "--json"});
  EXPECT_EQ(outcome.status, 0);
  const auto list = nlohmann::json::parse(outcome.out, nullptr, false);
  ASSERT_TRUE(list.is_array());
  const auto infos = engine::list_players();
  ASSERT_EQ(list.size(), infos.size());
  for (std::size_t i = 0; i < infos.size(); ++i) {
    EXPECT_EQ(list[i]["name"], infos[i].name);
    EXPECT_EQ(list[i]["summary"], infos[i].summary);
    EXPECT_EQ(list[i]["params"].size(), infos[i].params.size());
  }
}

TEST(RulesCommand, ListsEveryPreset) {
  const Outcome outcome = run({"rules"});
  EXPECT_EQ(outcome.status, 0);
  for (const std::string& name : rules::preset_names()) EXPECT_THAT(outcome.out, HasSubstr(name));
  EXPECT_THAT(outcome.out, HasSubstr("leader-12    12x12, White first, Black +1 at the end, 300s/game\n"));
  EXPECT_THAT(outcome.out, HasSubstr("standard-4   4x4, Black first\n"));
}

TEST(RulesCommand, PrintsAFileThatIsTheSameRuleset) {
  for (const std::string& name : rules::preset_names()) {
    const Outcome outcome = run({"rules", name});
    EXPECT_EQ(outcome.status, 0);
    const auto rules = rules::parse_ruleset(outcome.out, "output");
    ASSERT_TRUE(rules.has_value()) << rules.error().message;
    EXPECT_EQ(**rules, **rules::find_ruleset(name));
  }
}

TEST(RulesCommand, SuggestsARuleset) {
  expect_refused({"rules", "standart-8"}, "did you mean \"standard-8\"?");
}

}  // namespace
}  // namespace turncoat::cli
