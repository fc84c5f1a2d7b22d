// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

// elementary.inl for the host and the GPU, a number at a time.
namespace bitvox::rays::elementary {

#ifdef __CUDACC__
#define BITVOX_INLINE __host__ __device__ inline
#else
#define BITVOX_INLINE inline
#endif
#include "rays/elementary.inl"
#undef BITVOX_INLINE

}  // namespace bitvox::rays::elementary
