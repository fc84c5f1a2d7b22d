// SPDX-License-Identifier: BSD-2-Clause
#include "cuda/use_gpu.hpp"

#include "core/backends/chosen_gpu.hpp"
#include "cuda/cuda_check.hpp"

namespace bitvox::cuda {

void use_gpu(Gpu gpu) {
  check(cudaSetDevice(gpu.ordinal), "choosing the GPU");
  choose_gpu(gpu);
}

Gpu used_gpu() {
  Gpu gpu;
  check(cudaGetDevice(&gpu.ordinal), "asking which GPU is used");
  return gpu;
}

}  // namespace bitvox::cuda
