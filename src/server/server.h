// Server: the app on a socket. Opening binds the address, so that whoever starts it can tell where it
// listens; run() serves until it is told to stop, and leaves everything written.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "base/error.h"
#include "server/limits.h"

namespace turncoat::server {

struct ServerOptions {
  std::string host = "127.0.0.1";
  int port = 8080;    // 0: any free one
  std::string token;  // empty: none is asked for
  std::optional<std::filesystem::path> assets;
  std::filesystem::path store;
  int threads = 1;
  bool verbose = false;  // log every request to the error output
  Limits limits = {};
};

class Server {
 public:
  static Result<std::unique_ptr<Server>> open(ServerOptions options);
  ~Server();

  int port() const;
  // "http://127.0.0.1:8080/", with the token when there is one.
  std::string address() const;
  bool has_app() const;

  // On the calling thread, which becomes the loop.
  void run(std::stop_token stop);

 private:
  struct Body;
  explicit Server(std::unique_ptr<Body> body);
  std::unique_ptr<Body> body_;
};

}  // namespace turncoat::server
