// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "cuda/runtime/driver.hpp"

namespace bitvox::cuda_runtime {

// The kernel that the host calls by this address: the driver's handle, which all its functions
// take. Loads the device code of its source, in a context. Null, with the reason in status, if
// there is none.
CUkernel kernel_of(const void* address, CUresult& status);

}  // namespace bitvox::cuda_runtime
