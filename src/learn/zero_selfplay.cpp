#include "learn/zero_selfplay.h"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <optional>
#include <thread>

#include "base/check.h"
#include "engine/exact_solver.h"
#include "nn/input.h"
#include "player/pick.h"

namespace turncoat::learn {

namespace {

// Shares below are noise and only make files larger.
constexpr double kLeastShare = 1e-3;
constexpr double kMostWeight = 4;
// Of a rival: with 0 it moves by chance, with this it turns as many discs as it can.
constexpr double kMostRivalTaste = 32;

int sign(int score) {
  return score > 0 ? 1 : score < 0 ? -1 : 0;
}

std::size_t draw(std::span<const double> shares, Rng& rng) {
  double sum = 0;
  for (const double share : shares) sum += share;
  double left = rng.uniform() * sum;
  for (std::size_t i = 0; i + 1 < shares.size(); ++i) {
    left -= shares[i];
    if (left < 0) return i;
  }
  return shares.size() - 1;
}

}  // namespace

ZeroSelfplayGame::ZeroSelfplayGame(const rules::RulesetPtr& rules, const ZeroRecipe& recipe,
                                   ZeroSolvers solvers, std::uint64_t seed, std::uint64_t number)
    : recipe_(recipe),
      solvers_(std::move(solvers)),
      rng_(Rng::stream(seed, number)),
      number_(number),
      game_(rules),
      search_(game_.position(), recipe.search(), solvers_.leaves) {
  deal();
  if (recipe.rivals > 0 && rng_.uniform() < recipe.rivals) {
    rival_ = rng_.below(2) == 0 ? rules::Color::Black : rules::Color::White;
    rival_taste_ = kMostRivalTaste * rng_.uniform();
    if (recipe.bare > 0 && rng_.uniform() < recipe.bare) {
      bare_until_ = 1 + static_cast<int>(rng_.below(static_cast<std::uint32_t>(rules->size * rules->size)));
      trials_ = recipe.trials;
    }
  }
}

// How a game begins by chance.
void ZeroSelfplayGame::deal() {
  random_moves_ = static_cast<int>(rng_.below(static_cast<std::uint32_t>(recipe_.opening) + 1));
  if (recipe_.taste > 0) {
    for (double& taste : tastes_) taste = recipe_.taste * (2 * rng_.uniform() - 1);
  }
}

// A game that the policy lost by itself is gone through again, with searches, up to some move of it; after
// one that it did not lose another is tried.
void ZeroSelfplayGame::end_trial() {
  const rules::Position& end = game_.position();
  const bool lost = end.is_over() ? end.score(rules::other(*rival_)) < 0 : trial_value_ < 0;
  const int own = game_.ply() - trial_from_;
  std::vector<rules::Move> moves(game_.moves().begin(), game_.moves().end());
  game_ = rules::Game(end.ruleset_ptr());
  search_.reset(game_.position());
  --trials_;
  if (!lost || own == 0) {
    deal();
    rival_taste_ = kMostRivalTaste * rng_.uniform();
    return;
  }
  trials_ = 0;
  told_ = std::move(moves);
  while (game_.ply() < trial_from_) play(told_[static_cast<std::size_t>(game_.ply())]);
  bare_until_ = trial_from_ + 1 + static_cast<int>(rng_.below(static_cast<std::uint32_t>(own)));
}

// The move of the lost game that is being gone through.
std::optional<rules::Move> ZeroSelfplayGame::told_move() const {
  const auto ply = static_cast<std::size_t>(game_.ply());
  if (game_.ply() >= bare_until_ || ply >= told_.size()) return std::nullopt;
  return told_[ply];
}

bool ZeroSelfplayGame::rival_moves() const {
  return random_moves_ == 0 && rival_ == game_.position().mover();
}

// Games of two sides that keep few discs never show how it is to lose them all; chance alone seldom does.
rules::Square ZeroSelfplayGame::random_move() {
  const rules::Position& position = game_.position();
  const rules::SquareSet moves = position.legal_moves();
  const double taste =
      rival_moves() ? rival_taste_ : tastes_[position.mover() == rules::Color::Black ? 0 : 1];
  if (taste == 0) return player::pick(moves, rng_);
  std::vector<rules::Square> squares;
  std::vector<double> shares;
  for (const rules::Square square : moves) {
    squares.push_back(square);
    shares.push_back(std::pow(position.flips(square).size(), taste));
  }
  return squares[draw(shares, rng_)];
}

void ZeroSelfplayGame::play(rules::Move move) {
  const auto played = game_.play(move);
  TURNCOAT_CHECK(played.has_value(), "self-play makes legal moves");
  game_.pass_if_forced();
  search_.advance(move);
}

bool ZeroSelfplayGame::solvable() const {
  const int empties = game_.position().empties().size();
  return (solvers_.leaves && empties <= recipe_.solve) || (solvers_.ending && empties <= recipe_.finish);
}

// Plays what needs no search. True when a search has begun, false when the game is over.
bool ZeroSelfplayGame::begin_move() {
  game_.pass_if_forced();
  for (;;) {
    const rules::Position& position = game_.position();
    const rules::SquareSet moves = position.legal_moves();
    if (trials_ > 0 && (moves.empty() || (random_moves_ == 0 && solvable()))) {
      end_trial();
      continue;
    }
    if (moves.empty()) return false;
    if (random_moves_ > 0) {
      play(random_move());
      --random_moves_;
      trial_from_ = game_.ply();
      continue;
    }
    if (solvable()) {
      play_ending();
      return false;
    }
    if (rival_moves()) {
      play(told_move().value_or(random_move()));
      continue;
    }
    if (moves.size() > 1) break;
    play(*moves.begin());
  }
  if (trials_ > 0) {
    search_.begin(0, rng_());
    searching_ = true;
    return true;
  }
  full_ = recipe_.cheap == 0 || rng_.uniform() < recipe_.full;
  search_.begin(full_ ? recipe_.sims : recipe_.cheap, rng_());
  searching_ = true;
  ++searches_;
  return true;
}

bool ZeroSelfplayGame::step(std::vector<rules::Position>& positions) {
  for (;;) {
    if (!searching_ && !begin_move()) return false;
    if (search_.gather(1, positions) > 0) {
      ++judged_;
      return true;
    }
    if (search_.done()) end_search();
  }
}

void ZeroSelfplayGame::feed(const mcts::Judgement& judgement) {
  search_.feed(std::span(&judgement, 1));
}

ZeroSelfplayGame::Searched& ZeroSelfplayGame::note(std::vector<std::pair<rules::Move, double>> shares) {
  Searched& searched = searched_.emplace_back(Searched{game_.position(), {}});
  double sum = 0;
  std::erase_if(shares, [](const auto& share) { return share.second < kLeastShare; });
  for (const auto& [move, share] : shares) sum += share;
  for (const auto& [move, share] : shares) {
    const int index = nn::move_index(move, game_.position().size());
    searched.policy.push_back({static_cast<std::uint8_t>(index), static_cast<float>(share / sum)});
  }
  return searched;
}

void ZeroSelfplayGame::end_search() {
  searching_ = false;
  const mcts::GuidedFinding finding = search_.finding();
  const auto first_choice = [&] {
    return std::ranges::max_element(finding.moves, {}, &mcts::GuidedMove::prior)->move;
  };
  if (trials_ > 0) {
    trial_value_ = finding.value;
    play(first_choice());
    return;
  }
  std::vector<std::pair<rules::Move, double>> shares;
  std::vector<double> policy;
  std::vector<double> priors;
  for (const mcts::GuidedMove& move : finding.moves) {
    policy.push_back(move.policy);
    priors.push_back(move.prior);
    if (full_) shares.emplace_back(move.move, move.policy);
  }
  Searched& searched = note(std::move(shares));
  searched.value = finding.value;
  searched.score = finding.score;
  searched.bare = game_.ply() < bare_until_;
  searched.surprise = full_ ? mcts::surprise(policy, priors) : 0;

  if (searched.bare) {
    play(told_move().value_or(first_choice()));
    return;
  }
  rules::Move move = finding.move;
  const bool drawn = game_.ply() < recipe_.sampling;
  if (recipe_.root == mcts::RootChoice::Puct) {
    if (drawn) move = finding.moves[draw(policy, rng_)].move;
  } else if (!drawn) {
    // The search's own choice has Gumbel noise in it.
    const auto best = std::ranges::max_element(finding.moves, {}, [](const mcts::GuidedMove& candidate) {
      return candidate.visits > 0 ? candidate.policy : 0;
    });
    move = best->move;
  }
  play(move);
}

// The score of perfect play, and moves that reach it: all of them where that is cheap to know.
int ZeroSelfplayGame::best_endings(std::vector<rules::Move>& best) const {
  const rules::Position& position = game_.position();
  best.clear();
  if (!solvers_.leaves || position.empties().size() > recipe_.solve) {
    const auto ending = solvers_.ending(position, std::nullopt, {});
    TURNCOAT_CHECK(ending.has_value(), "solved, as there is no limit");
    best.push_back(ending->move);
    return ending->score;
  }
  int most = 0;
  const rules::SquareSet moves = position.legal_moves();
  for (const rules::Square square : moves) {
    const rules::Position next = mcts::settled(position.after(square));
    const auto known = next.is_over() ? next.score(next.mover()) : solvers_.leaves(next);
    TURNCOAT_CHECK(known.has_value(), "solved, as there are few enough empty squares");
    const int there = *known;
    const int score = next.mover() == position.mover() ? there : -there;
    if (best.empty() || score > most) {
      most = score;
      best.clear();
    }
    if (score == most) best.emplace_back(square);
  }
  return most;
}

// Exact from here on: each of the best moves is as good a target, and any of them is played.
void ZeroSelfplayGame::play_ending() {
  std::vector<rules::Move> winners;
  for (game_.pass_if_forced(); !game_.is_over(); game_.pass_if_forced()) {
    const rules::SquareSet moves = game_.position().legal_moves();
    if (moves.size() == 1) {
      winners.assign(1, *moves.begin());
    } else {
      const int best = best_endings(winners);
      if (rng_.uniform() < recipe_.ending) {
        std::vector<std::pair<rules::Move, double>> shares;
        shares.reserve(winners.size());
        for (const rules::Move move : winners) shares.emplace_back(move, 1);
        Searched& searched = note(std::move(shares));
        searched.value = sign(best);
        searched.solved = true;
      }
    }
    const auto played = game_.play(winners[rng_.below(static_cast<std::uint32_t>(winners.size()))]);
    TURNCOAT_CHECK(played.has_value(), "the solver's moves are legal");
  }
}

ZeroGame ZeroSelfplayGame::finished() {
  const rules::Position& end = game_.position();
  const int size = end.size();
  const double squares = size * size;
  double all_surprise = 0;
  double taught = 0;
  for (const Searched& searched : searched_) {
    if (searched.solved || searched.policy.empty()) continue;
    all_surprise += searched.surprise;
    ++taught;
  }
  ZeroGame done{number_, game_, {}, judged_, searches_};
  for (const Searched& searched : searched_) {
    const rules::Color mover = searched.position.mover();
    nn::Sample& sample = done.samples.emplace_back();
    sample.mover = searched.position.discs(mover);
    sample.other = searched.position.discs(rules::other(mover));
    sample.policy = searched.policy;
    const int result = end.score(mover);
    const double blend = searched.solved ? 0 : searched.bare ? 1 : recipe_.blend;
    const double score = searched.bare ? searched.score : result;
    sample.value = static_cast<float>((1 - blend) * sign(result) + blend * searched.value);
    sample.score = static_cast<float>(std::clamp(score / squares, -1.0, 1.0));
    for (int row = 0; row < size; ++row) {
      for (int column = 0; column < size; ++column) {
        const rules::Square square(column, row);
        sample.ownership.push_back(end.discs(mover).contains(square)                 ? 1.0F
                                   : end.discs(rules::other(mover)).contains(square) ? -1.0F
                                                                                     : 0.0F);
      }
    }
    double weight = 1;
    if (!searched.solved) {
      const double share = all_surprise > 0 ? searched.surprise * taught / all_surprise : 1;
      weight = std::min(kMostWeight, 1 - recipe_.surprise + recipe_.surprise * share);
    }
    sample.weight = static_cast<float>(weight);
  }
  return done;
}

struct ZeroSelfplay::Table {
  ZeroSolvers solvers;
  std::vector<std::unique_ptr<ZeroSelfplayGame>> games;
};

ZeroSolvers make_solvers(const rules::Ruleset& rules, const ZeroRecipe& recipe) {
  return {engine::exact_solver(rules, recipe.solve), engine::root_solver(rules, recipe.finish, false)};
}

ZeroSelfplay::ZeroSelfplay(rules::RulesetPtr rules, const ZeroRecipe& recipe, int threads, std::uint64_t seed,
                           std::uint64_t first)
    : rules_(std::move(rules)), recipe_(recipe), seed_(seed), next_(first) {
  for (int i = 0; i < std::max(1, threads); ++i) {
    auto table = std::make_unique<Table>();
    table->solvers = make_solvers(*rules_, recipe_);
    tables_.push_back(std::move(table));
  }
}

ZeroSelfplay::~ZeroSelfplay() = default;

Result<void> ZeroSelfplay::play(std::uint64_t games, const MakeJudge& make_judge,
                                const std::function<Result<void>(ZeroGame&&)>& on_game,
                                std::stop_token stop) {
  std::vector<std::unique_ptr<mcts::Judge>> judges;
  for (std::size_t i = 0; i < tables_.size(); ++i) {
    auto judge = make_judge();
    if (!judge) return std::unexpected(judge.error());
    judges.push_back(*std::move(judge));
  }
  std::mutex mutex;  // guards error and calls of on_game
  std::optional<Error> error;
  std::atomic<std::uint64_t> ended = 0;
  const auto go_on = [&] { return ended.load() < games && !stop.stop_requested(); };

  const auto work = [&](Table& table, mcts::Judge& judge) {
    std::vector<rules::Position> positions;
    std::vector<mcts::Judgement> judgements;
    std::vector<ZeroSelfplayGame*> asking;
    const auto fresh = [&] {
      return std::make_unique<ZeroSelfplayGame>(rules_, recipe_, table.solvers, seed_, next_++);
    };
    while (static_cast<int>(table.games.size()) < recipe_.flight) table.games.push_back(fresh());
    while (go_on()) {
      positions.clear();
      asking.clear();
      for (auto& game : table.games) {
        bool asks = game->step(positions);
        for (; !asks && go_on(); asks = game->step(positions)) {
          ZeroGame done = game->finished();
          game = fresh();
          const std::scoped_lock lock(mutex);
          ++ended;
          if (error) continue;
          if (auto taken = on_game(std::move(done)); !taken) {
            error = taken.error();
            ended = games;
          }
        }
        if (asks) asking.push_back(game.get());
      }
      if (judgements.size() < positions.size()) judgements.resize(positions.size());
      judge.judge(positions, std::span(judgements).first(positions.size()));
      for (std::size_t i = 0; i < asking.size(); ++i) asking[i]->feed(judgements[i]);
    }
  };
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 1; i < tables_.size(); ++i) {
      threads.emplace_back([&, i] { work(*tables_[i], *judges[i]); });
    }
    work(*tables_[0], *judges[0]);
  }
  if (error) return std::unexpected(*error);
  return {};
}

}  // namespace turncoat::learn
