// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "paths/path_grid.hpp"
#include "paths/path_tile_cuda.cuh"

namespace bitvox::paths {
namespace {

// A volume as tiles.
template <class Word>
struct TiledVolume {
  std::int64_t width, height, depth;
  int across, down, deep;
  Steps<Word> steps;

  // Steps are so many bits to the left.
  TiledVolume(const Grid& grid, int shift)
      : width(grid.shape.width),
        height(grid.shape.height),
        depth(grid.shape.depth),
        across(static_cast<int>((width + kTileWidth - 1) / kTileWidth)),
        down(static_cast<int>((height + kTileHeight - 1) / kTileHeight)),
        deep(static_cast<int>((depth + kTileDepth - 1) / kTileDepth)) {
    for (unsigned code = 0; code < kStepCodes; ++code) {
      steps.of[code] = Word{grid.goes(code) ? grid.steps[code] : grid.longest_step()} << shift;
    }
  }

  std::int64_t tiles() const { return std::int64_t{across} * down * deep; }
  __host__ __device__ std::int64_t voxels() const { return width * height * depth; }

  struct Place {
    int x, y, z;  // of the tile's first voxel over the size of a tile
  };
  __device__ __forceinline__ Place place(int tile) const {
    return {tile % across, tile / across % down, tile / across / down};
  }

  __device__ __forceinline__ bool has(std::int64_t x, std::int64_t y, std::int64_t z) const {
    return x >= 0 && x < width && y >= 0 && y < height && z >= 0 && z < depth;
  }
  __device__ __forceinline__ std::int64_t voxel(std::int64_t x, std::int64_t y,
                                                std::int64_t z) const {
    return (z * height + y) * width + x;
  }
};

}  // namespace
}  // namespace bitvox::paths
