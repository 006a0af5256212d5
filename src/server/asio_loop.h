// AsioLoop: the server's Loop on Boost.Asio. Timers that outlive it do nothing.
#pragma once

#include <map>
#include <memory>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include "server/loop.h"

namespace turncoat::server {

class AsioLoop final : public Loop {
 public:
  explicit AsioLoop(boost::asio::io_context& io) : core_(std::make_shared<Core>(io)) {}

  void post(Task task) override;
  Timer after(Clock::duration delay, Task task) override;
  Clock::time_point now() const override { return Clock::now(); }

 private:
  struct Core {
    explicit Core(boost::asio::io_context& context) : io(context) {}
    boost::asio::io_context& io;
    std::map<std::uint64_t, boost::asio::steady_timer> timers;
    std::uint64_t next = 0;
  };
  struct Handle {
    std::weak_ptr<Core> core;
    std::uint64_t number;
    ~Handle() {
      if (const auto alive = core.lock()) alive->timers.erase(number);
    }
  };

  std::shared_ptr<Core> core_;
};

}  // namespace turncoat::server
