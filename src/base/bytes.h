// Numbers and texts as bytes, little-endian on every machine: what our binary files are made of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace turncoat {

template <class T>
void put_number(std::string& out, T value) {
  for (std::size_t i = 0; i < sizeof(T); ++i) {
    out += static_cast<char>(static_cast<std::uint64_t>(value) >> (8 * i) & 0xff);
  }
}

// Its length as 32 bits, then the text.
inline void put_text(std::string& out, std::string_view text) {
  put_number(out, static_cast<std::uint32_t>(text.size()));
  out += text;
}

// Takes numbers and texts off the front; `failed` once there was too little.
struct ByteCursor {
  std::string_view rest;
  bool failed = false;

  template <class T>
  T number() {
    const std::string_view bytes = take(sizeof(T));
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      value |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
    }
    return static_cast<T>(value);
  }
  std::string_view text() { return take(number<std::uint32_t>()); }
  // So many bytes, or none when there are fewer.
  std::string_view take(std::size_t size) {
    if (failed || rest.size() < size) {
      failed = true;
      return {};
    }
    const std::string_view taken = rest.substr(0, size);
    rest.remove_prefix(size);
    return taken;
  }
};

}  // namespace turncoat
