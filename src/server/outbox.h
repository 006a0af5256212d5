// Outbox: what a socket has still to send. A message replaces an older one with the same key, so that a slow
// reader costs no more memory than the things it watches, and always gets the last word on each. On the loop.
#pragma once

#include <list>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "server/hub.h"

namespace turncoat::server {

class Outbox {
 public:
  void put(const std::string& key, Message message) {
    if (const auto found = places_.find(key); found != places_.end()) {
      found->second->second = std::move(message);
      return;
    }
    waiting_.emplace_back(key, std::move(message));
    places_.emplace(key, std::prev(waiting_.end()));
  }

  // The oldest, or nothing.
  std::optional<Message> take() {
    if (waiting_.empty()) return std::nullopt;
    Message message = std::move(waiting_.front().second);
    places_.erase(waiting_.front().first);
    waiting_.pop_front();
    return message;
  }

  std::size_t size() const { return waiting_.size(); }

 private:
  std::list<std::pair<std::string, Message>> waiting_;
  std::unordered_map<std::string, std::list<std::pair<std::string, Message>>::iterator> places_;
};

}  // namespace turncoat::server
