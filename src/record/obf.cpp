#include "record/obf.h"

#include <algorithm>

#include "base/text.h"
#include "record/board_string.h"
#include "record/source_text.h"

namespace turncoat::record {

namespace {

// Some files close each list with this "move" that is worth less than any.
constexpr int kSentinel = -127;
constexpr int kHighestScore = rules::kMaxSize * rules::kMaxSize;

Result<int> read_score(std::string_view text) {
  const auto score = parse_int(text.starts_with('+') ? text.substr(1) : text);
  if (!score || text.starts_with("+-") || *score < -kHighestScore || *score > kHighestScore) {
    return fail(Error::Code::Parse, "{} is not a disc difference such as +4", quote(text));
  }
  return static_cast<int>(*score);
}

Result<void> add_field(Problem& problem, std::string_view field) {
  const std::size_t colon = field.find(':');
  const auto score = read_score(trim(colon == std::string_view::npos ? field : field.substr(colon + 1)));
  if (!score) return std::unexpected(score.error());
  if (colon == std::string_view::npos) {
    if (problem.score) return fail(Error::Code::Conflict, "a second score without a move");
    problem.score = *score;
    return {};
  }
  const std::string_view name = trim(field.substr(0, colon));
  rules::Move move = rules::Move::pass();
  if (name == "--" && *score == kSentinel) return {};
  const bool pass = name == "--" || equal_ignoring_case(name, "ps") || equal_ignoring_case(name, "pa") ||
                    equal_ignoring_case(name, "pass");
  if (!pass) {
    const auto square = rules::Square::parse(name, problem.position.size());
    if (!square) return std::unexpected(square.error());
    move = *square;
  }
  if (!problem.position.is_legal(move)) {
    return fail(Error::Code::Illegal, "{} is not legal for {}", move.name(),
                rules::color_name(problem.position.mover()));
  }
  if (std::ranges::find(problem.moves, move, &ScoredMove::move) != problem.moves.end()) {
    return fail(Error::Code::Conflict, "{} is listed twice", move.name());
  }
  problem.moves.push_back({move, *score});
  return {};
}

}  // namespace

std::optional<int> Problem::best_score() const {
  if (moves.empty()) return score;
  return std::ranges::max_element(moves, {}, &ScoredMove::score)->score;
}

std::vector<rules::Move> Problem::best_moves() const {
  std::vector<rules::Move> best;
  for (const ScoredMove& scored : moves) {
    if (scored.score == best_score()) best.push_back(scored.move);
  }
  return best;
}

Result<std::optional<Problem>> parse_obf_line(std::string_view line,
                                              const std::optional<rules::RulesetPtr>& rules) {
  const std::size_t percent = line.find('%');
  const std::string comment =
      percent == std::string_view::npos ? "" : std::string(trim(clean_text(line.substr(percent + 1))));
  const std::string_view content = trim(line.substr(0, percent));
  if (content.empty()) return std::nullopt;

  const std::vector<std::string_view> fields = split(content, ';');
  const auto position = parse_board(fields.front(), rules);
  if (!position) return std::unexpected(position.error());
  Problem problem{*position, {}, std::nullopt, comment, 0};
  for (std::size_t i = 1; i < fields.size(); ++i) {
    const std::string_view field = trim(fields[i]);
    if (field.empty()) continue;
    if (auto added = add_field(problem, field); !added) {
      return fail_at(added.error(), "character {}", field.data() - line.data() + 1);
    }
  }
  return problem;
}

Result<std::vector<Problem>> parse_obf(std::string_view text, const std::optional<rules::RulesetPtr>& rules) {
  std::vector<Problem> problems;
  std::size_t number = 0;
  for (const std::string_view line : split(without_bom(text), '\n')) {
    ++number;
    auto problem = parse_obf_line(line, rules);
    if (!problem) return fail_at(problem.error(), "line {}", number);
    if (!*problem) continue;
    (*problem)->line = number;
    problems.push_back(std::move(**problem));
  }
  return problems;
}

std::string format_obf(const Problem& problem) {
  std::string text = problem.position.to_string() + ';';
  for (const ScoredMove& scored : problem.moves) {
    std::string name = scored.move.is_pass() ? "PS" : scored.move.name();
    name.front() = static_cast<char>(name.front() & ~0x20);  // the custom of these files: A2, not a2
    text += fmt::format(" {}:{:+};", name, scored.score);
  }
  if (problem.score) text += fmt::format(" {:+};", *problem.score);
  if (!problem.comment.empty()) text += " % " + std::string(trim(clean_text(problem.comment)));
  return text;
}

}  // namespace turncoat::record
