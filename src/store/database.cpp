#include "store/database.h"

#include <chrono>
#include <utility>

#include <fmt/chrono.h>

namespace turncoat::store {

namespace {

GameRow read_row(SQLite::Statement& query) {
  GameRow row;
  row.rules = query.getColumn(3).getString();
  row.start = optional_text(query.getColumn(4));
  row.moves = query.getColumn(5).getString();
  row.black = query.getColumn(6).getString();
  row.white = query.getColumn(7).getString();
  row.event = query.getColumn(8).getString();
  row.date = query.getColumn(9).getString();
  row.ending = query.getColumn(10).getString();
  row.loser = optional_text(query.getColumn(11));
  row.reason = query.getColumn(12).getString();
  if (!query.isColumnNull(13)) row.stated_score = query.getColumn(13).getDouble();
  row.notes = optional_text(query.getColumn(14));
  return row;
}

}  // namespace

std::string utc_now() {
  const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::chrono::system_clock::to_time_t(now)));
}

Result<rules::RulesetPtr> Store::Database::ruleset(const std::string& toml) {
  if (const auto known = rulesets.find(toml); known != rulesets.end()) return known->second;
  auto parsed = rules::parse_ruleset(toml, "its ruleset");
  if (parsed) rulesets.emplace(toml, *parsed);
  return parsed;
}

Result<GameRow> Store::Database::row_of(const record::GameRecord& record) {
  auto row = to_row(record);
  if (!row) return row;
  const auto rules = ruleset(row->rules);
  if (!rules) return std::unexpected(rules.error());
  if (**rules != record.game.start().ruleset()) {
    return fail(Error::Code::Range, "its ruleset cannot be written as a ruleset file");
  }
  return row;
}

Result<StoredGame> Store::Database::read_game(SQLite::Statement& query) {
  const GameId id = query.getColumn(0).getInt64();
  const GameRow row = read_row(query);
  const auto rules = ruleset(row.rules);
  if (!rules) return fail_at(rules.error(), "game {} of {}", id, path.string());
  auto record = from_row(row, *rules);
  if (!record) return fail_at(record.error(), "game {} of {}", id, path.string());
  StoredGame game{.id = id, .record = std::move(*record)};
  if (!query.isColumnNull(1)) game.run = query.getColumn(1).getInt64();
  if (!query.isColumnNull(2)) game.item = static_cast<std::uint64_t>(query.getColumn(2).getInt64());
  return game;
}

std::int64_t Store::Database::ruleset_id(const rules::Ruleset& rules, const std::string& toml) {
  SQLite::Statement insert(*db, "INSERT INTO ruleset (name, toml) VALUES (?, ?) ON CONFLICT DO NOTHING");
  insert.bind(1, rules.name);
  insert.bind(2, toml);
  insert.exec();
  SQLite::Statement query(*db, "SELECT id FROM ruleset WHERE toml = ?");
  query.bind(1, toml);
  query.executeStep();
  return query.getColumn(0).getInt64();
}

GameId Store::Database::insert(const GameRow& row, const record::GameRecord& record, std::optional<RunId> run,
                               std::optional<std::int64_t> item) {
  const std::int64_t rules = ruleset_id(record.game.start().ruleset(), row.rules);
  SQLite::Statement statement(
      *db,
      "INSERT INTO game (run, item, rules, start, moves, black, white, event, date, ending, loser, reason, "
      "score, stated_score, notes, fingerprint) VALUES (:run, :item, :rules, :start, :moves, :black, "
      ":white, :event, :date, :ending, :loser, :reason, :score, :stated_score, :notes, :fingerprint)");
  bind(statement, ":run", run);
  bind(statement, ":item", item);
  statement.bind(":rules", rules);
  bind(statement, ":start", row.start);
  statement.bind(":moves", row.moves);
  statement.bind(":black", row.black);
  statement.bind(":white", row.white);
  statement.bind(":event", row.event);
  statement.bind(":date", row.date);
  statement.bind(":ending", row.ending);
  bind(statement, ":loser", row.loser);
  statement.bind(":reason", row.reason);
  bind(statement, ":score", black_score(record));
  bind(statement, ":stated_score", row.stated_score);
  bind(statement, ":notes", row.notes);
  statement.bind(":fingerprint", fingerprint(row));
  statement.exec();
  return db->getLastInsertRowid();
}

bool Store::Database::update(GameId id, const GameRow& row, const record::GameRecord& record) {
  SQLite::Statement statement(
      *db,
      "UPDATE game SET moves = :moves, ending = :ending, loser = :loser, reason = :reason, score = :score, "
      "notes = :notes, fingerprint = :fingerprint WHERE id = :id");
  statement.bind(":id", id);
  statement.bind(":moves", row.moves);
  statement.bind(":ending", row.ending);
  bind(statement, ":loser", row.loser);
  statement.bind(":reason", row.reason);
  bind(statement, ":score", black_score(record));
  bind(statement, ":notes", row.notes);
  statement.bind(":fingerprint", fingerprint(row));
  return statement.exec() > 0;
}

std::optional<GameId> Store::Database::find(const GameRow& row) {
  SQLite::Statement query(*db, std::string("SELECT game.id") + kGameTables +
                                   "WHERE fingerprint = ? AND toml = ? AND start IS ? AND moves = ? AND "
                                   "black = ? AND white = ? AND event = ? AND date = ? AND ending = ? AND "
                                   "loser IS ? ORDER BY game.id LIMIT 1");
  query.bind(1, fingerprint(row));
  query.bind(2, row.rules);
  if (row.start) query.bind(3, *row.start);
  query.bind(4, row.moves);
  query.bind(5, row.black);
  query.bind(6, row.white);
  query.bind(7, row.event);
  query.bind(8, row.date);
  query.bind(9, row.ending);
  if (row.loser) query.bind(10, *row.loser);
  if (!query.executeStep()) return std::nullopt;
  return query.getColumn(0).getInt64();
}

bool Store::Database::has_run(RunId run) {
  SQLite::Statement query(*db, "SELECT 1 FROM run WHERE id = ?");
  query.bind(1, run);
  return query.executeStep();
}

std::unexpected<Error> Store::Database::no_run(RunId run) const {
  return fail(Error::Code::NotFound, "{} has no run {}", path.string(), run);
}

std::unexpected<Error> Store::Database::no_game(GameId game) const {
  return fail(Error::Code::NotFound, "{} has no game {}", path.string(), game);
}

}  // namespace turncoat::store
