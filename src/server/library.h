// Library: all games there are — found, brought in, taken out. Its work is done on a thread and a connection
// of its own, so that a long import or search holds nobody else up. Called on the loop.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <unordered_map>

#include "server/http.h"
#include "server/limits.h"
#include "server/store_thread.h"

namespace turncoat::server {

class Library {
 public:
  using Done = std::function<void(Answer<std::string>)>;

  Library(StoreThread& store, const Limits& limits) : store_(store), limits_(limits) {}

  // The query of GET /games: player, opening, result, state, text, run, limit, before.
  void list(const Request& request, Done done);
  // The body of POST /import.
  void import(const Json& body, Done done);
  void find(store::GameId id, std::function<void(Answer<record::GameRecord>)> done);
  // A finished answer, with a file name.
  void export_game(store::GameId id, const Request& request, Reply reply);

 private:
  // Openings by game, for the search by opening; only of games that change no more. For the store's thread.
  using Openings = std::unordered_map<store::GameId, std::string>;

  StoreThread& store_;
  const Limits& limits_;
  std::shared_ptr<Openings> openings_ = std::make_shared<Openings>();
};

}  // namespace turncoat::server
