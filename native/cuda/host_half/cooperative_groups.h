// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

// See cuda_runtime.h beside it.
namespace cooperative_groups {

struct grid_group {
  __device__ void sync() const;
  __device__ unsigned long long thread_rank() const;
  __device__ unsigned long long size() const;
  __device__ unsigned long long num_blocks() const;
  __device__ unsigned long long block_rank() const;
};

__device__ grid_group this_grid();

}  // namespace cooperative_groups
