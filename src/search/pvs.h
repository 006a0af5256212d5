// Pvs: the one alpha-beta of Turncoat: iterative deepening over a principal-variation search
// (search/pvs_worker.h), with as many threads as its options say. A template over the kernel K (rules/kernel)
// and the evaluator E (eval/), included inside a target region (rules/kernel/target.h).
#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "search/pvs_worker.h"

namespace turncoat::search {

template <class K, class E>
class Pvs final : public Searcher {
 public:
  Pvs(const rules::Ruleset& rules, E evaluator, const Options& options)
      : shared_(rules, std::move(evaluator), options) {
    for (int i = 0; i < options.threads; ++i) workers_.push_back(std::make_unique<Worker>(shared_));
  }

  void use(const ProbCutModel& model) { shared_.probcut.emplace(model, E::kUnit); }

  void clear() override {
    shared_.table.clear();
    for (const auto& worker : workers_) worker->forget();
  }

  Finding search(const rules::Position& root, const Limits& limits,
                 const std::function<void(const Finding&)>& report) override {
    shared_.limits = limits;
    shared_.stopped = false;
    shared_.may_stop = false;
    shared_.counted = 0;
    for (const auto& worker : workers_) worker->begin();
    shared_.table.next_age();
    const std::uint64_t nodes_before = total_nodes();
    const Helpers helpers(*this);
    Teller teller(*this, nodes_before);
    teller_ = &teller;

    Place place = workers_[0]->place_of(root);
    shared_.partial = !limits.excluded.empty();
    if (shared_.partial) place.moves = place.moves & ~K::set_of(limits.excluded, shared_.size);
    const int empties = K::count(K::empties(place.board, shared_.area));
    const bool one_move = K::count(place.moves) == 1;
    Finding best;
    Score score = 0;
    const std::vector<Step> steps = plan(empties, limits);
    for (const Step& step : steps) {
      // One side loses all its discs: deeper iterations would only find that again, and without selective
      // cuts.
      if (wiped_out(score) && step.depth < empties && steps.back().depth == empties) continue;
      best.bounds.reset();
      if (is_exact(step, empties)) best.bounds = Bounds{-most_discs(), most_discs()};
      teller.begin(best, step);
      const bool done = iterate(place, step, score, best);
      best.nodes = total_nodes() - nodes_before;
      best.waited = workers_[0]->waited();
      if (!done) break;
      shared_.may_stop = true;
      describe(best, step, empties, score);
      if (report) report(best);
      if (one_move && (limits.soft || limits.hard)) break;  // nothing to decide
      if (limits.soft && Clock::now() >= *limits.soft) break;
      if (limits.stop.stop_requested()) break;
    }
    return best;
  }

 private:
  using Clock = std::chrono::steady_clock;
  using Worker = PvsWorker<K, E>;
  using Place = typename Worker::Place;

  struct Step {
    int depth;
    int selectivity;
  };

  // The other workers' threads, for as long as one search lasts.
  class Helpers {
   public:
    explicit Helpers(Pvs& search) : crew_(search.shared_.crew) {
      crew_.open();
      try {
        for (std::size_t i = 1; i < search.workers_.size(); ++i) {
          threads_.emplace_back([worker = search.workers_[i].get(), &search] {
            search.shared_.crew.help([worker](SplitBase& split) { worker->help(split); });
          });
        }
      } catch (...) {
        crew_.close();  // those that did start would wait for ever
        throw;
      }
    }
    ~Helpers() { crew_.close(); }
    Helpers(const Helpers&) = delete;
    Helpers& operator=(const Helpers&) = delete;

   private:
    SplitCrew& crew_;
    std::vector<std::jthread> threads_;
  };

  // Tells Limits::progress how a running search stands, from a thread of its own; with nobody to tell it does
  // nothing.
  class Teller {
   public:
    Teller(Pvs& search, std::uint64_t nodes_before) : search_(search), nodes_before_(nodes_before) {
      if (!search.shared_.limits.progress) return;
      timer_ = std::jthread([this](const std::stop_token& stop) { watch(stop); });
    }
    Teller(const Teller&) = delete;
    Teller& operator=(const Teller&) = delete;

    // An iteration begins.
    void begin(const Finding& best, const Step& step) {
      if (!timer_.joinable()) return;
      const std::lock_guard lock(mutex_);
      known_ = best;
      known_.depth = step.depth;
      known_.selectivity = step.selectivity;
    }
    // The iteration has a better move, or closer bounds.
    void improve(const Finding& best) {
      if (!timer_.joinable()) return;
      const std::lock_guard lock(mutex_);
      known_.move = best.move;
      known_.line = best.line;
      if (known_.bounds == best.bounds) return;
      known_.bounds = best.bounds;
      tell();
    }

   private:
    static constexpr std::chrono::milliseconds kTick{500};

    void watch(const std::stop_token& stop) {
      std::unique_lock lock(mutex_);
      for (;;) {
        ended_.wait_for(lock, stop, kTick, [&] { return stop.stop_requested(); });
        if (stop.stop_requested()) return;
        if (!known_.line.empty()) tell();
        search_.shared_.tick.fetch_add(1, std::memory_order_relaxed);
      }
    }

    void tell() {
      // What the workers told may be older than the iteration.
      known_.nodes = std::max(known_.nodes, search_.told_nodes() - nodes_before_);
      search_.shared_.limits.progress(known_);
    }

    Pvs& search_;
    std::uint64_t nodes_before_;
    std::mutex mutex_;
    Finding known_;
    std::condition_variable_any ended_;
    std::jthread timer_;  // the last: it uses the others
  };

  // Deeper and deeper; once the end is near enough all the way to it, with more and more care.
  std::vector<Step> plan(int empties, const Limits& limits) const {
    const int wanted = shared_.probcut ? limits.selectivity : kFullWidth;
    const int deepest = limits.depth > 0 ? std::min(limits.depth, empties) : empties;
    const bool to_end = deepest == empties;
    // The care asked for is that of the last iteration; on the way to the end the least will do.
    const int before = !shared_.probcut ? kFullWidth : to_end ? 0 : wanted;
    // Without a clock and without selective cuts a long way up to the end costs more than the end itself.
    const bool leaps = !shared_.probcut && !limits.soft && !limits.hard && limits.nodes == 0;
    const int way = std::max(std::min(2, empties - 1), empties - kEndLeap);
    const int last_heuristic = !to_end ? deepest : leaps ? std::min(way, kLeapDepth) : way;
    std::vector<Step> steps;
    for (int depth = 1; depth <= last_heuristic; ++depth) {
      steps.push_back({depth, depth <= kFullWidthDepth ? kFullWidth : before});
    }
    if (!to_end) return steps;
    // The fewer the empties, the fewer rehearsals pay.
    if (shared_.probcut && empties > kEndLeap + 2) {
      const std::size_t rehearsals = empties < 18 ? 1 : empties < 27 ? 2 : 4;
      constexpr std::array<int, 4> kRehearsals{0, 2, 3, 4};
      for (std::size_t i = 0; i < rehearsals; ++i) {
        if (kRehearsals[i] < wanted) steps.push_back({empties, kRehearsals[i]});
      }
    }
    steps.push_back({empties, wanted});
    return steps;
  }

  // One iteration, with a window around the last score. False when it was broken off; `best` then holds the
  // best of the moves that were finished, if any improved.
  bool iterate(const Place& place, const Step& step, Score& score, Finding& best) {
    Score margin = first_margin(step, score);
    const bool open = step.depth <= 2;
    Score alpha = open ? -kInfinity : std::max(-kInfinity, score - margin);
    Score beta = open ? kInfinity : std::min(kInfinity, score + margin);
    if (shared_.limits.outcome_only && step.depth == K::count(K::empties(place.board, shared_.area))) {
      return outcome(place, step, score, best);
    }
    for (;;) {
      Line line;
      const auto better = [&](const Line& found, Score score_found) {
        keep(best, found, step);
        narrow(best, score_found, kInfinity);
      };
      const Score found = workers_[0]->root(place, step.depth, step.selectivity, alpha, beta, line, better);
      if (shared_.stopped) return false;
      if (found <= alpha) narrow(best, -kInfinity, found);
      if (found >= beta) narrow(best, found, kInfinity);
      if (found > alpha && found < beta) {
        if (step.depth == K::count(K::empties(place.board, shared_.area))) workers_[0]->complete(place, line);
        keep(best, line, step);
        score = found;
        return true;
      }
      margin = std::min(kHeuristicLimit, margin) * (E::kInDiscs ? 2 : 8);
      if (found <= alpha) alpha = wide(margin) ? -kInfinity : std::max(-kInfinity, found - margin);
      if (found >= beta) beta = wide(margin) ? kInfinity : std::min(kInfinity, found + margin);
    }
  }

  // Whether the position is won, drawn or lost, in a window that asks no more.
  bool outcome(const Place& place, const Step& step, Score& score, Finding& best) {
    Line line;
    const auto better = [&](const Line& found, Score) { keep(best, found, step); };
    // Without an iteration before there is no move yet, and a lost position would give none.
    const bool first = best.line.empty();
    const Score found =
        workers_[0]->root(place, step.depth, step.selectivity, first ? -kInfinity : Scale<E>::of(0) - 1,
                          first ? kInfinity : Scale<E>::of(0) + 1, line, better);
    if (shared_.stopped) return false;
    workers_[0]->complete(place, line);
    // Of a lost position no move has a line; the one that looked best so far stays.
    if (line.length > 0) keep(best, line, step);
    score = Scale<E>::of(found > Scale<E>::of(0) ? 2 : found < Scale<E>::of(0) ? -2 : 0);
    return true;
  }

  bool wiped_out(Score score) const {
    if constexpr (E::kInDiscs) return std::abs(score) >= Scale<E>::of(K::count(shared_.area));
    return false;
  }

  static bool wide(Score margin) { return margin > (E::kInDiscs ? 32 * E::kUnit : kHeuristicLimit / 8); }

  Score first_margin(const Step& step, Score score) const {
    if constexpr (E::kInDiscs) return (step.depth < 12 ? 4 : 2) * E::kUnit;
    return std::max<Score>(8 * E::kUnit, std::abs(score) / 16);
  }

  void keep(Finding& best, const Line& line, const Step& step) const {
    best.depth = step.depth;
    best.line.clear();
    for (int i = 0; i < line.length; ++i) {
      const int bit = line.bits[static_cast<std::size_t>(i)];
      best.line.push_back(bit < 0 ? rules::Move::pass() : rules::Move(K::square_of(bit, shared_.size)));
    }
    best.move = best.line.front();
  }

  bool is_exact(const Step& step, int empties) const {
    return step.depth == empties && step.selectivity == kFullWidth && shared_.patience == 0 &&
           !shared_.limits.outcome_only;
  }

  // The score that an exact iteration is after is at least `low` and at most `high`.
  void narrow(Finding& best, Score low, Score high) const {
    if (best.bounds) {
      const int lower = -Scale<E>::discs_at_most(-low);
      const int upper = Scale<E>::discs_at_most(high);
      best.bounds = Bounds{std::max(best.bounds->lower, lower), std::min(best.bounds->upper, upper)};
    }
    teller_->improve(best);
  }

  void describe(Finding& best, const Step& step, int empties, Score score) const {
    best.in_discs = E::kInDiscs;
    best.to_end = step.depth == empties;
    best.selectivity = step.selectivity;
    best.score.reset();
    best.value = static_cast<double>(score) / E::kUnit;
    if (best.to_end && step.selectivity == kFullWidth && shared_.patience == 0) {
      best.score = Scale<E>::discs_at_most(score);
      if (best.bounds) best.bounds = Bounds{*best.score, *best.score};
    }
  }

  std::uint64_t total_nodes() const {
    std::uint64_t nodes = 0;
    for (const auto& worker : workers_) nodes += worker->nodes();
    return nodes;
  }

  // While threads count on: as the workers told it last.
  std::uint64_t told_nodes() const {
    std::uint64_t nodes = 0;
    for (const auto& worker : workers_) nodes += worker->told();
    return nodes;
  }

  int most_discs() const { return K::count(shared_.area) + std::abs(shared_.black_bonus); }

  static constexpr int kEndLeap = 10;  // so many plies before the end, search to the end instead
  static constexpr int kLeapDepth = 8;
  static constexpr int kFullWidthDepth = 4;  // iterations up to here are too quick to be selective

  PvsShared<K, E> shared_;
  std::vector<std::unique_ptr<Worker>> workers_;
  Teller* teller_ = nullptr;  // of the search that runs
};

}  // namespace turncoat::search
