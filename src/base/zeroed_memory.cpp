#include "base/zeroed_memory.h"

#include <new>

#include <sys/mman.h>

namespace turncoat {

ZeroedMemory::ZeroedMemory(std::size_t bytes) : bytes_(bytes) {
  data_ = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (data_ == MAP_FAILED) throw std::bad_alloc();
  madvise(data_, bytes_, MADV_HUGEPAGE);  // a hint: fewer misses of the address cache where it is granted
}

ZeroedMemory::~ZeroedMemory() {
  if (data_ != nullptr) munmap(data_, bytes_);
}

void ZeroedMemory::clear() {
  madvise(data_, bytes_, MADV_DONTNEED);
}

}  // namespace turncoat
