// guarded: asks a player something; what it throws comes back as an error. A player that throws is broken,
// but only its own game may suffer.
#pragma once

#include <exception>

#include "base/error.h"

namespace turncoat::player {

template <class Call>
auto guarded(Call call) -> decltype(call()) {
  try {
    return call();
  } catch (const std::exception& error) {
    return fail(Error::Code::Unavailable, "the player failed inside: {}", error.what());
  }
}

}  // namespace turncoat::player
