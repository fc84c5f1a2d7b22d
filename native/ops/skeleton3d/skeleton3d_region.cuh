// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/warp.cuh"
#include "ops/skeleton3d/skeleton3d_grid.cuh"

namespace bitvox::skeleton3d {
namespace {

#define BITVOX_INLINE __device__ __forceinline__
#include "ops/skeleton3d/deletion.inl"
#undef BITVOX_INLINE

// A region is a tile with the bricks around it in shared memory. These last for 8 subiterations.
constexpr int kDirections = 12;
constexpr int kSubiterations = kBrickSide;                                          // of a step
constexpr int kRegionX = kTileX + 2, kRegionY = kTileY + 2, kRegionZ = kTileZ + 2;  // in bricks
constexpr int kTileBricks = kTileX * kTileY * kTileZ;
using cuda::kAllLanes;
using cuda::kWarp;

__device__ __forceinline__ int block_threads() { return static_cast<int>(blockDim.x); }

// Words lie y fastest, then x, then z. With these strides the words of a surface across any of the
// axes, listed brick by brick, are spread over the banks.
constexpr int kRegionSlices = kRegionZ * kBrickSide;
constexpr int kRegionRows = kRegionY * kBrickRows;
constexpr int kStepX = (kRegionRows + 2) / 4 * 4 + 1;
constexpr int kStepZ = (kStepX * kRegionX + 3) / 8 * 8 + 4;
static_assert(kRegionRows < kStepX && kStepX * kRegionX <= kStepZ);
constexpr int kRegionWords = (kStepZ * kRegionSlices + 31) / 32 * 32;
constexpr int kLayerBricks = kRegionX * kRegionY;
constexpr int kRegionBricks = kLayerBricks * kRegionZ;
constexpr int kMargin = kStepX + 1;  // the neighbours of the first and last words looked at

// The number of a word in a region, and what does not depend on the picture.
constexpr int kIndexBits = 12;
static_assert(kRegionWords <= 1 << kIndexBits);

__device__ __forceinline__ bool is_in_tile(int x, int y, int z) {  // in bricks of the region
  return static_cast<unsigned>(x - 1) < kTileX && static_cast<unsigned>(y - 1) < kTileY &&
         static_cast<unsigned>(z - 1) < kTileZ;
}

// Where a word lies. Those between the rows of the region are nowhere.
struct WordPlace {
  int x, y, z;

  __device__ explicit WordPlace(int i)
      : x(i % kStepZ / kStepX), y(i % kStepZ % kStepX), z(i / kStepZ) {}
  __device__ WordPlace(int x_, int y_, int z_) : x(x_), y(y_), z(z_) {}

  __device__ int index() const { return z * kStepZ + x * kStepX + y; }

  __device__ bool in_region() const { return x < kRegionX && y < kRegionRows; }

  // The last subiteration of a step in which some voxel of the word can still be right: voxels j
  // from the region's border are wrong after j. -1: none.
  __device__ int last_use() const {
    const int in_x = min(x, kRegionX - 1 - x) * kWordWidth + kWordWidth - 2;
    const int in_y = min(y, kRegionRows - 1 - y) * kWordHeight + kWordHeight - 2;
    const int in_z = min(z, kRegionSlices - 1 - z) - 1;
    return in_region() ? min(min(in_x, in_y), min(in_z, kSubiterations - 1)) : -1;
  }

  // The brick of the tile, or -1.
  __device__ int tile_brick() const {
    const int bx = x, by = y / kBrickRows, bz = z / kBrickSide;
    return in_region() && is_in_tile(bx, by, bz) ? ((bz - 1) * kTileY + by - 1) * kTileX + bx - 1
                                                 : -1;
  }

  // In the picture, counted from the first word of the region.
  __device__ std::int64_t in_picture(const ThinGrid& grid) const {
    const int brick = z / kBrickSide * grid.plane + y / kBrickRows * grid.row + x;
    return std::int64_t{brick} * kBrickWords + z % kBrickSide * kBrickRows + y % kBrickRows;
  }
};

// Only words on the list can change: foreground words with a voxel whose face is in the background,
// in or next to a brick that changed in the last 12 subiterations. The two copies of the picture
// are equal elsewhere.
struct Region {
  static constexpr int kListable = kRegionX * kRegionRows * (kRegionSlices - 2);

  std::uint32_t copies[2][kRegionWords + 2 * kMargin];
  std::uint16_t list[kListable];   // index, and above it the last use
  std::uint16_t queue[kListable];  // of these, what is evaluated in a subiteration
  std::uint32_t on_list[kRegionWords / 32];
  int first_listed;                 // how many at the start,
  int then_listed[kSubiterations];  // and added in each subiteration
  int queued[kSubiterations];       // in each subiteration
  int active_bricks;
  std::uint8_t active[kRegionBricks];   // bricks in or next to which something changed
  unsigned long long recent[kRegionZ];  // bricks that changed, or a neighbour in x or y did

  __device__ std::uint32_t* copy(int i) { return copies[i] + kMargin; }
};

// ---- Neighbours ------------------------------------------------------------------------------

__device__ __forceinline__ std::uint32_t at_west(std::uint32_t w, std::uint32_t west) {
  return (w << 1 & 0xfefefefeU) | (west >> 7 & 0x01010101U);
}
__device__ __forceinline__ std::uint32_t at_east(std::uint32_t w, std::uint32_t east) {
  return (w >> 1 & 0x7f7f7f7fU) | (east << 7 & 0x80808080U);
}
__device__ __forceinline__ std::uint32_t at_south(std::uint32_t w, std::uint32_t south) {
  return __funnelshift_l(south, w, 8);
}
__device__ __forceinline__ std::uint32_t at_north(std::uint32_t w, std::uint32_t north) {
  return __funnelshift_r(w, north, 8);
}

template <Axis kAxis, int kSign>
__device__ __forceinline__ std::uint32_t one_step(const std::uint32_t* p, std::uint32_t w) {
  if constexpr (kAxis == kZ) {
    return p[kSign * kStepZ];
  } else if constexpr (kAxis == kY) {
    const std::uint32_t next = p[kSign];
    return kSign > 0 ? at_north(w, next) : at_south(w, next);
  } else {
    const std::uint32_t next = p[kSign * kStepX];
    return kSign > 0 ? at_east(w, next) : at_west(w, next);
  }
}

// The neighbour of each voxel of a word towards one of the faces: words are rotated, and what comes
// from the next word is blended in.
struct Towards {
  int step;             // to the next word
  unsigned own, next;   // left rotations of the word and of the next one
  std::uint32_t blend;  // the bits from the word itself

  __device__ std::uint32_t operator()(const std::uint32_t* p, std::uint32_t w) const {
    const std::uint32_t other = p[step];
    return (__funnelshift_l(w, w, own) & blend) | (__funnelshift_l(other, other, next) & ~blend);
  }
};
__host__ __device__ constexpr Towards towards(Axis axis, int sign) {
  switch (axis) {
    case kX:
      return sign > 0 ? Towards{kStepX, 31, 7, 0x7f7f7f7fU} : Towards{-kStepX, 1, 25, 0xfefefefeU};
    case kY:
      return sign > 0 ? Towards{1, 24, 24, 0x00ffffffU} : Towards{-1, 8, 8, 0xffffff00U};
    default:
      return Towards{sign * kStepZ, 0, 0, 0};
  }
}
struct Faces {
  Towards up, south;
};
__host__ __device__ constexpr Faces faces(int direction) {
  const Frame f = kFrames[direction];
  return {towards(f.up_axis, f.up_sign), towards(f.south_axis, f.south_sign)};
}
__constant__ const Faces kFaces[kDirections] = {faces(0), faces(1), faces(2),  faces(3),
                                                faces(4), faces(5), faces(6),  faces(7),
                                                faces(8), faces(9), faces(10), faces(11)};

__device__ __forceinline__ void gather(const std::uint32_t* p, Neighbourhood<std::uint32_t>& n) {
#pragma unroll
  for (int z = 0; z < 3; ++z) {
    const std::uint32_t* const q = p + (z - 1) * kStepZ;
    const std::uint32_t west = q[-kStepX], centre = q[0], east = q[kStepX];
    const std::uint32_t wests[3] = {at_south(west, q[-kStepX - 1]), west,
                                    at_north(west, q[-kStepX + 1])};
    const std::uint32_t centres[3] = {at_south(centre, q[-1]), centre, at_north(centre, q[1])};
    const std::uint32_t easts[3] = {at_south(east, q[kStepX - 1]), east,
                                    at_north(east, q[kStepX + 1])};
#pragma unroll
    for (int i = 0; i < 3; ++i) {
      n.at[9 * z + 3 * i] = at_west(centres[i], wests[i]);
      n.at[9 * z + 3 * i + 1] = centres[i];
      n.at[9 * z + 3 * i + 2] = at_east(centres[i], easts[i]);
    }
  }
}

// ---- The list --------------------------------------------------------------------------------

__device__ __forceinline__ std::uint16_t list_entry(int i, int last_use) {
  return static_cast<std::uint16_t>(i | last_use << kIndexBits);
}

__device__ __forceinline__ bool is_exposed(const std::uint32_t* p, std::uint32_t w) {
  const std::uint32_t inside = one_step<kX, -1>(p, w) & one_step<kX, 1>(p, w) &
                               one_step<kY, -1>(p, w) & one_step<kY, 1>(p, w) &
                               one_step<kZ, -1>(p, w) & one_step<kZ, 1>(p, w);
  return (w & ~inside) != 0;
}

__device__ __forceinline__ void list_active_bricks(Region& region) {
  constexpr int kAll = (kRegionBricks + 31) / 32 * 32;
  for (int b = static_cast<int>(threadIdx.x); b < kAll; b += block_threads()) {
    const int in_layer = b % kLayerBricks, z = b / kLayerBricks;
    bool is = false;
    if (b < kRegionBricks) {
      const unsigned long long recent = (z > 0 ? region.recent[z - 1] : 0) | region.recent[z] |
                                        (z < kRegionZ - 1 ? region.recent[z + 1] : 0);
      is = (recent >> in_layer & 1) != 0;
    }
    const int at = cuda::append(&region.active_bricks, is);
    if (is) region.active[at] = static_cast<std::uint8_t>(b);
  }
}

// Half a warp takes a brick.
__device__ __forceinline__ void list_exposed_words(Region& region) {
  const int thread = static_cast<int>(threadIdx.x);
  const int in_brick = thread % kBrickWords;
  const std::uint32_t* const words = region.copy(0);
  const int bricks = region.active_bricks;
#pragma unroll 2
  for (int k = thread / kBrickWords; (k & ~1) < bricks; k += block_threads() / kBrickWords) {
    bool is = false;
    int i = 0;
    int last_use = 0;
    if (k < bricks) {
      const int b = region.active[k];
      const WordPlace word(b % kRegionX,
                           b / kRegionX % kRegionY * kBrickRows + in_brick % kBrickRows,
                           b / kLayerBricks * kBrickSide + in_brick / kBrickRows);
      i = word.index();
      last_use = word.last_use();
      const std::uint32_t w = words[i];
      is = last_use >= 0 && w != 0 && is_exposed(words + i, w);
    }
    const int at = cuda::append(&region.first_listed, is);
    if (is) {
      region.list[at] = list_entry(i, last_use);
      atomicOr(&region.on_list[i / 32], 1U << (i % 32));
    }
  }
}

// Lists the neighbours of word i that are next to its voxels `deleted` and not on the list, in
// subiteration j, which began with `listed` words.
__device__ __forceinline__ void list_neighbours(Region& region, int i, std::uint32_t deleted,
                                                const Neighbourhood<std::uint32_t>& n, int j,
                                                int listed) {
  constexpr int kSteps[6] = {-kStepZ, kStepZ, -1, 1, -kStepX, kStepX};
  constexpr std::uint32_t kEnds[6] = {kAllLanes,   kAllLanes,   0x000000ffU,
                                      0xff000000U, 0x01010101U, 0x80808080U};
  constexpr int kTowards[6] = {4, 22, 10, 16, 12, 14};
  unsigned exposed = 0;
#pragma unroll
  for (int k = 0; k < 6; ++k) {  // no branches: most are on the list
    const int next = i + kSteps[k];
    const bool is = (deleted & kEnds[k] & n.at[kTowards[k]]) != 0;
    const bool on_list = (region.on_list[next / 32] >> (next % 32) & 1U) != 0;
    exposed |= static_cast<unsigned>(is && !on_list) << k;
  }
  for (; exposed != 0; exposed &= exposed - 1) {
    const int k = __ffs(static_cast<int>(exposed)) - 1;
    const int step = k < 2 ? kStepZ : k < 4 ? 1 : kStepX;
    const int next = k % 2 == 0 ? i - step : i + step;
    const int last_use = WordPlace(next).last_use();
    const unsigned bit = 1U << (next % 32);
    if (last_use > j && (atomicOr(&region.on_list[next / 32], bit) & bit) == 0) {
      region.list[listed + atomicAdd(&region.then_listed[j], 1)] = list_entry(next, last_use);
    }
  }
}

}  // namespace
}  // namespace bitvox::skeleton3d
