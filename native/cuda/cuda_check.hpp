// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime_api.h>

namespace bitvox::cuda {

// Throws on failure, and clears the error so that the next call starts clean: DeviceOutOfMemory
// when the GPU's memory is used up, else DeviceError. An error that stays has cost us the device:
// DeviceLost, and backend "cuda" is marked as lost.
void check(cudaError_t status, const char* what);

}  // namespace bitvox::cuda
