#include "cli/depth_log.h"

#include <algorithm>
#include <array>
#include <tuple>

#include <fmt/format.h>

#include "cli/table.h"

namespace turncoat::cli {

namespace {

struct Mean {
  double sum = 0;
  int moves = 0;

  std::optional<double> value() const { return moves == 0 ? std::nullopt : std::optional(sum / moves); }
};

// Of the moves that were searched.
template <class Rows>
std::array<Mean, 2> means_of(const Rows& rows) {
  std::array<Mean, 2> means;
  for (const auto& row : rows) {
    if (!row.depth) continue;
    Mean& mean = means[static_cast<std::size_t>(row.player)];
    mean.sum += *row.depth;
    ++mean.moves;
  }
  return means;
}

}  // namespace

void DepthLog::add(const match::PlannedGame& planned, const match::MoveReport& report) {
  const int player = report.mover == rules::Color::Black ? planned.black() : planned.white();
  const std::scoped_lock lock(mutex_);
  rows_.push_back({planned.game + 1, report.ply + 1, player, report.move.name(), report.thought.depth,
                   report.thought.nodes, std::chrono::duration<double>(report.used).count()});
}

std::vector<DepthLog::Row> DepthLog::sorted() const {
  std::vector<Row> rows = rows_;
  std::ranges::sort(rows, {}, [](const Row& row) { return std::tuple(row.game, row.ply); });
  return rows;
}

void DepthLog::print(std::ostream& out) const {
  Table table({{"game", true},
               {"ply", true},
               {"player"},
               {"move"},
               {"depth", true},
               {"nodes", true},
               {"seconds", true}});
  const std::vector<Row> rows = sorted();
  for (const Row& row : rows) {
    table.add({std::to_string(row.game), std::to_string(row.ply), row.player == 0 ? "A" : "B", row.move,
               row.depth ? std::to_string(*row.depth) : "-", std::to_string(row.nodes),
               fmt::format("{:.3f}", row.seconds)});
  }
  table.print(out);
  const auto means = means_of(rows);
  for (const std::size_t player : {0U, 1U}) {
    if (const auto mean = means[player].value()) {
      out << fmt::format("mean depth of {}: {:.2f} plies over {} searched moves\n", player == 0 ? "A" : "B",
                         *mean, means[player].moves);
    }
  }
}

void DepthLog::put(nlohmann::ordered_json& json) const {
  const std::vector<Row> rows = sorted();
  json["mean_depth"] = nlohmann::ordered_json::array();
  for (const Mean& mean : means_of(rows)) {
    const auto value = mean.value();
    json["mean_depth"].push_back(value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json());
  }
  json["moves"] = nlohmann::ordered_json::array();
  for (const Row& row : rows) {
    json["moves"].push_back(
        {{"game", row.game},
         {"ply", row.ply},
         {"player", row.player == 0 ? "a" : "b"},
         {"move", row.move},
         {"depth", row.depth ? nlohmann::ordered_json(*row.depth) : nlohmann::ordered_json()},
         {"nodes", row.nodes},
         {"seconds", row.seconds}});
  }
}

}  // namespace turncoat::cli
