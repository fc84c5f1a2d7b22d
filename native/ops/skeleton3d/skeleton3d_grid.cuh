// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "core/volumes/shape.hpp"
#include "cuda/warp.cuh"

namespace bitvox::skeleton3d {
namespace {

// The working layout on the GPU. A word is 8 x 4 voxels of one slice (byte = row, bit = x); a brick
// is 8 x 8 x 8 voxels in 16 words, y fastest, then z; bricks lie x fastest, then y, then z. A
// tile is 4 x 4 x 4 bricks. Around the tiles lies one layer of bricks of background, so that a
// tile's surroundings of one brick are always there.
constexpr int kWordWidth = 8;
constexpr int kWordHeight = 4;
constexpr int kBrickSide = 8;
constexpr int kBrickRows = kBrickSide / kWordHeight;
constexpr int kBrickWords = kBrickSide * kBrickRows;
constexpr int kTileX = 4, kTileY = 4, kTileZ = 4;  // in bricks

struct ThinGrid {
  std::int64_t width, height, depth;  // of the volume, in voxels
  std::int64_t words_per_row;         // of its rows, 64-bit words
  int nx, ny, nz;                     // tiles along x, y and z; number (z * ny + y) * nx + x
  int row, plane;                     // of the padded grid, in bricks
  std::int64_t bricks;

  explicit ThinGrid(const Shape& shape)
      : width(shape.width),
        height(shape.height),
        depth(shape.depth),
        words_per_row(shape.words_per_row()),
        nx(tiles_for(shape.words_per_row() * 64, kTileX)),  // whole words of the rows
        ny(tiles_for(shape.height, kTileY)),
        nz(tiles_for(shape.depth, kTileZ)),
        row(nx * kTileX + 2),
        plane(row * (ny * kTileY + 2)),
        bricks(std::int64_t{plane} * (nz * kTileZ + 2)) {}

  __host__ __device__ int tiles() const { return nx * ny * nz; }
  std::int64_t words() const { return bricks * kBrickWords; }

  __device__ int number(int3 tile) const { return (tile.z * ny + tile.y) * nx + tile.x; }
  __device__ int3 position(int tile) const {
    const int rows = tile / nx;
    return make_int3(tile - rows * nx, rows % ny, rows / ny);
  }
  __device__ bool has(int3 tile) const {
    return tile.x >= 0 && tile.x < nx && tile.y >= 0 && tile.y < ny && tile.z >= 0 && tile.z < nz;
  }

  __device__ std::int64_t brick(int x, int y, int z) const {
    return std::int64_t{z + 1} * plane + (y + 1) * row + x + 1;
  }
  // The first brick of a tile's surroundings.
  __device__ std::int64_t region(int3 tile) const {
    return brick(tile.x * kTileX - 1, tile.y * kTileY - 1, tile.z * kTileZ - 1);
  }

  // The word that holds the voxels from (8 x, 4 y, z) on.
  __device__ std::int64_t word(std::int64_t x, std::int64_t y, std::int64_t z) const {
    return brick(static_cast<int>(x), static_cast<int>(y / kBrickRows),
                 static_cast<int>(z / kBrickSide)) *
               kBrickWords +
           z % kBrickSide * kBrickRows + y % kBrickRows;
  }

 private:
  static int tiles_for(std::int64_t voxels, int bricks) {
    const std::int64_t side = std::int64_t{bricks} * kBrickSide;
    return static_cast<int>((voxels + side - 1) / side);
  }
};

// One thread for every four 64-bit words of rows above one another; 16 threads for the 8 x 16 words
// of eight bricks side by side.
struct RowBlock {
  std::int64_t x, y, z;

  __device__ RowBlock(const ThinGrid& grid, std::int64_t first_slice, std::int64_t i) {
    const std::int64_t columns = grid.words_per_row * bricks_for(grid.height);
    const std::int64_t column = i / kBrickWords % columns;
    x = column % grid.words_per_row;
    y = column / grid.words_per_row * kBrickRows + i % kBrickRows;
    z = (first_slice / kBrickSide + i / kBrickWords / columns) * kBrickSide +
        i % kBrickWords / kBrickRows;
  }

  // For the slices from first to end, and a few before and after them.
  __host__ static std::int64_t count(const ThinGrid& grid, std::int64_t first, std::int64_t end) {
    return kBrickWords * grid.words_per_row * bricks_for(grid.height) *
           (bricks_for(end) - first / kBrickSide);
  }

 private:
  __host__ __device__ static std::int64_t bricks_for(std::int64_t voxels) {
    return (voxels + kBrickSide - 1) / kBrickSide;
  }
};

// Rows to words; adds the number of foreground voxels to *voxels.
__global__ void pack_words_kernel(ThinGrid grid, std::int64_t count, const std::uint64_t* rows,
                                  std::uint32_t* words, unsigned long long* voxels) {
  unsigned foreground = 0;
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < count) {
    const RowBlock block(grid, 0, i);
    std::uint64_t row[kWordHeight] = {};
    for (int r = 0; r < kWordHeight; ++r) {
      const std::int64_t y = block.y * kWordHeight + r;
      if (y < grid.height && block.z < grid.depth) {
        row[r] = rows[(block.z * grid.height + y) * grid.words_per_row + block.x];
        foreground += static_cast<unsigned>(__popcll(row[r]));
      }
    }
    std::uint32_t* const to = words + grid.word(8 * block.x, block.y, block.z);
    for (int k = 0; k < 8; ++k) {
      std::uint32_t word = 0;
      for (int r = 0; r < kWordHeight; ++r) {
        word |= static_cast<std::uint32_t>(row[r] >> (8 * k) & 0xff) << (8 * r);
      }
      to[k * kBrickWords] = word;
    }
  }
  foreground = cuda::warp_sum(foreground);
  if (cuda::this_lane() == 0 && foreground != 0) {
    atomicAdd(voxels, static_cast<unsigned long long>(foreground));
  }
}

// A word of the rows that is not zero.
struct RowWord {
  std::int64_t index;
  std::uint64_t voxels;
};

// Lists the words of the rows of the slices from first to end, in any order; counts those for which
// there is no room, too.
__global__ void list_row_words_kernel(ThinGrid grid, std::int64_t first, std::int64_t end,
                                      const std::uint32_t* words, RowWord* list, std::int64_t room,
                                      unsigned long long* listed) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  const RowBlock block(grid, first, i);
  if (block.z < first || block.z >= end) {
    return;
  }
  const std::uint32_t* const from = words + grid.word(8 * block.x, block.y, block.z);
  std::uint64_t row[kWordHeight] = {};
  for (int k = 0; k < 8; ++k) {
    const std::uint32_t word = from[k * kBrickWords];
    for (int r = 0; r < kWordHeight; ++r) {
      row[r] |= static_cast<std::uint64_t>(word >> (8 * r) & 0xff) << (8 * k);
    }
  }
  for (int r = 0; r < kWordHeight; ++r) {
    if (row[r] != 0) {
      const std::int64_t y = block.y * kWordHeight + r;
      const auto place = static_cast<std::int64_t>(atomicAdd(listed, 1ULL));
      if (place < room) {
        list[place] = {(block.z * grid.height + y) * grid.words_per_row + block.x, row[r]};
      }
    }
  }
}

}  // namespace
}  // namespace bitvox::skeleton3d
