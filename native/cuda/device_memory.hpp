// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "core/memory/memory.hpp"

namespace bitvox::cuda {

// The GPU's memory that an operation may plan with: what is free, and what
// is kept for it (see device_pool.hpp), less a reserve for the driver.
// Callable from code that knows no CUDA. Throws DeviceError.
Memory device_memory();

}  // namespace bitvox::cuda
