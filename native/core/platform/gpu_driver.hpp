// SPDX-License-Identifier: BSD-2-Clause
#pragma once

// See platform.hpp.
namespace bitvox::platform {

// NVIDIA's driver, a library of the system, for good; null if there is none.
void* open_gpu_driver() noexcept;

// What a library calls so, or null.
void* function_of(void* library, const char* name) noexcept;

}  // namespace bitvox::platform
