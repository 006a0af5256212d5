#include "server/security.h"

#include <random>

#include "base/text.h"

namespace turncoat::server {

namespace {

constexpr std::string_view kBearer = "Bearer ";

std::optional<std::string> cookie_value(std::string_view cookies, std::string_view name) {
  for (const std::string_view part : split(cookies, ';')) {
    const std::string_view pair = trim(part);
    const std::size_t equals = pair.find('=');
    if (equals != std::string_view::npos && pair.substr(0, equals) == name) {
      return std::string(pair.substr(equals + 1));
    }
  }
  return std::nullopt;
}

std::string cookie_name(int port) {
  return fmt::format("turncoat_{}", port);  // cookies do not know ports, and two servers may run
}

std::string encode_percent(std::string_view text, std::string_view kept) {
  std::string encoded;
  for (const char c : text) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       kept.find(c) != std::string_view::npos;
    encoded += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return encoded;
}

}  // namespace

bool is_loopback(std::string_view host) {
  return host == "127.0.0.1" || host == "localhost" || host == "::1" || host == "[::1]";
}

bool same_secret(std::string_view a, std::string_view b) {
  unsigned difference = a.size() == b.size() ? 0 : 1;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference |=
        static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b.empty() ? 0 : b[i % b.size()]);
  }
  return difference == 0;
}

std::string make_token() {
  std::random_device source;
  return fmt::format("{:08x}{:08x}{:08x}{:08x}", source(), source(), source(), source());
}

Headers security_headers() {
  return {{"Content-Security-Policy",
           "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; "
           "form-action 'none'; frame-ancestors 'none'"},
          {"X-Content-Type-Options", "nosniff"},
          {"Referrer-Policy", "no-referrer"},
          {"Cross-Origin-Resource-Policy", "same-origin"},
          {"Cross-Origin-Opener-Policy", "same-origin"}};
}

Security::Security(std::string host, int port, std::string token)
    : host_(to_lower(host)), port_(port), token_(std::move(token)) {}

bool Security::is_own(std::string_view authority) const {
  const std::string text = to_lower(authority);
  const auto matches = [&](std::string_view name) {
    if (text == fmt::format("{}:{}", name, port_)) return true;
    return port_ == 80 && text == name;
  };
  if (matches("localhost") || matches("127.0.0.1") || matches("[::1]")) return true;
  return matches(host_) || matches(fmt::format("[{}]", host_));
}

Answer<void> Security::check_source(const Credentials& credentials, bool is_api) const {
  // A server for every address of the machine cannot know its names; the token guards it.
  const bool any_name = host_ == "0.0.0.0" || host_ == "::";
  if (!any_name && !is_own(credentials.host)) {
    return refuse(403, "wrong_host", "this server is http://{}:{}/, not {}", host_, port_,
                  quote(credentials.host));
  }
  if (!credentials.origin.empty()) {
    const std::string_view origin = credentials.origin;
    constexpr std::string_view kScheme = "http://";
    const std::string_view authority = origin.starts_with(kScheme) ? origin.substr(kScheme.size()) : "";
    const bool own = any_name ? equal_ignoring_case(authority, credentials.host) : is_own(authority);
    if (!own) {
      return refuse(403, "wrong_origin", "pages of {} may not use this server", quote(credentials.origin));
    }
  }
  if (is_api && (credentials.fetch_site == "cross-site" || credentials.fetch_site == "same-site")) {
    return refuse(403, "wrong_origin", "pages of other sites may not use this server");
  }
  return {};
}

Answer<void> Security::check_token(const Credentials& credentials) const {
  if (token_.empty()) return {};
  if (const std::string_view sent = credentials.authorization; sent.starts_with(kBearer)) {
    if (same_secret(trim(sent.substr(kBearer.size())), token_)) return {};
  }
  if (const auto cookie = cookie_value(credentials.cookie, cookie_name(port_))) {
    if (same_secret(*cookie, token_)) return {};
  }
  return refuse(401, "unauthorized",
                "this server asks for its token: open the address it printed when it was started");
}

Answer<std::optional<Response>> Security::greet(const Request& request) const {
  const auto sent = request.parameter("token");
  if (token_.empty() || !sent) return std::nullopt;
  if (!same_secret(*sent, token_)) {
    return refuse(401, "unauthorized",
                  "this is not the token of this server; open the address it printed when it was started");
  }
  std::string query;
  for (const auto& [key, value] : request.query) {
    if (key == "token") continue;
    query += fmt::format("{}{}={}", query.empty() ? '?' : '&', encode_percent(key, "-_."),
                         encode_percent(value, "-_.,"));
  }
  // "//host" would lead elsewhere.
  const std::size_t name = std::min(request.path.find_first_not_of('/'), request.path.size());
  const std::string path = fmt::format("/{}", request.path.substr(name));
  Response response;
  response.status = 303;
  response.type = "text/plain; charset=utf-8";
  response.headers = {
      {"Location", encode_percent(path, "/-_.,") + query},
      {"Set-Cookie", fmt::format("{}={}; Path=/; HttpOnly; SameSite=Strict", cookie_name(port_), token_)}};
  return response;
}

}  // namespace turncoat::server
