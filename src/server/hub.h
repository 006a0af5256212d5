// Hub: who watches what. Clients are sockets (or tests) that take messages; subjects are texts such as
// "game:12". Lives on the loop.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>

namespace turncoat::server {

// One JSON message, shared by everybody it goes to.
using Message = std::shared_ptr<const std::string>;

class Client {
 public:
  virtual ~Client() = default;
  // A message takes the place of an older one with the same key that is not yet under way.
  virtual void send(const std::string& key, Message message) = 0;
};

class Hub {
 public:
  void subscribe(const std::string& subject, Client* client) { watchers_[subject].insert(client); }
  void unsubscribe(const std::string& subject, Client* client) {
    const auto found = watchers_.find(subject);
    if (found == watchers_.end()) return;
    found->second.erase(client);
    if (found->second.empty()) watchers_.erase(found);
  }
  bool is_watched(const std::string& subject) const { return watchers_.contains(subject); }
  void publish(const std::string& subject, const std::string& key, const Message& message) const {
    const auto found = watchers_.find(subject);
    if (found == watchers_.end()) return;
    for (Client* client : found->second) client->send(key, message);
  }

 private:
  std::map<std::string, std::set<Client*>> watchers_;
};

}  // namespace turncoat::server
