// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "cuda/runtime/driver.hpp"

// What all functions of the runtime have in common: a GPU's context, and a last error per thread.
namespace bitvox::cuda_runtime {

// Errors of the driver have the numbers of the runtime's.
static_assert(static_cast<int>(CUDA_ERROR_OUT_OF_MEMORY) == cudaErrorMemoryAllocation);
static_assert(static_cast<int>(CUDA_ERROR_NO_DEVICE) == cudaErrorNoDevice);
static_assert(static_cast<int>(CUDA_ERROR_NO_BINARY_FOR_GPU) == cudaErrorNoKernelImageForDevice);
static_assert(static_cast<int>(CUDA_ERROR_NOT_READY) == cudaErrorNotReady);
static_assert(static_cast<int>(CUDA_ERROR_ILLEGAL_ADDRESS) == cudaErrorIllegalAddress);

// Keeps an error for cudaGetLastError, unless it says only that the GPU is still at work.
cudaError_t remembered(cudaError_t status) noexcept;

// The thread's GPU has a context, which is the current one: what other code of the process has set,
// or else that which all runtimes of the process share.
cudaError_t make_context_current();

// Asks the driver by ask(driver), in a context.
template <class Ask>
cudaError_t call(const Ask& ask) {
  cudaError_t status = make_context_current();
  if (status == cudaSuccess) status = static_cast<cudaError_t>(ask(driver()));
  return remembered(status);
}

// The same without a context.
template <class Ask>
cudaError_t call_without_context(const Ask& ask) {
  cudaError_t status = driver().status;
  if (status == cudaSuccess) status = static_cast<cudaError_t>(ask(driver()));
  return remembered(status);
}

}  // namespace bitvox::cuda_runtime
