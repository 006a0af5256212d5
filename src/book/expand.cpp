#include "book/expand.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "base/parallel.h"
#include "book/graph.h"

namespace turncoat::book {

namespace {

constexpr std::size_t kBatch = 64;

class Expansion {
 public:
  Expansion(Book& book, const ExpandSettings& settings, const Judge& judge, std::stop_token stop)
      : book_(book),
        settings_(settings),
        judge_(judge),
        stop_(std::move(stop)),
        size_before_(book.size()),
        graph_(book),
        start_(rules::Position(book.rules())),
        start_discs_(canonical(start_).key.discs()) {}

  Result<ExpandOutcome> run(const std::function<Result<void>(const ExpandOutcome&)>& checkpoint) {
    graph_.propagate();
    while (!stop_.stop_requested()) {
      std::vector<Key> batch = next_batch();
      if (batch.empty()) {
        outcome_.finished = !full_;
        break;
      }
      if (!judge_all(batch)) break;
      graph_.propagate();
      if (checkpoint) {
        if (auto saved = checkpoint(outcome_); !saved) return std::unexpected(saved.error());
      }
    }
    return outcome_;
  }

 private:
  // The positions to be searched next, the emptiest boards first: first what the book has and does not know
  // well enough, then what it lacks.
  std::vector<Key> next_batch() {
    full_ = false;
    std::vector<Key> poor = stale_leaves();
    if (!poor.empty()) return cut(std::move(poor));
    std::vector<Key> missing;
    const std::vector<int> roots = first_plies(poor, missing);
    if (poor.empty() && missing.empty()) {
      for (const int root : roots) {
        for (const int favoured : {1, -1}) walk_from(root, favoured, poor, missing);
      }
    }
    if (!poor.empty()) return cut(std::move(poor));
    missing = cut(std::move(missing));
    const std::uint64_t room =
        settings_.positions - std::min(settings_.positions, std::uint64_t{book_.size()});
    if (missing.size() > room) {
      full_ = true;
      missing.resize(room);
    }
    return missing;
  }

  static std::vector<Key> cut(std::vector<Key> keys) {
    std::ranges::sort(keys, [](const Key& a, const Key& b) {
      return a.discs() != b.discs() ? a.discs() < b.discs() : a < b;
    });
    keys.erase(std::ranges::unique(keys).begin(), keys.end());
    if (keys.size() > kBatch) keys.resize(kBatch);
    return keys;
  }

  std::vector<Key> stale_leaves() const {
    std::vector<Key> keys;
    for (int i = 0; i < graph_.size(); ++i) {
      if (graph_.leaf_is_stale(i)) keys.push_back(graph_.node(i).key);
    }
    return keys;
  }

  bool too_weak(int index) const {
    const auto& leaf = graph_.node(index).entry->leaf;
    return leaf && leaf->level < settings_.level && !graph_.leaf_is_stale(index);
  }

  // Every position of the first plies gets its place; those after the last of them are to be searched, and
  // are the roots of the walks.
  std::vector<int> first_plies(std::vector<Key>& poor, std::vector<Key>& missing) {
    std::vector<int> level{graph_.add(canonical(start_).key)};
    for (int ply = 0; ply < settings_.all_plies; ++ply) {
      std::vector<int> next;
      for (const int index : level) {
        // add() may move the nodes.
        const Key key = graph_.node(index).key;
        for (const Child& child : children_of(position_of(book_.rules(), key))) {
          if (!child.over) next.push_back(graph_.add(canonical(child.position).key));
        }
      }
      std::ranges::sort(next);
      next.erase(std::ranges::unique(next).begin(), next.end());
      level = std::move(next);
    }
    for (const int index : level) {
      if (!graph_.node(index).entry->value) {
        missing.push_back(graph_.node(index).key);
      } else if (too_weak(index)) {
        poor.push_back(graph_.node(index).key);
      }
    }
    // Added already: they count as known, whatever room there is.
    if (!missing.empty()) poor.insert(poor.end(), missing.begin(), missing.end());
    return level;
  }

  void walk_from(int root, int favoured, std::vector<Key>& poor, std::vector<Key>& missing) {
    visited_.assign(2 * static_cast<std::size_t>(graph_.size()), false);
    favoured_ = favoured;
    root_value_ = graph_.node(root).entry->value.value_or(0);
    walk(root, 1, poor, missing);
  }

  // `side` is 1 when the root's mover is to move, else -1.
  void walk(int index, int side, std::vector<Key>& poor, std::vector<Key>& missing) {
    const std::size_t mark = 2 * static_cast<std::size_t>(index) + (side > 0 ? 0 : 1);
    if (visited_[mark]) return;
    visited_[mark] = true;
    const Graph::Node& here = graph_.node(index);
    if (!here.entry->value) return;
    if (too_weak(index)) poor.push_back(here.key);
    const double slack = side == favoured_ ? settings_.relative * kUnit : 0;
    const auto within = [&](int score) {
      return score >= *here.entry->value - slack &&
             std::abs(side * score - root_value_) <= settings_.absolute * kUnit;
    };
    for (const Graph::Edge& edge : here.edges) {
      const auto score = graph_.link_value(edge);
      if (score && !edge.over && within(*score)) walk(edge.child, side * edge.sign, poor, missing);
    }
    const Graph::Edge* leaf = graph_.leaf_edge(index);
    if (leaf == nullptr || leaf->over || graph_.leaf_is_stale(index) || !within(here.entry->leaf->score))
      return;
    if (here.discs + 1 - start_discs_ > settings_.plies) return;
    missing.push_back(child_key(here, *leaf));
  }

  Key child_key(const Graph::Node& node, const Graph::Edge& edge) const {
    if (edge.child != Graph::kAbsent) return graph_.node(edge.child).key;
    rules::Position child = position_of(book_.rules(), node.key).after(edge.square);
    if (edge.sign > 0) child = child.after(rules::Move::pass());
    return canonical(child).key;
  }

  // False when it was stopped; then nothing has changed.
  bool judge_all(const std::vector<Key>& batch) {
    struct Job {
      rules::Position position;
      rules::SquareSet excluded;
      bool needed = false;
      std::optional<Leaf> leaf = {};
    };
    std::vector<Job> jobs;
    for (const Key& key : batch) {
      Job job{position_of(book_.rules(), key), {}};
      for (const Child& child : children_of(job.position)) {
        const int index = child.over ? Graph::kAbsent : graph_.find(canonical(child.position).key);
        const bool link = index != Graph::kAbsent && graph_.node(index).entry->value;
        link ? job.excluded.insert(child.square) : void(job.needed = true);
      }
      jobs.push_back(std::move(job));
    }
    parallel_for(
        settings_.threads, jobs.size(),
        [&](std::uint64_t i, int worker) {
          if (jobs[i].needed) jobs[i].leaf = judge_(jobs[i].position, jobs[i].excluded, worker);
        },
        stop_);
    if (std::ranges::any_of(jobs, [](const Job& job) { return job.needed && !job.leaf; })) return false;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      Entry& entry = *graph_.node(graph_.add(batch[i])).entry;
      entry.leaf = jobs[i].leaf;
      if (entry.leaf) {
        entry.leaf->square = first_equal(jobs[i].position, entry.leaf->square);
        entry.leaf->level = settings_.level;
      }
      if (jobs[i].needed) ++outcome_.judged;
    }
    outcome_.added = book_.size() - size_before_;
    return true;
  }

  Book& book_;
  ExpandSettings settings_;
  const Judge& judge_;
  std::stop_token stop_;
  std::uint64_t size_before_;
  Graph graph_;
  rules::Position start_;
  int start_discs_;
  std::vector<bool> visited_;
  int favoured_ = 1;
  int root_value_ = 0;
  bool full_ = false;
  ExpandOutcome outcome_;
};

}  // namespace

Result<ExpandOutcome> expand(Book& book, const ExpandSettings& settings, const Judge& judge,
                             const std::function<Result<void>(const ExpandOutcome&)>& checkpoint,
                             std::stop_token stop) {
  return Expansion(book, settings, judge, std::move(stop)).run(checkpoint);
}

}  // namespace turncoat::book
