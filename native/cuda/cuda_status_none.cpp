// SPDX-License-Identifier: BSD-2-Clause
// Takes the place of cuda_status.cpp in a build without nvcc.
#include "core/cuda_status.hpp"

namespace bitvox {

CudaStatus cuda_status() { return {false, "built without CUDA"}; }

}  // namespace bitvox
