// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "ops/granulometry/granulometry_bits.cuh"

namespace bitvox::granulometry {

// The distance to the background, by erosions of bits: d(x) is the number of s = 0, 1, ... for
// which the object eroded s times still contains x. A launch erodes kErosions times: a warp holds
// a block of 3 tiles in y and 2 in z with a halo as wide as the erosions, lane = y, register = z.
inline constexpr int kErosions = 4;
inline constexpr int kErodeThreads = 128;
inline constexpr int kBlockY = 3;  // tiles
inline constexpr int kBlockZ = 2;
inline constexpr int kBlockSlices = kBlockZ * kTileSide;
static_assert(kBlockY * kTileSide + 2 * kErosions == kWarp);

struct ErosionBlocks {
  int ny, nz;
  int count;

  explicit ErosionBlocks(const TileGrid& grid)
      : ny((grid.ny + kBlockY - 1) / kBlockY),
        nz((grid.nz + kBlockZ - 1) / kBlockZ),
        count(grid.nx * ny * nz) {}
};

// What a block of tiles still needs. Blocks without object are left alone, once both buffers of
// bits say so.
enum : std::uint8_t { kDone = 0, kJustEmptied = 1, kAlive = 2 };

struct ErosionState {
  const std::uint32_t* from;  // bits by tiles, eroded `eroded` times
  std::uint32_t* to;
  std::uint8_t* alive;          // for each block
  const int* any_alive_before;  // did the launch before leave object anywhere
  int* any_alive_after;
  int* largest;  // distance found so far
  int eroded;
  int last_erosion;  // max_radius: what survives it gets max_radius + 1
  Edges edges;
};

// Writes the distances of the voxels that went in one launch: eroded + 1 + twos * 2 + odd, where
// eroded is a multiple of 4. One row a slice of a tile; they held 0. All loads come before the
// first store: the wait for memory is what this costs.
template <int P>
__device__ inline void add_distances(std::uint32_t* planes, std::int64_t tile, int row_in_slice,
                                     const std::uint32_t* gone, const std::uint32_t* odd,
                                     const std::uint32_t* twos, int eroded) {
  constexpr int kBatch = P <= 8 ? kTileSide : 2;
  const int quarter = eroded / kErosions;
#pragma unroll
  for (int start = 0; start < kTileSide; start += kBatch) {
    Planes<P> value[kBatch];
#pragma unroll
    for (int j = 0; j < kBatch; ++j) {
      if (gone[start + j] != 0) {
        value[j] =
            load_row<P>(planes + row_offset<P>(tile, (start + j) * kTileSide + row_in_slice));
      }
    }
#pragma unroll
    for (int j = 0; j < kBatch; ++j) {
      const std::uint32_t here = gone[start + j];
      if (here != 0) {
        const std::uint32_t carry = here & odd[start + j] & twos[start + j];
        value[j].word[0] |= here & ~odd[start + j];
        value[j].word[1] |= here & (odd[start + j] ^ twos[start + j]);
#pragma unroll
        for (int p = 2; p < P; ++p) {
          value[j].word[p] |= ((quarter >> (p - 2) & 1) != 0 ? here & ~carry : 0U) |
                              (((quarter + 1) >> (p - 2) & 1) != 0 ? carry : 0U);
        }
        store_row<P>(planes + row_offset<P>(tile, (start + j) * kTileSide + row_in_slice),
                     value[j]);
      }
    }
  }
}

// With clipped edges these voxels of a row of tile tx stay object for ever.
__device__ inline WideRow outside_of_row(const TileGrid& grid, int tx, bool inside_y) {
  if (!inside_y) {
    return {kAllLanes, kAllLanes};
  }
  const std::uint32_t pad = ~grid.inside_x(tx);
  return {(tx == 0 ? 0xffffU : 0U) | pad << 16,
          pad >> 16 | (tx + 1 < grid.nx ? ~grid.inside_x(tx + 1) << 16 : 0xffff0000U)};
}

// How many blocks a multiprocessor has registers for.
template <int P>
inline constexpr int kErodeBlocks = P == 0   ? 4
                                    : P == 8 ? 2
                                             : 3;

// P = 0: only the largest distance is wanted.
template <int P, Element kElement, bool kPlanar>
__global__ void __launch_bounds__(kErodeThreads, kErodeBlocks<P>)
    erode_tiles_kernel(TileGrid grid, ErosionBlocks blocks, ErosionState state,
                       std::uint32_t* planes) {
  if (*state.any_alive_before == 0) {
    return;
  }
  const int lane = static_cast<int>(threadIdx.x) % kWarp;
  const int block =
      static_cast<int>((static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x) / kWarp);
  if (block >= blocks.count || state.alive[block] == kDone) {
    return;
  }
  const int block_row = block / grid.nx;
  const int tx = block - block_row * grid.nx;
  const int ty0 = block_row % blocks.ny * kBlockY;
  const int tz0 = block_row / blocks.ny * kBlockZ;
  const std::int64_t y = static_cast<std::int64_t>(ty0) * kTileSide + lane - kErosions;
  const std::int64_t z0 = static_cast<std::int64_t>(tz0) * kTileSide;
  const bool inside_y = y >= 0 && y < grid.height;
  const bool clipped = state.edges == Edges::kClipped;
  const std::uint32_t outside = clipped ? kAllLanes : 0U;

  // Tiles below, within and above the block.
  constexpr int kHalo = kPlanar ? 0 : kErosions;
  constexpr int kSlices = kBlockSlices + 2 * kHalo;
  const int ty = static_cast<int>(y >> 3);  // -1 below the volume
  const int row_in_slice = static_cast<int>(y & 7);
  WideRow bits[kSlices];
#pragma unroll
  for (int i = 0; i < kSlices; ++i) {
    const int dz = i - kHalo;  // slice within the block
    const int tz = tz0 + (dz < 0 ? -1 : dz / kTileSide);
    std::uint32_t left = outside;
    std::uint32_t middle = outside;
    std::uint32_t right = outside;
    if (inside_y && tz >= 0 && tz < grid.nz) {
      const std::uint32_t* row =
          state.from + ((static_cast<std::int64_t>(tz) * grid.ny + ty) * grid.nx + tx) * kTileRows +
          (dz & 7) * kTileSide + row_in_slice;
      middle = *row;
      if (tx > 0) {
        left = row[-kTileRows];
      }
      if (tx + 1 < grid.nx) {
        right = row[kTileRows];
      }
    }
    bits[i] = {__funnelshift_r(left, middle, 16), __funnelshift_r(middle, right, 16)};
  }

  const bool mine = lane >= kErosions && lane < kWarp - kErosions && ty < grid.ny;
  WideRow all = bits[0];
#pragma unroll
  for (int i = 1; i < kSlices; ++i) {
    all = all & bits[i];
  }
  if (state.eroded + kErosions <= state.last_erosion &&
      __all_sync(kAllLanes, (all.low & all.high) == kAllLanes)) {
    // All object, far around: as it was.
#pragma unroll
    for (int i = 0; i < kBlockSlices; ++i) {
      const int tz = tz0 + i / kTileSide;
      if (mine && tz < grid.nz) {
        state.to[((static_cast<std::int64_t>(tz) * grid.ny + ty) * grid.nx + tx) * kTileRows +
                 i % kTileSide * kTileSide + row_in_slice] = kAllLanes;
      }
    }
    if (lane == 0) {
      *state.any_alive_after = 1;
    }
    return;
  }

  std::uint32_t before[kBlockSlices];  // what the block held at the start
  std::uint32_t odd[kBlockSlices];     // bit 0 and ...
  std::uint32_t twos[kBlockSlices];    // ... bit 1 of how many of erosions 1, 2, 3 were survived
#pragma unroll
  for (int i = 0; i < kBlockSlices; ++i) {
    before[i] = bits[i + kHalo].middle();
    odd[i] = 0;
    twos[i] = 0;
  }

#pragma unroll
  for (int erosion = 1; erosion <= kErosions; ++erosion) {
    const bool cut = state.eroded + erosion > state.last_erosion;
    // Of the halo only what the erosions to come still need.
    const int first = kPlanar ? 0 : erosion;
    const int end = kSlices - first;
    if (kElement == Element::kCube) {
      const int margin = kPlanar ? 0 : 1;
#pragma unroll
      for (int i = first - margin; i < end + margin; ++i) {
        const WideRow in_x = eroded_in_x(bits[i]);
        bits[i] = in_x & and_of_lanes_beside(in_x);
      }
    }
    WideRow below = kPlanar ? WideRow{} : bits[first - 1];
#pragma unroll
    for (int i = first; i < end; ++i) {
      const WideRow old = bits[i];
      WideRow row = old;
      if (kElement == Element::kCross) {
        row = eroded_in_x(old) & and_of_lanes_beside(old);
      }
      if (!kPlanar) {
        row = row & below & bits[i + 1];
        below = old;
      }
      bits[i] = row;
    }
    if (clipped) {
      const WideRow keep = outside_of_row(grid, tx, inside_y);
#pragma unroll
      for (int i = first; i < end; ++i) {
        const std::int64_t z = z0 + i - kHalo;
        const bool inside_z = z >= 0 && z < grid.depth;
        bits[i].low |= inside_z ? keep.low : kAllLanes;
        bits[i].high |= inside_z ? keep.high : kAllLanes;
      }
    }
#pragma unroll
    for (int i = first; i < end; ++i) {
      if (cut) {
        bits[i] = WideRow{0, 0};
      }
      if (i >= kHalo && i < kHalo + kBlockSlices) {
        const std::uint32_t middle = bits[i].middle();
        if (erosion < kErosions) {
          odd[i - kHalo] ^= middle;
        }
        if (erosion == 2) {
          twos[i - kHalo] = middle;
        }
      }
    }
  }

  // Results: the bits, the distances of the voxels that went, and whether anything is left.
  std::uint32_t left_over = 0;
  std::uint32_t went1 = 0;  // after 1, 2, 3, 4 erosions of this launch
  std::uint32_t went2 = 0;
  std::uint32_t went3 = 0;
  std::uint32_t went4 = 0;
#pragma unroll
  for (int layer = 0; layer < kBlockZ; ++layer) {
    const int tz = tz0 + layer;
    const bool stored = mine && tz < grid.nz;
    const std::int64_t tile = (static_cast<std::int64_t>(tz) * grid.ny + ty) * grid.nx + tx;
    std::uint32_t gone[kTileSide];
    std::uint32_t any_gone = 0;
#pragma unroll
    for (int j = 0; j < kTileSide; ++j) {
      const int i = layer * kTileSide + j;
      const std::uint32_t after = bits[i + kHalo].middle();
      if (stored) {
        state.to[tile * kTileRows + j * kTileSide + row_in_slice] = after;
      }
      const bool inside = stored && inside_y && z0 + i < grid.depth;
      const std::uint32_t voxels = inside ? grid.inside_x(tx) : 0U;
      left_over |= after & voxels;
      gone[j] = before[i] & ~after & voxels;
      any_gone |= gone[j];
      went1 |= gone[j] & ~odd[i] & ~twos[i];
      went2 |= gone[j] & odd[i] & ~twos[i];
      went3 |= gone[j] & ~odd[i] & twos[i];
      went4 |= gone[j] & odd[i] & twos[i];
    }
    if constexpr (P > 0) {
      if (__any_sync(kAllLanes, any_gone != 0)) {
        add_distances<P>(planes, tile, row_in_slice, gone, odd + layer * kTileSide,
                         twos + layer * kTileSide, state.eroded);
      }
    }
  }
  const int steps = __any_sync(kAllLanes, went4 != 0)   ? 4
                    : __any_sync(kAllLanes, went3 != 0) ? 3
                    : __any_sync(kAllLanes, went2 != 0) ? 2
                    : __any_sync(kAllLanes, went1 != 0) ? 1
                                                        : 0;
  const bool still_alive = __any_sync(kAllLanes, left_over != 0);
  if (lane == 0) {
    state.alive[block] = still_alive                          ? kAlive
                         : state.alive[block] == kJustEmptied ? kDone
                                                              : kJustEmptied;
    if (still_alive && *state.any_alive_after == 0) {
      *state.any_alive_after = 1;
    }
    // Most warps find a value there that is large enough, and need no atomic operation.
    if (steps > 0 && *static_cast<volatile int*>(state.largest) < state.eroded + steps) {
      atomicMax(state.largest, state.eroded + steps);
    }
  }
}

}  // namespace bitvox::granulometry
