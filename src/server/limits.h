// Limits: how much of anything the server gives to whoever asks. Each is answered with a status and a
// sentence, never with silence. The numbers are told by GET /meta.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace turncoat::server {

struct Limits {
  std::size_t header_bytes = 16 << 10;
  std::size_t body_bytes = 1 << 20;
  std::size_t import_bytes = 16 << 20;
  std::size_t message_bytes = 64 << 10;  // from a WebSocket client
  int connections = 4096;
  int games_in_play = 200;  // in memory at once; others wait in the store
  int subjects_per_client = 64;
  int analyses_per_client = 4;
  int analyses = 16;  // running or waiting
  int tasks = 16;     // reviews, trees, perft, tournaments: running or waiting
  int reviews_kept = 64;
  int trees_kept = 8;
  std::uint64_t tree_iterations = 20'000'000;
  int tournaments = 2;
  int moves = 1000;  // in a request
  int json_depth = 32;
  int listed_games = 200;  // in one answer
  int perft_depth = 12;
  std::uint64_t tournament_games = 100'000;
  int tournament_players = 64;
  std::uint64_t player_memory = 512 << 20;  // of one player
  std::chrono::nanoseconds player_time = std::chrono::minutes(10);
  std::chrono::milliseconds update_interval{200};  // of thoughts about one subject
  std::chrono::seconds perft_time{20};
  std::chrono::seconds request_time{20};    // to send a header, or a body
  std::chrono::seconds answer_time{60};     // to take an answer
  std::chrono::seconds idle_time{75};       // of a connection between requests, of a WebSocket without a pong
  std::chrono::minutes game_idle_time{10};  // before a game nobody watches leaves the memory
};

}  // namespace turncoat::server
