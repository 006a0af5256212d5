#include <cstdlib>

#include <spawn.h>

#include "cli/commands.h"
#include "cli/store_option.h"
#include "cli/threads_option.h"
#include "server/security.h"
#include "server/server.h"

extern char** environ;

namespace turncoat::cli {

namespace {

struct Options {
  server::ServerOptions server;
  std::string store;
  std::string assets;
  bool open = false;
};

// Best effort: whoever has no browser has the address on the screen.
void open_browser(const std::string& address) {
  const char* display = std::getenv("DISPLAY");
  const char* wayland = std::getenv("WAYLAND_DISPLAY");
  if (display == nullptr && wayland == nullptr) return;
  std::string program = "xdg-open";
  std::string argument = address;
  char* arguments[] = {program.data(), argument.data(), nullptr};
  pid_t child = 0;
  posix_spawnp(&child, program.c_str(), nullptr, nullptr, arguments, environ);
}

Result<int> run(Context& context, Options options) {
  const auto store = store_path(options.store);
  if (!store) return std::unexpected(store.error());
  options.server.store = *store;
  if (!options.assets.empty()) options.server.assets = options.assets;
  if (options.server.token.empty() && !server::is_loopback(options.server.host)) {
    options.server.token = server::make_token();
  }
  auto opened = server::Server::open(options.server);
  if (!opened) return std::unexpected(opened.error());
  server::Server& server = **opened;
  context.out << "Turncoat listens on " << server.address() << '\n' << std::flush;
  if (!server.has_app()) context.err << "turncoat: the web app is not built; the address tells how\n";
  if (options.open) open_browser(server.address());
  server.run(context.stop);
  context.stopped_in_order = true;
  return 0;
}

}  // namespace

void add_serve(CLI::App& app, Run& chosen) {
  CLI::App* command = app.add_subcommand("serve", "play, review and explore in the browser");
  auto options = std::make_shared<Options>();
  command->add_option("--port", options->server.port, "0: any free one")
      ->capture_default_str()
      ->type_name("PORT");
  command
      ->add_option("--host", options->server.host,
                   "the address to listen on; another than this machine's own needs a token")
      ->capture_default_str()
      ->type_name("ADDRESS");
  command
      ->add_option("--token", options->server.token,
                   "what a browser must know; made up and printed when another host is named without one")
      ->type_name("TEXT");
  add_store_option(*command, options->store);
  command
      ->add_option("--assets", options->assets,
                   "the folder of the built web app, instead of the one that came along")
      ->type_name("FOLDER");
  options->server.threads = 0;
  add_threads_option(*command, options->server.threads, "moves thought about at the same time",
                     kMostSearchThreads);
  command->add_flag("--open", options->open, "open the browser");
  command->add_flag("--verbose", options->server.verbose, "log every request to the error output");
  command->callback(
      [&chosen, options] { chosen = [options](Context& context) { return run(context, *options); }; });
}

}  // namespace turncoat::cli
