// parallel_for: runs `work(item)` for every item of [0, count) on a few threads, in rising order of start.
// Items must be independent and carry their own seed (base/rng.h), so that the outcome does not depend on
// `threads`.
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>

namespace turncoat {

// Returns when every started item is done. After `stop` is requested no new item starts; items may also look
// at it. `work` gets the item and the number of the thread that runs it, 0 <= worker < threads, and must not
// throw.
void parallel_for(int threads, std::uint64_t count,
                  const std::function<void(std::uint64_t item, int worker)>& work, std::stop_token stop = {});

// The number of hardware threads, at least 1.
int hardware_threads();

}  // namespace turncoat
