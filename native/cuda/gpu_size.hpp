// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

// How large the GPU is that the calling thread uses. All throw DeviceError.
namespace bitvox::cuda {

int multiprocessors();

// Of shared memory, for one block of a kernel that allow_shared_bytes() was called for.
std::int64_t most_shared_bytes();

}  // namespace bitvox::cuda
