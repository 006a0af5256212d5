// Frontend: what every connection of one server shares.
#pragma once

#include <spdlog/logger.h>

#include "server/app.h"
#include "server/assets.h"
#include "server/security.h"

namespace turncoat::server {

struct Frontend {
  App& app;
  const Assets& assets;
  const Security& security;
  const Limits& limits;
  spdlog::logger& log;
  int connections = 0;
  bool ending = false;  // no answers any more
};

// Counts a connection for as long as it lives.
class Connection {
 public:
  explicit Connection(Frontend& frontend) : frontend_(frontend) { ++frontend_.connections; }
  ~Connection() { --frontend_.connections; }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

 private:
  Frontend& frontend_;
};

}  // namespace turncoat::server
