// StoreThread: one connection to the store and the thread that waits for it, so that a busy disk or another
// program's long import never stops the loop. Work is done in the order it was given; what was given before
// the end is finished.
#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "base/error.h"
#include "server/loop.h"
#include "server/workers.h"
#include "store/store.h"

namespace turncoat::server {

class StoreThread {
 public:
  StoreThread(Loop& loop, std::unique_ptr<store::Store> store)
      : loop_(loop), store_(std::move(store)), workers_(1, ~std::size_t{0}, Workers::AtEnd::FinishWaiting) {}

  // `then(work(store))` on the loop.
  template <class Work, class Then>
  void run(Work work, Then then) {
    auto kept = std::make_shared<Then>(std::move(then));
    workers_.submit([this, work = std::move(work), kept] {
      auto result = std::make_shared<decltype(work(*store_))>(work(*store_));
      loop_.post([kept, result] { (*kept)(std::move(*result)); });
    });
  }

  // Finishes what was given.
  void close() { workers_.close(); }

 private:
  Loop& loop_;
  std::unique_ptr<store::Store> store_;
  Workers workers_;
};

}  // namespace turncoat::server
