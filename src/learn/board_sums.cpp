#include "learn/board_sums.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <optional>

#include "base/check.h"
#include "base/parallel.h"
#include "base/rng.h"
#include "learn/ridge_moves.h"
#include "rules/kernel/kernel64_portable.h"
#include "rules/kernel/wide_kernels.h"
#include "rules/symmetry.h"

namespace turncoat::learn {

namespace {

// One position of a batch, from the side that began.
template <class K>
struct Seen {
  typename K::Set first;
  typename K::Set second;
  std::uint32_t game;  // in the batch
};

// Sums of the stages, filled by many threads.
class SharedSums {
 public:
  SharedSums(int start_discs, int squares) : start_discs_(start_discs), mutexes_(stages(squares)) {
    sums_.resize(mutexes_.size());
    for (std::size_t i = 0; i < sums_.size(); ++i) {
      sums_[i].discs = start_discs + 1 + static_cast<int>(i);
      for (BoardSums* part : {&sums_[i].fit, &sums_[i].held_out}) {
        part->products = Eigen::MatrixXd::Zero(squares + 2, squares + 2);
      }
    }
  }

  // The lower triangle of `products` is added.
  void add(std::size_t stage, bool held_out, std::uint64_t positions, const Eigen::MatrixXf& products) {
    const std::lock_guard lock(mutexes_[stage]);
    BoardSums& sums = held_out ? sums_[stage].held_out : sums_[stage].fit;
    sums.positions += positions;
    sums.products.triangularView<Eigen::Lower>() += products.cast<double>();
  }

  std::vector<StageSums> take() {
    for (StageSums& stage : sums_) {
      for (BoardSums* part : {&stage.fit, &stage.held_out}) {
        part->products.triangularView<Eigen::StrictlyUpper>() = part->products.transpose();
      }
    }
    return std::move(sums_);
  }

 private:
  std::size_t stages(int squares) const { return static_cast<std::size_t>(squares - start_discs_); }

  int start_discs_;
  std::vector<std::mutex> mutexes_;
  std::vector<StageSums> sums_;
};

// The games of one batch, played one after the other, then summed stage by stage.
template <class K>
class Batch {
 public:
  Batch(const LearningGames& games, const rules::Position& start, SharedSums& sums)
      : games_(games),
        size_(start.size()),
        area_(K::area(size_)),
        start_(K::board_of(start)),
        start_discs_(K::count(start_.mover) + K::count(start_.other)),
        sums_(sums),
        seen_(static_cast<std::size_t>(size_ * size_ - start_discs_)) {
    if (games.model != nullptr) best_.emplace(*games.model, games.depth);
  }

  void run(std::uint64_t first, std::uint64_t count) {
    for (auto& stage : seen_) stage.clear();
    results_.clear();
    for (std::uint64_t game = first; game < first + count; ++game) play(game);
    const auto every = static_cast<std::uint64_t>(games_.held_out_every);
    for (std::size_t stage = 0; stage < seen_.size(); ++stage) {
      for (const bool held_out : {false, true}) {
        sum(stage, held_out, [&](std::uint32_t game) { return (first + game) % every == every - 1; });
      }
    }
  }

 private:
  void play(std::uint64_t number) {
    Rng rng = Rng::stream(games_.seed, number);
    typename K::Board board = start_;
    bool first_moves = true;
    const auto game = static_cast<std::uint32_t>(results_.size());
    for (std::size_t placed = 0;;) {
      auto moves = K::moves(board, area_);
      if (K::empty(moves)) {
        board = K::after_pass(board);
        first_moves = !first_moves;
        moves = K::moves(board, area_);
        if (K::empty(moves)) break;
      }
      const int bit = choose(board, moves, rng);
      board = K::after(board, bit, K::flips(board, bit));
      first_moves = !first_moves;
      seen_[placed++].push_back(first_moves ? Seen<K>{board.mover, board.other, game}
                                            : Seen<K>{board.other, board.mover, game});
    }
    const int lead = K::count(board.mover) - K::count(board.other);
    results_.push_back(static_cast<float>(first_moves ? lead : -lead));
  }

  int choose(const typename K::Board& board, const typename K::Set& moves, Rng& rng) const {
    if (best_ && rng.uniform() >= games_.random) return best_->choose(board, moves);
    return K::nth(moves, static_cast<int>(rng.below(static_cast<std::uint32_t>(K::count(moves)))));
  }

  template <class IsHeldOut>
  void sum(std::size_t stage, bool held_out, const IsHeldOut& is_held_out) {
    const int squares = size_ * size_;
    rows_.resize(squares + 2, static_cast<Eigen::Index>(seen_[stage].size()));
    Eigen::Index count = 0;
    for (const Seen<K>& seen : seen_[stage]) {
      if (is_held_out(seen.game) != held_out) continue;
      auto row = rows_.col(count++);
      row.setZero();
      put(seen.first, 1.0F, row);
      put(seen.second, -1.0F, row);
      row(squares) = 1;
      row(squares + 1) = results_[seen.game];
    }
    if (count == 0) return;
    products_.setZero(squares + 2, squares + 2);
    products_.selfadjointView<Eigen::Lower>().rankUpdate(rows_.leftCols(count));
    sums_.add(stage, held_out, static_cast<std::uint64_t>(count), products_);
  }

  template <class Row>
  void put(typename K::Set set, float value, Row& row) const {
    while (!K::empty(set)) {
      const rules::Square square = K::square_of(K::pop_first(set), size_);
      row(square.row() * size_ + square.column()) = value;
    }
  }

  const LearningGames& games_;
  int size_;
  typename K::Set area_;
  typename K::Board start_;
  int start_discs_;
  SharedSums& sums_;
  std::optional<RidgeMoves<K>> best_;
  std::vector<std::vector<Seen<K>>> seen_;  // by stage
  std::vector<float> results_;              // by game of the batch
  Eigen::MatrixXf rows_;                    // a column per position
  Eigen::MatrixXf products_;
};

// Sums of a batch are made of floats, which are exact up to 2^24: so many squares of results fit.
std::uint64_t batch_size(int squares) {
  constexpr std::uint64_t kExact = 1 << 24;
  constexpr std::uint64_t kMost = 1024;
  const auto largest = static_cast<std::uint64_t>(squares);
  return std::min(kMost, kExact / (largest * largest));
}

template <class K>
void sum_batches(const LearningGames& games, SharedSums& sums, const std::stop_token& stop,
                 const std::function<void(std::uint64_t)>& advance) {
  const rules::Position start(games.rules);
  const std::uint64_t size = batch_size(start.size() * start.size());
  std::vector<Batch<K>> batches(static_cast<std::size_t>(std::max(1, games.threads)),
                                Batch<K>(games, start, sums));
  parallel_for(
      games.threads, (games.games + size - 1) / size,
      [&](std::uint64_t item, int worker) {
        const std::uint64_t first = item * size;
        const std::uint64_t count = std::min(size, games.games - first);
        batches[static_cast<std::size_t>(worker)].run(first, count);
        if (advance) advance(count);
      },
      stop);
}

}  // namespace

Result<std::vector<StageSums>> sum_games(const LearningGames& games, std::stop_token stop,
                                         const std::function<void(std::uint64_t)>& advance) {
  TURNCOAT_CHECK(games.held_out_every > 1, "some games must be left to learn from");
  TURNCOAT_CHECK(games.model == nullptr || games.model->size == games.rules->size, "a model of the board");
  const rules::Ruleset& rules = *games.rules;
  SharedSums sums(rules.black.size() + rules.white.size(), rules.size * rules.size);
  if (rules.size <= rules::kernel::Lattice64::kLargestSize) {
    sum_batches<rules::kernel::PortableKernel64>(games, sums, stop, advance);
  } else {
    sum_batches<rules::kernel::PortableWideKernel>(games, sums, stop, advance);
  }
  if (stop.stop_requested()) return fail(Error::Code::Cancelled, "the games were interrupted");
  return sums.take();
}

BoardSums symmetric(const BoardSums& sums, int size) {
  const Eigen::Index all = sums.products.rows();
  BoardSums mean{sums.positions, Eigen::MatrixXd::Zero(all, all)};
  std::vector<Eigen::Index> image(static_cast<std::size_t>(all));
  for (const rules::Symmetry symmetry : rules::Symmetry::all()) {
    for (Eigen::Index i = 0; i < all; ++i) {
      image[static_cast<std::size_t>(i)] = i;
      if (i >= size * size) continue;
      const rules::Square square = symmetry({static_cast<int>(i) % size, static_cast<int>(i) / size}, size);
      image[static_cast<std::size_t>(i)] = square.row() * size + square.column();
    }
    mean.products += sums.products(image, image);
  }
  mean.products /= rules::Symmetry::kCount;
  return mean;
}

}  // namespace turncoat::learn
