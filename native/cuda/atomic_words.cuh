// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

// CUDA's functions of unsigned long long for the words of that size too.
namespace bitvox::cuda {

__device__ __forceinline__ std::uint32_t atomic_min(std::uint32_t* at, std::uint32_t value) {
  return atomicMin(at, value);
}
__device__ __forceinline__ std::uint64_t atomic_min(std::uint64_t* at, std::uint64_t value) {
  return atomicMin(reinterpret_cast<unsigned long long*>(at), value);
}

__device__ __forceinline__ std::uint32_t atomic_exchange(std::uint32_t* at, std::uint32_t value) {
  return atomicExch(at, value);
}
__device__ __forceinline__ std::uint64_t atomic_exchange(std::uint64_t* at, std::uint64_t value) {
  return atomicExch(reinterpret_cast<unsigned long long*>(at), value);
}

}  // namespace bitvox::cuda
