#include "server/ws_session.h"

#include <boost/beast/websocket.hpp>

namespace turncoat::server {

namespace websocket = boost::beast::websocket;

WsSession::WsSession(boost::asio::ip::tcp::socket&& socket, Frontend& frontend)
    : socket_(std::move(socket)), frontend_(frontend), counted_(frontend) {}

void WsSession::run(boost::beast::http::request<boost::beast::http::string_body> request) {
  boost::beast::get_lowest_layer(socket_).expires_never();  // the WebSocket has its own limits
  websocket::stream_base::timeout limits{};
  limits.handshake_timeout = frontend_.limits.request_time;
  limits.idle_timeout = frontend_.limits.idle_time;
  limits.keep_alive_pings = true;
  socket_.set_option(limits);
  socket_.read_message_max(frontend_.limits.message_bytes);
  socket_.text(true);
  socket_.auto_fragment(false);
  auto kept = std::make_shared<decltype(request)>(std::move(request));
  socket_.async_accept(*kept, [self = shared_from_this(), kept](const Error& error) {
    if (error) return;
    self->open_ = true;
    self->live_.emplace(self->frontend_.app.live(), *self);
    self->read();
  });
}

void WsSession::read() {
  socket_.async_read(buffer_,
                     [self = shared_from_this()](const Error& error, std::size_t) { self->on_read(error); });
}

void WsSession::on_read(const Error& error) {
  if (error) {
    // What was asked for is not wanted any more, even if a last write is still stuck.
    open_ = false;
    live_.reset();
    if (error != websocket::error::closed) frontend_.log.info("a live connection ended: {}", error.message());
    return;
  }
  if (socket_.got_text()) {
    const auto data = buffer_.cdata();
    live_->receive({static_cast<const char*>(data.data()), data.size()});
  } else {
    send("error",
         std::make_shared<const std::string>(
             R"({"type":"error","id":null,"error":{"code":"bad_request","message":"messages are text"}})"));
  }
  buffer_.consume(buffer_.size());
  read();
}

void WsSession::send(const std::string& key, Message message) {
  if (!open_) return;
  outbox_.put(key, std::move(message));
  if (!under_way_) write();
}

void WsSession::write() {
  const auto next = outbox_.take();
  if (!next) return;
  under_way_ = *next;
  socket_.async_write(boost::asio::buffer(*under_way_),
                      [self = shared_from_this()](const Error& error, std::size_t) {
                        self->under_way_.reset();
                        if (!error) self->write();
                      });
}

}  // namespace turncoat::server
