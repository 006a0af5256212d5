// WsSession: one WebSocket, the transport of a LiveSession. One message is under way at a time; the others
// wait in the Outbox. Silent peers are pinged and dropped. On the loop.
#pragma once

#include <memory>
#include <optional>

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/websocket/stream.hpp>

#include "server/frontend.h"
#include "server/outbox.h"

namespace turncoat::server {

class WsSession final : public Client, public std::enable_shared_from_this<WsSession> {
 public:
  WsSession(boost::asio::ip::tcp::socket&& socket, Frontend& frontend);

  void run(boost::beast::http::request<boost::beast::http::string_body> request);

  void send(const std::string& key, Message message) override;

 private:
  using Error = boost::beast::error_code;

  void read();
  void on_read(const Error& error);
  void write();

  boost::beast::websocket::stream<boost::beast::tcp_stream> socket_;
  Frontend& frontend_;
  Connection counted_;
  boost::beast::flat_buffer buffer_;
  Outbox outbox_;
  Message under_way_;
  bool open_ = false;
  std::optional<LiveSession> live_;
};

}  // namespace turncoat::server
