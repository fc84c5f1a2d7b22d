// SPDX-License-Identifier: BSD-2-Clause
#include "core/backends/cuda_status.hpp"

#include <cuda_runtime_api.h>

#include "core/backends/chosen_gpu.hpp"
#include "cuda/device_code.hpp"
#include "cuda/device_memory.hpp"
#include "cuda/use_gpu.hpp"

namespace bitvox {
namespace {

// From CMake: "sm_90", or "sm_80, sm_90, compute_90". Code for a GPU of compute capability 9.0 is
// sm_90; compute_90 is PTX, which the driver translates for that and later ones.
constexpr const char* kBuiltFor = " (built for " BITVOX_CUDA_BUILT_FOR ")";

CudaStatus not_usable(const std::string& reason) { return {false, reason + kBuiltFor}; }

}  // namespace

std::string gpus_built_for() { return BITVOX_CUDA_BUILT_FOR; }

// cudart is linked statically and opens libcuda.so.1 by itself, so this is safe on a machine
// without a driver: cudaGetDeviceCount just returns an error.
CudaStatus cuda_status(Gpu which) {
  int devices = 0;
  const cudaError_t status = cudaGetDeviceCount(&devices);
  if (status != cudaSuccess) {
    cudaGetLastError();
    int driver = 0;
    cudaDriverGetVersion(&driver);
    if (status == cudaErrorInsufficientDriver) {
      return not_usable(driver == 0 ? "no NVIDIA driver found"
                                    : "the NVIDIA driver is too old for this build");
    }
    return not_usable(cudaGetErrorString(status));
  }
  if (devices == 0) {
    return not_usable("no NVIDIA GPU found");
  }
  if (which.ordinal >= devices) {
    return not_usable("there is no GPU " + std::to_string(which.ordinal) + ": CUDA shows " +
                      std::to_string(devices) + ", from 0");
  }
  cudaDeviceProp gpu{};
  if (cudaSetDevice(which.ordinal) != cudaSuccess ||
      cudaGetDeviceProperties(&gpu, which.ordinal) != cudaSuccess) {
    cudaGetLastError();
    return not_usable("the NVIDIA GPU does not answer");
  }
  constexpr int kOldestMajor = 7;
  constexpr int kOldestMinor = 5;
  const std::string capability = std::to_string(gpu.major) + "." + std::to_string(gpu.minor);
  if (gpu.major < kOldestMajor || (gpu.major == kOldestMajor && gpu.minor < kOldestMinor)) {
    return not_usable(std::string(gpu.name) + " is too old: compute capability " + capability +
                      ", at least 7.5 is needed");
  }
  const std::string name = std::string(gpu.name) + ", compute capability " + capability;
  const cudaError_t code = cuda::try_device_code();
  if (code != cudaSuccess) {
    cudaGetLastError();
    return not_usable(name + ": " + cudaGetErrorString(code));
  }
  return {true, name + kBuiltFor};
}

std::int64_t free_gpu_memory() {
  cuda::use_gpu(chosen_gpu());
  return cuda::device_memory().free;
}

int gpu_count() {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess) {
    cudaGetLastError();
    return 0;
  }
  return devices;
}

}  // namespace bitvox
