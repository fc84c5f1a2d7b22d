// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <string>

#include "core/backends/instruction_set.hpp"

namespace bitvox {

struct CudaStatus {
  bool usable = false;
  std::string detail;  // the GPU's name, or why there is none, for the user
};

// Asks the driver; never throws. In a build without CUDA it says why there is none. Defined in
// native/cuda, which knows core and is not known to it.
CudaStatus cuda_status(Gpu gpu);

// How many GPUs CUDA shows, whatever they can do; asks the driver, never throws.
int gpu_count();

// Bytes that an operation may take on the GPU that the calling thread has chosen, which is usable;
// 0 in a build without CUDA. Throws DeviceError.
std::int64_t free_gpu_memory();

// What there is device code for, such as "sm_90, compute_90", or "no GPU" and why. Asks nobody.
std::string gpus_built_for();

}  // namespace bitvox
