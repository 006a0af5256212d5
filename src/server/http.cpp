#include "server/http.h"

#include "base/text.h"

namespace turncoat::server {

namespace {

std::optional<int> hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return std::nullopt;
}

constexpr std::size_t kMostParameters = 64;

}  // namespace

std::optional<std::string> Request::parameter(std::string_view name) const {
  std::optional<std::string> found;
  for (const auto& [key, value] : query) {
    if (key == name) found = value;
  }
  return found;
}

Problem problem_of(const Error& error) {
  switch (error.code) {
    case Error::Code::Parse:
      return {400, "bad_request", error.message};
    case Error::Code::Range:
      return {422, "out_of_range", error.message};
    case Error::Code::NotFound:
      return {404, "not_found", error.message};
    case Error::Code::Illegal:
      return {422, "illegal_move", error.message};
    case Error::Code::Conflict:
      return {409, "conflict", error.message};
    case Error::Code::Io:
      return {500, "store_failed", error.message};
    case Error::Code::Unavailable:
    case Error::Code::Timeout:
      return {503, "unavailable", error.message};
    case Error::Code::Cancelled:
      return {409, "stopped", error.message};
  }
  return {500, "internal", error.message};
}

Json problem_json(const Problem& problem) {
  return {{"code", problem.code}, {"message", problem.message}};
}

Response response_of(const Problem& problem) {
  return json_response(dump(Json{{"error", problem_json(problem)}}), problem.status);
}

Response json_response(std::string text, int status) {
  Response response;
  response.status = status;
  response.body = std::move(text);
  return response;
}

std::optional<std::string> decode_percent(std::string_view text, bool plus_is_space) {
  std::string decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '+' && plus_is_space) c = ' ';
    if (c == '%') {
      if (i + 2 >= text.size()) return std::nullopt;
      const auto high = hex_digit(text[i + 1]);
      const auto low = hex_digit(text[i + 2]);
      if (!high || !low) return std::nullopt;
      c = static_cast<char>(*high * 16 + *low);
      i += 2;
    }
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) return std::nullopt;
    decoded += c;
  }
  return decoded;
}

Answer<Request> read_target(std::string_view method, std::string_view target) {
  const auto bad = [] {
    return refuse(400, "bad_request", "the address of the request is not one that a browser would send");
  };
  if (!target.starts_with('/')) return bad();
  target = target.substr(0, target.find('#'));
  const std::size_t question = target.find('?');
  const auto path = decode_percent(target.substr(0, question), /*plus_is_space=*/false);
  if (!path) return bad();
  Request request;
  request.method = method;
  request.path = *path;
  if (question == std::string_view::npos) return request;
  for (const std::string_view pair : split(target.substr(question + 1), '&')) {
    if (pair.empty()) continue;
    if (request.query.size() == kMostParameters) return bad();
    const std::size_t equals = std::min(pair.find('='), pair.size());
    const auto name = decode_percent(pair.substr(0, equals), /*plus_is_space=*/true);
    const auto value =
        decode_percent(equals < pair.size() ? pair.substr(equals + 1) : "", /*plus_is_space=*/true);
    if (!name || !value) return bad();
    request.query.emplace_back(*name, *value);
  }
  return request;
}

}  // namespace turncoat::server
