// HttpSession: one connection of a browser or program, from accept to close or until it becomes a WebSocket.
// Every step has a time limit, so half-open and dawdling peers go away by themselves. On the loop.
#pragma once

#include <memory>
#include <optional>

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>

#include "server/frontend.h"

namespace turncoat::server {

class HttpSession : public std::enable_shared_from_this<HttpSession> {
 public:
  HttpSession(boost::asio::ip::tcp::socket&& socket, Frontend& frontend);

  void run() { read_header(); }
  // One answer, whatever is asked, and the end.
  void refuse_connection(const Problem& problem);

 private:
  struct Pending;
  using Error = boost::beast::error_code;

  void read_header();
  void on_header(const Error& error);
  void read_body();
  void on_body(const Error& error);
  // What can be said before the body is read: the wrong host, no token, too large.
  std::optional<Problem> objection() const;
  void dispatch();
  void serve_file(const Request& request);
  void answer_parse_error(const Error& error);
  void respond(Response response, bool last = false);
  void close();
  // Reads on and throws away, for a while: a client that is still sending when its answer is complete would
  // otherwise see a broken connection instead of the answer.
  void drain(std::size_t most);
  Credentials credentials() const;
  std::string field(boost::beast::http::field name) const;

  boost::beast::tcp_stream stream_;
  Frontend& frontend_;
  Connection counted_;
  boost::beast::flat_buffer buffer_;
  std::optional<boost::beast::http::request_parser<boost::beast::http::string_body>> parser_;
};

}  // namespace turncoat::server
