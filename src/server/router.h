// Router: from method and path to a handler. Routes are listed by hand in routes.cpp; "{id}" stands for one
// part of a path. A path that is there under another method is answered with 405 and the methods it has.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "server/http.h"
#include "server/limits.h"

namespace turncoat::server {

struct Route {
  using Handler = std::function<void(const Request&, const Reply&)>;
  std::string method;
  std::string pattern;  // below kApi: "/games/{id}"
  Handler handler;
  std::size_t body_bytes = 0;  // of the largest body; 0: the usual limit
};

inline constexpr std::string_view kApi = "/api/v1";

class Router {
 public:
  Router(std::vector<Route> routes, const Limits& limits) : routes_(std::move(routes)), limits_(limits) {}

  // Replies exactly once, now or later. The path begins with kApi.
  void handle(Request request, const Reply& reply) const;

  // How large the body of this request may be.
  std::size_t body_limit(std::string_view method, std::string_view path) const;

  const std::vector<Route>& routes() const { return routes_; }

 private:
  const Route* find(std::string_view method, std::string_view path, std::vector<std::string>& captured,
                    std::vector<std::string>& methods) const;

  std::vector<Route> routes_;
  const Limits& limits_;
};

bool is_api_path(std::string_view path);

}  // namespace turncoat::server
