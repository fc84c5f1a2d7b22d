// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

namespace bitvox::cuda {

// Bytes of the GPU that an operation may plan with: what is free, less a reserve for the driver.
// Callable from code that knows no CUDA. Throws DeviceError.
std::int64_t available_bytes();

}  // namespace bitvox::cuda
