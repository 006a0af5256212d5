// LiveSession: the conversation of one WebSocket — what the client watches and what it has analysed. Knows no
// sockets: text comes in through `receive`, messages go out through a Client. Dropping it ends everything it
// had asked for. Lives on the loop.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "server/analysis_service.h"
#include "server/game_service.h"
#include "server/hub.h"
#include "server/limits.h"

namespace turncoat::server {

// What there is to watch besides games: gives the message that shows the subject as it is now.
using ShowSubject = std::function<void(std::int64_t id, std::function<void(Answer<std::string>)>)>;

struct LiveParts {
  Hub& hub;
  GameService& games;
  AnalysisService& analyses;
  const Limits& limits;
  std::map<std::string, ShowSubject> subjects = {};  // "review", "run"
};

class LiveSession {
 public:
  LiveSession(LiveParts& parts, Client& client) : parts_(parts), client_(client) {}
  ~LiveSession();
  LiveSession(const LiveSession&) = delete;
  LiveSession& operator=(const LiveSession&) = delete;

  void receive(std::string_view text);

 private:
  Answer<void> handle(const Json& message);
  Answer<void> watch(const std::string& kind, std::int64_t id);
  Answer<void> analyze(const Json& message);
  void tell_problem(const Json& id, const Problem& problem);

  LiveParts& parts_;
  Client& client_;
  std::set<std::string> watched_;
  std::map<std::string, AnalysisService::Handle> analyses_;
  // For answers that come after this session has gone.
  std::shared_ptr<LiveSession*> self_ = std::make_shared<LiveSession*>(this);
};

}  // namespace turncoat::server
