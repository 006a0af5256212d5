#include <random>

#include "base/text.h"
#include "book/opening_names.h"
#include "rules/perft.h"
#include "server/app.h"
#include "server/evaluators.h"
#include "server/export.h"
#include "server/json_meta.h"
#include "server/json_rules.h"
#include "server/new_game.h"
#include "server/presets.h"
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

std::function<void(Answer<void>)> empty_reply(const Reply& reply) {
  return [reply](Answer<void> done) { reply(done ? json_response("", 204) : response_of(done.error())); };
}

// A handler for "/things/{id}".
Route::Handler with_id(const char* what,
                       std::function<void(std::int64_t, const Request&, const Reply&)> act) {
  return [what, act](const Request& request, const Reply& reply) {
    const auto id = id_of(request, what);
    if (!id) return reply(response_of(id.error()));
    act(*id, request, reply);
  };
}

Answer<rules::Game> start_in(const Json& body, const Limits& limits) {
  const Json* start = find_field(body, "start");
  auto game = read_start(start != nullptr ? *start : Json::object(), limits.moves);
  if (!game) return std::unexpected(problem_of(game.error()));
  return *std::move(game);
}

// A line that is no stored game, in the formats of one.
Answer<Response> export_line(const Json& body, const Limits& limits) {
  auto game = start_in(body, limits);
  if (!game) return std::unexpected(game.error());
  const auto format = text_field(body, "format");
  if (!format) return std::unexpected(problem_of(format.error()));
  return export_record(record::GameRecord(*std::move(game)), *format, std::nullopt, "turncoat");
}

void start_review(const Services& s, const Request& request, const Reply& reply) {
  const auto level = optional_integer_field(request.json, "level", 1, search::kMostLevel);
  if (!level) return reply(response_of(problem_of(level.error())));
  const int depth = static_cast<int>(level->value_or(10));
  const auto id = optional_integer_field(request.json, "game", 0, INT64_MAX);
  if (!id) return reply(response_of(problem_of(id.error())));
  if (!*id) {
    auto game = start_in(request.json, s.limits);
    if (!game) return reply(response_of(game.error()));
    return text_reply(reply, 202)(s.reviews.start({std::nullopt, *std::move(game), depth}));
  }
  s.library.find(**id, [s, reply, id = **id, depth](Answer<record::GameRecord> record) {
    if (!record) return reply(response_of(record.error()));
    text_reply(reply, 202)(s.reviews.start({id, std::move(record->game), depth}));
  });
}

void add_review_routes(std::vector<Route>& routes, const Services& s) {
  routes.push_back({"POST", "/reviews",
                    [s](const Request& request, const Reply& reply) { start_review(s, request, reply); }});
  routes.push_back(
      {"GET", "/reviews/{id}", with_id("review", [s](std::int64_t id, const Request&, const Reply& reply) {
         text_reply(reply)(s.reviews.get(id));
       })});
  routes.push_back(
      {"DELETE", "/reviews/{id}", with_id("review", [s](std::int64_t id, const Request&, const Reply& reply) {
         empty_reply(reply)(s.reviews.remove(id));
       })});
}

void start_tree(const Services& s, const Request& request, const Reply& reply) {
  auto game = start_in(request.json, s.limits);
  if (!game) return reply(response_of(game.error()));
  const auto spec = optional_text_field(request.json, "spec");
  if (!spec) return reply(response_of(problem_of(spec.error())));
  const auto checked = check_spec(spec->value_or("mcts"), s.limits, s.threads);
  if (!checked) return reply(response_of(problem_of(checked.error())));
  if (checked->substr(0, checked->find(':')) != "mcts") {
    return reply(response_of({422, "out_of_range", "only mcts grows trees"}));
  }
  const auto iterations = optional_integer_field(request.json, "iterations", 1,
                                                 static_cast<std::int64_t>(s.limits.tree_iterations));
  if (!iterations) return reply(response_of(problem_of(iterations.error())));
  text_reply(reply, 202)(
      s.trees.start({*std::move(game), *checked, static_cast<std::uint64_t>(iterations->value_or(10'000))}));
}

void add_tree_routes(std::vector<Route>& routes, const Services& s) {
  routes.push_back(
      {"POST", "/trees", [s](const Request& request, const Reply& reply) { start_tree(s, request, reply); }});
  routes.push_back(
      {"GET", "/trees/{id}", with_id("tree", [s](std::int64_t id, const Request&, const Reply& reply) {
         text_reply(reply)(s.trees.get(id));
       })});
  routes.push_back({"GET", "/trees/{id}/node",
                    with_id("tree", [s](std::int64_t id, const Request& request, const Reply& reply) {
                      const auto least = parse_uint(request.parameter("min_visits").value_or("0"));
                      if (!least) {
                        return reply(response_of({422, "out_of_range", "\"min_visits\" must be a number"}));
                      }
                      s.trees.node(id, request.parameter("path").value_or(""), *least, text_reply(reply));
                    })});
  routes.push_back({"DELETE", "/trees/{id}/work",
                    with_id("tree", [s](std::int64_t id, const Request&, const Reply& reply) {
                      empty_reply(reply)(s.trees.stop_growth(id));
                    })});
  routes.push_back(
      {"DELETE", "/trees/{id}", with_id("tree", [s](std::int64_t id, const Request&, const Reply& reply) {
         empty_reply(reply)(s.trees.remove(id));
       })});
}

void add_run_routes(std::vector<Route>& routes, const Services& s) {
  routes.push_back(
      {"GET", "/runs", [s](const Request&, const Reply& reply) { s.runs.list(text_reply(reply)); }});
  routes.push_back(
      {"GET", "/runs/{id}", with_id("run", [s](std::int64_t id, const Request&, const Reply& reply) {
         s.runs.get(id, text_reply(reply));
       })});
  routes.push_back(
      {"DELETE", "/runs/{id}/work", with_id("run", [s](std::int64_t id, const Request&, const Reply& reply) {
         empty_reply(reply)(s.runs.stop_work(id));
       })});
  routes.push_back({"POST", "/tournaments", [s](const Request& request, const Reply& reply) {
                      s.runs.start_tournament(request.json, text_reply(reply, 201));
                    }});
}

Answer<std::string> count_perft(const rules::Position& position, int depth, const std::stop_token& stop) {
  Json counts = Json::array();
  for (int ply = 1; ply <= depth; ++ply) {
    rules::PerftOptions options;
    options.depth = ply;
    const auto count = rules::perft(position, options, stop);
    if (!count)
      return refuse(422, "too_large", "counting {} plies takes too long here; {} were counted", depth,
                    ply - 1);
    counts.push_back(*count);
  }
  return dump({{"counts", counts}});
}

void add_lab_routes(std::vector<Route>& routes, const Services& s) {
  routes.push_back({"POST", "/perft", [s](const Request& request, const Reply& reply) {
                      auto game = start_in(request.json, s.limits);
                      if (!game) return reply(response_of(game.error()));
                      const auto depth = integer_field(request.json, "depth", 1, s.limits.perft_depth);
                      if (!depth) return reply(response_of(problem_of(depth.error())));
                      s.tasks.run(
                          s.limits.perft_time,
                          [position = game->position(), plies = static_cast<int>(*depth)](
                              const std::stop_token& stop) { return count_perft(position, plies, stop); },
                          text_reply(reply));
                    }});
  routes.push_back({"GET", "/evaluators", [s](const Request&, const Reply& reply) {
                      s.tasks.run(
                          s.limits.perft_time,
                          [](const std::stop_token&) -> Answer<std::string> { return evaluators_text(); },
                          text_reply(reply));
                    }});
  routes.push_back(
      {"GET", "/evaluators/{name}", [s](const Request& request, const Reply& reply) {
         s.tasks.run(
             s.limits.perft_time,
             [name = request.captured.front()](const std::stop_token&) { return evaluator_text(name); },
             text_reply(reply));
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
  routes.push_back({"POST", "/export", [s](const Request& request, const Reply& reply) {
                      auto made = export_line(request.json, s.limits);
                      reply(made ? *std::move(made) : response_of(made.error()));
                    }});
  add_game_routes(routes, s);
  routes.push_back(
      {"POST", "/import",
       [s](const Request& request, const Reply& reply) { s.library.import(request.json, text_reply(reply)); },
       s.limits.import_bytes});
  add_review_routes(routes, s);
  add_tree_routes(routes, s);
  add_run_routes(routes, s);
  add_lab_routes(routes, s);
  return routes;
}

}  // namespace turncoat::server
