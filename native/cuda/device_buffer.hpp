// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <memory>
#include <string>

#include "core/memory.hpp"
#include "cuda/cuda_check.hpp"

namespace bitvox::cuda {

struct DeviceFree {
  void operator()(void* pointer) const noexcept { cudaFree(pointer); }
};

// Owns memory on the GPU; not initialised.
template <class T>
using DeviceBuffer = std::unique_ptr<T[], DeviceFree>;

template <class T>
DeviceBuffer<T> allocate(std::int64_t count) {
  void* pointer = nullptr;
  const std::int64_t bytes = count * static_cast<std::int64_t>(sizeof(T));
  const std::string what = "allocating " + readable_bytes(bytes) + " on the GPU";
  check(cudaMalloc(&pointer, static_cast<std::size_t>(bytes)), what.c_str());
  return DeviceBuffer<T>(static_cast<T*>(pointer));
}

}  // namespace bitvox::cuda
