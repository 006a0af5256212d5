#include "server/asio_loop.h"

#include <boost/asio/post.hpp>

namespace turncoat::server {

void AsioLoop::post(Task task) {
  boost::asio::post(core_->io, std::move(task));
}

Loop::Timer AsioLoop::after(Clock::duration delay, Task task) {
  const std::uint64_t number = core_->next++;
  const auto handle = std::make_shared<Handle>(Handle{core_, number});
  boost::asio::steady_timer& timer =
      core_->timers.emplace(number, boost::asio::steady_timer(core_->io, delay)).first->second;
  timer.async_wait(
      [weak = std::weak_ptr(handle), task = std::move(task)](const boost::system::error_code& error) {
        // Dropped between its end and this call: the same as cancelled.
        if (const auto alive = weak.lock(); alive && !error) task();
      });
  return handle;
}

}  // namespace turncoat::server
