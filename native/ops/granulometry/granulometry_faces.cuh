// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <type_traits>

#include "ops/granulometry/granulometry_tiles.cuh"

namespace bitvox::granulometry {

// A tile's values are updated in place. What its neighbours read are copies of its six faces, in
// two buffers: a face that changes is written to the buffer that nobody reads in this step.
enum Face : int { kLowX = 0, kHighX, kLowY, kHighY, kLowZ, kHighZ, kFaceCount };

// A tile's state: for each face the buffer that holds it, whether it changed in the last step, and
// whether anything changed.
using TileState = std::uint16_t;
inline constexpr int kChangedShift = 6;
inline constexpr unsigned kFaceMask = 0x3f;
inline constexpr unsigned kAnyChanged = 1U << 12;

// The faces of all tiles, and of one more that stands for everything outside: all zero.
template <int P>
struct Faces {
  // The values at the faces in x, one for each row; the two rows of a lane together.
  using Edge = std::conditional_t<(P <= 8), std::uint8_t, std::uint16_t>;
  using EdgePair = std::conditional_t<(P <= 8), std::uint16_t, std::uint32_t>;
  static constexpr int kEdgeBits = 8 * static_cast<int>(sizeof(Edge));

  // Each face of all tiles together, so that tiles side by side are read as one stream.
  std::uint32_t* row_faces;  // [y low, y high, z low, z high][buffer][tile]: 8 rows
  Edge* edge_faces;          // [x low, x high][buffer][tile]: 64 values
  std::int64_t tiles;        // with the one for the outside

  static constexpr int kPairStride = 2 * kTileSide;  // of the rows of a face
  static constexpr std::int64_t row_words(std::int64_t tiles) { return 8 * tiles * kTileSide * P; }
  static constexpr std::int64_t edge_count(std::int64_t tiles) { return 4 * tiles * kTileRows; }

  // 8 rows: by z for the faces in y, by y for those in z.
  __device__ std::uint32_t* rows(std::int64_t tile, Face face, unsigned buffer) const {
    return row_faces + (((face - kLowY) * 2 + buffer) * tiles + tile) * (kTileSide * P);
  }
  // 64 values of the faces in x.
  __device__ Edge* edges(std::int64_t tile, Face face, unsigned buffer) const {
    return edge_faces + ((face * 2 + buffer) * tiles + tile) * kTileRows;
  }
  __device__ EdgePair* edge_pairs(std::int64_t tile, Face face, unsigned buffer) const {
    return reinterpret_cast<EdgePair*>(edges(tile, face, buffer));
  }
};

// The values at x = 0 of a row, and at x = 31.
template <int P>
__device__ inline unsigned low_edge(const Planes<P>& row) {
  std::uint32_t bits = 0;
#pragma unroll
  for (int p = 0; p < P; ++p) {
    bits = __funnelshift_r(bits, row.word[p], 1);
  }
  return bits >> (32 - P);
}

template <int P>
__device__ inline unsigned high_edge(const Planes<P>& row) {
  std::uint32_t bits = 0;
#pragma unroll
  for (int p = P - 1; p >= 0; --p) {
    bits = __funnelshift_l(row.word[p], bits, 1);
  }
  return bits;
}

// The neighbours in x of every voxel of a row; the value beyond its end is in `edge` from bit `at`.
template <int P>
__device__ inline Planes<P> shifted_up(const Planes<P>& row, unsigned edge, int at = 0) {
  Planes<P> result;
#pragma unroll
  for (int p = 0; p < P; ++p) {
    result.word[p] = __funnelshift_l(edge << (31 - p - at), row.word[p], 1);
  }
  return result;
}

template <int P>
__device__ inline Planes<P> shifted_down(const Planes<P>& row, unsigned edge, int at = 0) {
  Planes<P> result;
#pragma unroll
  for (int p = 0; p < P; ++p) {
    result.word[p] = __funnelshift_r(row.word[p], edge >> (p + at), 1);
  }
  return result;
}

// Writes those of a tile's faces that are in the set (bit = Face), each to the buffer that its bit
// in `buffers` says. Called by a whole warp; a lane holds rows 2 * lane and 2 * lane + 1.
template <int P>
__device__ inline void store_faces(const Faces<P>& faces, std::int64_t tile, unsigned set,
                                   unsigned buffers, const RowPair<P>& pair, int lane) {
  const int z = lane / 4;
  const int y = lane % 4 * 2;
  const auto buffer = [&](Face face) { return buffers >> face & 1U; };
  const auto wanted = [&](Face face) { return (set >> face & 1U) != 0; };
  using EdgePair = typename Faces<P>::EdgePair;
  constexpr int kStride = Faces<P>::kPairStride;
  if (wanted(kLowX)) {
    faces.edge_pairs(tile, kLowX, buffer(kLowX))[lane] =
        static_cast<EdgePair>(low_edge(pair.a) | low_edge(pair.b) << Faces<P>::kEdgeBits);
  }
  if (wanted(kHighX)) {
    faces.edge_pairs(tile, kHighX, buffer(kHighX))[lane] =
        static_cast<EdgePair>(high_edge(pair.a) | high_edge(pair.b) << Faces<P>::kEdgeBits);
  }
  if (wanted(kLowY) && y == 0) {
    store_row<P>(faces.rows(tile, kLowY, buffer(kLowY)) + 2 * z, pair.a, kStride);
  }
  if (wanted(kHighY) && y == kTileSide - 2) {
    store_row<P>(faces.rows(tile, kHighY, buffer(kHighY)) + 2 * z, pair.b, kStride);
  }
  if (wanted(kLowZ) && z == 0) {
    store_pair<P>(faces.rows(tile, kLowZ, buffer(kLowZ)) + 2 * y, pair, kStride);
  }
  if (wanted(kHighZ) && z == kTileSide - 1) {
    store_pair<P>(faces.rows(tile, kHighZ, buffer(kHighZ)) + 2 * y, pair, kStride);
  }
}

// The smallest and the largest value in a tile, without the background; 0 and 0 without object.
// Distances change by at most 1 from voxel to voxel, so every value between occurs as well.
struct ValueRange {
  std::uint16_t smallest, largest;
};

// The rows of tiles, wherever they are: while a volume is computed for the cross, those of the
// faces in z are kept in the faces alone.
template <int P>
struct TileRows {
  std::uint32_t* planes;
  Faces<P> faces;
  const TileState* states;  // null: all rows are together

  __device__ RowPair<P> load(std::int64_t tile, int lane) const {
    const int z = lane / 4;
    if (states != nullptr && (z == 0 || z == kTileSide - 1)) {
      const Face face = z == 0 ? kLowZ : kHighZ;
      return load_pair<P>(faces.rows(tile, face, states[tile] >> face & 1U) + lane % 4 * 4,
                          Faces<P>::kPairStride);
    }
    return load_pair<P>(planes + row_offset<P>(tile, 2 * lane));
  }
};

// Puts all rows together. One warp a tile.
template <int P>
__global__ void __launch_bounds__(256)
    settle_tiles_kernel(TileGrid grid, const ValueRange* ranges, TileRows<P> rows) {
  const std::int64_t tile =
      (static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x) / kWarp;
  const int lane = static_cast<int>(threadIdx.x) % kWarp;
  const int z = lane / 4;
  if (tile < grid.count && (z == 0 || z == kTileSide - 1) && ranges[tile].largest != 0) {
    store_pair<P>(rows.planes + row_offset<P>(tile, 2 * lane), rows.load(tile, lane));
  }
}

// All faces in buffer 0, and the range of values of each tile. One warp a tile.
template <int P>
__global__ void __launch_bounds__(256)
    prepare_tiles_kernel(TileGrid grid, const std::uint32_t* planes, Faces<P> faces,
                         ValueRange* ranges, int* largest_of_all) {
  const int lane = static_cast<int>(threadIdx.x) % kWarp;
  const std::int64_t tile =
      (static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x) / kWarp;
  if (tile > grid.count) {
    return;
  }
  RowPair<P> pair{};
  if (tile < grid.count) {
    pair = load_pair<P>(planes + row_offset<P>(tile, 2 * lane));
    std::uint32_t object_a = 0;
    std::uint32_t object_b = 0;
#pragma unroll
    for (int p = 0; p < P; ++p) {
      object_a |= pair.a.word[p];
      object_b |= pair.b.word[p];
    }
    unsigned smallest = 0;
    unsigned largest = 0;
    if (__any_sync(kAllLanes, (object_a | object_b) != 0)) {
      std::uint32_t min_a = object_a;  // candidates
      std::uint32_t min_b = object_b;
      std::uint32_t max_a = object_a;
      std::uint32_t max_b = object_b;
#pragma unroll
      for (int p = P - 1; p >= 0; --p) {
        const std::uint32_t a = pair.a.word[p];
        const std::uint32_t b = pair.b.word[p];
        if (__any_sync(kAllLanes, ((max_a & a) | (max_b & b)) != 0)) {
          max_a &= a;
          max_b &= b;
          largest |= 1U << p;
        }
        if (__any_sync(kAllLanes, ((min_a & ~a) | (min_b & ~b)) != 0)) {
          min_a &= ~a;
          min_b &= ~b;
        } else {
          smallest |= 1U << p;
        }
      }
    }
    if (lane == 0) {
      ranges[tile] = {static_cast<std::uint16_t>(smallest), static_cast<std::uint16_t>(largest)};
      // Most warps find a value there that is large enough, and need no atomic operation.
      if (*static_cast<volatile int*>(largest_of_all) < static_cast<int>(largest)) {
        atomicMax(largest_of_all, static_cast<int>(largest));
      }
    }
  }
  store_faces<P>(faces, tile, kFaceMask, 0U, pair, lane);
}

}  // namespace bitvox::granulometry
