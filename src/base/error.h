// Error: what went wrong outside our control (input, files, peers), as a code and one sentence the user can
// act on. Not for our own bugs: those stop at TURNCOAT_CHECK (base/check.h).
#pragma once

#include <expected>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace turncoat {

struct Error {
  enum class Code {
    Parse,        // text or bytes that do not follow their format
    Range,        // a value outside what is allowed
    NotFound,     // a name or file that does not exist
    Illegal,      // a move the rules forbid
    Io,           // the operating system said no
    Conflict,     // it contradicts what is already there
    Unavailable,  // a peer is dead, silent or talks nonsense
    Timeout,      // a peer or a player took too long
    Cancelled,    // somebody asked us to stop
  };
  Code code = Code::Parse;
  std::string message;

  friend bool operator==(const Error&, const Error&) = default;
};

template <class T>
using Result = std::expected<T, Error>;

// `return fail(Error::Code::Range, "size {} is odd", n);` from any function that returns a Result.
template <class... Args>
std::unexpected<Error> fail(Error::Code code, fmt::format_string<Args...> text, Args&&... args) {
  return std::unexpected(Error{code, fmt::format(text, std::forward<Args>(args)...)});
}

// The same error with the place it happened in front: "games.ggf line 3: no BO tag".
template <class... Args>
std::unexpected<Error> fail_at(const Error& error, fmt::format_string<Args...> place, Args&&... args) {
  return std::unexpected(
      Error{error.code, fmt::format(place, std::forward<Args>(args)...) + ": " + error.message});
}

}  // namespace turncoat
