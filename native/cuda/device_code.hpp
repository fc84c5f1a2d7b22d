// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime_api.h>

namespace bitvox::cuda {

// Success where this library holds machine code for the current GPU, or PTX that its driver
// translates; else CUDA's reason. Loads an empty kernel, and so makes the GPU's context.
cudaError_t try_device_code();

}  // namespace bitvox::cuda
