// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

// In kernels that are started by launch_overlapping(), so that the time in which one ends and the
// next one begins is not lost: of GPUs of compute capability 9.0 and later.
namespace bitvox::cuda {

// Until the kernel before has ended, and what it wrote is there. Every thread calls it once, before
// it reads what earlier kernels wrote, writes what they read, or ends. From then on the blocks of
// the next kernel may take the places that this one leaves free, and wait there in turn.
__device__ __forceinline__ void wait_for_previous_kernel() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
  asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}

}  // namespace bitvox::cuda
