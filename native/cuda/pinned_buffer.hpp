// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <memory>
#include <string>

#include "core/memory.hpp"
#include "cuda/cuda_check.hpp"

namespace bitvox::cuda {

struct PinnedFree {
  void operator()(void* pointer) const noexcept { cudaFreeHost(pointer); }
};

// Owns host memory that the GPU copies from and to at full speed; not initialised. Pinning costs
// about 0.3 ms a MiB: keep it to a few MiB.
template <class T>
using PinnedBuffer = std::unique_ptr<T[], PinnedFree>;

template <class T>
PinnedBuffer<T> allocate_pinned(std::int64_t count) {
  void* pointer = nullptr;
  const std::int64_t bytes = count * static_cast<std::int64_t>(sizeof(T));
  const std::string what = "pinning " + readable_bytes(bytes) + " of host memory";
  check(cudaHostAlloc(&pointer, static_cast<std::size_t>(bytes), cudaHostAllocDefault),
        what.c_str());
  return PinnedBuffer<T>(static_cast<T*>(pointer));
}

}  // namespace bitvox::cuda
