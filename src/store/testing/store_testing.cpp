#include "store/testing/store_testing.h"

#include <array>
#include <fstream>
#include <sstream>

#include <SQLiteCpp/SQLiteCpp.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/check.h"

namespace turncoat::store::testing {

namespace {

using record::Ending;

const std::array<std::string, 10> kOddTexts = {"",
                                               "plain",
                                               "O'Neil \"the\" \\ player",
                                               "Tamenori \xe7\x82\xba\xe5\x89\x87 \xc3\xa9\xc3\x89",
                                               "two\nlines\r\n\ttab",
                                               std::string("nul\0inside", 10),
                                               "; DROP TABLE game; --",
                                               "mcts:sims=10000,c=1.5",
                                               "not utf-8: \xff\xfe\xe9",
                                               std::string(5000, 'x')};

std::string odd_text(Rng& rng) {
  return kOddTexts[rng.below(kOddTexts.size())];
}

// Moves at random until the end or so many were played.
void play_randomly(rules::Game& game, int longest, Rng& rng) {
  while (game.ply() < longest && !game.is_over()) {
    if (game.pass_if_forced()) continue;
    const auto legal = game.position().legal_moves();
    auto move = legal.begin();
    for (std::uint32_t skip = rng.below(static_cast<std::uint32_t>(legal.size())); skip > 0; --skip) ++move;
    TURNCOAT_CHECK(game.play(*move).has_value(), "a legal move was refused");
  }
}

std::optional<double> odd_number(Rng& rng) {
  const std::array<double, 8> numbers = {0, 0.1, -64, 1.0 / 3, 1e-300, -1.7976931348623157e308, 12, 5e-324};
  if (rng.below(3) == 0) return std::nullopt;
  return rng.below(2) == 0 ? numbers[rng.below(numbers.size())] : rng.uniform() * 128 - 64;
}

}  // namespace

TemporaryFolder::TemporaryFolder() {
  // In memory where that is possible: the tests open hundreds of files, and each waits for the disk.
  // Some tests act as another user, so it must be open to all.
  const std::filesystem::path memory = "/dev/shm";
  std::error_code error;
  const auto mode = std::filesystem::status(memory, error).permissions();
  const auto open_to_all = std::filesystem::perms::others_write | std::filesystem::perms::others_exec;
  const bool in_memory = !error && (mode & open_to_all) == open_to_all && access(memory.c_str(), W_OK) == 0;
  const auto parent = in_memory ? memory : std::filesystem::temp_directory_path();
  std::string name = (parent / "turncoat-test-XXXXXX").string();
  TURNCOAT_CHECK(mkdtemp(name.data()) != nullptr, "no temporary folder");
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::vector<rules::RulesetPtr> all_rulesets() {
  std::vector<rules::RulesetPtr> all;
  for (const std::string& name : rules::preset_names()) all.push_back(*rules::find_ruleset(name));
  all.push_back(
      *rules::parse_ruleset("name = \"My own. rules_1\"\nsize = 6\nblack = [\"c3\", \"d4\", \"a1\"]\n"
                            "white = [\"c4\", \"d3\"]\nfirst = \"white\"\nblack_bonus = -3\n"
                            "scoring = \"discs-only\"\nclock = \"1m+1.5s\"\n",
                            "test"));
  all.push_back(rules::with_scoring(rules::standard(8), rules::Scoring::DiscsOnly));
  return all;
}

record::GameRecord random_record(Rng& rng) {
  const auto rulesets = all_rulesets();
  rules::Game game(rulesets[rng.below(static_cast<std::uint32_t>(rulesets.size()))]);
  if (rng.below(4) == 0) {
    play_randomly(game, static_cast<int>(rng.below(20)), rng);
    game = rules::Game(game.position());
  }
  play_randomly(game, rng.below(3) == 0 ? static_cast<int>(rng.below(30)) : 1000, rng);
  record::GameRecord record(std::move(game));
  record.black = odd_text(rng);
  record.white = odd_text(rng);
  record.event = odd_text(rng);
  record.date = odd_text(rng);
  record.reason = odd_text(rng);
  record.stated_score = odd_number(rng);
  if (rng.below(2) == 0) {
    for (int i = 0; i < record.game.ply(); ++i) record.notes.push_back({odd_number(rng), odd_number(rng)});
  }
  constexpr std::array kEndings = {Ending::Unfinished, Ending::Resigned, Ending::Time, Ending::Illegal,
                                   Ending::Failed};
  if (record.game.is_over() && rng.below(2) == 0) {
    record.ending = Ending::Finished;
  } else {
    record.ending = kEndings[rng.below(kEndings.size())];
    if (record.ending != Ending::Unfinished) {
      record.loser = rng.below(2) == 0 ? rules::Color::Black : rules::Color::White;
    }
  }
  return record;
}

record::GameRecord named_record(std::string black, std::uint64_t seed) {
  Rng rng(seed);
  record::GameRecord record = random_record(rng);
  record.black = std::move(black);
  return record;
}

std::string read_bytes(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << file.rdbuf();
  return bytes.str();
}

void write_bytes(const std::filesystem::path& path, std::string_view bytes) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

void run_sql(const std::filesystem::path& path, const std::string& sql) {
  SQLite::Database db(path.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  db.exec(sql);
}

}  // namespace turncoat::store::testing
