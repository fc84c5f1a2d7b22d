// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "core/backends/instruction_set.hpp"

namespace bitvox::cuda {

// The calling thread works with this GPU from now on: ImageJ runs each command on its own thread.
// Throws DeviceError. Callable from code that knows no CUDA.
void use_gpu(Gpu gpu);

// The one that it works with, for the threads that help it. Throws DeviceError.
Gpu used_gpu();

}  // namespace bitvox::cuda
