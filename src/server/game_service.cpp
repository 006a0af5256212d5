#include "server/game_service.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>
#include <stop_token>

#include "base/rng.h"
#include "match/game_loop.h"
#include "player/guarded.h"
#include "server/json_game.h"
#include "server/start.h"

namespace turncoat::server {

namespace {

using rules::Color;

constexpr std::size_t kResumedGames = 100;
constexpr std::chrono::seconds kRetry{2};

std::string utc_now() {
  return match::format_utc(std::chrono::system_clock::now());
}

}  // namespace

// One request to a player.
struct GameService::Thinking {
  std::stop_source stop;
  std::atomic<bool> wanted = true;  // false: whatever comes is thrown away
  Value::Source source = Value::Source::Search;
  rules::Position position;
  Loop::Clock::time_point began;

  Thinking(rules::Position at, Loop::Clock::time_point now) : position(std::move(at)), began(now) {}
};

// A player of one game. Thoughts that nobody wants any more may still be ending while the next begins.
struct GameService::Seat {
  std::mutex mutex;
  std::unique_ptr<player::Player> player;
};

struct GameService::Room {
  std::optional<LiveGame> game;  // none while it is loaded
  bool busy = true;              // loaded or written: whoever comes waits in line
  std::deque<Act> line;
  Loop::Clock::time_point turn_began;
  Loop::Clock::time_point last_used;
  Loop::Timer timer;  // of the flag, or of another try
  std::shared_ptr<Thinking> thinking;
  std::array<std::shared_ptr<Seat>, 2> seats = {std::make_shared<Seat>(), std::make_shared<Seat>()};
  std::vector<Done> after_next_change;
  PositionTexts positions;
  Throttle thoughts;

  Room(Loop& loop, Loop::Clock::duration interval) : thoughts(loop, interval) {}
};

GameService::GameService(Parts parts) : parts_(std::move(parts)) {
  sweep();
}

GameService::~GameService() {
  stop();
}

void GameService::stop() {
  stopped_ = true;
  sweeper_.reset();
  for (auto& [id, room] : rooms_) {
    end_thinking(*room);
    room->timer.reset();
    room->thoughts.drop();
  }
}

void GameService::resume_all() {
  parts_.store.run([](store::Store& store) { return store.live_ids("playing"); },
                   [this](Result<std::vector<GameId>> ids) {
                     if (!ids) return;
                     ids->resize(std::min(ids->size(), kResumedGames));
                     for (const GameId id : *ids) with_room(id, [](Answer<Room*>) {});
                   });
}

LiveGame::Time GameService::used(const Room& room) const {
  return std::chrono::duration_cast<LiveGame::Time>(parts_.loop.now() - room.turn_began);
}

std::string GameService::text_of(Room& room) const {
  return game_text(*room.game, room.positions, used(room));
}

void GameService::publish(Room& room) {
  const std::string subject_text = subject(room.game->id);
  if (!parts_.hub.is_watched(subject_text)) return;
  parts_.hub.publish(
      subject_text, subject_text,
      std::make_shared<const std::string>(fmt::format("{{\"type\":\"game\",\"game\":{}}}", text_of(room))));
}

void GameService::with_room(GameId id, Act act) {
  auto found = rooms_.find(id);
  if (found == rooms_.end()) {
    if (stopped_) return act(refuse(503, "unavailable", "the server is ending"));
    if (!make_room()) {
      return act(refuse(429, "too_many", "{} games are being played; try again when one has ended",
                        parts_.limits.games_in_play));
    }
    found = rooms_.emplace(id, std::make_unique<Room>(parts_.loop, parts_.limits.update_interval)).first;
    load(id, *found->second);
  }
  Room& room = *found->second;
  room.last_used = parts_.loop.now();
  if (room.busy) {
    room.line.push_back(std::move(act));
  } else {
    act(&room);
  }
}

void GameService::load(GameId id, Room&) {
  parts_.store.run(
      [id](store::Store& store) -> Result<LiveGame> {
        const auto live = store.live(id);
        if (!live) return std::unexpected(live.error());
        if (*live) return LiveGame::from_store(**live);
        const auto stored = store.game(id);
        if (!stored && stored.error().code == Error::Code::NotFound) {
          return fail(Error::Code::NotFound, "there is no game {}", id);
        }
        if (!stored) return std::unexpected(stored.error());
        return LiveGame::finished(*stored);
      },
      [this, id](Result<LiveGame> loaded) {
        const auto found = rooms_.find(id);
        if (found == rooms_.end()) return;
        Room& room = *found->second;
        room.busy = false;
        if (!loaded) {
          const auto line = std::move(room.line);
          rooms_.erase(found);
          for (const Act& act : line) act(std::unexpected(problem_of(loaded.error())));
          return;
        }
        // Nobody shall lose on time while there was no server.
        if (loaded->clock() && loaded->phase() == Phase::Playing) {
          (void)loaded->pause(LiveGame::Time(0));
          ++loaded->revision;
        }
        install(room, *std::move(loaded));
        next_in_line(id);
      });
}

void GameService::next_in_line(GameId id) {
  for (;;) {
    const auto found = rooms_.find(id);
    if (found == rooms_.end() || found->second->busy || found->second->line.empty()) return;
    const Act act = std::move(found->second->line.front());
    found->second->line.pop_front();
    act(found->second.get());
  }
}

void GameService::change(GameId id, Revision revision, Op op, Done done) {
  with_room(id, [this, revision, op = std::move(op), done = std::move(done)](Answer<Room*> room) {
    if (!room) return done(std::unexpected(room.error()));
    if (revision && *revision != (*room)->game->revision) {
      return done(refuse(409, "old_revision", "the game has changed meanwhile; look again"));
    }
    LiveGame next = *(*room)->game;
    if (auto changed = op(next); !changed) return done(std::unexpected(changed.error()));
    save(**room, std::move(next), done);
  });
}

void GameService::save(Room& room, LiveGame next, Done done) {
  ++next.revision;
  next.updated = utc_now();
  room.busy = true;
  const GameId id = next.id;
  auto stored = std::make_shared<const store::LiveGame>(next.to_store());
  parts_.store.run([stored](store::Store& store) { return store.save_live(*stored); },
                   [this, id, next = std::move(next), done = std::move(done)](Result<void> saved) {
                     Room& kept = *rooms_.at(id);
                     kept.busy = false;
                     if (saved) {
                       install(kept, next);
                       done(text_of(kept));
                       for (const Done& waiting : std::exchange(kept.after_next_change, {}))
                         waiting(text_of(kept));
                     } else {
                       done(std::unexpected(problem_of(saved.error())));
                       try_again(kept);
                     }
                     next_in_line(id);
                   });
}

void GameService::install(Room& room, LiveGame next) {
  end_thinking(room);
  room.timer.reset();
  room.game = std::move(next);
  room.turn_began = parts_.loop.now();
  publish(room);
  advance(room);
}

void GameService::advance(Room& room) {
  if (stopped_) return;
  const LiveGame& game = *room.game;
  if (game.waits_for_player()) return think(room);
  if (game.waits_for_human() && game.clock()) {
    const Color color = game.mover();
    const std::uint64_t revision = game.revision;
    const auto left = game.left(color) + kTimeMargin - used(room);
    room.timer = parts_.loop.after(left, [this, id = game.id, color, revision] {
      change(
          id, revision,
          [color](LiveGame& live) -> Answer<void> {
            live.lose_on_time(color);
            return {};
          },
          [](const Answer<std::string>&) {});
    });
  }
}

void GameService::try_again(Room& room) {
  room.timer = parts_.loop.after(kRetry, [this, &room] {
    room.timer.reset();
    advance(room);
  });
}

void GameService::end_thinking(Room& room) {
  room.thoughts.drop();
  if (!room.thinking) return;
  room.thinking->wanted = false;
  room.thinking->stop.request_stop();
  room.thinking.reset();
}

void GameService::think(Room& room) {
  if (room.thinking) return;
  const LiveGame& live = *room.game;
  const Color color = live.mover();
  const GameId id = live.id;
  auto thinking = std::make_shared<Thinking>(live.game().position(), parts_.loop.now());
  if (live.side(color).spec.starts_with("mcts")) thinking->source = Value::Source::Mcts;
  room.thinking = thinking;

  auto request = std::make_shared<player::Request>();
  if (const auto& clock = live.clock()) {
    if (clock->per_move) {
      request->time.move = *clock->per_move;
    } else {
      request->time.game = live.left(color);
      request->time.increment = clock->increment;
      request->other_time = live.left(rules::other(color));
    }
  }
  request->stop = thinking->stop.get_token();
  auto mailbox = std::make_shared<Mailbox<player::Thought>>(
      parts_.loop,
      [this, id, thinking](const player::Thought& thought) { show_thought(id, thinking, thought); });
  request->report = [mailbox](const player::Thought& thought) { mailbox->put(thought); };

  const std::uint64_t seed = derive_seed(live.seed(), static_cast<std::uint64_t>(rules::index_of(color)));
  const bool submitted = parts_.workers.submit(
      [this, id, thinking, request, seat = room.seats[static_cast<std::size_t>(rules::index_of(color))],
       game = live.game(), spec = live.side(color).spec, seed, &loop = parts_.loop,
       make_player = parts_.make_player] {
        const std::scoped_lock lock(seat->mutex);
        if (!thinking->wanted) return;
        const auto began = Loop::Clock::now();
        auto choice = player::guarded([&]() -> Result<player::Choice> {
          if (!seat->player) {
            auto made = make_player(spec);
            if (!made) return std::unexpected(made.error());
            if (auto ready = (*made)->new_game(game.start(), seed); !ready)
              return std::unexpected(ready.error());
            seat->player = *std::move(made);
          }
          return seat->player->choose(game, *request);
        });
        const auto used = std::chrono::duration_cast<LiveGame::Time>(Loop::Clock::now() - began);
        loop.post(
            [this, id, thinking, choice = std::move(choice), used] { thought(id, thinking, choice, used); });
      });
  if (!submitted) {
    room.thinking.reset();
    try_again(room);
  }
}

void GameService::show_thought(GameId id, const std::shared_ptr<Thinking>& thinking,
                               const player::Thought& thought) {
  const auto found = rooms_.find(id);
  if (found == rooms_.end() || found->second->thinking != thinking) return;
  if (!parts_.hub.is_watched(subject(id))) return;
  Room& room = *found->second;
  room.thoughts.offer([this, id, &room, thinking, thought] {
    const Json message = {{"type", "thinking"},
                          {"game", id},
                          {"revision", room.game->revision},
                          {"thought", thought_json({thinking->position, thought,
                                                    parts_.loop.now() - thinking->began, thinking->source})}};
    parts_.hub.publish(subject(id), fmt::format("thinking:{}", id),
                       std::make_shared<const std::string>(dump(message)));
  });
}

void GameService::thought(GameId id, const std::shared_ptr<Thinking>& thinking, Result<player::Choice> choice,
                          LiveGame::Time used) {
  const auto found = rooms_.find(id);
  if (found == rooms_.end() || found->second->thinking != thinking || stopped_) return;
  Room& room = *found->second;
  room.thoughts.flush();
  // The last word, unless the player had nothing to say.
  if (choice && !choice->thought.line.empty()) show_thought(id, thinking, choice->thought);
  room.thoughts.flush();
  room.thinking.reset();
  const int ply = room.game->game().ply();
  change(
      id, std::nullopt,
      [ply, choice = std::move(choice), used](LiveGame& live) -> Answer<void> {
        if (!live.waits_for_player() || live.game().ply() != ply) {
          return refuse(409, "old_revision", "the game has changed meanwhile");
        }
        const Color color = live.mover();
        if (!choice) {
          live.lose_by_failure(color, choice.error().message);
        } else if (choice->resigns) {
          live.resign_player(color);
        } else if (auto played = live.play(choice->move, used); !played) {
          live.lose_by_failure(color, played.error().message);
        }
        return {};
      },
      [](const Answer<std::string>&) {});
}

void GameService::create(LiveGame game, Done done) {
  if (stopped_ || !make_room()) {
    return done(refuse(429, "too_many", "{} games are being played; try again when one has ended",
                       parts_.limits.games_in_play));
  }
  game.updated = utc_now();
  auto stored = std::make_shared<const store::LiveGame>(game.to_store());
  parts_.store.run(
      [stored](store::Store& store) { return store.add_live(*stored); },
      [this, game = std::move(game), done = std::move(done)](Result<GameId> id) mutable {
        if (!id) return done(std::unexpected(problem_of(id.error())));
        game.id = *id;
        Room& room = *rooms_.emplace(*id, std::make_unique<Room>(parts_.loop, parts_.limits.update_interval))
                          .first->second;
        room.busy = false;
        room.last_used = parts_.loop.now();
        install(room, std::move(game));
        done(text_of(room));
      });
}

void GameService::get(GameId id, Done done) {
  with_room(id, [this, done = std::move(done)](Answer<Room*> room) {
    if (!room) return done(std::unexpected(room.error()));
    done(text_of(**room));
  });
}

void GameService::move(GameId id, Revision revision, std::string move, Done done) {
  // When the person moved, not when the disk was ready.
  const auto arrived = parts_.loop.now();
  with_room(
      id, [this, id, revision, arrived, move = std::move(move), done = std::move(done)](Answer<Room*> room) {
        if (!room) return done(std::unexpected(room.error()));
        const auto used = std::chrono::duration_cast<LiveGame::Time>(arrived - (*room)->turn_began);
        change(
            id, revision,
            [move, used](LiveGame& live) -> Answer<void> {
              if (live.waits_for_player()) {
                return refuse(409, "not_your_turn", "it is the turn of {}", live.side(live.mover()).name);
              }
              const auto parsed = parse_move(move, live.game().start().size());
              if (!parsed) return std::unexpected(problem_of(parsed.error()));
              return live.play(*parsed, used);
            },
            done);
      });
}

void GameService::undo(GameId id, Revision revision, Done done) {
  change(
      id, revision, [](LiveGame& live) { return live.undo(); }, std::move(done));
}

void GameService::resign(GameId id, Revision revision, std::optional<Color> color, Done done) {
  change(
      id, revision, [color](LiveGame& live) { return live.resign(color); }, std::move(done));
}

void GameService::pause(GameId id, Revision revision, Done done) {
  with_room(id, [this, id, revision, done = std::move(done)](Answer<Room*> room) {
    if (!room) return done(std::unexpected(room.error()));
    if ((*room)->game->phase() == Phase::Paused) return done(text_of(**room));
    change(
        id, revision, [gone = used(**room)](LiveGame& live) { return live.pause(gone); }, done);
  });
}

void GameService::resume(GameId id, Revision revision, Done done) {
  with_room(id, [this, id, revision, done = std::move(done)](Answer<Room*> room) {
    if (!room) return done(std::unexpected(room.error()));
    if ((*room)->game->phase() == Phase::Playing) return done(text_of(**room));
    change(
        id, revision, [](LiveGame& live) { return live.resume(); }, done);
  });
}

void GameService::move_now(GameId id, Done done) {
  with_room(id, [this, done = std::move(done)](Answer<Room*> room) {
    if (!room) return done(std::unexpected(room.error()));
    if (!(*room)->thinking) return done(text_of(**room));
    (*room)->after_next_change.push_back(done);
    (*room)->thinking->stop.request_stop();
  });
}

void GameService::remove(GameId id, std::function<void(Answer<void>)> done) {
  with_room(id, [this, id, done = std::move(done)](Answer<Room*> room) {
    if (!room) return done(std::unexpected(room.error()));
    (*room)->busy = true;
    end_thinking(**room);
    (*room)->timer.reset();
    parts_.store.run([id](store::Store& store) { return store.remove_game(id); },
                     [this, id, done](Result<void> removed) {
                       const auto kept = std::move(rooms_.at(id));
                       rooms_.erase(id);
                       if (removed) {
                         done({});
                       } else {
                         done(std::unexpected(problem_of(removed.error())));
                       }
                       const Answer<Room*> gone = refuse(404, "not_found", "there is no game {}", id);
                       for (const Act& act : kept->line) act(gone);
                       for (const Done& waiting : kept->after_next_change)
                         waiting(std::unexpected(gone.error()));
                     });
  });
}

bool GameService::make_room() {
  if (rooms_.size() < static_cast<std::size_t>(parts_.limits.games_in_play)) return true;
  auto oldest = rooms_.end();
  for (auto it = rooms_.begin(); it != rooms_.end(); ++it) {
    const Room& room = *it->second;
    if (room.busy || room.thinking || room.timer || parts_.hub.is_watched(subject(it->first))) continue;
    if (oldest == rooms_.end() || room.last_used < oldest->second->last_used) oldest = it;
  }
  if (oldest == rooms_.end()) return false;
  rooms_.erase(oldest);
  return true;
}

void GameService::sweep() {
  const auto now = parts_.loop.now();
  std::erase_if(rooms_, [&](const auto& entry) {
    const Room& room = *entry.second;
    return !room.busy && !room.thinking && !room.timer &&
           now - room.last_used > parts_.limits.game_idle_time &&
           !parts_.hub.is_watched(subject(entry.first));
  });
  sweeper_ = parts_.loop.after(parts_.limits.game_idle_time / 4, [this] { sweep(); });
}

}  // namespace turncoat::server
