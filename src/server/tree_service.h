// TreeService: search trees that are grown once and then looked into. A tree grows in slices on a worker; who
// asks for a node meanwhile is answered between two slices. Lives on the loop.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "mcts/mcts_player.h"
#include "rules/game.h"
#include "server/http.h"
#include "server/limits.h"
#include "server/loop.h"
#include "server/workers.h"

namespace turncoat::server {

struct TreeOrder {
  rules::Game start;
  std::string spec;  // checked and canonical, of mcts
  std::uint64_t iterations = 0;
};

class TreeService {
 public:
  struct Parts {
    Loop& loop;
    Workers& workers;
    const Limits& limits;
  };
  using Done = std::function<void(Answer<std::string>)>;

  explicit TreeService(Parts parts) : parts_(std::move(parts)) {}

  Answer<std::string> start(const TreeOrder& order);
  Answer<std::string> get(std::int64_t id) const;
  // `path` from the root: "f5,d6"; children with fewer visits are left out.
  void node(std::int64_t id, const std::string& path, std::uint64_t min_visits, Done done);
  // Ends its growth and keeps what has grown.
  Answer<void> stop_growth(std::int64_t id);
  Answer<void> remove(std::int64_t id);
  void stop();

 private:
  struct Tree;
  bool make_room();
  Answer<std::shared_ptr<Tree>> find(std::int64_t id) const;

  Parts parts_;
  std::map<std::int64_t, std::shared_ptr<Tree>> trees_;
  std::int64_t next_ = 1;
  bool stopped_ = false;
};

}  // namespace turncoat::server
