#include "server/app.h"

#include <algorithm>

#include "engine/registry.h"

namespace turncoat::server {

namespace {

// Below players' moves and the answers to people.
constexpr int kBackground = 10;
constexpr int kAnalysts = 3;

GameService::MakePlayer maker(const AppOptions& options) {
  if (options.make_player) return options.make_player;
  return [](const std::string& spec) { return engine::make_player(spec); };
}

}  // namespace

Result<std::unique_ptr<App>> App::open(Loop& loop, AppOptions options) {
  auto journal = store::Store::open(options.store);
  if (!journal) return std::unexpected(journal.error());
  auto library = store::Store::open(options.store);
  if (!library) return std::unexpected(library.error());
  std::unique_ptr<App> app(new App(loop, std::move(options), *std::move(journal), *std::move(library)));
  // The first hint, and the first move of the engine, shall not wait for the weights.
  app->movers_.submit([&evaluations = app->evaluations_] { evaluations.of(8); });
  app->games_.resume_all();
  return app;
}

App::App(Loop& loop, AppOptions options, std::unique_ptr<store::Store> journal,
         std::unique_ptr<store::Store> library)
    : options_(std::move(options)),
      loop_(loop),
      journal_(loop, std::move(journal)),
      shelf_(loop, std::move(library)),
      movers_(options_.threads, static_cast<std::size_t>(options_.limits.games_in_play),
              Workers::AtEnd::DropWaiting),
      analysts_(options_.threads, static_cast<std::size_t>(options_.limits.analyses),
                Workers::AtEnd::DropWaiting, kAnalysts),
      helpers_(std::max(2, options_.threads), static_cast<std::size_t>(options_.limits.tasks),
               Workers::AtEnd::DropWaiting, kBackground),
      referees_(options_.limits.tournaments, 1, Workers::AtEnd::DropWaiting, kBackground),
      games_({loop, hub_, journal_, movers_, options_.limits, maker(options_)}),
      analyses_(
          {loop, analysts_, values_, options_.limits, [this](int size) { return evaluations_.of(size); }}),
      reviews_({loop, hub_, helpers_, values_, options_.limits,
                [this](int size) { return evaluations_.of(size); }}),
      trees_({loop, helpers_, options_.limits}),
      runs_({loop, hub_, shelf_, referees_, options_.limits, options_.threads, maker(options_)}),
      tasks_(loop, helpers_),
      library_(shelf_, options_.limits),
      live_{hub_, games_, analyses_, options_.limits},
      router_(
          make_routes({options_.limits, options_.threads, games_, reviews_, trees_, runs_, tasks_, library_}),
          options_.limits) {
  live_.subjects["review"] = [this](std::int64_t id, auto done) { done(reviews_.get(id)); };
  live_.subjects["run"] = [this](std::int64_t id, auto done) { runs_.get(id, done); };
}

void App::close() {
  games_.stop();
  analyses_.stop();
  reviews_.stop();
  trees_.stop();
  runs_.stop();
  tasks_.stop();
  movers_.close();
  analysts_.close();
  helpers_.close();
  referees_.close();
  journal_.close();
  shelf_.close();
}

}  // namespace turncoat::server
