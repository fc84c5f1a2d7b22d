// SPDX-License-Identifier: BSD-2-Clause
#include "cuda/cuda_check.hpp"

#include <string>

#include "core/backends/dispatch.hpp"
#include "core/error.hpp"

namespace bitvox::cuda {

void check(cudaError_t status, const char* what) {
  if (status == cudaSuccess) {
    return;
  }
  const std::string message = std::string(what) + ": " + cudaGetErrorString(status);
  cudaGetLastError();
  // A sticky error answers every later call too: the context is gone for good.
  if (cudaGetLastError() != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess) {
    const std::string lost = "the GPU was lost (" + message + "); restart ImageJ to use it again";
    mark_gpu_lost(lost);
    throw DeviceLost(lost);
  }
  if (status == cudaErrorMemoryAllocation) {
    throw DeviceOutOfMemory(message);
  }
  throw DeviceError(message);
}

}  // namespace bitvox::cuda
