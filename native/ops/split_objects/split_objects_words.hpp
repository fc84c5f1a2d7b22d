// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <atomic>
#include <cstdint>

#ifdef __CUDACC__
#define BITVOX_BOTH __host__ __device__
#else
#define BITVOX_BOTH
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

BITVOX_BOTH inline void store(std::uint32_t& word, std::uint32_t to) {
#ifdef __CUDA_ARCH__
  *static_cast<volatile std::uint32_t*>(&word) = to;
#else
  std::atomic_ref<std::uint32_t>(word).store(to, std::memory_order_relaxed);
#endif
}

// All that follow return what the word was.

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

}  // namespace bitvox::split_objects::words

#undef BITVOX_BOTH
