#include <random>

#include "base/text.h"
#include "book/opening_names.h"
#include "server/app.h"
#include "server/json_meta.h"
#include "server/json_rules.h"
#include "server/new_game.h"
#include "server/start.h"

namespace turncoat::server {

namespace {

Answer<std::int64_t> id_of(const Request& request, std::string_view what) {
  const auto id = parse_int(request.captured.front());
  if (!id || *id < 0)
    return refuse(404, "not_found", "there is no {} {}", what, quote(request.captured.front()));
  return *id;
}

// Sends JSON text, or the problem.
std::function<void(Answer<std::string>)> text_reply(const Reply& reply, int status = 200) {
  return [reply, status](Answer<std::string> text) {
    reply(text ? json_response(*std::move(text), status) : response_of(text.error()));
  };
}

std::uint64_t fresh_seed() {
  std::random_device source;
  return (std::uint64_t{source()} << 20 ^ source()) & ((std::uint64_t{1} << 53) - 1);
}

Answer<std::string> positions_text(const Json& start, const Limits& limits) {
  const auto game = read_start(start, limits.moves);
  if (!game) return std::unexpected(problem_of(game.error()));
  PositionTexts positions;
  const Json rest = {{"moves", moves_json(game->moves())},
                     {"opening", opening_json(book::find_opening(*game))}};
  return with_field(dump(rest), "positions", positions.list(*game));
}

struct GameChange {
  std::int64_t id;
  GameService::Revision revision;
};

Answer<GameChange> read_change(const Request& request, bool needs_revision) {
  const auto id = id_of(request, "game");
  if (!id) return std::unexpected(id.error());
  const auto revision = optional_integer_field(request.json, "revision", 0, INT64_MAX);
  if (!revision) return std::unexpected(problem_of(revision.error()));
  if (needs_revision && !*revision) return refuse(400, "bad_request", "\"revision\" is missing");
  GameChange change{*id, std::nullopt};
  if (*revision) change.revision = static_cast<std::uint64_t>(**revision);
  return change;
}

void add_game_routes(std::vector<Route>& routes, const Services& s) {
  using Done = GameService::Done;
  const auto change = [&](const char* pattern, bool needs_revision,
                          std::function<void(const Request&, const GameChange&, Done)> act) {
    routes.push_back({"POST", pattern, [needs_revision, act](const Request& request, const Reply& reply) {
                        const auto wanted = read_change(request, needs_revision);
                        if (!wanted) return reply(response_of(wanted.error()));
                        act(request, *wanted, text_reply(reply));
                      }});
  };
  routes.push_back({"POST", "/games", [s](const Request& request, const Reply& reply) {
                      auto game = read_new_game(request.json, s.limits, s.threads, fresh_seed());
                      if (!game) return reply(response_of(game.error()));
                      s.games.create(*std::move(game), text_reply(reply, 201));
                    }});
  routes.push_back({"GET", "/games", [s](const Request& request, const Reply& reply) {
                      s.library.list(request, text_reply(reply));
                    }});
  routes.push_back({"GET", "/games/{id}", [s](const Request& request, const Reply& reply) {
                      const auto id = id_of(request, "game");
                      if (!id) return reply(response_of(id.error()));
                      s.games.get(*id, text_reply(reply));
                    }});
  routes.push_back({"DELETE", "/games/{id}", [s](const Request& request, const Reply& reply) {
                      const auto id = id_of(request, "game");
                      if (!id) return reply(response_of(id.error()));
                      s.games.remove(*id, [reply](Answer<void> removed) {
                        reply(removed ? json_response("", 204) : response_of(removed.error()));
                      });
                    }});
  change("/games/{id}/moves", true, [s](const Request& request, const GameChange& wanted, Done done) {
    const auto move = text_field(request.json, "move");
    if (!move) return done(std::unexpected(problem_of(move.error())));
    s.games.move(wanted.id, wanted.revision, *move, std::move(done));
  });
  change("/games/{id}/undo", false, [s](const Request&, const GameChange& wanted, Done done) {
    s.games.undo(wanted.id, wanted.revision, std::move(done));
  });
  change("/games/{id}/resign", false, [s](const Request& request, const GameChange& wanted, Done done) {
    const auto color = optional_text_field(request.json, "color");
    if (!color) return done(std::unexpected(problem_of(color.error())));
    std::optional<rules::Color> side;
    if (*color) {
      const auto parsed = parse_color(**color);
      if (!parsed) return done(std::unexpected(problem_of(parsed.error())));
      side = *parsed;
    }
    s.games.resign(wanted.id, wanted.revision, side, std::move(done));
  });
  change("/games/{id}/pause", false, [s](const Request&, const GameChange& wanted, Done done) {
    s.games.pause(wanted.id, wanted.revision, std::move(done));
  });
  change("/games/{id}/resume", false, [s](const Request&, const GameChange& wanted, Done done) {
    s.games.resume(wanted.id, wanted.revision, std::move(done));
  });
  change("/games/{id}/move-now", false, [s](const Request&, const GameChange& wanted, Done done) {
    s.games.move_now(wanted.id, std::move(done));
  });
  routes.push_back({"GET", "/games/{id}/export", [s](const Request& request, const Reply& reply) {
                      const auto id = id_of(request, "game");
                      if (!id) return reply(response_of(id.error()));
                      s.library.export_game(*id, request, reply);
                    }});
}

}  // namespace

std::vector<Route> make_routes(Services s) {
  std::vector<Route> routes;
  routes.push_back(
      {"GET", "/meta", [text = meta_text(s.limits, s.threads)](const Request&, const Reply& reply) {
         reply(json_response(text));
       }});
  routes.push_back({"POST", "/positions", [s](const Request& request, const Reply& reply) {
                      text_reply(reply)(positions_text(request.json, s.limits));
                    }});
  add_game_routes(routes, s);
  routes.push_back(
      {"POST", "/import",
       [s](const Request& request, const Reply& reply) { s.library.import(request.json, text_reply(reply)); },
       s.limits.import_bytes});
  return routes;
}

}  // namespace turncoat::server
