// SPDX-License-Identifier: BSD-2-Clause
#include "cuda/device_code.hpp"

namespace bitvox::cuda {
namespace {

__global__ void empty_kernel() {}

}  // namespace

cudaError_t try_device_code() {
  cudaFuncAttributes attributes{};
  return cudaFuncGetAttributes(&attributes, empty_kernel);
}

}  // namespace bitvox::cuda
