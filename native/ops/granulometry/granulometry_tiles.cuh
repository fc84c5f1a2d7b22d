// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "core/shape.hpp"

namespace bitvox::cuda {

// The working layout on the GPU. A tile is 32 x 8 x 8 voxels: 64 rows of 32 voxels, row z * 8 + y.
// Tiles at the far faces stick out of the volume. A warp works on a tile, a lane on two rows.
inline constexpr int kTileWidth = 32;
inline constexpr int kTileSide = 8;  // in y and z
inline constexpr int kTileRows = kTileSide * kTileSide;
inline constexpr int kWarp = 32;
inline constexpr unsigned kAllLanes = 0xffffffffU;

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
struct Planes {
  std::uint32_t word[P];
};

// The first word of a row of planes; the rows of a tile follow one another.
template <int P>
__host__ __device__ inline std::int64_t row_offset(std::int64_t tile, int row) {
  return (tile * kTileRows + row) * P;
}

// P = 4, 6, 8, 16: rows start at multiples of 8 bytes, pairs of rows at multiples of 16.
template <int P>
__device__ inline Planes<P> load_row(const std::uint32_t* from) {
  Planes<P> row;
#pragma unroll
  for (int i = 0; i < P / 2; ++i) {
    const uint2 words = reinterpret_cast<const uint2*>(from)[i];
    row.word[2 * i] = words.x;
    row.word[2 * i + 1] = words.y;
  }
  return row;
}

template <int P>
__device__ inline void store_row(std::uint32_t* to, const Planes<P>& row) {
#pragma unroll
  for (int i = 0; i < P / 2; ++i) {
    reinterpret_cast<uint2*>(to)[i] = make_uint2(row.word[2 * i], row.word[2 * i + 1]);
  }
}

template <int P>
struct RowPair {
  Planes<P> a, b;
};

template <int P>
__device__ inline RowPair<P> load_pair(const std::uint32_t* from) {
  std::uint32_t words[2 * P];
#pragma unroll
  for (int i = 0; i < P / 2; ++i) {
    const uint4 four = reinterpret_cast<const uint4*>(from)[i];
    words[4 * i] = four.x;
    words[4 * i + 1] = four.y;
    words[4 * i + 2] = four.z;
    words[4 * i + 3] = four.w;
  }
  RowPair<P> pair;
#pragma unroll
  for (int p = 0; p < P; ++p) {
    pair.a.word[p] = words[p];
    pair.b.word[p] = words[P + p];
  }
  return pair;
}

template <int P>
__device__ inline void store_pair(std::uint32_t* to, const RowPair<P>& pair) {
  std::uint32_t words[2 * P];
#pragma unroll
  for (int p = 0; p < P; ++p) {
    words[p] = pair.a.word[p];
    words[P + p] = pair.b.word[p];
  }
#pragma unroll
  for (int i = 0; i < P / 2; ++i) {
    reinterpret_cast<uint4*>(to)[i] =
        make_uint4(words[4 * i], words[4 * i + 1], words[4 * i + 2], words[4 * i + 3]);
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

}  // namespace bitvox::cuda
