#include "record/game_record.h"

#include <array>
#include <utility>

namespace turncoat::record {

namespace {

constexpr std::array<std::pair<Ending, std::string_view>, 6> kEndings = {{{Ending::Finished, "finished"},
                                                                          {Ending::Unfinished, "unfinished"},
                                                                          {Ending::Resigned, "resigned"},
                                                                          {Ending::Time, "time"},
                                                                          {Ending::Illegal, "illegal"},
                                                                          {Ending::Failed, "failed"}}};

}  // namespace

std::optional<int> black_score(const GameRecord& record) {
  if (record.loser) {
    const int all = record.game.position().size() * record.game.position().size();
    return *record.loser == rules::Color::Black ? -all : all;
  }
  if (record.ending != Ending::Finished) return std::nullopt;
  return record.game.position().score(rules::Color::Black);
}

std::string_view ending_name(Ending ending) {
  for (const auto& [value, name] : kEndings) {
    if (value == ending) return name;
  }
  return "unfinished";
}

std::optional<Ending> ending_from_name(std::string_view name) {
  for (const auto& [value, text] : kEndings) {
    if (text == name) return value;
  }
  return std::nullopt;
}

}  // namespace turncoat::record
