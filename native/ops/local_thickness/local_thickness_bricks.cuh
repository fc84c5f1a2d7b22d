// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "ops/local_thickness/local_thickness_volume.cuh"

namespace bitvox::local_thickness {

// What no ball covers yet: a bit for each voxel, a flag for each brick of 32 x 4 x 4 voxels
// (32 x 16 x 1 per slice) that has such bits, and for each block of 8 x 8 rows of bricks the flags
// of all its rows in one. Balls look at flags first, so what is covered costs nothing.
inline constexpr int kBrickRows = 16;  // of voxels
inline constexpr int kBlockSide = 8;   // rows of bricks, along y and z
inline constexpr int kRowsOfBlock = kBlockSide * kBlockSide;

struct Bricks {
  int nx, ny, nz;        // bricks
  int height, depth;     // of a brick, in voxels
  int words;             // of flags, of a row of bricks
  int blocks_y;          // along y
  std::uint32_t* open;   // kBrickRows rows of 32 voxels a brick
  std::uint32_t* boxes;  // of a brick's open voxels: box_of()
  std::uint32_t* flags;
  std::uint32_t* blocks;
  std::uint32_t* touched;  // flags of bricks in which this band covers something
  unsigned* touched_list;  // these bricks, in any order
  unsigned* touched_count;

  __device__ std::int64_t brick_row(int y, int z) const {
    return static_cast<std::int64_t>(z) * ny + y;
  }
  __device__ std::int64_t block(int y, int z) const {
    return static_cast<std::int64_t>(z) * blocks_y + y;
  }
  __device__ unsigned number(int x, int y, int z) const {
    return static_cast<unsigned>(brick_row(y, z) * nx + x);
  }
  __device__ std::uint32_t* open_rows(unsigned brick) const {
    return open + std::int64_t{brick} * kBrickRows;
  }
  // Where the flags of a row of bricks begin.
  __device__ std::int64_t row_words(unsigned brick) const {
    return std::int64_t{brick / static_cast<unsigned>(nx)} * words;
  }
  __device__ int x_of(unsigned brick) const {
    return static_cast<int>(brick % static_cast<unsigned>(nx));
  }
  __device__ int y_of(unsigned brick) const {
    return static_cast<int>(brick / static_cast<unsigned>(nx) % static_cast<unsigned>(ny));
  }
  __device__ int z_of(unsigned brick) const {
    return static_cast<int>(brick / static_cast<unsigned>(nx) / static_cast<unsigned>(ny));
  }
  // Of row number i of a brick's.
  __device__ int row_y(int y, int i) const { return y * height + i % height; }
  __device__ int row_z(int z, int i) const { return z * depth + i / height; }
};

// The least box that holds the open voxels of a brick, which has some: its first and last voxel
// along x, y and z, five, four and two bits each.
struct OpenBox {
  int x0, x1, y0, y1, z0, z1;

  __device__ static OpenBox unpack(std::uint32_t bits) {
    const auto part = [&](int from, int count) {
      return static_cast<int>(bits >> from & ((1U << count) - 1));
    };
    return {part(0, 5), part(5, 5), part(10, 4), part(14, 4), part(18, 2), part(20, 2)};
  }
};

// The box of rows that the lanes hold, each lane that of its number, and 0 from kBrickRows on.
__device__ inline std::uint32_t box_of(std::uint32_t row, int brick_height) {
  const auto first = [](unsigned bits) {
    return static_cast<unsigned>(__ffs(static_cast<int>(bits)) - 1);
  };
  const auto last = [](unsigned bits) {
    return static_cast<unsigned>(31 - __clz(static_cast<int>(bits)));
  };
  const unsigned rows = __ballot_sync(kAllLanes, row != 0);
  if (rows == 0) return 0;
  for (int away = kWarp / 2; away > 0; away /= 2) row |= __shfl_xor_sync(kAllLanes, row, away);
  unsigned ys = rows;
  for (int shift = brick_height; shift < kBrickRows; shift += brick_height) ys |= rows >> shift;
  ys &= (1U << brick_height) - 1;
  const auto height = static_cast<unsigned>(brick_height);
  return first(row) | last(row) << 5 | first(ys) << 10 | last(ys) << 14 |
         first(rows) / height << 18 | last(rows) / height << 20;
}

// The bits of flags first .. last that lie in a word.
__device__ inline std::uint32_t bits_in_word(int first, int last, int word) {
  const int from = max(0, first - word * kWarp);
  const int to = min(kWarp - 1, last - word * kWarp);
  return from > to ? 0 : (0xffffffffU >> (kWarp - 1 - (to - from))) << from;
}

inline constexpr int kBrickThreads = 256;
inline constexpr int kBrickWarps = kBrickThreads / kWarp;

// For each row of a brick, by the lane of that number, which voxels of it has(voxel) holds for.
template <class V, class Has>
__device__ std::uint32_t rows_that(const Volume<V>& volume, const Bricks& bricks, unsigned brick,
                                   Has&& has) {
  const int lane = cuda::this_lane();
  const int x = bricks.x_of(brick) * kWarp + lane;
  const int y = bricks.y_of(brick);
  const int z = bricks.z_of(brick);
  std::uint32_t mine = 0;
#pragma unroll
  for (int i = 0; i < kBrickRows; ++i) {
    const int vy = bricks.row_y(y, i);
    const int vz = bricks.row_z(z, i);
    const bool there = x < volume.width && vy < volume.height && vz < volume.depth;
    const unsigned bits = __ballot_sync(kAllLanes, there && has(x, volume.row(vy, vz)));
    if (lane == i) mine = bits;
  }
  return mine;
}

// All of the object is open, and T is 0. A warp a word of flags; `count` of them.
template <class V>
__global__ void __launch_bounds__(kBrickThreads)
    open_bricks_kernel(Volume<V> volume, Bricks bricks, std::int64_t first, std::int64_t count) {
  const int lane = cuda::this_lane();
  const std::int64_t warp =
      static_cast<std::int64_t>(blockIdx.x) * kBrickWarps + static_cast<int>(threadIdx.x) / kWarp;
  if (warp >= count) return;
  const std::int64_t i = first + warp;
  const auto first_x = static_cast<int>(i % bricks.words) * kWarp;
  const auto row_start = static_cast<unsigned>(i / bricks.words * bricks.nx);
  std::uint32_t flags = 0;
  for (int x = first_x; x < min(bricks.nx, first_x + kWarp); ++x) {
    const unsigned brick = row_start + static_cast<unsigned>(x);
    const std::uint32_t open = rows_that(volume, bricks, brick, [&](int vx, std::int64_t row) {
      volume.thickest[row * volume.width + vx] = 0;
      return volume.square_at(vx, row) > 0;
    });
    if (lane < kBrickRows) bricks.open_rows(brick)[lane] = open;
    const std::uint32_t box = box_of(open, bricks.height);
    if (lane == 0) bricks.boxes[brick] = box;
    if (__any_sync(kAllLanes, open != 0)) flags |= 1U << (x - first_x);
  }
  if (lane == 0) {
    bricks.flags[i] = flags;
    bricks.touched[i] = 0;
  }
}

// After a band: what has a T is not open any more. Also clears a counter of the next band, and one
// of this band that is not needed any more.
template <class V>
__global__ void __launch_bounds__(kBrickThreads)
    close_bricks_kernel(Volume<V> volume, Bricks bricks, unsigned* next_count,
                        unsigned* task_count) {
  if (blockIdx.x == 0 && threadIdx.x == 0) *next_count = *task_count = 0;
  const int lane = cuda::this_lane();
  const unsigned warps = gridDim.x * kBrickWarps;
  for (unsigned i = blockIdx.x * kBrickWarps + threadIdx.x / kWarp; i < *bricks.touched_count;
       i += warps) {
    const unsigned brick = bricks.touched_list[i];
    const std::uint32_t covered = rows_that(volume, bricks, brick, [&](int x, std::int64_t row) {
      return volume.thickest[row * volume.width + x] > 0;
    });
    std::uint32_t open = 0;
    if (lane < kBrickRows) {
      std::uint32_t& row = bricks.open_rows(brick)[lane];
      open = row & ~covered;
      row = open;
    }
    const bool closed = !__any_sync(kAllLanes, open != 0);
    const std::uint32_t box = box_of(open, bricks.height);
    if (lane == 0) {
      bricks.boxes[brick] = box;
      const int x = bricks.x_of(brick);
      const std::int64_t word = bricks.row_words(brick) + x / kWarp;
      atomicAnd(bricks.touched + word, ~(1U << (x % kWarp)));
      if (closed) atomicAnd(bricks.flags + word, ~(1U << (x % kWarp)));
    }
  }
}

// The flags of blocks; a warp each word of them, `count` of them.
static __global__ void __launch_bounds__(kBrickThreads)
    sum_blocks_kernel(Bricks bricks, std::int64_t count) {
  const std::int64_t i =
      static_cast<std::int64_t>(blockIdx.x) * kBrickWarps + static_cast<int>(threadIdx.x) / kWarp;
  if (i >= count) return;
  const std::int64_t block = i / bricks.words;
  const auto word = static_cast<int>(i % bricks.words);
  std::uint32_t flags = 0;
  for (int row = cuda::this_lane(); row < kRowsOfBlock; row += kWarp) {
    const int y = static_cast<int>(block % bricks.blocks_y) * kBlockSide + row % kBlockSide;
    const int z = static_cast<int>(block / bricks.blocks_y) * kBlockSide + row / kBlockSide;
    if (y < bricks.ny && z < bricks.nz) {
      flags |= bricks.flags[bricks.brick_row(y, z) * bricks.words + word];
    }
  }
  for (int away = kWarp / 2; away > 0; away /= 2) flags |= __shfl_xor_sync(kAllLanes, flags, away);
  if (cuda::this_lane() == 0) bricks.blocks[i] = flags;
}

}  // namespace bitvox::local_thickness
