// The file agent: reads a position and the clock from input.txt in a folder, answers with a square in
// output.txt there. One call is one move; what it needs to remember is in turncoat.state beside them, and
// calibration.txt is used when it is there. docs/protocols.md describes the files.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/time_control.h"
#include "protocol/calibration.h"
#include "rules/position.h"

namespace turncoat::protocol {

inline constexpr const char* kAgentInput = "input.txt";
inline constexpr const char* kAgentOutput = "output.txt";
inline constexpr const char* kAgentState = "turncoat.state";
inline constexpr const char* kAgentCalibration = "calibration.txt";

struct AgentOptions {
  std::filesystem::path dir = ".";
  std::string player = {};                                // empty: agent_player of the size
  std::optional<rules::RulesetPtr> rules = std::nullopt;  // else by the size
  std::chrono::steady_clock::time_point called = std::chrono::steady_clock::now();
  std::stop_token stop = {};
};

struct AgentAnswer {
  std::string move;                   // as in output.txt
  std::string note;                   // what was thought, in a few words
  std::vector<std::string> warnings;  // files that were ignored or could not be written
};

// After an error output.txt is as it was.
Result<AgentAnswer> run_agent(const AgentOptions& options);

// How a call spends its clock: `left` less what this and all later calls cost besides thinking. When the rest
// of the game can be searched to its end in a part of that, this move may take what it needs.
TimeBudget plan_time(const rules::Position& position, std::chrono::nanoseconds left,
                     std::chrono::nanoseconds overhead, const Calibration* calibration);

}  // namespace turncoat::protocol
