// SPDX-License-Identifier: BSD-2-Clause
#include <utility>

#include "cuda/runtime/call.hpp"

namespace bitvox::cuda_runtime {
namespace {

thread_local int last_error = cudaSuccess;

}  // namespace

cudaError_t remembered(cudaError_t status) noexcept {
  if (status != cudaSuccess && status != cudaErrorNotReady) last_error = status;
  return status;
}

}  // namespace bitvox::cuda_runtime

using namespace bitvox::cuda_runtime;

cudaError_t cudaGetLastError() {
  return static_cast<cudaError_t>(std::exchange(last_error, int{cudaSuccess}));
}

const char* cudaGetErrorString(cudaError_t error) {
  if (error == cudaErrorInsufficientDriver) return "the NVIDIA driver is too old";
  if (error == cudaErrorInvalidDeviceFunction) return "invalid device function";
  const char* words = nullptr;
  if (driver().cuGetErrorString == nullptr ||
      driver().cuGetErrorString(static_cast<CUresult>(error), &words) != CUDA_SUCCESS) {
    return "unknown error";
  }
  return words;
}
