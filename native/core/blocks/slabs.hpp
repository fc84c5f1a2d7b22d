// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <functional>

#include "core/memory/memory.hpp"

namespace bitvox {

// How an operation whose result at a voxel depends on a few slices only may be computed: some
// slices at a time. All in slices.
struct SliceLimits {
  std::int64_t most = 1;   // at a time: the whole depth, or less where that is faster or asked for
  std::int64_t least = 1;  // thinner slabs would be mostly halo
};

// The deepest slab within the limits for which bytes(depth) is free. bytes must not fall with the
// depth, and includes the halo. Throws as require_memory() where not even the least one fits.
std::int64_t plan_slab_depth(const SliceLimits& limits, const MemoryUser& user,
                             const Memory& memory,
                             const std::function<std::int64_t(std::int64_t depth)>& bytes);

}  // namespace bitvox
