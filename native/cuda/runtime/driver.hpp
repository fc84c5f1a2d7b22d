// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda.h>
#include <cuda_runtime_api.h>

// A small runtime of CUDA on NVIDIA's driver: the functions cuda... as far as this library calls
// them, and those __cuda... that compilers call for a source with kernels. It takes the place of
// NVIDIA's runtime where that cannot be linked, as on Windows without Microsoft's compiler.
namespace bitvox::cuda_runtime {

// What is called of the driver. Some names are macros of cuda.h for the name with a version.
#define BITVOX_DRIVER_FUNCTIONS(USE)               \
  USE(cuInit)                                      \
  USE(cuGetErrorString)                            \
  USE(cuDeviceGetCount)                            \
  USE(cuDeviceGetName)                             \
  USE(cuDeviceGetAttribute)                        \
  USE(cuDeviceTotalMem)                            \
  USE(cuDevicePrimaryCtxRetain)                    \
  USE(cuCtxGetCurrent)                             \
  USE(cuCtxSetCurrent)                             \
  USE(cuCtxGetDevice)                              \
  USE(cuCtxSynchronize)                            \
  USE(cuLibraryLoadData)                           \
  USE(cuLibraryGetKernelCount)                     \
  USE(cuLibraryEnumerateKernels)                   \
  USE(cuKernelGetName)                             \
  USE(cuKernelGetAttribute)                        \
  USE(cuKernelSetAttribute)                        \
  USE(cuLaunchKernelEx)                            \
  USE(cuOccupancyMaxActiveBlocksPerMultiprocessor) \
  USE(cuMemAlloc)                                  \
  USE(cuMemFree)                                   \
  USE(cuMemGetInfo)                                \
  USE(cuMemHostAlloc)                              \
  USE(cuMemFreeHost)                               \
  USE(cuMemcpyAsync)                               \
  USE(cuMemcpy2DAsync)                             \
  USE(cuMemsetD8Async)                             \
  USE(cuMemPoolCreate)                             \
  USE(cuMemPoolGetAttribute)                       \
  USE(cuMemPoolSetAttribute)                       \
  USE(cuMemPoolTrimTo)                             \
  USE(cuMemAllocFromPoolAsync)                     \
  USE(cuMemFreeAsync)                              \
  USE(cuPointerGetAttribute)                       \
  USE(cuStreamCreate)                              \
  USE(cuStreamDestroy)                             \
  USE(cuStreamSynchronize)                         \
  USE(cuStreamBeginCapture)                        \
  USE(cuStreamEndCapture)                          \
  USE(cuStreamIsCapturing)                         \
  USE(cuThreadExchangeStreamCaptureMode)           \
  USE(cuEventCreate)                               \
  USE(cuEventDestroy)                              \
  USE(cuEventRecord)                               \
  USE(cuEventQuery)                                \
  USE(cuEventSynchronize)                          \
  USE(cuEventElapsedTime)                          \
  USE(cuGraphInstantiateWithFlags)                 \
  USE(cuGraphLaunch)                               \
  USE(cuGraphDestroy)                              \
  USE(cuGraphExecDestroy)

struct Driver {
  cudaError_t status = cudaErrorInsufficientDriver;  // success if it can be used
  int version = 0;                                   // 0 if there is none

#define BITVOX_POINTER(name) \
  decltype(&::name) name = nullptr;  // NOLINT(bugprone-macro-parentheses)
  BITVOX_DRIVER_FUNCTIONS(BITVOX_POINTER)
#undef BITVOX_POINTER
};

// Opened and begun with by the first call. Its pointers are to be used if its status is success.
const Driver& driver();

}  // namespace bitvox::cuda_runtime
