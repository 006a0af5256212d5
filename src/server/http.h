// What the routes see of HTTP: a request, an answer, a problem. No sockets and no HTTP library in here.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "server/json.h"

namespace turncoat::server {

using Headers = std::vector<std::pair<std::string, std::string>>;

struct Request {
  std::string method;  // "GET"
  std::string path;    // decoded, without the query
  Headers query;
  std::string body;
  std::vector<std::string> captured;  // what stood for {id} and the like, in order; set by the router
  Json json;                          // the parsed body of a POST; set by the router

  // The last value of that name, or nothing.
  std::optional<std::string> parameter(std::string_view name) const;
};

struct Response {
  int status = 200;
  std::string type = "application/json";
  std::string body;
  Headers headers;
};

// An answer that is an error: a status, a word for programs and a sentence for people.
struct Problem {
  int status = 500;
  std::string code;
  std::string message;
};

template <class T>
using Answer = std::expected<T, Problem>;

// How our errors are told over HTTP. What the client sent is at fault, unless the error says otherwise.
Problem problem_of(const Error& error);

template <class... Args>
std::unexpected<Problem> refuse(int status, std::string code, fmt::format_string<Args...> text,
                                Args&&... args) {
  return std::unexpected(Problem{status, std::move(code), fmt::format(text, std::forward<Args>(args)...)});
}

Json problem_json(const Problem& problem);  // {"code", "message"}
Response response_of(const Problem& problem);
Response json_response(std::string text, int status = 200);

// Called once, on the loop.
using Reply = std::function<void(Response)>;

// "%20" and the like; nothing when it is malformed or hides a control character.
std::optional<std::string> decode_percent(std::string_view text, bool plus_is_space);

// Method and target of a request line taken apart.
Answer<Request> read_target(std::string_view method, std::string_view target);

}  // namespace turncoat::server
