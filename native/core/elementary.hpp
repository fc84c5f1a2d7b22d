// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "core/host_and_device.hpp"

// elementary.inl for the host and the GPU, a number at a time.
namespace bitvox::elementary {

#define BITVOX_INLINE BITVOX_BOTH inline
#include "core/fused.inl"

// Behind what it uses.
#include "core/elementary.inl"
#undef BITVOX_INLINE

}  // namespace bitvox::elementary
