// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "core/shape.hpp"

namespace bitvox::cuda {
namespace {

// The working layout on the GPU: words of 8 x 4 voxels of one slice (byte = row, bit = x), x
// fastest, then y, then z. Tiles are 32 x 32 x 32 voxels. Around the tiles lie 8 voxels of
// background, so that a tile's surroundings of 8 voxels are always there.
constexpr int kWordWidth = 8;
constexpr int kWordHeight = 4;
constexpr int kTileSide = 32;
constexpr int kHalo = 8;

// A tile and its surroundings, in words.
constexpr int kHaloX = kHalo / kWordWidth;
constexpr int kHaloY = kHalo / kWordHeight;
constexpr int kTileX = kTileSide / kWordWidth;
constexpr int kTileY = kTileSide / kWordHeight;
constexpr int kRegionX = kTileX + 2 * kHaloX;
constexpr int kRegionY = kTileY + 2 * kHaloY;
constexpr int kRegionZ = kTileSide + 2 * kHalo;
constexpr int kRegionPlane = kRegionX * kRegionY;
constexpr int kRegionWords = kRegionPlane * kRegionZ;

struct ThinGrid {
  std::int64_t width, height, depth;  // of the volume, in voxels
  std::int64_t words_per_row;         // of its rows, 64-bit words
  std::int64_t row, plane, words;     // of the padded grid, 32-bit words
  int nx, ny, nz;                     // tiles along x, y and z; number (z * ny + y) * nx + x

  explicit ThinGrid(const Shape& shape)
      : width(shape.width),
        height(shape.height),
        depth(shape.depth),
        words_per_row(shape.words_per_row()),
        // Whole 64-bit words of the rows.
        nx(static_cast<int>((shape.words_per_row() * 64 + kTileSide - 1) / kTileSide)),
        ny(static_cast<int>((shape.height + kTileSide - 1) / kTileSide)),
        nz(static_cast<int>((shape.depth + kTileSide - 1) / kTileSide)) {
    row = std::int64_t{nx} * kTileX + 2 * kHaloX;
    plane = row * (std::int64_t{ny} * kTileY + 2 * kHaloY);
    words = plane * (std::int64_t{nz} * kTileSide + 2 * kHalo);
  }

  std::int64_t tiles() const { return std::int64_t{nx} * ny * nz; }

  __device__ int3 position(int tile) const {
    const int rows = tile / nx;
    return make_int3(tile - rows * nx, rows % ny, rows / ny);
  }

  // The first word of a tile's surroundings.
  __device__ std::int64_t region(int3 tile) const {
    return tile.z * plane * kTileSide + tile.y * row * kTileY + tile.x * kTileX;
  }

  // The word that holds the voxels from (8 x, 4 y, z) on.
  __device__ std::int64_t word(std::int64_t x, std::int64_t y, std::int64_t z) const {
    return (z + kHalo) * plane + (y + kHaloY) * row + x + kHaloX;
  }
};

// One thread for every four 64-bit words of rows above one another.
struct RowBlock {
  std::int64_t x, y, z;

  __device__ RowBlock(const ThinGrid& grid, std::int64_t i) {
    const std::int64_t in_y = (grid.height + kWordHeight - 1) / kWordHeight;
    x = i % grid.words_per_row;
    y = i / grid.words_per_row % in_y;
    z = i / grid.words_per_row / in_y;
  }

  __host__ static std::int64_t count(const ThinGrid& grid, std::int64_t slices) {
    return grid.words_per_row * ((grid.height + kWordHeight - 1) / kWordHeight) * slices;
  }
};

// Rows to words; adds the number of foreground voxels to *voxels.
__global__ void pack_words_kernel(ThinGrid grid, std::int64_t count, const std::uint64_t* rows,
                                  std::uint32_t* words, unsigned long long* voxels) {
  unsigned foreground = 0;
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < count) {
    const RowBlock block(grid, i);
    std::uint64_t row[kWordHeight];
    for (int r = 0; r < kWordHeight; ++r) {
      const std::int64_t y = block.y * kWordHeight + r;
      row[r] =
          y < grid.height ? rows[(block.z * grid.height + y) * grid.words_per_row + block.x] : 0;
      foreground += static_cast<unsigned>(__popcll(row[r]));
    }
    std::uint32_t* const to = words + grid.word(8 * block.x, block.y, block.z);
    for (int k = 0; k < 8; ++k) {
      std::uint32_t word = 0;
      for (int r = 0; r < kWordHeight; ++r) {
        word |= static_cast<std::uint32_t>(row[r] >> (8 * k) & 0xff) << (8 * r);
      }
      to[k] = word;
    }
  }
  for (int step = 16; step > 0; step /= 2) {
    foreground += __shfl_down_sync(0xffffffffU, foreground, step);
  }
  if (threadIdx.x % 32 == 0 && foreground != 0) {
    atomicAdd(voxels, static_cast<unsigned long long>(foreground));
  }
}

// A word of the rows that is not zero.
struct RowWord {
  std::int64_t index;
  std::uint64_t voxels;
};

// Lists the words of the rows of `count` blocks from number `first` on, in any order.
__global__ void list_row_words_kernel(ThinGrid grid, std::int64_t first, std::int64_t count,
                                      const std::uint32_t* words, RowWord* list,
                                      unsigned long long* listed) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= count) {
    return;
  }
  const RowBlock block(grid, first + i);
  const std::uint32_t* const from = words + grid.word(8 * block.x, block.y, block.z);
  std::uint64_t row[kWordHeight] = {};
  for (int k = 0; k < 8; ++k) {
    const std::uint32_t word = from[k];
    for (int r = 0; r < kWordHeight; ++r) {
      row[r] |= static_cast<std::uint64_t>(word >> (8 * r) & 0xff) << (8 * k);
    }
  }
  for (int r = 0; r < kWordHeight; ++r) {
    if (row[r] != 0) {
      const std::int64_t y = block.y * kWordHeight + r;
      list[atomicAdd(listed, 1ULL)] = {(block.z * grid.height + y) * grid.words_per_row + block.x,
                                       row[r]};
    }
  }
}

}  // namespace
}  // namespace bitvox::cuda
