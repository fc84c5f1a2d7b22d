// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include "cuda/launch.hpp"
#include "ops/morphology/morphology_kernels.cuh"

namespace bitvox::morphology {

// A small ball in one kernel: a block has a tile of words and what lies around it in shared memory,
// erodes those rows along x by 0, 1, 2, ... voxels, and keeps what is set in all rows of each ring.

struct SmallBall {
  static constexpr int kMostRadius = 7;
  static constexpr int kMostRows = 149;  // of a ball of that radius
  // Of the tile:
  static constexpr int kWords = 8;
  static constexpr int kHeight = 16;
  static constexpr int kDepth = 16;
  static constexpr int kMostHeight = kHeight + 2 * kMostRadius + 2;  // with what is around it
  static constexpr int kThreads = 2 * kWords * kMostHeight;
  static constexpr int kSlicesAtATime = kThreads / (kWords * kHeight);

  int radius;
  int around_z;  // 0 in slices
  int first[kMostRadius + 2];
  int reach[kMostRadius + 1];  // of every ring, along y and z
  short offsets[kMostRows];    // of the rows of ring 0, 1, ... from the one in the middle, in words

  // Of the rows of the tile and around it.
  __host__ __device__ int height() const { return kHeight + 2 * radius; }
  __host__ __device__ int depth() const { return kDepth + 2 * around_z; }

  // The rows as they are, with a word more on either side, and eroded.
  std::int64_t shared_bytes() const {
    return std::int64_t{height()} * depth() * (2 * kWords + 2) *
           static_cast<std::int64_t>(sizeof(std::uint64_t));
  }

  SmallBall(const Step& step, const Rings& rings)
      : radius(static_cast<int>(step.radius)), around_z(step.planar ? 0 : radius) {
    int count = 0;
    for (int h = 0; h <= radius; ++h) {
      first[h] = count;
      reach[h] = static_cast<int>(whole_root(std::int64_t{radius} * radius - h * h));
      for (std::int64_t i = 0; i < rings.count(h); ++i) {
        const RowOffset& row = rings.begin(h)[i];
        offsets[count++] = static_cast<short>((row.z * height() + row.y) * kWords);
      }
    }
    first[radius + 1] = count;
  }
};

static __global__ void __launch_bounds__(SmallBall::kThreads)
    erode_small_ball_kernel(Grid grid, std::uint64_t flip, __grid_constant__ const SmallBall ball,
                            const std::uint64_t* from, std::uint64_t* to) {
  using B = SmallBall;
  extern __shared__ std::uint64_t shared[];
  constexpr int kStride = B::kWords + 2;
  const int height = ball.height();
  std::uint64_t* const rows = shared;
  std::uint64_t* const eroded = shared + height * ball.depth() * kStride;
  const std::int64_t first_i = static_cast<std::int64_t>(blockIdx.x) * B::kWords;
  const std::int64_t first_y = static_cast<std::int64_t>(blockIdx.y) * B::kHeight;
  const std::int64_t first_z = static_cast<std::int64_t>(blockIdx.z) * B::kDepth;
  const auto thread = static_cast<int>(threadIdx.x);
  const int i = thread % B::kWords;
  const auto mask_of = [&](std::int64_t word) {
    return word + 1 < grid.words_per_row ? ~std::uint64_t{0} : grid.last_word_mask;
  };

  // Half of the threads have the rows of one slice, as far as there are so many, half of the next.
  const int y = thread / B::kWords % B::kMostHeight;
  const int of_two = thread / (B::kWords * B::kMostHeight);
  const auto word_at = [&](std::int64_t word, std::int64_t row_y, std::int64_t z) {
    const bool there = word >= 0 && word < grid.words_per_row && row_y >= 0 &&
                       row_y < grid.height && z >= 0 && z < grid.depth;
    if (!there) return grid.outside;
    const std::uint64_t own = from[(z * grid.height + row_y) * grid.words_per_row + word] ^ flip;
    return (own & mask_of(word)) | (grid.outside & ~mask_of(word));
  };
  for (int z = of_two; z < ball.depth() && y < height; z += 2) {
    std::uint64_t* const row = rows + (z * height + y) * kStride;
    const std::int64_t at_y = first_y + y - ball.radius;
    const std::int64_t at_z = first_z + z - ball.around_z;
    row[i + 1] = word_at(first_i + i, at_y, at_z);
    if (i == 0) row[0] = word_at(first_i - 1, at_y, at_z);
    if (i == 1) row[kStride - 1] = word_at(first_i + B::kWords, at_y, at_z);
  }
  __syncthreads();

  // A thread keeps words of every fourth slice of the tile.
  const int own_y = thread / B::kWords % B::kHeight;
  const int own_z = thread / (B::kWords * B::kHeight);
  const int own = ((own_z + ball.around_z) * height + own_y + ball.radius) * B::kWords + i;
  const int step = B::kSlicesAtATime * height * B::kWords;
  constexpr int kOwn = B::kDepth / B::kSlicesAtATime;
  std::uint64_t kept[kOwn];
#pragma unroll
  for (int k = 0; k < kOwn; ++k) kept[k] = ~std::uint64_t{0};
  for (int h = 0; h <= ball.radius; ++h) {
    const int above = ball.radius - ball.reach[h];  // rows that no ring needs any more
    const int above_z = max(0, ball.around_z - ball.reach[h]);
    for (int z = above_z + of_two; z < ball.depth() - above_z; z += 2) {
      if (y < above || y >= height - above) break;
      const std::uint64_t* const word = rows + (z * height + y) * kStride + i + 1;
      std::uint64_t& now = eroded[(z * height + y) * B::kWords + i];
      if (h == 0) {
        now = *word;
      } else {
        now &= (*word << h | word[-1] >> (64 - h)) & (*word >> h | word[1] << (64 - h));
      }
    }
    __syncthreads();
    for (int row = ball.first[h]; row < ball.first[h + 1]; ++row) {
      const std::uint64_t* const at = eroded + own + ball.offsets[row];
#pragma unroll
      for (int k = 0; k < kOwn; ++k) kept[k] &= at[k * step];
    }
    __syncthreads();
  }

#pragma unroll
  for (int k = 0; k < kOwn; ++k) {
    const std::int64_t to_y = first_y + own_y;
    const std::int64_t to_z = first_z + own_z + k * B::kSlicesAtATime;
    if (first_i + i < grid.words_per_row && to_y < grid.height && to_z < grid.depth) {
      to[(to_z * grid.height + to_y) * grid.words_per_row + first_i + i] =
          (kept[k] ^ flip) & mask_of(first_i + i);
    }
  }
}

// Whether the step was done so: other balls are too large for it, or volumes too long.
inline bool erode_by_small_ball(const Grid& grid, const Step& step, const Rings& rings,
                                const std::uint64_t* from, std::uint64_t* to,
                                const cuda::Stream& stream) {
  using B = SmallBall;
  constexpr std::int64_t kMostBlocks = 65535;  // of a grid along y and z
  if (step.radius > B::kMostRadius || grid.height > kMostBlocks * B::kHeight ||
      grid.depth > kMostBlocks * B::kDepth) {
    return false;
  }
  const B ball(step, rings);
  if (ball.shared_bytes() > cuda::most_shared_bytes()) return false;
  const auto shared = static_cast<std::size_t>(ball.shared_bytes());
  cuda::allow_shared_bytes(erode_small_ball_kernel, shared);
  const dim3 blocks(cuda::blocks_for(grid.words_per_row, B::kWords),
                    cuda::blocks_for(grid.height, B::kHeight),
                    cuda::blocks_for(grid.depth, B::kDepth));
  cuda::launch(erode_small_ball_kernel, {blocks, B::kThreads, shared}, stream, grid, step.flip(),
               ball, from, to);
  return true;
}

}  // namespace bitvox::morphology
