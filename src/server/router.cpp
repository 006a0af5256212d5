#include "server/router.h"

#include <algorithm>
#include <exception>

#include "base/text.h"

namespace turncoat::server {

namespace {

bool matches(std::string_view pattern, std::string_view path, std::vector<std::string>& captured) {
  const auto wanted = split(pattern, '/');
  const auto parts = split(path, '/');
  if (wanted.size() != parts.size()) return false;
  captured.clear();
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (wanted[i].starts_with('{')) {
      if (parts[i].empty()) return false;
      captured.emplace_back(parts[i]);
    } else if (wanted[i] != parts[i]) {
      return false;
    }
  }
  return true;
}

}  // namespace

bool is_api_path(std::string_view path) {
  return path == kApi || (path.starts_with(kApi) && path[kApi.size()] == '/');
}

const Route* Router::find(std::string_view method, std::string_view path, std::vector<std::string>& captured,
                          std::vector<std::string>& methods) const {
  if (!is_api_path(path)) return nullptr;
  path.remove_prefix(kApi.size());
  for (const Route& route : routes_) {
    std::vector<std::string> parts;
    if (!matches(route.pattern, path, parts)) continue;
    if (route.method == method) {
      captured = std::move(parts);
      return &route;
    }
    methods.push_back(route.method);
  }
  return nullptr;
}

std::size_t Router::body_limit(std::string_view method, std::string_view path) const {
  std::vector<std::string> captured;
  std::vector<std::string> methods;
  const Route* route = find(method, path, captured, methods);
  return route != nullptr && route->body_bytes > 0 ? route->body_bytes : limits_.body_bytes;
}

void Router::handle(Request request, const Reply& reply) const {
  std::vector<std::string> methods;
  const Route* route = find(request.method, request.path, request.captured, methods);
  if (route == nullptr && !methods.empty()) {
    Response response = response_of({405, "method_not_allowed",
                                     fmt::format("{} takes {}, not {}", printable(request.path, 80),
                                                 join(methods, " and "), printable(request.method))});
    response.headers.emplace_back("Allow", join(methods, ", "));
    return reply(std::move(response));
  }
  if (route == nullptr) {
    return reply(
        response_of({404, "no_such_route", fmt::format("there is no {}", printable(request.path, 80))}));
  }
  if (request.method == "POST") {
    auto json =
        request.body.empty() ? Result<Json>(Json::object()) : parse_json(request.body, limits_.json_depth);
    if (json && !json->is_object()) json = fail(Error::Code::Parse, "the body must be a JSON object");
    if (!json) return reply(response_of(problem_of(json.error())));
    request.json = *std::move(json);
    request.body.clear();
  }
  try {
    route->handler(request, reply);
  } catch (const std::exception& error) {  // no memory, or a bug: this request ends, the server goes on
    reply(response_of({500, "internal", fmt::format("the server failed inside: {}", error.what())}));
  }
}

}  // namespace turncoat::server
