// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

namespace bitvox::cuda {

// Of the GPU's clock, so that a kernel knows when to make room for the host.
__device__ __forceinline__ unsigned long long nanoseconds() {
  unsigned long long now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  return now;
}

}  // namespace bitvox::cuda
