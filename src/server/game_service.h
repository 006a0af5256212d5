// GameService: the games in play. Each is in the store before anybody hears of a change; one at a time, in
// the order they came, changes are made, written, shown and then the players whose turn it is are asked.
// Lives on the loop; players think on `workers`, with a stop token that is used the moment their answer is
// not wanted.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "engine/registry.h"
#include "server/http.h"
#include "server/hub.h"
#include "server/json_rules.h"
#include "server/limits.h"
#include "server/live_game.h"
#include "server/loop.h"
#include "server/store_thread.h"
#include "server/updates.h"
#include "server/workers.h"

namespace turncoat::server {

class GameService {
 public:
  using GameId = store::GameId;
  // The game as JSON text.
  using Done = std::function<void(Answer<std::string>)>;
  using MakePlayer = std::function<Result<std::unique_ptr<player::Player>>(const std::string& spec)>;

  struct Parts {
    Loop& loop;
    Hub& hub;
    StoreThread& store;
    Workers& workers;
    const Limits& limits;
    MakePlayer make_player;
  };
  explicit GameService(Parts parts);
  ~GameService();

  // Takes up the games that were being played when the last server ended.
  void resume_all();

  void create(LiveGame game, Done done);
  void get(GameId id, Done done);
  // `revision`: what the client last saw; nothing when it does not care.
  using Revision = std::optional<std::uint64_t>;
  void move(GameId id, Revision revision, std::string move, Done done);
  void undo(GameId id, Revision revision, Done done);
  void resign(GameId id, Revision revision, std::optional<rules::Color> color, Done done);
  void pause(GameId id, Revision revision, Done done);
  void resume(GameId id, Revision revision, Done done);
  // The player that thinks plays the best it has; the game after that, or as it is when nobody thinks.
  void move_now(GameId id, Done done);
  void remove(GameId id, std::function<void(Answer<void>)> done);

  // Ends all thinking; nothing new is begun.
  void stop();

  static std::string subject(GameId id) { return fmt::format("game:{}", id); }
  std::size_t in_memory() const { return rooms_.size(); }

 private:
  struct Thinking;
  struct Seat;
  struct Room;
  using Act = std::function<void(Answer<Room*>)>;
  using Op = std::function<Answer<void>(LiveGame&)>;

  void with_room(GameId id, Act act);
  void load(GameId id, Room& room);
  void change(GameId id, Revision revision, Op op, Done done);
  void save(Room& room, LiveGame next, Done done);
  void install(Room& room, LiveGame next);
  void advance(Room& room);
  void try_again(Room& room);
  void think(Room& room);
  void thought(GameId id, const std::shared_ptr<Thinking>& thinking, Result<player::Choice> choice,
               LiveGame::Time used);
  void show_thought(GameId id, const std::shared_ptr<Thinking>& thinking, const player::Thought& thought);
  void end_thinking(Room& room);
  void next_in_line(GameId id);
  bool make_room();
  void sweep();
  LiveGame::Time used(const Room& room) const;
  std::string text_of(Room& room) const;
  void publish(Room& room);

  Parts parts_;
  std::map<GameId, std::unique_ptr<Room>> rooms_;
  Loop::Timer sweeper_;
  bool stopped_ = false;
};

}  // namespace turncoat::server
