// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "core/volumes/shape.hpp"
#include "cuda/warp.cuh"

namespace bitvox::granulometry {

// The working layout on the GPU. A tile is 32 x 8 x 8 voxels: 64 rows of 32 voxels, row z * 8 + y.
// Tiles at the far faces stick out of the volume. A warp works on a tile, a lane on two rows.
inline constexpr int kTileWidth = 32;
inline constexpr int kTileSide = 8;  // in y and z
inline constexpr int kTileRows = kTileSide * kTileSide;
using cuda::kAllLanes;
using cuda::kWarp;

struct TileGrid {
  std::int64_t width, height, depth;  // of the volume
  int nx, ny, nz;                     // tiles along x, y and z
  int count;                          // tiles; number (z * ny + y) * nx + x

  explicit TileGrid(const Shape& shape)
      : width(shape.width),
        height(shape.height),
        depth(shape.depth),
        nx(static_cast<int>((width + kTileWidth - 1) / kTileWidth)),
        ny(static_cast<int>((height + kTileSide - 1) / kTileSide)),
        nz(static_cast<int>((depth + kTileSide - 1) / kTileSide)),
        count(nx * ny * nz) {}

  static std::int64_t count_of(const Shape& shape) {
    return (shape.width + kTileWidth - 1) / kTileWidth *
           ((shape.height + kTileSide - 1) / kTileSide) *
           ((shape.depth + kTileSide - 1) / kTileSide);
  }

  __device__ int3 position(int tile) const {
    const int rows = tile / nx;
    return make_int3(tile - rows * nx, rows % ny, rows / ny);
  }

  // The voxels of a tile's rows that are inside the volume in x.
  __device__ std::uint32_t inside_x(int tx) const {
    const std::int64_t left = width - static_cast<std::int64_t>(tx) * kTileWidth;
    return left >= kTileWidth ? kAllLanes : (1U << left) - 1U;
  }
};

// Values in bit planes: voxel x of a row has bit p of its value at bit x of word p.
template <int P>
struct alignas(8) Planes {
  std::uint32_t word[P];
};

// In memory two planes go together: a row is P / 2 pairs of words, kPairStride words apart, with
// the same pair of the next row right behind it. So a warp reads and writes whole sectors.
inline constexpr int kPairStride = 2 * kTileRows;

// The first word of a row.
template <int P>
__host__ __device__ inline std::int64_t row_offset(std::int64_t tile, int row) {
  return tile * kTileRows * P + 2 * row;
}

template <int P>
__device__ inline Planes<P> load_row(const std::uint32_t* from, int pair_stride = kPairStride) {
  Planes<P> row;
#pragma unroll
  for (int i = 0; i < P / 2; ++i) {
    const uint2 words = *reinterpret_cast<const uint2*>(from + i * pair_stride);
    row.word[2 * i] = words.x;
    row.word[2 * i + 1] = words.y;
  }
  return row;
}

template <int P>
__device__ inline void store_row(std::uint32_t* to, const Planes<P>& row,
                                 int pair_stride = kPairStride) {
#pragma unroll
  for (int i = 0; i < P / 2; ++i) {
    *reinterpret_cast<uint2*>(to + i * pair_stride) =
        make_uint2(row.word[2 * i], row.word[2 * i + 1]);
  }
}

// Two rows one after the other, of which the first has an even number.
template <int P>
struct RowPair {
  Planes<P> a, b;
};

template <int P>
__device__ inline RowPair<P> load_pair(const std::uint32_t* from, int pair_stride = kPairStride) {
  RowPair<P> pair;
#pragma unroll
  for (int i = 0; i < P / 2; ++i) {
    const uint4 words = *reinterpret_cast<const uint4*>(from + i * pair_stride);
    pair.a.word[2 * i] = words.x;
    pair.a.word[2 * i + 1] = words.y;
    pair.b.word[2 * i] = words.z;
    pair.b.word[2 * i + 1] = words.w;
  }
  return pair;
}

template <int P>
__device__ inline void store_pair(std::uint32_t* to, const RowPair<P>& pair,
                                  int pair_stride = kPairStride) {
#pragma unroll
  for (int i = 0; i < P / 2; ++i) {
    *reinterpret_cast<uint4*>(to + i * pair_stride) = make_uint4(
        pair.a.word[2 * i], pair.a.word[2 * i + 1], pair.b.word[2 * i], pair.b.word[2 * i + 1]);
  }
}

// Where a > b.
template <int P>
__device__ inline std::uint32_t greater(const Planes<P>& a, const Planes<P>& b) {
  std::uint32_t result = 0;
#pragma unroll
  for (int p = 0; p < P; ++p) {
    result = (a.word[p] & ~b.word[p]) | (~(a.word[p] ^ b.word[p]) & result);
  }
  return result;
}

// The value m in every voxel.
template <int P>
__device__ inline Planes<P> everywhere(int m) {
  Planes<P> row;
#pragma unroll
  for (int p = 0; p < P; ++p) {
    row.word[p] = (m >> p & 1) != 0 ? kAllLanes : 0U;
  }
  return row;
}

template <int P>
__device__ inline Planes<P> select(std::uint32_t where, const Planes<P>& a, const Planes<P>& b) {
  Planes<P> row;
#pragma unroll
  for (int p = 0; p < P; ++p) {
    row.word[p] = (a.word[p] & where) | (b.word[p] & ~where);
  }
  return row;
}

template <int P>
__device__ inline Planes<P> larger(const Planes<P>& a, const Planes<P>& b) {
  return select(greater(a, b), a, b);
}

template <int P>
__device__ inline Planes<P> smaller(const Planes<P>& a, const Planes<P>& b) {
  return select(greater(a, b), b, a);
}

}  // namespace bitvox::granulometry
