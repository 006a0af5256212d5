#include "mcts/tree.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <new>
#include <tuple>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif
#if defined(__linux__)
#include <sys/mman.h>
#endif

#include "base/check.h"
#include "rules/kernel/board64.h"
#include "rules/kernel/wide_board.h"

namespace turncoat::mcts {

namespace {

constexpr NodeIndex kGrowing = ~NodeIndex{0};  // first_child while a thread makes the children
constexpr std::size_t kMostChildren = 256;
constexpr std::size_t kSmallPage = 4096;
constexpr std::size_t kLargePage = 2 << 20;
constexpr std::uint32_t kBusy = 256;       // visits from which a node is visited in bursts
constexpr std::uint32_t kBurstShare = 64;  // a burst is one in so many of the node's visits
constexpr std::uint32_t kLongestBurst = 64;
constexpr NodeIndex kChunk = 256;  // nodes that a thread reserves at a time
constexpr float kNever = -1e30F;
constexpr std::uint8_t kKept = 0x80;  // in `proof`, during compact() only

template <class T>
T load(const T& value) {
  return std::atomic_ref<T>(const_cast<T&>(value)).load(std::memory_order_relaxed);
}

template <class T>
void store(T& target, T value) {
  std::atomic_ref<T>(target).store(value, std::memory_order_relaxed);
}

// Without sharing the locked instruction is spared.
template <class T>
T fetch_add(T& target, T value, bool shared) {
  if (shared) return std::atomic_ref<T>(target).fetch_add(value, std::memory_order_relaxed);
  const T before = load(target);
  store(target, static_cast<T>(before + value));
  return before;
}

Proof proof_of(const Node& node) {
  return static_cast<Proof>(load(node.proof));
}

// Acquire: whoever sees the index sees the children behind it.
NodeIndex first_child_of(const Node& node) {
  return std::atomic_ref<NodeIndex>(const_cast<NodeIndex&>(node.first_child)).load(std::memory_order_acquire);
}

double rate_of(const Node& node) {
  if (const Proof proof = proof_of(node); proof != Proof::None) {
    return static_cast<double>(value_of(proof)) / kWin;
  }
  const std::uint32_t visits = load(node.visits);
  return visits == 0 ? 0.5 : static_cast<double>(load(node.sum)) / kWin / visits;
}

}  // namespace

rules::Move move_of(MoveCode code, int size) {
  using namespace rules::kernel;
  if (code == kPassCode) return rules::Move::pass();
  return size <= Lattice64::kLargestSize ? Lattice64::square_of(code, size)
                                         : WideLattice::square_of(code, size);
}

MoveCode code_of(rules::Move move, int size) {
  using namespace rules::kernel;
  if (move.is_pass()) return kPassCode;
  const int bit = size <= Lattice64::kLargestSize ? Lattice64::bit_of(move.square(), size)
                                                  : WideLattice::bit_of(move.square(), size);
  return static_cast<MoveCode>(bit);
}

namespace {

// sqrt(ln n) to one part in a thousand: 64 steps to the octave, as a logarithm takes a tenth of a rollout.
float root_of_log(std::uint32_t n) {
  constexpr int kStepBits = 6;
  constexpr std::size_t kSteps = 1 << kStepBits;
  static const auto table = [] {
    std::array<float, (33 - kStepBits) * kSteps> roots{};
    for (std::size_t i = 1; i < roots.size(); ++i) {
      const std::size_t octave = i < 2 * kSteps ? 0 : i / kSteps - 1;
      const double middle = octave == 0 ? 0 : 0.5;
      const double n_here =
          std::ldexp(static_cast<double>(i - octave * kSteps) + middle, static_cast<int>(octave));
      roots[i] = static_cast<float>(std::sqrt(std::log(n_here)));
    }
    return roots;
  }();
  const int octave = std::max(0, static_cast<int>(std::bit_width(n)) - kStepBits - 1);
  return table[static_cast<std::size_t>(octave) * kSteps + (n >> octave)];
}

// The first child with the highest bound, as ucb() computes it; `count` when none is above kNever / 2. Both
// arrays are filled up to whole groups of four.
std::size_t highest_bound(const float* sums, const float* visits, std::size_t count, float exploration) {
#if defined(__SSE2__)
  // No branch on a bound: which child is best is what the processor cannot guess.
  const __m128 wide = _mm_set1_ps(exploration);
  __m128 highest = _mm_set1_ps(kNever / 2);
  __m128i best = _mm_set1_epi32(static_cast<int>(count));
  __m128i place = _mm_setr_epi32(0, 1, 2, 3);
  for (std::size_t i = 0; i < count; i += 4) {
    const __m128 n = _mm_load_ps(visits + i);
    const __m128 bound = _mm_div_ps(_mm_add_ps(_mm_load_ps(sums + i), _mm_mul_ps(wide, _mm_sqrt_ps(n))), n);
    const __m128i higher = _mm_castps_si128(_mm_cmpgt_ps(bound, highest));
    highest = _mm_max_ps(bound, highest);
    best = _mm_or_si128(_mm_and_si128(higher, place), _mm_andnot_si128(higher, best));
    place = _mm_add_epi32(place, _mm_set1_epi32(4));
  }
  __m128 top = _mm_max_ps(highest, _mm_movehl_ps(highest, highest));
  top = _mm_max_ss(top, _mm_shuffle_ps(top, top, 1));
  const int lanes = _mm_movemask_ps(_mm_cmpeq_ps(highest, _mm_shuffle_ps(top, top, 0)));
  alignas(16) std::array<std::uint32_t, 4> places;
  _mm_store_si128(reinterpret_cast<__m128i*>(places.data()), best);
  std::size_t first = count;
  for (std::size_t lane = 0; lane < 4; ++lane) {
    if ((lanes >> lane & 1) != 0) first = std::min<std::size_t>(first, places[lane]);
  }
  return first;
#else
  float highest = kNever / 2;
  std::size_t best = count;
  for (std::size_t i = 0; i < count; ++i) {
    const float bound = (sums[i] + exploration * std::sqrt(visits[i])) / visits[i];
    if (bound > highest) {
      highest = bound;
      best = i;
    }
  }
  return best;
#endif
}

}  // namespace

// sum / n + exploration / sqrt(n), with one division.
double ucb(std::int64_t sum, std::uint32_t visits, double exploration) {
  const double n = visits;
  return (static_cast<double>(sum) * (1.0 / kWin) + exploration * std::sqrt(n)) / n;
}

Tree::Tree(std::uint64_t bytes) {
  // The last index is kGrowing.
  capacity_ = static_cast<NodeIndex>(std::min<std::uint64_t>(bytes / sizeof(Node), kGrowing - 1));
  TURNCOAT_CHECK(capacity_ > 0, "a tree without room for its root");
  // Large pages where the system has them: a descent touches memory all over the tree.
  const std::size_t wanted = std::size_t{capacity_} * sizeof(Node);
  const std::size_t page = wanted < kLargePage ? kSmallPage : kLargePage;
  const std::size_t whole = (wanted + page - 1) / page * page;
  nodes_.reset(static_cast<Node*>(std::aligned_alloc(page, whole)));
  if (!nodes_) throw std::bad_alloc();
#if defined(__linux__)
  if (page == kLargePage) madvise(nodes_.get(), whole, MADV_HUGEPAGE);
#endif
  clear();
}

void Tree::clear() {
  nodes_[0] = Node{};
  root_ = 0;
  used_ = 1;
  full_ = false;
}

std::span<const Node> Tree::children(NodeIndex index) const {
  const NodeIndex first = first_child_of(nodes_[index]);
  if (first == 0 || first == kGrowing) return {};
  return {&nodes_[first], nodes_[index].count};
}

bool Tree::has_children(NodeIndex node) const {
  const NodeIndex first = first_child_of(nodes_[node]);
  return first != 0 && first != kGrowing;
}

Proof Tree::proof(NodeIndex node) const {
  return proof_of(nodes_[node]);
}

std::uint32_t Tree::visits(NodeIndex node) const {
  return load(nodes_[node].visits);
}

double Tree::win_rate(NodeIndex node) const {
  return rate_of(nodes_[node]);
}

std::uint32_t Tree::enter(Ledger* ledger) {
  if (ledger == nullptr) return count_visit(root_, nullptr);
  Ledger::Burst& burst = ledger->into_root_;
  if (burst.left == 0) return count_visit(root_, &burst);
  --burst.left;
  return kBusy;
}

std::uint32_t Tree::count_visit(NodeIndex node, Ledger::Burst* burst) {
  std::uint32_t& visits = nodes_[node].visits;
  if (burst == nullptr) return fetch_add(visits, 1U, shared_);
  settle(*burst);
  const std::uint32_t known = load(visits);
  const std::uint32_t length = known < kBusy ? 1 : std::min(known / kBurstShare, kLongestBurst);
  burst->to = node;
  burst->left = length - 1;
  return fetch_add(visits, length, shared_);
}

void Tree::settle(Ledger::Burst& burst) {
  // Unsigned arithmetic wraps, so this takes away what was counted too early.
  if (burst.left != 0) fetch_add(nodes_[burst.to].visits, 0U - burst.left, shared_);
  if (burst.sum != 0) fetch_add(nodes_[burst.to].sum, burst.sum, shared_);
  burst = {};
}

void Tree::settle(Ledger& ledger) {
  settle(ledger.into_root_);
  for (Ledger::Burst& burst : ledger.bursts_) settle(burst);
  drop_reserve(ledger);
}

Tree::Step Tree::select(NodeIndex node, double c, Ledger* ledger) {
  Ledger::Burst* const burst = ledger != nullptr ? &ledger->burst_of(node) : nullptr;
  if (burst != nullptr && burst->from == node && burst->left > 0) {
    const Node& child = nodes_[burst->to];
    if (proof_of(child) == Proof::None) {
      --burst->left;
      return {burst->to, kBusy, child.move};
    }
  }
  const Node& parent = nodes_[node];
  const NodeIndex first = first_child_of(parent);
  const std::size_t count = parent.count;
  // Single precision is enough: near-equal children then take turns in short bursts. Rounded up to whole
  // groups of four.
  alignas(16) float sums[kMostChildren + 4];
  alignas(16) float visits[kMostChildren + 4];
  for (std::size_t i = 0; i < count; ++i) {
    const Node& child = nodes_[first + i];
    const std::uint32_t n = load(child.visits);
    const bool lost = proof_of(child) == Proof::Loss;
    if (n == 0 && !lost) return enter(node, static_cast<NodeIndex>(first + i), burst);
    sums[i] = lost ? kNever : static_cast<float>(load(child.sum)) * (1.0F / kWin);
    visits[i] = lost ? 1.0F : static_cast<float>(static_cast<std::int64_t>(n));
  }
  for (std::size_t i = count; i % 4 != 0; ++i) {
    sums[i] = kNever;
    visits[i] = 1;
  }
  const float exploration = static_cast<float>(c) * root_of_log(load(parent.visits));
  const std::size_t best = highest_bound(sums, visits, count, exploration);
  if (best == count) return {};
  return enter(node, static_cast<NodeIndex>(first + best), burst);
}

Tree::Step Tree::enter(NodeIndex from, NodeIndex node, Ledger::Burst* burst) {
  const Node& child = nodes_[node];
  // Its children are looked at next, once the board is up to date.
  const NodeIndex below = load(child.first_child);
  if (below != 0 && below != kGrowing) {
    const auto* lines = reinterpret_cast<const char*>(&nodes_[below]);
    __builtin_prefetch(lines);
    __builtin_prefetch(lines + 64);
    __builtin_prefetch(lines + 128);
    __builtin_prefetch(lines + 192);
  }
  const std::uint32_t earlier = count_visit(node, burst);
  if (burst != nullptr) burst->from = from;
  return {node, earlier, child.move};
}

bool Tree::grow(NodeIndex node, std::span<const MoveCode> moves, Ledger* ledger) {
  if (full()) return false;
  std::atomic_ref<NodeIndex> link(nodes_[node].first_child);
  NodeIndex none = 0;
  if (!link.compare_exchange_strong(none, kGrowing, std::memory_order_relaxed)) return false;
  const auto count = static_cast<NodeIndex>(moves.size());
  const NodeIndex first = reserve_nodes(count, node, ledger);
  if (first == 0) {
    full_.store(true, std::memory_order_relaxed);
    link.store(0, std::memory_order_relaxed);
    return false;
  }
  for (NodeIndex i = 0; i < count; ++i) {
    Node child;
    child.parent = node;
    child.move = moves[i];
    nodes_[first + i] = child;
  }
  nodes_[node].count = static_cast<std::uint8_t>(count);
  link.store(first, std::memory_order_release);
  return true;
}

NodeIndex Tree::reserve_nodes(NodeIndex count) {
  NodeIndex used = used_.load(std::memory_order_relaxed);
  do {
    if (capacity_ - used < count) return 0;
  } while (!used_.compare_exchange_weak(used, used + count, std::memory_order_relaxed));
  return used;
}

NodeIndex Tree::reserve_nodes(NodeIndex count, NodeIndex parent, Ledger* ledger) {
  if (ledger == nullptr) return reserve_nodes(count);
  if (ledger->end_ - ledger->next_ < count || ledger->next_ <= parent) {
    drop_reserve(*ledger);
    const NodeIndex chunk = reserve_nodes(std::max(kChunk, count));
    if (chunk == 0) return reserve_nodes(count);
    ledger->next_ = chunk;
    ledger->end_ = chunk + std::max(kChunk, count);
  }
  const NodeIndex first = ledger->next_;
  ledger->next_ += count;
  return first;
}

void Tree::drop_reserve(Ledger& ledger) {
  std::fill(&nodes_[ledger.next_], &nodes_[ledger.end_], Node{});
  ledger.next_ = ledger.end_ = 0;
}

void Tree::back_up(std::span<const NodeIndex> path, std::int64_t result, bool proven, Ledger* ledger) {
  std::size_t i = path.size() - 1;
  if (proven) store(nodes_[path[i]].proof, static_cast<std::uint8_t>(proof_of_value(result)));
  for (;; --i) {
    Ledger::Burst* const burst = ledger == nullptr ? nullptr
                                 : i == 0          ? &ledger->into_root_
                                                   : &ledger->burst_of(path[i - 1]);
    if (burst != nullptr && burst->to == path[i] && burst->left > 0) {
      burst->sum += result;
    } else {
      fetch_add(nodes_[path[i]].sum, result, shared_);
    }
    if (i == 0) return;
    result = kWin - result;
    if (!proven) continue;
    const Proof proof = resolve(path[i - 1]);
    proven = proof != Proof::None;
    if (proven) result = value_of(proof);
  }
}

Proof Tree::proof_of_children(NodeIndex node) const {
  const std::span<const Node> all = children(node);
  Proof best = Proof::Loss;
  bool decided = !all.empty();
  for (const Node& child : all) {
    const Proof proof = proof_of(child);
    decided = decided && proof != Proof::None;
    best = std::max(best, proof);
  }
  return best == Proof::Win || decided ? turned(best) : Proof::None;
}

Proof Tree::resolve(NodeIndex node) {
  if (const Proof known = proof(node); known != Proof::None) return known;
  const Proof proof = proof_of_children(node);
  if (proof != Proof::None) store(nodes_[node].proof, static_cast<std::uint8_t>(proof));
  return proof;
}

std::optional<NodeIndex> Tree::best_child(NodeIndex node, Final final) const {
  const std::span<const Node> all = children(node);
  if (all.empty()) return std::nullopt;
  const auto rank = [final](const Node& child) {
    const Proof proof = proof_of(child);
    const int certainty = proof == Proof::Win ? 2 : proof == Proof::Loss ? 0 : 1;
    const std::uint32_t visits = load(child.visits);
    const double rate = visits == 0 ? -1 : rate_of(child);
    return final == Final::Visits ? std::tuple(certainty, static_cast<double>(visits), rate)
                                  : std::tuple(certainty, rate, static_cast<double>(visits));
  };
  const Node* best = &all.front();
  const Node* draw = nullptr;
  for (const Node& child : all) {
    if (rank(child) > rank(*best)) best = &child;
    if (proof_of(child) == Proof::Draw && draw == nullptr) draw = &child;
  }
  if (draw != nullptr && proof_of(*best) != Proof::Win && rate_of(*best) < 0.5) best = draw;
  return static_cast<NodeIndex>(best - nodes_.get());
}

bool Tree::advance(MoveCode move) {
  for (const Node& child : children(root_)) {
    if (child.move != move) continue;
    root_ = static_cast<NodeIndex>(&child - nodes_.get());
    return true;
  }
  return false;
}

void Tree::compact() {
  const NodeIndex end = used();
  NodeIndex free = 0;
  // Children stand behind their parents, so one pass upwards meets a node after its parent was moved, and
  // after the parent marked it as kept and told it the parent's new place.
  nodes_[root_].proof |= kKept;
  nodes_[root_].parent = 0;
  for (NodeIndex i = root_; i < end; ++i) {
    Node& node = nodes_[i];
    if ((node.proof & kKept) == 0) continue;
    node.proof = static_cast<std::uint8_t>(node.proof & ~kKept);
    if (free > 0 && nodes_[node.parent].first_child == i) nodes_[node.parent].first_child = free;
    for (NodeIndex k = 0; node.first_child != 0 && k < node.count; ++k) {
      Node& child = nodes_[node.first_child + k];
      child.proof |= kKept;
      child.parent = free;
    }
    nodes_[free++] = node;
  }
  root_ = 0;
  used_ = free;
  full_ = false;
}

void Tree::assign(std::span<const Node> nodes) {
  TURNCOAT_CHECK(!nodes.empty() && nodes.size() <= capacity_, "the tree does not fit");
  std::ranges::copy(nodes, nodes_.get());
  root_ = 0;
  used_ = static_cast<NodeIndex>(nodes.size());
  full_ = false;
}

}  // namespace turncoat::mcts
