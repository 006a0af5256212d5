#include "server/http_session.h"

#include <boost/asio/dispatch.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket/rfc6455.hpp>

#include "base/text.h"
#include "server/ws_session.h"

namespace turncoat::server {

namespace beast = boost::beast;
namespace http = beast::http;

namespace {

std::string text_of(boost::string_view text) {
  return {text.data(), text.size()};
}

constexpr std::string_view kLive = "/api/v1/live";
constexpr std::chrono::seconds kDrainTime{2};
constexpr std::size_t kDrainStep = 16 << 10;

}  // namespace

// A reply that a handler holds. Dropped unanswered, it is a bug of ours, and the client is told.
struct HttpSession::Pending {
  std::shared_ptr<HttpSession> session;
  bool answered = false;

  explicit Pending(std::shared_ptr<HttpSession> owner) : session(std::move(owner)) {}
  ~Pending() {
    if (answered || session->frontend_.ending) return;
    session->respond(response_of({500, "internal", "the server lost this request; try again"}));
  }
};

HttpSession::HttpSession(boost::asio::ip::tcp::socket&& socket, Frontend& frontend)
    : stream_(std::move(socket)), frontend_(frontend), counted_(frontend) {}

void HttpSession::refuse_connection(const Problem& problem) {
  parser_.emplace();
  respond(response_of(problem), /*last=*/true);
}

void HttpSession::read_header() {
  parser_.emplace();
  parser_->header_limit(static_cast<std::uint32_t>(frontend_.limits.header_bytes));
  // Which limit holds depends on the path, which is not known yet: on_header looks at the length it promises.
  parser_->body_limit(frontend_.limits.import_bytes);
  stream_.expires_after(buffer_.size() == 0 ? frontend_.limits.idle_time : frontend_.limits.request_time);
  http::async_read_header(
      stream_, buffer_, *parser_,
      [self = shared_from_this()](const Error& error, std::size_t) { self->on_header(error); });
}

void HttpSession::answer_parse_error(const Error& error) {
  if (error == http::error::header_limit) {
    return respond(response_of({431, "too_large",
                                fmt::format("the request's header is larger than {}",
                                            format_bytes(frontend_.limits.header_bytes))}),
                   true);
  }
  if (error == http::error::body_limit) {
    return respond(response_of({413, "too_large",
                                fmt::format("the request is larger than {}",
                                            format_bytes(frontend_.limits.import_bytes))}),
                   true);
  }
  frontend_.log.info("bad request: {}", error.message());
  respond(response_of(
              {400, "bad_request", fmt::format("this is not a request of HTTP/1.1: {}", error.message())}),
          true);
}

void HttpSession::on_header(const Error& error) {
  if (error == http::error::end_of_stream) return close();
  if (error && error.category() == http::make_error_code(http::error::end_of_stream).category()) {
    return answer_parse_error(error);
  }
  if (error) return;  // timed out, reset: the socket goes with us
  if (const auto problem = objection()) return respond(response_of(*problem), /*last=*/true);
  if (beast::websocket::is_upgrade(parser_->get())) return dispatch();
  if (equal_ignoring_case(field(http::field::expect), "100-continue")) {
    auto go_on = std::make_shared<http::response<http::empty_body>>(http::status::continue_, 11);
    http::async_write(stream_, *go_on, [self = shared_from_this(), go_on](const Error& failed, std::size_t) {
      if (!failed) self->read_body();
    });
    return;
  }
  read_body();
}

std::optional<Problem> HttpSession::objection() const {
  const auto& request = parser_->get();
  const std::string target = text_of(request.target());
  const auto read = read_target(text_of(request.method_string()), target);
  if (!read) return read.error();
  const Credentials who = credentials();
  const bool api = is_api_path(read->path);
  if (auto source = frontend_.security.check_source(who, api); !source) {
    frontend_.log.warn("refused {}: host {}, origin {}", printable(target, 80), printable(who.host),
                       printable(who.origin));
    return source.error();
  }
  if (api) {
    if (auto known = frontend_.security.check_token(who); !known) return known.error();
  }
  const std::size_t limit = frontend_.app.router().body_limit(read->method, read->path);
  const auto length = parser_->content_length();
  if (length && *length > limit) {
    return Problem{413, "too_large", fmt::format("the request is larger than {}", format_bytes(limit))};
  }
  if (!length && parser_->chunked() && limit < frontend_.limits.import_bytes) {
    return Problem{411, "bad_request", "say how long the request is (Content-Length)"};
  }
  return std::nullopt;
}

void HttpSession::read_body() {
  stream_.expires_after(frontend_.limits.request_time);
  http::async_read(stream_, buffer_, *parser_,
                   [self = shared_from_this()](const Error& error, std::size_t) { self->on_body(error); });
}

void HttpSession::on_body(const Error& error) {
  if (error && error.category() == http::make_error_code(http::error::end_of_stream).category()) {
    return answer_parse_error(error);
  }
  if (error) return;
  dispatch();
}

std::string HttpSession::field(http::field name) const {
  const auto& request = parser_->get();
  const auto found = request.find(name);
  return found == request.end() ? "" : text_of(found->value());
}

Credentials HttpSession::credentials() const {
  const auto& request = parser_->get();
  Credentials who;
  who.host = field(http::field::host);
  who.origin = field(http::field::origin);
  who.authorization = field(http::field::authorization);
  who.cookie = field(http::field::cookie);
  if (const auto found = request.find("Sec-Fetch-Site"); found != request.end()) {
    who.fetch_site = text_of(found->value());
  }
  return who;
}

void HttpSession::dispatch() {
  stream_.expires_never();
  auto request = read_target(text_of(parser_->get().method_string()), text_of(parser_->get().target()));
  if (!request) return respond(response_of(request.error()), true);
  if (beast::websocket::is_upgrade(parser_->get()) && request->path == kLive) {
    std::make_shared<WsSession>(stream_.release_socket(), frontend_)->run(parser_->release());
    return;
  }
  request->body = std::move(parser_->get().body());
  frontend_.log.debug("{} {}", request->method, printable(request->path, 120));
  if (!is_api_path(request->path)) return serve_file(*request);
  if (request->path == kLive) {
    return respond(response_of({426, "bad_request", "this address speaks WebSocket only"}));
  }
  const auto pending = std::make_shared<Pending>(shared_from_this());
  frontend_.app.router().handle(*std::move(request), [pending](Response response) {
    if (std::exchange(pending->answered, true)) return;
    pending->session->respond(std::move(response));
  });
}

void HttpSession::serve_file(const Request& request) {
  if (request.method != "GET" && request.method != "HEAD") {
    Response response = response_of({405, "method_not_allowed", "files can only be read"});
    response.headers.emplace_back("Allow", "GET, HEAD");
    return respond(std::move(response));
  }
  auto greeted = frontend_.security.greet(request);
  if (!greeted) return respond(response_of(greeted.error()));
  if (*greeted) return respond(**std::move(greeted));
  if (auto known = frontend_.security.check_token(credentials()); !known)
    return respond(response_of(known.error()));
  const bool gzip = field(http::field::accept_encoding).find("gzip") != std::string::npos;
  respond(frontend_.assets.get(request.path, field(http::field::if_none_match), gzip));
}

void HttpSession::respond(Response response, bool last) {
  if (frontend_.ending) return;
  const auto& request = parser_->get();
  const bool keep = !last && request.keep_alive();
  const bool bodiless = response.status == 204 || response.status == 304;
  auto message = std::make_shared<http::response<http::string_body>>();
  message->version(11);
  message->result(static_cast<unsigned>(response.status));
  message->set(http::field::server, "Turncoat");
  if (!bodiless) message->set(http::field::content_type, response.type);
  bool cache_told = false;
  for (const auto& [name, value] : response.headers) {
    message->set(name, value);
    cache_told = cache_told || name == "Cache-Control";
  }
  if (!cache_told) message->set(http::field::cache_control, "no-store");
  for (const auto& [name, value] : security_headers()) message->set(name, value);
  message->keep_alive(keep);
  const std::size_t size = response.body.size();
  if (request.method() != http::verb::head) message->body() = std::move(response.body);
  if (!bodiless) message->content_length(size);
  stream_.expires_after(frontend_.limits.answer_time);
  http::async_write(stream_, *message,
                    [self = shared_from_this(), message, keep](const Error& error, std::size_t) {
                      if (error) return;
                      if (!keep) return self->close();
                      self->read_header();
                    });
}

void HttpSession::close() {
  Error ignored;
  stream_.socket().shutdown(boost::asio::ip::tcp::socket::shutdown_send, ignored);
  stream_.expires_after(kDrainTime);
  drain(frontend_.limits.import_bytes);
}

void HttpSession::drain(std::size_t most) {
  buffer_.clear();
  stream_.async_read_some(buffer_.prepare(kDrainStep),
                          [self = shared_from_this(), most](const Error& error, std::size_t read) {
                            if (!error && read < most) self->drain(most - read);
                          });
}

}  // namespace turncoat::server
