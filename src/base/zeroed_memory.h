// ZeroedMemory: a large block that reads as zeros until written. Pages come from the system when first
// touched, so that a big table costs nothing before it is used, and clearing it hands them back.
#pragma once

#include <cstddef>
#include <utility>

namespace turncoat {

class ZeroedMemory {
 public:
  // Throws std::bad_alloc when the system has no such address space left.
  explicit ZeroedMemory(std::size_t bytes);
  ~ZeroedMemory();
  ZeroedMemory(ZeroedMemory&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
  ZeroedMemory& operator=(ZeroedMemory&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }

  // Aligned to a page.
  void* data() const { return data_; }
  void clear();

 private:
  void* data_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace turncoat
