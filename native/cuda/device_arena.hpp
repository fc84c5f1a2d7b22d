// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <stdexcept>

#include "cuda/device_buffer.hpp"

namespace bitvox::cuda {

// One allocation on the GPU, cut into arrays: allocating is slow, and a list of take() calls run
// twice, first on an empty arena, says exactly how much is needed.
class DeviceArena {
 public:
  // Measures only: take() returns null.
  DeviceArena() = default;

  explicit DeviceArena(std::int64_t bytes)
      : memory_(allocate<unsigned char>(bytes)), bytes_(bytes) {}

  template <class T>
  T* take(std::int64_t count) {
    const std::int64_t start = used_;
    const std::int64_t bytes = count * static_cast<std::int64_t>(sizeof(T));
    used_ += (bytes + kAlignment - 1) / kAlignment * kAlignment;
    if (memory_ != nullptr && used_ > bytes_) {
      throw std::logic_error("an array on the GPU is larger than it was measured");
    }
    return memory_ == nullptr ? nullptr : reinterpret_cast<T*>(memory_.get() + start);
  }

  std::int64_t used() const { return used_; }

  // All arrays are given back: the memory is cut anew.
  void reset() { used_ = 0; }

 private:
  static constexpr std::int64_t kAlignment = 256;
  DeviceBuffer<unsigned char> memory_;
  std::int64_t bytes_ = 0;
  std::int64_t used_ = 0;
};

}  // namespace bitvox::cuda
