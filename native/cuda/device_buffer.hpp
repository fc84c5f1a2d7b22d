// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <memory>

#include "cuda/device_pool.hpp"

namespace bitvox::cuda {

struct GiveBackDeviceMemory {
  void operator()(void* pointer) const noexcept { give_back_device_memory(pointer); }
};

// Owns memory on the GPU; not initialised. It is used again as soon as it goes, so all work on it
// must be done then: declare it before the stream that works on it.
template <class T>
using DeviceBuffer = std::unique_ptr<T[], GiveBackDeviceMemory>;

template <class T>
DeviceBuffer<T> allocate(std::int64_t count) {
  return DeviceBuffer<T>(
      static_cast<T*>(take_device_memory(count * static_cast<std::int64_t>(sizeof(T)))));
}

}  // namespace bitvox::cuda
