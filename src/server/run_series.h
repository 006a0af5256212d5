// The curves of a training: what its history in the store tells, step by step, as lines to draw.
#pragma once

#include <span>

#include "server/json.h"
#include "store/store.h"

namespace turncoat::server {

// [{"name", "points": [[x, y]]}]: every number that entries have in common, by its name; numbers one level
// deeper as "loss.policy". Counters that only say which step it is are left out.
Json series_of(std::span<const store::HistoryEntry> history);

}  // namespace turncoat::server
