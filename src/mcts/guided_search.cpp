#include "mcts/guided_search.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/check.h"

namespace turncoat::mcts {

namespace {

constexpr std::size_t kLongestLine = 12;
constexpr float kLeastPrior = 1e-8F;  // so that its logarithm exists

double mean_utility(const GuidedEdge& edge) {
  return edge.utility / edge.visits;
}

}  // namespace

GuidedSearch::GuidedSearch(const rules::Position& root, const GuidedSettings& settings, Solve solve)
    : settings_(settings), solve_(std::move(solve)), tree_(root) {}

void GuidedSearch::reset(const rules::Position& root) {
  TURNCOAT_CHECK(waiting_.empty(), "a search with positions out to be judged is not reset");
  tree_.reset(root);
  root_ready_ = false;
}

void GuidedSearch::advance(rules::Move move) {
  TURNCOAT_CHECK(waiting_.empty(), "a search with positions out to be judged is not moved on");
  tree_.advance(move, settings_.root == RootChoice::Gumbel);
  root_ready_ = false;
}

void GuidedSearch::begin(int simulations, std::uint64_t seed) {
  TURNCOAT_CHECK(waiting_.empty(), "a search with positions out to be judged is not begun again");
  simulations_ = simulations;
  started_ = 0;
  judged_ = 0;
  depth_ = 0;
  rng_ = Rng(seed);
  // A leaf that was solved has no moves: as a root it is judged like any other.
  if (tree_[GuidedTree::root()].state == GuidedNode::State::Exact) tree_.reset(root());
  if (settings_.root == RootChoice::Gumbel) {
    for (GuidedEdge& edge : tree_[GuidedTree::root()].edges) {
      TURNCOAT_CHECK(edge.visits == 0, "a Gumbel search begins without visits");
    }
  }
  root_ready_ = false;
  if (tree_[GuidedTree::root()].state == GuidedNode::State::Judged) prepare_root();
}

// The disc difference counts most around zero, where it changes the result.
double GuidedSearch::utility(double value, double score) const {
  const double squares = root().size() * root().size();
  return (1 - settings_.score_share) * value + settings_.score_share * std::tanh(4 * score / squares);
}

void GuidedSearch::settle_exact(GuidedNode& node, int score) const {
  node.state = GuidedNode::State::Exact;
  node.value = score > 0 ? 1.0F : score < 0 ? -1.0F : 0.0F;
  node.score = static_cast<float>(score);
  node.utility = static_cast<float>(utility(node.value, node.score));
}

void GuidedSearch::take(GuidedNode& node, const Judgement& judgement) const {
  const int size = node.position.size();
  const rules::SquareSet legal = node.position.legal_moves();
  for (const rules::Square square : legal) {
    GuidedEdge& edge = node.edges.emplace_back();
    edge.move = square;
    edge.prior = judgement.policy[static_cast<std::size_t>(square.row() * size + square.column())];
    edge.logit = std::log(std::max(edge.prior, kLeastPrior));
  }
  node.value = judgement.value;
  node.score = judgement.score;
  node.utility = static_cast<float>(utility(node.value, node.score));
  node.state = GuidedNode::State::Judged;
}

void GuidedSearch::prepare_root() {
  const GuidedNode& node = tree_[GuidedTree::root()];
  const std::size_t count = node.edges.size();
  root_priors_.clear();
  for (const GuidedEdge& edge : node.edges) root_priors_.push_back(edge.prior);
  root_gumbel_.clear();
  if (settings_.root == RootChoice::Gumbel) {
    for (std::size_t i = 0; i < count; ++i) root_gumbel_.push_back(settings_.gumbel_scale * gumbel(rng_));
    schedule_ = halving_schedule(std::min(settings_.considered, static_cast<int>(count)), simulations_);
  } else if (settings_.noise > 0) {
    const std::vector<double> noise = dirichlet(count, settings_.alpha, rng_);
    for (std::size_t i = 0; i < count; ++i) {
      root_priors_[i] = (1 - settings_.noise) * root_priors_[i] + settings_.noise * noise[i];
    }
  }
  root_ready_ = true;
}

void GuidedSearch::fill_arms(const GuidedNode& node, bool pending, std::vector<Arm>& arms) const {
  arms.clear();
  for (const GuidedEdge& edge : node.edges) {
    arms.push_back({edge.prior, edge.logit, static_cast<double>(edge.visits + (pending ? edge.pending : 0)),
                    edge.visits > 0 ? mean_utility(edge) : 0});
  }
}

// A try under way counts as lost, so that the next one goes elsewhere.
std::size_t GuidedSearch::choose_by_puct(const GuidedNode& node, bool at_root) const {
  double visits = 0;
  double sum = 0;
  double tried = 0;
  for (const GuidedEdge& edge : node.edges) {
    visits += edge.visits + edge.pending;
    sum += edge.utility;
    tried += edge.visits;
  }
  const double own = (node.utility + sum) / (1 + tried);
  const double untried = std::max(-1.0, own - settings_.fpu);
  std::size_t best = 0;
  double most = -HUGE_VAL;
  for (std::size_t i = 0; i < node.edges.size(); ++i) {
    const GuidedEdge& edge = node.edges[i];
    const double count = edge.visits + edge.pending;
    const Arm arm{at_root ? root_priors_[i] : edge.prior, edge.logit, count, 0};
    const double value = count > 0 ? (edge.utility - edge.pending) / count : untried;
    const double worth = puct(arm, value, settings_.cpuct, std::max(1.0, visits));
    if (worth > most) {
      most = worth;
      best = i;
    }
  }
  return best;
}

// Below a Gumbel root: visits follow the improved policy, without chance.
std::size_t GuidedSearch::choose_by_policy(const GuidedNode& node) {
  fill_arms(node, false, arms_);
  const std::vector<double> policy = improved_policy(arms_, node.utility, settings_.scale);
  double visits = 0;
  for (const GuidedEdge& edge : node.edges) visits += edge.visits + edge.pending;
  std::size_t best = 0;
  double most = -HUGE_VAL;
  for (std::size_t i = 0; i < policy.size(); ++i) {
    const double share = (node.edges[i].visits + node.edges[i].pending) / (1 + visits);
    if (policy[i] - share > most) {
      most = policy[i] - share;
      best = i;
    }
  }
  return best;
}

std::size_t GuidedSearch::choose_at_root() {
  const GuidedNode& node = tree_[GuidedTree::root()];
  if (settings_.root == RootChoice::Puct) return choose_by_puct(node, true);
  fill_arms(node, false, arms_);
  const double factor = settings_.scale.factor(arms_);
  const double unknown = mixed_value(arms_, node.utility);
  const auto turn = static_cast<std::uint32_t>(schedule_[static_cast<std::size_t>(started_)]);
  std::size_t best = 0;
  double most = -HUGE_VAL;
  std::uint32_t nearest = ~0U;
  for (std::size_t i = 0; i < node.edges.size(); ++i) {
    const GuidedEdge& edge = node.edges[i];
    const std::uint32_t count = edge.visits + edge.pending;
    const std::uint32_t distance = count > turn ? count - turn : turn - count;
    const double worth = root_gumbel_[i] + edge.logit + factor * (edge.visits > 0 ? arms_[i].value : unknown);
    // Some move always has the visits whose turn it is.
    if (distance < nearest || (distance == nearest && worth > most)) {
      nearest = distance;
      most = worth;
      best = i;
    }
  }
  return best;
}

void GuidedSearch::back_up(const std::vector<Step>& path, const GuidedNode& leaf, bool pending) {
  for (const Step& step : path) {
    GuidedNode& node = tree_[step.node];
    GuidedEdge& edge = node.edges[step.edge];
    const double sign = node.position.mover() == leaf.position.mover() ? 1 : -1;
    if (pending) --edge.pending;
    ++edge.visits;
    edge.utility += sign * leaf.utility;
    edge.value += sign * leaf.value;
    edge.score += sign * leaf.score;
  }
}

// One simulation; false when its leaf is already waiting, and nothing has changed.
bool GuidedSearch::simulate(std::vector<rules::Position>& positions) {
  path_.clear();
  GuidedIndex at = GuidedTree::root();
  bool fresh = false;  // first visit of this search: a leaf, even if an earlier search judged it
  while (!fresh && tree_[at].state != GuidedNode::State::Exact) {
    const GuidedNode& node = tree_[at];
    const std::size_t chosen = path_.empty()                          ? choose_at_root()
                               : settings_.root == RootChoice::Gumbel ? choose_by_policy(node)
                                                                      : choose_by_puct(node, false);
    fresh = node.edges[chosen].visits == 0;
    path_.push_back({at, chosen});
    at = tree_.child(at, chosen);
  }
  GuidedNode& leaf = tree_[at];
  if (leaf.state == GuidedNode::State::Waiting) return false;
  ++started_;
  depth_ = std::max(depth_, static_cast<int>(path_.size()));
  if (leaf.state == GuidedNode::State::New) {
    if (leaf.position.is_over()) {
      settle_exact(leaf, leaf.position.score(leaf.position.mover()));
    } else if (const auto score = solve_ ? solve_(leaf.position) : std::nullopt) {
      settle_exact(leaf, *score);
    } else {
      leaf.state = GuidedNode::State::Waiting;
      for (const Step& step : path_) ++tree_[step.node].edges[step.edge].pending;
      positions.push_back(leaf.position);
      waiting_.push_back({at, path_});
      return true;
    }
  }
  back_up(path_, leaf, false);
  return true;
}

std::size_t GuidedSearch::gather(std::size_t most, std::vector<rules::Position>& positions) {
  TURNCOAT_CHECK(waiting_.empty(), "the last positions were not answered");
  if (!root_ready_) {
    GuidedNode& node = tree_[GuidedTree::root()];
    TURNCOAT_CHECK(node.state == GuidedNode::State::New, "a root without a judgement is new");
    node.state = GuidedNode::State::Waiting;
    positions.push_back(node.position);
    waiting_.push_back({GuidedTree::root(), {}});
    ++judged_;
    return 1;
  }
  while (started_ < simulations_ && waiting_.size() < most) {
    if (tree_.size() >= settings_.most_nodes)
      stop();
    else if (!simulate(positions))
      break;
  }
  judged_ += waiting_.size();
  return waiting_.size();
}

void GuidedSearch::feed(std::span<const Judgement> judgements) {
  TURNCOAT_CHECK(judgements.size() == waiting_.size(), "one judgement for each position");
  for (std::size_t i = 0; i < waiting_.size(); ++i) {
    GuidedNode& node = tree_[waiting_[i].node];
    take(node, judgements[i]);
    back_up(waiting_[i].path, node, true);
  }
  waiting_.clear();
  if (!root_ready_) prepare_root();
}

std::size_t GuidedSearch::best_move() const {
  const GuidedNode& node = tree_[GuidedTree::root()];
  std::vector<Arm> arms;
  fill_arms(node, false, arms);
  const double factor = settings_.scale.factor(arms);
  const auto worth = [&](std::size_t i) {
    if (arms[i].visits == 0) return arms[i].prior;  // no move was tried: the priors decide
    return root_gumbel_.empty() ? arms[i].value : root_gumbel_[i] + arms[i].logit + factor * arms[i].value;
  };
  std::size_t best = 0;
  for (std::size_t i = 1; i < arms.size(); ++i) {
    if (std::pair(arms[i].visits, worth(i)) > std::pair(arms[best].visits, worth(best))) best = i;
  }
  return best;
}

std::vector<rules::Move> GuidedSearch::line_from(std::size_t edge) const {
  std::vector<rules::Move> line;
  const GuidedNode* node = &tree_[GuidedTree::root()];
  while (line.size() < kLongestLine) {
    const GuidedEdge& taken = node->edges[edge];
    line.push_back(taken.move);
    if (taken.child == kNoNode) break;
    const GuidedNode& next = tree_[taken.child];
    if (next.position.is_over()) break;
    if (next.position.mover() == node->position.mover()) line.push_back(rules::Move::pass());
    const auto most = std::ranges::max_element(next.edges, {}, &GuidedEdge::visits);
    if (most == next.edges.end() || most->visits == 0) break;
    edge = static_cast<std::size_t>(most - next.edges.begin());
    node = &next;
  }
  return line;
}

GuidedFinding GuidedSearch::finding() const {
  TURNCOAT_CHECK(root_ready_, "a finding needs a judged root");
  const GuidedNode& node = tree_[GuidedTree::root()];
  std::vector<Arm> arms;
  fill_arms(node, false, arms);
  GuidedFinding finding;
  finding.visits = node.visits();
  finding.judged = judged_;
  finding.depth = depth_;
  finding.full = tree_.size() >= settings_.most_nodes;
  std::vector<double> policy;
  if (settings_.root == RootChoice::Gumbel || finding.visits == 0) {
    policy = improved_policy(arms, node.utility, settings_.scale);
  } else {
    for (const Arm& arm : arms) policy.push_back(arm.visits / finding.visits);
  }
  double value = node.value;
  double score = node.score;
  for (std::size_t i = 0; i < node.edges.size(); ++i) {
    const GuidedEdge& edge = node.edges[i];
    GuidedMove& move = finding.moves.emplace_back();
    move.move = edge.move;
    move.visits = edge.visits;
    move.prior = edge.prior;
    move.policy = policy[i];
    move.value = edge.visits > 0 ? edge.value / edge.visits : node.value;
    move.score = edge.visits > 0 ? edge.score / edge.visits : node.score;
    value += edge.value;
    score += edge.score;
  }
  finding.value = value / (1 + finding.visits);
  finding.score = score / (1 + finding.visits);
  const std::size_t best = best_move();
  finding.move = node.edges[best].move;
  finding.line = line_from(best);
  return finding;
}

void run_guided(GuidedSearch& search, Judge& judge, std::size_t batch, const std::function<bool()>& go_on) {
  std::vector<rules::Position> positions;
  std::vector<Judgement> judgements;
  while (!search.done()) {
    if (search.root_ready() && go_on && !go_on()) search.stop();
    positions.clear();
    if (search.gather(batch, positions) == 0) continue;
    if (judgements.size() < positions.size()) judgements.resize(positions.size());
    const auto answers = std::span(judgements).first(positions.size());
    judge.judge(positions, answers);
    search.feed(answers);
  }
}

}  // namespace turncoat::mcts
