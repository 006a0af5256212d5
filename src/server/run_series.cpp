#include "server/run_series.h"

#include <algorithm>
#include <array>
#include <vector>

namespace turncoat::server {

namespace {

constexpr std::array<std::string_view, 5> kCounters = {"iteration", "generation", "step", "round", "seed"};

struct Series {
  std::string name;
  Json points = Json::array();
};

void add_point(std::vector<Series>& all, const std::string& name, std::size_t x, const Json& y) {
  auto found = std::ranges::find(all, name, &Series::name);
  if (found == all.end()) found = all.insert(all.end(), Series{name});
  found->points.push_back({x, y});
}

}  // namespace

Json series_of(std::span<const store::HistoryEntry> history) {
  std::vector<Series> all;
  for (std::size_t x = 0; x < history.size(); ++x) {
    const auto entry = parse_json(history[x].entry, 16);
    if (!entry || !entry->is_object()) continue;
    for (const auto& [name, value] : entry->items()) {
      if (value.is_number() && std::ranges::find(kCounters, name) == kCounters.end()) {
        add_point(all, name, x, value);
      }
      if (!value.is_object()) continue;
      for (const auto& [inner, number] : value.items()) {
        if (number.is_number()) add_point(all, fmt::format("{}.{}", name, inner), x, number);
      }
    }
  }
  Json list = Json::array();
  for (const Series& series : all) {
    // A single number is no curve.
    if (series.points.size() > 1) list.push_back({{"name", series.name}, {"points", series.points}});
  }
  return list;
}

}  // namespace turncoat::server
