// ReviewService: whole games looked at move by move, from the last to the first, in the background. Values go
// through the ValueBook like all others, so a review shows what is known best now. Lives on the loop.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "engine/analysis.h"
#include "server/http.h"
#include "server/hub.h"
#include "server/limits.h"
#include "server/loop.h"
#include "server/value.h"
#include "server/workers.h"
#include "store/store.h"

namespace turncoat::server {

struct ReviewOrder {
  std::optional<store::GameId> id;
  rules::Game game;
  int level = 10;
};

class ReviewService {
 public:
  struct Parts {
    Loop& loop;
    Hub& hub;
    Workers& workers;
    ValueBook& values;
    const Limits& limits;
    std::function<search::Evaluation(int size)> evaluation;  // called by a worker
  };
  explicit ReviewService(Parts parts) : parts_(std::move(parts)) {}

  // Reviews as JSON text.
  Answer<std::string> start(ReviewOrder order);
  Answer<std::string> get(std::int64_t id) const;
  // Stops it and forgets it.
  Answer<void> remove(std::int64_t id);
  // Ends all of them; nothing new is begun.
  void stop();

  static std::string subject(std::int64_t id) { return fmt::format("review:{}", id); }

 private:
  struct Review;
  void learn(Review& review, int ply, engine::PositionAnalysis found);
  void show(Review& review);
  std::string text_of(const Review& review) const;
  Json ply_json(const Review& review, int ply) const;
  bool make_room();

  Parts parts_;
  std::map<std::int64_t, std::shared_ptr<Review>> reviews_;
  std::int64_t next_ = 1;
  bool stopped_ = false;
};

// Why a move was bad, in the game's own terms: a list of {"code", "squares", "amount"}.
Json reasons_of(const rules::Position& position, rules::Move played, rules::Move better);

}  // namespace turncoat::server
