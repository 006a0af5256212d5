// Who may talk to the server: only pages it served itself, and only people who know the token when there is
// one. A page of another site, or a name that was made to point here, gets 403 and nothing else.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "server/http.h"

namespace turncoat::server {

// Of a request, as far as it matters here; empty when not sent.
struct Credentials {
  std::string host;
  std::string origin;
  std::string fetch_site;     // Sec-Fetch-Site
  std::string authorization;  // "Bearer ..."
  std::string cookie;
};

class Security {
 public:
  // `host` as the user named it; with `token` empty nobody is asked for one.
  Security(std::string host, int port, std::string token);

  // Whether the request comes from where it should.
  Answer<void> check_source(const Credentials& credentials, bool is_api) const;
  // Whether whoever sends it may: by header or by cookie.
  Answer<void> check_token(const Credentials& credentials) const;

  // A first visit with ?token=: the address without it, and the cookie to keep. Nothing when the request has
  // none; a wrong one is a problem.
  Answer<std::optional<Response>> greet(const Request& request) const;

  const std::string& token() const { return token_; }

 private:
  bool is_own(std::string_view authority) const;

  std::string host_;
  int port_;
  std::string token_;
};

bool is_loopback(std::string_view host);

// Of every answer.
Headers security_headers();

// 128 bits from the system's source of randomness, in hexadecimal.
std::string make_token();

// In a time that does not tell where they differ.
bool same_secret(std::string_view a, std::string_view b);

}  // namespace turncoat::server
