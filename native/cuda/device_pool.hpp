// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "core/backends/instruction_set.hpp"

// The memory of all operations on the GPU that the calling thread uses, and gives it back on. What
// is given back stays in a pool for the next ones, up to a quarter of the GPU's memory; all of it
// goes back to the driver when memory is short. At the end of the process it is left to the driver:
// nothing is freed then. Callable from any thread.
namespace bitvox::cuda {

// Throws DeviceOutOfMemory, DeviceError.
void* take_device_memory(std::int64_t bytes);

// All work on it must be done.
void give_back_device_memory(void* pointer) noexcept;

// What the pools of all GPUs, or that of one, hold that nobody uses; not defined where a GPU was
// lost. Does not throw.
std::int64_t kept_device_memory();
std::int64_t kept_device_memory(Gpu gpu);

// Throws DeviceError.
void free_kept_device_memory();

}  // namespace bitvox::cuda
