#include "server/server.h"

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <spdlog/sinks/stdout_sinks.h>
#include <sys/resource.h>

#include "base/text.h"
#include "server/asio_loop.h"
#include "server/frontend.h"
#include "server/http_session.h"

namespace turncoat::server {

namespace net = boost::asio;
using tcp = net::ip::tcp;

namespace {

constexpr std::chrono::milliseconds kAcceptPause{100};
constexpr std::size_t kShortestToken = 8;

// A thousand watchers need a thousand files; the usual soft limit is about that.
void raise_file_limit(int connections) {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  const rlim_t wanted = static_cast<rlim_t>(connections) + 256;
  if (limit.rlim_cur >= wanted) return;
  limit.rlim_cur = std::min(limit.rlim_max, wanted);
  setrlimit(RLIMIT_NOFILE, &limit);
}

Result<void> check_options(const ServerOptions& options) {
  if (options.port < 0 || options.port > 65535) {
    return fail(Error::Code::Range, "--port {} must be from 0 to 65535", options.port);
  }
  for (const char c : options.token) {
    const bool plain =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    if (!plain) return fail(Error::Code::Range, "--token has letters, digits, - and _ only");
  }
  if (!options.token.empty() && options.token.size() < kShortestToken) {
    return fail(Error::Code::Range, "--token needs at least {} characters", kShortestToken);
  }
  if (!is_loopback(options.host) && options.token.empty()) {
    return fail(Error::Code::Conflict, "--host {} needs a --token: others on the network can reach it",
                options.host);
  }
  return {};
}

Result<tcp::endpoint> resolve(net::io_context& io, const std::string& host, int port) {
  boost::system::error_code error;
  std::string name = host;
  if (name.starts_with('[') && name.ends_with(']')) name = name.substr(1, name.size() - 2);
  const auto number = static_cast<unsigned short>(port);
  if (name == "localhost") name = "127.0.0.1";
  if (const auto address = net::ip::make_address(name, error); !error) return tcp::endpoint(address, number);
  const auto found = tcp::resolver(io).resolve(name, "", error);
  if (error || found.empty()) {
    return fail(Error::Code::NotFound, "--host {}: {}", host, error ? error.message() : "no such address");
  }
  return tcp::endpoint(found.begin()->endpoint().address(), number);
}

std::shared_ptr<spdlog::logger> make_log(bool verbose) {
  auto log = std::make_shared<spdlog::logger>("serve", std::make_shared<spdlog::sinks::stderr_sink_mt>());
  log->set_pattern("%Y-%m-%dT%H:%M:%S.%e %l %v");
  log->set_level(verbose ? spdlog::level::debug : spdlog::level::err);
  return log;
}

// Takes connections for as long as there are any to take.
class Listener {
 public:
  Listener(net::io_context& io, tcp::acceptor acceptor, Frontend& frontend)
      : acceptor_(std::move(acceptor)), pause_(io), frontend_(frontend) {}

  void accept() {
    acceptor_.async_accept([this](const boost::system::error_code& error, tcp::socket socket) {
      if (error == net::error::operation_aborted) return;
      if (error) {
        // No files left, most likely: trying again at once would only burn time.
        frontend_.log.error("no connection could be taken: {}", error.message());
        pause_.expires_after(kAcceptPause);
        pause_.async_wait([this](const boost::system::error_code& stopped) {
          if (!stopped) accept();
        });
        return;
      }
      boost::system::error_code ignored;
      socket.set_option(tcp::no_delay(true), ignored);
      const bool full = frontend_.connections >= frontend_.limits.connections;
      const auto session = std::make_shared<HttpSession>(std::move(socket), frontend_);
      if (full) {
        frontend_.log.warn("refused a connection: {} are open", frontend_.connections);
        session->refuse_connection(
            {503, "too_many", "too many connections are open; close some pages and try again"});
      } else {
        session->run();
      }
      accept();
    });
  }

  void close() {
    boost::system::error_code ignored;
    acceptor_.close(ignored);
    pause_.cancel();
  }
  int port() const {
    boost::system::error_code ignored;
    return acceptor_.local_endpoint(ignored).port();
  }

 private:
  tcp::acceptor acceptor_;
  net::steady_timer pause_;
  Frontend& frontend_;
};

Result<tcp::acceptor> bind(net::io_context& io, const ServerOptions& options) {
  const auto endpoint = resolve(io, options.host, options.port);
  if (!endpoint) return std::unexpected(endpoint.error());
  boost::system::error_code error;
  tcp::acceptor acceptor(io);
  acceptor.open(endpoint->protocol(), error);
  if (!error) acceptor.set_option(net::socket_base::reuse_address(true), error);
  if (!error) acceptor.bind(*endpoint, error);
  if (!error) acceptor.listen(net::socket_base::max_listen_connections, error);
  if (error == net::error::address_in_use) {
    return fail(Error::Code::Conflict,
                "port {} is taken by another program; name another with --port, or 0 for any", options.port);
  }
  if (error) {
    return fail(Error::Code::Io, "{} port {} cannot be listened on: {}", options.host, options.port,
                error.message());
  }
  return acceptor;
}

}  // namespace

// Members are destroyed from the last to the first; sessions live in `io` and use everything, so run() ends
// with taking it down first.
struct Server::Body {
  ServerOptions options;
  std::shared_ptr<spdlog::logger> log;
  Assets assets;
  std::optional<net::io_context> io{1};
  std::optional<AsioLoop> loop;
  std::unique_ptr<App> app;
  std::optional<Security> security;
  std::optional<Frontend> frontend;
  std::optional<Listener> listener;
  int port = 0;

  void take_down() {
    if (!io) return;
    if (listener) listener->close();
    if (frontend) frontend->ending = true;
    if (app) app->close();
    listener.reset();
    loop.reset();
    io.reset();
  }
  ~Body() { take_down(); }
};

Server::Server(std::unique_ptr<Body> body) : body_(std::move(body)) {}
Server::~Server() = default;

Result<std::unique_ptr<Server>> Server::open(ServerOptions options) {
  if (auto fine = check_options(options); !fine) return std::unexpected(fine.error());
  auto body = std::make_unique<Body>();
  body->log = make_log(options.verbose);
  auto assets = Assets::load(options.assets);
  if (!assets) return std::unexpected(assets.error());
  body->assets = *std::move(assets);
  raise_file_limit(options.limits.connections);
  auto acceptor = bind(*body->io, options);
  if (!acceptor) return std::unexpected(acceptor.error());
  boost::system::error_code ignored;
  body->port = acceptor->local_endpoint(ignored).port();
  body->loop.emplace(*body->io);
  AppOptions app_options;
  app_options.store = options.store;
  app_options.threads = options.threads;
  app_options.limits = options.limits;
  auto app = App::open(*body->loop, std::move(app_options));
  if (!app) return std::unexpected(app.error());
  body->app = *std::move(app);
  body->security.emplace(options.host, body->port, options.token);
  body->frontend.emplace(
      Frontend{*body->app, body->assets, *body->security, body->app->limits(), *body->log});
  body->listener.emplace(*body->io, *std::move(acceptor), *body->frontend);
  body->options = std::move(options);
  return std::unique_ptr<Server>(new Server(std::move(body)));
}

int Server::port() const {
  return body_->port;
}

bool Server::has_app() const {
  return body_->assets.has_app();
}

std::string Server::address() const {
  const std::string& host = body_->options.host;
  const bool v6 = host.find(':') != std::string::npos && !host.starts_with('[');
  return fmt::format("http://{}:{}/{}", v6 ? fmt::format("[{}]", host) : host, body_->port,
                     body_->options.token.empty() ? "" : fmt::format("?token={}", body_->options.token));
}

void Server::run(std::stop_token stop) {
  body_->listener->accept();
  {
    const std::stop_callback on_stop(stop, [&] { net::post(*body_->io, [&] { body_->io->stop(); }); });
    body_->io->run();
  }
  body_->take_down();
}

}  // namespace turncoat::server
