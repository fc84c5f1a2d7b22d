// SPDX-License-Identifier: BSD-2-Clause
#include "cuda/gpu_size.hpp"

#include <cuda_runtime_api.h>

#include "cuda/cuda_check.hpp"

namespace bitvox::cuda {
namespace {

int attribute(cudaDeviceAttr which) {
  int device = 0;
  int value = 0;
  check(cudaGetDevice(&device), "asking the GPU for its size");
  check(cudaDeviceGetAttribute(&value, which, device), "asking the GPU for its size");
  return value;
}

}  // namespace

int multiprocessors() { return attribute(cudaDevAttrMultiProcessorCount); }

std::int64_t most_shared_bytes() { return attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin); }

}  // namespace bitvox::cuda
