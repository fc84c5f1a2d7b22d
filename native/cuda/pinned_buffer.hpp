// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <memory>

#include "cuda/pinned_pool.hpp"

namespace bitvox::cuda {

struct GiveBackPinnedMemory {
  std::int64_t bytes = 0;
  void operator()(void* pointer) const noexcept { give_back_pinned_memory({pointer, bytes}); }
};

// Owns host memory that the GPU copies from and to at full speed; not initialised. It is used again
// as soon as it goes, so the GPU must be done with it then.
template <class T>
using PinnedBuffer = std::unique_ptr<T[], GiveBackPinnedMemory>;

template <class T>
PinnedBuffer<T> allocate_pinned(std::int64_t count) {
  const PinnedMemory memory = take_pinned_memory(count * static_cast<std::int64_t>(sizeof(T)));
  return PinnedBuffer<T>(static_cast<T*>(memory.pointer), {memory.bytes});
}

}  // namespace bitvox::cuda
