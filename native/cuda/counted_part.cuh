// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "core/blocks/block.hpp"
#include "cuda/warp.cuh"

namespace bitvox::cuda {

// Which voxels count: a box, and in it those whose bit is set in rows of words, where there are
// any.
struct CountedPart {
  std::int64_t begin[3];
  std::int64_t end[3];
  const std::uint32_t* bits;
  std::int64_t words_per_row;
  std::int64_t height;

  // The core of a block, in what the block reads; `mask` has the bits of that, or is null.
  CountedPart(const Block& block, const std::uint64_t* mask)
      : bits(reinterpret_cast<const std::uint32_t*>(mask)),
        words_per_row(2 * block.read.shape().words_per_row()),
        height(block.read.shape().height) {
    const Box core = block.core_in_read();
    for (std::size_t axis = 0; axis < 3; ++axis) {
      begin[axis] = core.begin[axis];
      end[axis] = core.end[axis];
    }
  }

  // Of the 32 voxels of a row of which number tx is this.
  __device__ std::uint32_t in_row(std::int64_t tx, std::int64_t y, std::int64_t z) const {
    if (y < begin[1] || y >= end[1] || z < begin[2] || z >= end[2]) {
      return 0U;
    }
    const std::int64_t x = tx * kWarp;
    std::uint32_t voxels = kAllLanes;
    if (x < begin[0]) {
      voxels = begin[0] - x < kWarp ? voxels << (begin[0] - x) : 0U;
    }
    if (x + kWarp > end[0]) {
      voxels &= end[0] > x ? (1U << (end[0] - x)) - 1U : 0U;
    }
    return bits == nullptr ? voxels : voxels & bits[(z * height + y) * words_per_row + tx];
  }
};

}  // namespace bitvox::cuda
