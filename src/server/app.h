// App: everything behind the sockets — stores, pools, services, routes — put together once. Two of them may
// live in one process. Lives on the loop; close() before the loop ends.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "server/analysis_service.h"
#include "server/evaluations.h"
#include "server/game_service.h"
#include "server/hub.h"
#include "server/library.h"
#include "server/limits.h"
#include "server/live_session.h"
#include "server/loop.h"
#include "server/review_service.h"
#include "server/router.h"
#include "server/run_service.h"
#include "server/store_thread.h"
#include "server/task_runner.h"
#include "server/tree_service.h"
#include "server/value.h"
#include "server/workers.h"

namespace turncoat::server {

struct AppOptions {
  std::filesystem::path store;
  int threads = 1;  // for players' moves; analyses and tasks have as many of a lower priority
  Limits limits = {};
  GameService::MakePlayer make_player = {};  // the registry's when empty
};

class App {
 public:
  static Result<std::unique_ptr<App>> open(Loop& loop, AppOptions options);
  ~App() { close(); }

  // Ends all thinking and finishes all writing.
  void close();

  Router& router() { return router_; }
  LiveParts& live() { return live_; }
  const Limits& limits() const { return options_.limits; }

 private:
  App(Loop& loop, AppOptions options, std::unique_ptr<store::Store> journal,
      std::unique_ptr<store::Store> library);

  AppOptions options_;
  Loop& loop_;
  Hub hub_;
  ValueBook values_;
  Evaluations evaluations_;
  StoreThread journal_;
  StoreThread shelf_;
  Workers movers_;
  Workers analysts_;
  Workers helpers_;   // reviews, trees and the like
  Workers referees_;  // tournaments
  GameService games_;
  AnalysisService analyses_;
  ReviewService reviews_;
  TreeService trees_;
  RunService runs_;
  TaskRunner tasks_;
  Library library_;
  LiveParts live_;
  Router router_;
};

// What the routes work with.
struct Services {
  const Limits& limits;
  int threads;
  GameService& games;
  ReviewService& reviews;
  TreeService& trees;
  RunService& runs;
  TaskRunner& tasks;
  Library& library;
};

// Every route, listed by hand; web/contract/openapi.json lists them too, and a test compares.
std::vector<Route> make_routes(Services services);

}  // namespace turncoat::server
