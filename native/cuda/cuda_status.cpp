// SPDX-License-Identifier: BSD-2-Clause
#include "cuda/cuda_status.hpp"

#include <cuda_runtime_api.h>

namespace bitvox {

// cudart is linked statically and opens libcuda.so.1 by itself, so this is safe on a machine
// without a driver: cudaGetDeviceCount just returns an error.
CudaStatus cuda_status() {
  int devices = 0;
  const cudaError_t status = cudaGetDeviceCount(&devices);
  if (status != cudaSuccess) {
    cudaGetLastError();
    int driver = 0;
    cudaDriverGetVersion(&driver);
    if (status == cudaErrorInsufficientDriver) {
      return {false, driver == 0 ? "no NVIDIA driver found"
                                 : "the NVIDIA driver is too old for this build"};
    }
    return {false, cudaGetErrorString(status)};
  }
  if (devices == 0) {
    return {false, "no NVIDIA GPU found"};
  }
  cudaDeviceProp gpu{};
  if (cudaGetDeviceProperties(&gpu, 0) != cudaSuccess) {
    cudaGetLastError();
    return {false, "the NVIDIA GPU does not answer"};
  }
  constexpr int kOldestMajor = 7;
  constexpr int kOldestMinor = 5;
  const std::string capability = std::to_string(gpu.major) + "." + std::to_string(gpu.minor);
  if (gpu.major < kOldestMajor || (gpu.major == kOldestMajor && gpu.minor < kOldestMinor)) {
    return {false, std::string(gpu.name) + " is too old: compute capability " + capability +
                       ", at least 7.5 is needed"};
  }
  return {true, std::string(gpu.name) + ", compute capability " + capability};
}

}  // namespace bitvox
