#include "rules/ruleset.h"

#include <algorithm>
#include <array>
#include <vector>

#include <toml++/toml.h>

#include "base/check.h"
#include "base/file.h"
#include "base/text.h"

namespace turncoat::rules {

namespace {

RulesetPtr leader_12() {
  Ruleset rules;
  rules.name = "leader-12";
  rules.size = 12;
  rules.white = {Square(3, 2), Square(2, 3), Square(9, 8), Square(8, 9)};  // d3 c4 j9 i10
  rules.black = {Square(2, 2), Square(3, 3), Square(8, 8), Square(9, 9)};  // c3 d4 i9 j10
  rules.first = Color::White;
  rules.black_bonus = 1;
  rules.clock.per_game = std::chrono::seconds(300);
  return std::make_shared<const Ruleset>(std::move(rules));
}

Result<int> read_size(const toml::table& table) {
  const auto size = table["size"].value_exact<std::int64_t>();
  if (!size) return fail(Error::Code::Parse, "\"size\" must be given as a whole number: size = 8");
  if (*size < kMinSize || *size > kMaxSize || *size % 2 != 0) {
    return fail(Error::Code::Range, "size = {} must be even, from {} to {}", *size, kMinSize, kMaxSize);
  }
  return static_cast<int>(*size);
}

Result<SquareSet> read_squares(const toml::table& table, const char* key, int size) {
  const toml::array* names = table[key].as_array();
  if (names == nullptr)
    return fail(Error::Code::Parse, "\"{}\" must list squares: {} = [\"d5\", \"e4\"]", key, key);
  SquareSet set;
  for (const toml::node& node : *names) {
    const auto name = node.value<std::string>();
    if (!name) return fail(Error::Code::Parse, "\"{}\" must list squares such as \"d5\"", key);
    const auto square = Square::parse(*name, size);
    if (!square) return fail_at(square.error(), "{}", key);
    if (set.contains(*square)) return fail(Error::Code::Conflict, "{}: {} is listed twice", key, *name);
    set.insert(*square);
  }
  return set;
}

template <class T>
Result<T> read_choice(const toml::table& table, const char* key,
                      std::span<const std::pair<std::string, T>> choices) {
  const auto text = table[key].value<std::string>();
  std::vector<std::string> names;
  for (const auto& [name, value] : choices) {
    if (text && *text == name) return value;
    names.push_back(name);
  }
  if (!table.contains(key)) return choices.front().second;
  return fail(Error::Code::Range, "\"{}\" must be one of {}", key, join(names, ", "));
}

Result<RulesetPtr> read_table(const toml::table& table) {
  const std::vector<std::string> known = {"name",  "size",        "black",   "white",
                                          "first", "black_bonus", "scoring", "clock"};
  for (const auto& [key, node] : table) {
    const std::string name(key.str());
    if (std::ranges::find(known, name) == known.end()) {
      return fail(Error::Code::NotFound, "there is no setting {}{}", quote(name), did_you_mean(name, known));
    }
  }
  Ruleset rules;
  rules.name = table["name"].value_or(std::string());
  if (rules.name.empty())
    return fail(Error::Code::Parse, "\"name\" must be given as text: name = \"my-rules\"");
  constexpr std::string_view kNameChars =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_. ";
  if (rules.name.find_first_not_of(kNameChars) != std::string::npos) {
    return fail(Error::Code::Parse, "the name {} may hold letters, digits, spaces and - _ . only",
                quote(rules.name));
  }
  const auto size = read_size(table);
  if (!size) return std::unexpected(size.error());
  rules.size = *size;
  const auto black = read_squares(table, "black", rules.size);
  if (!black) return std::unexpected(black.error());
  const auto white = read_squares(table, "white", rules.size);
  if (!white) return std::unexpected(white.error());
  rules.black = *black;
  rules.white = *white;
  if (const SquareSet both = rules.black & rules.white; !both.empty()) {
    return fail(Error::Code::Conflict, "{} is both black and white", (*both.begin()).name());
  }

  const std::array<std::pair<std::string, Color>, 2> colors = {
      {{"black", Color::Black}, {"white", Color::White}}};
  const auto first = read_choice<Color>(table, "first", colors);
  if (!first) return std::unexpected(first.error());
  rules.first = *first;
  const std::array<std::pair<std::string, Scoring>, 2> scorings = {
      {{"empties-to-winner", Scoring::EmptiesToWinner}, {"discs-only", Scoring::DiscsOnly}}};
  const auto scoring = read_choice<Scoring>(table, "scoring", scorings);
  if (!scoring) return std::unexpected(scoring.error());
  rules.scoring = *scoring;

  const auto bonus = table["black_bonus"].value_exact<std::int64_t>();
  if (table.contains("black_bonus") && (!bonus || *bonus < -256 || *bonus > 256)) {
    return fail(Error::Code::Range, "\"black_bonus\" must be a whole number from -256 to 256");
  }
  rules.black_bonus = static_cast<int>(bonus.value_or(0));
  if (table.contains("clock")) {
    const auto clock = parse_time_control(table["clock"].value_or(std::string()));
    if (!clock) return fail_at(clock.error(), "clock");
    rules.clock = *clock;
  }
  return std::make_shared<const Ruleset>(std::move(rules));
}

std::string square_list(const SquareSet& set) {
  std::vector<std::string> names;
  for (const Square square : set) names.push_back('"' + square.name() + '"');
  return fmt::format("[{}]", join(names, ", "));
}

}  // namespace

std::span<const std::string> preset_names() {
  static const std::array<std::string, 8> names = {"standard-4",  "standard-6",  "standard-8",  "standard-10",
                                                   "standard-12", "standard-14", "standard-16", "leader-12"};
  return names;
}

RulesetPtr standard(int size) {
  TURNCOAT_CHECK(size >= kMinSize && size <= kMaxSize && size % 2 == 0, "standard boards are even, 4 to 16");
  Ruleset rules;
  rules.name = fmt::format("standard-{}", size);
  rules.size = size;
  const int middle = size / 2;
  rules.white = {Square(middle - 1, middle - 1), Square(middle, middle)};
  rules.black = {Square(middle, middle - 1), Square(middle - 1, middle)};
  return std::make_shared<const Ruleset>(std::move(rules));
}

RulesetPtr with_scoring(const RulesetPtr& rules, Scoring scoring) {
  Ruleset changed = *rules;
  changed.scoring = scoring;
  return std::make_shared<const Ruleset>(std::move(changed));
}

Result<RulesetPtr> find_ruleset(std::string_view name_or_path) {
  if (name_or_path == "leader-12") return leader_12();
  for (int size = kMinSize; size <= kMaxSize; size += 2) {
    if (name_or_path == fmt::format("standard-{}", size)) return standard(size);
  }
  const std::string path(name_or_path);
  constexpr std::uint64_t kLargest = 1 << 20;
  const auto text = load_file(path, kLargest);
  if (text) return parse_ruleset(*text, path);
  if (text.error().code != Error::Code::NotFound) return std::unexpected(text.error());
  const std::string hint = did_you_mean(path, preset_names());
  return fail(Error::Code::NotFound, "{} is neither a ruleset nor a readable file{}", quote(path),
              hint.empty() ? "; rulesets are " + join(preset_names(), ", ") : hint);
}

Result<RulesetPtr> parse_ruleset(std::string_view toml, std::string_view source) {
  try {
    auto rules = read_table(toml::parse(toml));
    if (!rules) return fail_at(rules.error(), "{}", source);
    return rules;
  } catch (const toml::parse_error& error) {
    return fail(Error::Code::Parse, "{} line {}: {}", source, error.source().begin.line, error.description());
  }
}

std::string format_ruleset(const Ruleset& rules) {
  std::string text = fmt::format("name = \"{}\"\nsize = {}\n", rules.name, rules.size);
  text += fmt::format("black = {}\nwhite = {}\n", square_list(rules.black), square_list(rules.white));
  text += fmt::format("first = \"{}\"\n", rules.first == Color::Black ? "black" : "white");
  text += fmt::format("black_bonus = {}\n", rules.black_bonus);
  text += fmt::format("scoring = \"{}\"\n",
                      rules.scoring == Scoring::EmptiesToWinner ? "empties-to-winner" : "discs-only");
  if (!rules.clock.unlimited()) text += fmt::format("clock = \"{}\"\n", format_time_control(rules.clock));
  return text;
}

}  // namespace turncoat::rules
