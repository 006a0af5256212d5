// Every reader of games and positions on any bytes: it refuses with a sentence, or gives something that
// prints and reads back to the same.
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/check.h"
#include "record/board_string.h"
#include "record/ggf.h"
#include "record/load.h"
#include "record/obf.h"
#include "record/transcript.h"
#include "record/wthor.h"

namespace turncoat::record {
namespace {

template <class T>
bool was_read(const Result<T>& result) {
  TURNCOAT_CHECK(result || !result.error().message.empty(), "a refusal says why");
  return result.has_value();
}

void read_transcript(const rules::Position& start, std::string_view text) {
  const auto game = parse_transcript(start, text);
  if (!was_read(game)) return;
  for (const Passes passes : {Passes::Implied, Passes::Written}) {
    TURNCOAT_CHECK(parse_transcript(start, format_transcript(*game, passes)) == *game,
                   "a transcript reads back");
  }
}

void read_board(std::string_view text) {
  const auto position = parse_board(text);
  if (!was_read(position)) return;
  TURNCOAT_CHECK(parse_board(position->to_string()) == *position, "a board reads back");
}

void read_obf(std::string_view text) {
  const auto problems = parse_obf(text);
  if (!was_read(problems)) return;
  std::string again;
  for (const Problem& problem : *problems) again += format_obf(problem) + '\n';
  TURNCOAT_CHECK(parse_obf(again) == *problems, "problems read back");
}

void read_ggf(std::string_view text) {
  const auto records = parse_ggf(text);
  if (!was_read(records)) return;
  std::string again;
  for (const GameRecord& record : *records) again += format_ggf(record) + '\n';
  const auto second = parse_ggf(again);
  TURNCOAT_CHECK(second && second->size() == records->size(), "GGF reads back");
  for (std::size_t i = 0; i < records->size(); ++i) {
    // A finished game without a stated result gets the board's when it is written.
    GameRecord expected = (*records)[i];
    if (!expected.stated_score) expected.stated_score = black_score(expected);
    TURNCOAT_CHECK((*second)[i] == expected, "GGF reads back to the same game");
  }
}

void read_wthor(std::string_view bytes) {
  (void)looks_like_wthor(bytes);
  (void)was_read(parse_wthor_names(bytes, WthorNameKind::Players));
  (void)was_read(parse_wthor_names(bytes, WthorNameKind::Tournaments));
  (void)was_read(parse_wthor_games(bytes, {{"one"}, {}}));
}

void read_pasted(std::string_view text) {
  const auto loaded = read_text(text, "pasted");
  TURNCOAT_CHECK(loaded || loaded.error().message.starts_with("pasted"), "a refusal names the source");
  TURNCOAT_CHECK(!loaded || !loaded->games.empty(), "what was read has a game");
}

void read_all(std::string_view text) {
  read_transcript(rules::Position(rules::standard(8)), text);
  read_transcript(rules::Position(rules::standard(10)), text);
  read_board(text);
  read_obf(text);
  read_ggf(text);
  read_wthor(text);
  read_pasted(text);
}

}  // namespace
}  // namespace turncoat::record

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  turncoat::record::read_all({reinterpret_cast<const char*>(data), size});
  return 0;
}
