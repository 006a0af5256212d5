// Games in play: the part of Store behind `turncoat serve`.
#include "store/database.h"

namespace turncoat::store {

namespace {

void write_live(SQLite::Database& db, GameId id, const LiveGame& game) {
  SQLite::Statement statement(
      db,
      "INSERT INTO live (game, state, revision, settings, updated) VALUES (:game, :state, "
      ":revision, :settings, :updated) ON CONFLICT (game) DO UPDATE SET state = :state, "
      "revision = :revision, settings = :settings, updated = :updated");
  statement.bind(":game", id);
  statement.bind(":state", game.state);
  statement.bind(":revision", static_cast<std::int64_t>(game.revision));
  statement.bind(":settings", game.settings);
  statement.bind(":updated", utc_now());
  statement.exec();
}

}  // namespace

Result<GameId> Store::add_live(const LiveGame& game) {
  return database_->guarded([&]() -> Result<GameId> {
    const auto row = database_->row_of(game.record);
    if (!row) return std::unexpected(row.error());
    SQLite::Transaction transaction(*database_->db, SQLite::TransactionBehavior::IMMEDIATE);
    const GameId id = database_->insert(*row, game.record, std::nullopt, std::nullopt);
    write_live(*database_->db, id, game);
    transaction.commit();
    return id;
  });
}

Result<void> Store::save_live(const LiveGame& game) {
  return database_->guarded([&]() -> Result<void> {
    const auto row = database_->row_of(game.record);
    if (!row) return fail_at(row.error(), "game {}", game.id);
    SQLite::Transaction transaction(*database_->db, SQLite::TransactionBehavior::IMMEDIATE);
    if (!database_->update(game.id, *row, game.record)) return database_->no_game(game.id);
    write_live(*database_->db, game.id, game);
    transaction.commit();
    return {};
  });
}

Result<std::optional<LiveGame>> Store::live(GameId id) const {
  return database_->guarded([&]() -> Result<std::optional<LiveGame>> {
    SQLite::Statement query(*database_->db, std::string("SELECT ") + kGameColumns +
                                                ", state, revision, settings, updated" + kGameTables +
                                                "JOIN live ON live.game = game.id WHERE game.id = ?");
    query.bind(1, id);
    if (!query.executeStep()) return std::nullopt;
    auto game = database_->read_game(query);
    if (!game) return std::unexpected(game.error());
    LiveGame live{
        .id = id, .state = query.getColumn(kGameColumnCount).getString(), .record = std::move(game->record)};
    live.revision = static_cast<std::uint64_t>(query.getColumn(kGameColumnCount + 1).getInt64());
    live.settings = query.getColumn(kGameColumnCount + 2).getString();
    live.updated = query.getColumn(kGameColumnCount + 3).getString();
    return live;
  });
}

Result<std::vector<GameId>> Store::live_ids(std::string_view state) const {
  return database_->guarded([&]() -> Result<std::vector<GameId>> {
    SQLite::Statement query(*database_->db,
                            "SELECT game FROM live WHERE state = ? ORDER BY updated DESC, game DESC");
    query.bind(1, std::string(state));
    std::vector<GameId> ids;
    while (query.executeStep()) ids.push_back(query.getColumn(0).getInt64());
    return ids;
  });
}

}  // namespace turncoat::store
