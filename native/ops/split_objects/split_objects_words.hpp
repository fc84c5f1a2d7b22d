// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <atomic>
#include <cstdint>

#include "core/host_and_device.hpp"

#ifdef __CUDACC__
#include <cooperative_groups.h>
#endif

// Words that many threads read and change at once, on the CPU and on the GPU. Nothing is said of
// the order in which others see changes of different words.
namespace bitvox::split_objects::words {

BITVOX_BOTH inline std::uint32_t load(std::uint32_t& word) {
#ifdef __CUDA_ARCH__
  return *static_cast<volatile std::uint32_t*>(&word);
#else
  return std::atomic_ref<std::uint32_t>(word).load(std::memory_order_relaxed);
#endif
}

BITVOX_BOTH inline std::uint64_t load(std::uint64_t& word) {
#ifdef __CUDA_ARCH__
  return *static_cast<volatile std::uint64_t*>(&word);
#else
  return std::atomic_ref<std::uint64_t>(word).load(std::memory_order_relaxed);
#endif
}

BITVOX_BOTH inline void store(std::uint32_t& word, std::uint32_t to) {
#ifdef __CUDA_ARCH__
  *static_cast<volatile std::uint32_t*>(&word) = to;
#else
  std::atomic_ref<std::uint32_t>(word).store(to, std::memory_order_relaxed);
#endif
}

// All that follow return what the word was.

BITVOX_BOTH inline std::uint64_t replace(std::uint64_t& word, std::uint64_t from,
                                         std::uint64_t to) {
#ifdef __CUDA_ARCH__
  return atomicCAS(reinterpret_cast<unsigned long long*>(&word), from, to);
#else
  std::atomic_ref<std::uint64_t>(word).compare_exchange_strong(from, to, std::memory_order_relaxed);
  return from;
#endif
}

BITVOX_BOTH inline std::uint32_t replace(std::uint32_t& word, std::uint32_t from,
                                         std::uint32_t to) {
#ifdef __CUDA_ARCH__
  return atomicCAS(&word, from, to);
#else
  std::atomic_ref<std::uint32_t>(word).compare_exchange_strong(from, to, std::memory_order_relaxed);
  return from;
#endif
}

BITVOX_BOTH inline std::uint32_t lower(std::uint32_t& word, std::uint32_t to) {
#ifdef __CUDA_ARCH__
  return atomicMin(&word, to);
#else
  const std::atomic_ref<std::uint32_t> shared(word);
  std::uint32_t old = shared.load(std::memory_order_relaxed);
  while (to < old && !shared.compare_exchange_weak(old, to, std::memory_order_relaxed)) {
  }
  return old;
#endif
}

BITVOX_BOTH inline std::uint32_t raise(std::uint32_t& word, std::uint32_t to) {
#ifdef __CUDA_ARCH__
  return atomicMax(&word, to);
#else
  const std::atomic_ref<std::uint32_t> shared(word);
  std::uint32_t old = shared.load(std::memory_order_relaxed);
  while (to > old && !shared.compare_exchange_weak(old, to, std::memory_order_relaxed)) {
  }
  return old;
#endif
}

// One more. Of a warp the threads that come at once are counted at once.
BITVOX_BOTH inline std::uint32_t count(std::uint32_t& word) {
#ifdef __CUDA_ARCH__
  const auto together = cooperative_groups::coalesced_threads();
  std::uint32_t first = 0;
  if (together.thread_rank() == 0) first = atomicAdd(&word, together.size());
  return together.shfl(first, 0) + together.thread_rank();
#else
  return std::atomic_ref<std::uint32_t>(word).fetch_add(1, std::memory_order_relaxed);
#endif
}

}  // namespace bitvox::split_objects::words
