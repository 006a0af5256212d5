// RunService: matches, tournaments and trainings, those of the command line and those begun here. A
// tournament is stored game by game like the command's, and can be watched. Lives on the loop; tables are
// made on the store's thread.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "match/runner.h"
#include "server/http.h"
#include "server/hub.h"
#include "server/limits.h"
#include "server/loop.h"
#include "server/store_thread.h"
#include "server/updates.h"
#include "server/workers.h"

namespace turncoat::server {

class RunService {
 public:
  using Done = std::function<void(Answer<std::string>)>;
  using MakePlayer = std::function<Result<std::unique_ptr<player::Player>>(const std::string& spec)>;

  struct Parts {
    Loop& loop;
    Hub& hub;
    StoreThread& store;
    Workers& workers;
    const Limits& limits;
    int threads;
    MakePlayer make_player;
  };
  explicit RunService(Parts parts) : parts_(std::move(parts)) {}

  void list(Done done);
  void get(store::RunId id, Done done);
  // The body of POST /tournaments.
  void start_tournament(const Json& body, Done done);
  Answer<void> stop_work(store::RunId id);
  void stop();

  static std::string subject(store::RunId id) { return fmt::format("run:{}", id); }

 private:
  struct Tournament;
  void play(store::RunId id, const std::shared_ptr<Tournament>& tournament);
  void show(store::RunId id);
  std::string state_of(store::RunId id) const;

  Parts parts_;
  std::map<store::RunId, std::shared_ptr<Tournament>> running_;
  bool stopped_ = false;
};

}  // namespace turncoat::server
