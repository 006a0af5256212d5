#include "server/tree_service.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <mutex>

#include "base/rng.h"
#include "base/spec.h"
#include "base/text.h"
#include "engine/models.h"
#include "server/json_rules.h"
#include "server/start.h"

namespace turncoat::server {

namespace {

constexpr std::chrono::milliseconds kSlice{50};
constexpr std::uint64_t kSeed = 1;

Json proof_json(mcts::Proof proof) {
  switch (proof) {
    case mcts::Proof::Win:
      return "win";
    case mcts::Proof::Draw:
      return "draw";
    case mcts::Proof::Loss:
      return "loss";
    case mcts::Proof::None:
      break;
  }
  return nullptr;
}

double rounded(double rate) {
  return std::round(rate * 10'000) / 10'000;
}

Result<std::unique_ptr<mcts::Searcher>> make_searcher(const TreeOrder& order) {
  const auto spec = parse_spec(order.spec);
  if (!spec) return std::unexpected(spec.error());
  const auto params = read_params<mcts::MctsParams>("mcts", spec->values);
  if (!params) return std::unexpected(params.error());
  mcts::Evaluation evaluation = mcts::StagedEval{};
  if (params->eval == mcts::EvalKind::Linear) {
    auto weights = engine::load_heuristic(params->weights);
    if (!weights) return std::unexpected(weights.error());
    evaluation = *std::move(weights);
  }
  return mcts::make_searcher(order.start.position(), params->options(std::move(evaluation)),
                             rules::kernel::best_isa());
}

struct Place {
  mcts::NodeIndex node;
  rules::Position position;
};

Answer<Place> walk(const mcts::Searcher& searcher, const std::string& path) {
  const mcts::Tree& tree = searcher.tree();
  const int size = searcher.root().size();
  Place place{tree.root(), searcher.root()};
  if (path.empty()) return place;
  for (const std::string_view name : split(path, ',')) {
    const auto move = parse_move(trim(name), size);
    if (!move) return std::unexpected(problem_of(move.error()));
    const auto children = tree.children(place.node);
    const auto code = mcts::code_of(*move, size);
    const auto found = std::ranges::find(children, code, &mcts::Node::move);
    if (found == children.end() || !place.position.is_legal(*move)) {
      return refuse(404, "not_found", "the tree has not grown to {}", quote(name));
    }
    place = {tree[place.node].first_child + static_cast<mcts::NodeIndex>(found - children.begin()),
             place.position.after(*move)};
  }
  return place;
}

Answer<std::string> node_text(const mcts::Searcher& searcher, const std::string& path,
                              std::uint64_t min_visits) {
  const auto place = walk(searcher, path);
  if (!place) return std::unexpected(place.error());
  const mcts::Tree& tree = searcher.tree();
  const mcts::Node& node = tree[place->node];
  Json json;
  json["position"] = position_json(place->position);
  json["visits"] = node.visits;
  // A node is seen by the side that moved to it; here everything is told by the side to move.
  json["win_rate"] = node.visits == 0 ? Json(nullptr) : Json(rounded(1 - tree.win_rate(place->node)));
  json["proof"] = proof_json(mcts::turned(static_cast<mcts::Proof>(node.proof)));
  std::vector<mcts::NodeIndex> children;
  for (mcts::NodeIndex i = 0; i < tree.children(place->node).size(); ++i)
    children.push_back(node.first_child + i);
  std::ranges::stable_sort(children, std::greater{},
                           [&](mcts::NodeIndex child) { return tree[child].visits; });
  json["children"] = Json::array();
  for (const mcts::NodeIndex child : children) {
    const mcts::Node& made = tree[child];
    if (made.visits < min_visits) continue;
    json["children"].push_back(
        {{"move", mcts::move_of(made.move, place->position.size()).name()},
         {"visits", made.visits},
         {"win_rate", made.visits == 0 ? Json(nullptr) : Json(rounded(tree.win_rate(child)))},
         {"proof", proof_json(static_cast<mcts::Proof>(made.proof))},
         {"children", made.count}});
  }
  return dump(json);
}

Answer<std::string> no_tree() {
  return refuse(422, "unavailable", "the tree did not grow");
}

}  // namespace

struct TreeService::Tree {
  std::int64_t id = 0;
  TreeOrder order;
  std::stop_source stop;
  std::atomic<std::uint64_t> visits = 0;
  // Guards what follows. While it grows, questions wait for the end of a slice.
  std::mutex mutex;
  std::string state = "running";
  std::string error;
  std::unique_ptr<mcts::Searcher> searcher;
  std::vector<std::function<void(const mcts::Searcher*)>> questions;

  Tree(std::int64_t number, TreeOrder wanted) : id(number), order(std::move(wanted)) {}
  ~Tree() { stop.request_stop(); }

  void grow(const std::stop_token& token);
  // With `mutex` held.
  void answer() {
    for (const auto& question : std::exchange(questions, {})) question(searcher.get());
  }
  void end(std::string how, std::string why = "") {
    const std::scoped_lock lock(mutex);
    state = std::move(how);
    error = std::move(why);
    answer();
  }
};

void TreeService::Tree::grow(const std::stop_token& token) {
  auto made = make_searcher(order);
  if (!made) return end("stopped", made.error().message);
  {
    const std::scoped_lock lock(mutex);
    searcher = *std::move(made);
  }
  std::uint64_t left = order.iterations;
  std::uint64_t slice = 0;
  while (left > 0 && !token.stop_requested()) {
    const mcts::Finding found =
        searcher->search({.sims = left, .deadline = std::chrono::steady_clock::now() + kSlice, .stop = token},
                         derive_seed(kSeed, slice++));
    left -= std::min(left, std::max<std::uint64_t>(found.rollouts, 1));
    visits = found.visits;
    if (found.proof != mcts::Proof::None) left = 0;  // nothing more to find out
    const std::scoped_lock lock(mutex);
    answer();
  }
  end(left == 0 ? "done" : "stopped");
}

bool TreeService::make_room() {
  if (trees_.size() < static_cast<std::size_t>(parts_.limits.trees_kept)) return true;
  const auto oldest = std::ranges::find_if(trees_, [](const auto& entry) {
    const std::scoped_lock lock(entry.second->mutex);
    return entry.second->state != "running";
  });
  if (oldest == trees_.end()) return false;
  trees_.erase(oldest);
  return true;
}

Answer<std::string> TreeService::start(const TreeOrder& order) {
  if (stopped_) return refuse(503, "unavailable", "the server is ending");
  if (order.start.position().is_over())
    return refuse(422, "out_of_range", "the game is over there: no tree grows");
  if (!make_room()) return refuse(429, "too_many", "too many trees are growing; wait or stop one");
  const std::int64_t id = next_++;
  auto tree = std::make_shared<Tree>(id, order);
  const bool submitted = parts_.workers.submit([tree, token = tree->stop.get_token()] {
    try {
      tree->grow(token);
    } catch (const std::exception& error) {
      tree->end("stopped", error.what());
    }
  });
  if (!submitted) return refuse(429, "too_many", "too much is being worked on; try again in a moment");
  trees_.emplace(id, tree);
  return get(id);
}

Answer<std::shared_ptr<TreeService::Tree>> TreeService::find(std::int64_t id) const {
  const auto found = trees_.find(id);
  if (found == trees_.end()) return refuse(404, "not_found", "there is no tree {}; grow it again", id);
  return found->second;
}

Answer<std::string> TreeService::get(std::int64_t id) const {
  const auto tree = find(id);
  if (!tree) return std::unexpected(tree.error());
  const std::scoped_lock lock((*tree)->mutex);
  return dump({{"id", id},
               {"state", (*tree)->state},
               {"spec", (*tree)->order.spec},
               {"start", start_json((*tree)->order.start)},
               {"iterations", (*tree)->order.iterations},
               {"visits", (*tree)->visits.load()},
               {"error", (*tree)->error.empty() ? Json(nullptr) : Json((*tree)->error)}});
}

void TreeService::node(std::int64_t id, const std::string& path, std::uint64_t min_visits, Done done) {
  const auto tree = find(id);
  if (!tree) return done(std::unexpected(tree.error()));
  Tree& kept = **tree;
  auto shared = std::make_shared<Done>(std::move(done));
  const auto question = [path, min_visits, shared, &loop = parts_.loop](const mcts::Searcher* searcher) {
    loop.post([shared, text = searcher != nullptr ? node_text(*searcher, path, min_visits) : no_tree()] {
      (*shared)(text);
    });
  };
  const std::scoped_lock lock(kept.mutex);
  if (kept.state == "running") {
    if (kept.questions.size() >= static_cast<std::size_t>(parts_.limits.tasks)) {
      return (*shared)(refuse(429, "too_many", "the tree is busy; ask again when it has grown"));
    }
    kept.questions.push_back(question);
  } else {
    question(kept.searcher.get());
  }
}

Answer<void> TreeService::stop_growth(std::int64_t id) {
  const auto tree = find(id);
  if (!tree) return std::unexpected(tree.error());
  (*tree)->stop.request_stop();
  return {};
}

Answer<void> TreeService::remove(std::int64_t id) {
  const auto tree = find(id);
  if (!tree) return std::unexpected(tree.error());
  (*tree)->stop.request_stop();
  trees_.erase(id);
  return {};
}

void TreeService::stop() {
  stopped_ = true;
  for (const auto& [id, tree] : trees_) tree->stop.request_stop();
}

}  // namespace turncoat::server
