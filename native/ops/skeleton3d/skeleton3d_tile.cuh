// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "ops/skeleton3d/skeleton3d_region.cuh"

namespace bitvox::skeleton3d {
namespace {

// One step of one tile: a block loads it with its surroundings, runs some subiterations in shared
// memory and writes the tile to the other picture. After subiteration j the voxels at most j from
// the region's border may be wrong, so at the end the tile is right.

struct ThinPictures {
  const std::uint32_t* from;
  std::uint32_t* to;
  const std::uint32_t* anchors;  // or none
  const std::uint32_t* counted;  // voxels of which deletions are counted, or none for all
  int end;                       // subiterations
  int* stamps;  // of each brick: the number of subiterations until it last changed, 0 for never
};

// kPart: of a thinning that ends after some rounds, or counts some deletions only.
enum class Thinned { kWhole, kPart };

// What a step did to a tile.
struct TileResult {
  int stamps[kTileBricks];  // 0: not changed
  unsigned deleted[2];      // voxels, in the round in which the step begins and the next one
  int listed;               // words at the start
  unsigned again;           // some brick of the region changes what the next step does
};

struct TileDeletions {
  unsigned before_round;  // voxels, in the round in which the step begins
  unsigned all;
};

// ---- Loading and storing ---------------------------------------------------------------------

// Four words of a brick: both rows of two slices.
struct BrickPart {
  static constexpr int kParts = kBrickWords / 4;
  int in_region;            // the first word
  std::int64_t in_picture;  // counted from the first word of the region

  __device__ BrickPart(const ThinGrid& grid, int x, int y, int z, int part)
      : in_region((z * kBrickSide + 2 * part) * kStepZ + x * kStepX + y * kBrickRows),
        in_picture(std::int64_t{z * grid.plane + y * grid.row + x} * kBrickWords + 4 * part) {}
};

// Where brick b of the tile is in the region.
__device__ __forceinline__ int3 tile_brick_at(int b) {
  return make_int3(b % kTileX + 1, b / kTileX % kTileY + 1, b / (kTileX * kTileY) + 1);
}

// Whether the tile has any foreground, for each thread's share of it.
__device__ __forceinline__ bool load_words(Region& region, const ThinGrid& grid,
                                           const std::uint32_t* from) {
  constexpr int kParts = kRegionBricks * BrickPart::kParts;
  bool some = false;
#pragma unroll 2
  for (int i = static_cast<int>(threadIdx.x); i < kParts; i += block_threads()) {
    const int b = i / BrickPart::kParts;
    const int x = b % kRegionX, y = b / kRegionX % kRegionY, z = b / kLayerBricks;
    const BrickPart part(grid, x, y, z, i % BrickPart::kParts);
    const uint4 words = __ldcg(reinterpret_cast<const uint4*>(from + part.in_picture));
#pragma unroll
    for (int c = 0; c < 2; ++c) {
      std::uint32_t* const to = region.copy(c) + part.in_region;
      to[0] = words.x;
      to[1] = words.y;
      to[kStepZ] = words.z;
      to[kStepZ + 1] = words.w;
    }
    some = some || (is_in_tile(x, y, z) && (words.x | words.y | words.z | words.w) != 0);
  }
  return some;
}

__device__ __forceinline__ void store_words(Region& region, const ThinGrid& grid,
                                            std::uint32_t* to) {
  constexpr int kParts = kTileBricks * BrickPart::kParts;
  for (int i = static_cast<int>(threadIdx.x); i < kParts; i += block_threads()) {
    const int b = i / BrickPart::kParts;
    const int3 at = tile_brick_at(b);
    const BrickPart part(grid, at.x, at.y, at.z, i % BrickPart::kParts);
    const std::uint32_t* const words = region.copy(0) + part.in_region;
    static_assert(kSubiterations % 2 == 0);  // the result is in the first copy
    *reinterpret_cast<uint4*>(to + part.in_picture) =
        make_uint4(words[0], words[1], words[kStepZ], words[kStepZ + 1]);
  }
}

__host__ __device__ constexpr unsigned long long west_column() {
  unsigned long long column = 0;
  for (int y = 0; y < kRegionY; ++y) column |= 1ULL << (y * kRegionX);
  return column;
}

// A warp for each layer of bricks finds those that changed in the 12 subiterations before `begin`,
// and their neighbours in x and y.
__device__ __forceinline__ void load_stamps(Region& region, TileResult& result,
                                            const ThinGrid& grid, const int* stamps, int begin) {
  constexpr unsigned long long kWestColumn = west_column();
  constexpr unsigned long long kEastColumn = kWestColumn << (kRegionX - 1);
  static_assert(kLayerBricks <= 64);
  const int lane = cuda::this_lane();
  for (int z = static_cast<int>(threadIdx.x) / kWarp; z < kRegionZ; z += block_threads() / kWarp) {
    unsigned long long changed = 0;
    bool again = false;
#pragma unroll
    for (int first = 0; first < kLayerBricks; first += 32) {
      const int b = first + lane;
      int stamp = begin - kDirections;
      if (b < kLayerBricks) {
        stamp = __ldcg(stamps + z * grid.plane + b / kRegionX * grid.row + b % kRegionX);
      }
      changed |=
          static_cast<unsigned long long>(__ballot_sync(kAllLanes, stamp > begin - kDirections))
          << first;
      again = again || stamp > begin + kSubiterations - kDirections;
    }
    again = __any_sync(kAllLanes, again);
    if (lane == 0) {
      changed |= (changed & ~kEastColumn) << 1 | (changed & ~kWestColumn) >> 1;
      region.recent[z] = changed | changed << kRegionX | changed >> kRegionX;
      if (again) atomicOr(&result.again, 1U);
    }
  }
}

// ---- A subiteration --------------------------------------------------------------------------

__device__ __forceinline__ std::uint32_t deletable_towards(int direction,
                                                           const Neighbourhood<std::uint32_t>& n) {
  switch (direction) {
#define BITVOX_CASE(d) \
  case d:              \
    return deletable<d>(n);
    BITVOX_CASE(0)
    BITVOX_CASE(1)
    BITVOX_CASE(2)
    BITVOX_CASE(3)
    BITVOX_CASE(4)
    BITVOX_CASE(5)
    BITVOX_CASE(6)
    BITVOX_CASE(7)
    BITVOX_CASE(8)
    BITVOX_CASE(9)
    BITVOX_CASE(10)
    BITVOX_CASE(11)
#undef BITVOX_CASE
    default:
      return 0;
  }
}

// A subiteration goes from one copy of the region to the other.

// Copies a word of the list that is still of use in subiteration j; whether something in it can be
// deleted: every template has U or S white.
__device__ __forceinline__ bool copy_word(const Faces& face, const std::uint32_t* from,
                                          std::uint32_t* to, int entry, int j) {
  if (entry >> kIndexBits < j) {
    return false;
  }
  const int i = entry & ((1 << kIndexBits) - 1);
  const std::uint32_t w = from[i];
  to[i] = w;
  return (w & ~(face.up(from + i, w) & face.south(from + i, w))) != 0;
}

// Copies the words on the list and queues those in which something can be deleted, so that no
// thread evaluates two words while another one has none.
__device__ __forceinline__ void queue_words(Region& region, const Faces& face, int j, int listed) {
  const int thread = static_cast<int>(threadIdx.x);
  for (int k = thread; k - thread % kWarp < listed; k += block_threads()) {
    const int entry = k < listed ? region.list[k] : 0;
    const bool is =
        k < listed && copy_word(face, region.copy(j % 2), region.copy((j + 1) % 2), entry, j);
    const int at = cuda::append(&region.queued[j], is);
    if (is) region.queue[at] = static_cast<std::uint16_t>(entry);
  }
}

// Thins word i.
template <bool kAnchored, Thinned kThinned>
__device__ __forceinline__ void thin_word(Region& region, TileResult& result, int begin, int j,
                                          int i, int listed, const std::uint32_t* anchors,
                                          const std::uint32_t* counted, const ThinGrid& grid,
                                          TileDeletions& deletions) {
  Neighbourhood<std::uint32_t> n;
  gather(region.copy(j % 2) + i, n);
  std::uint32_t deleted = deletable_towards((begin + j) % kDirections, n);
  if (kAnchored && deleted != 0) {
    deleted &= ~anchors[WordPlace(i).in_picture(grid)];
  }
  if (deleted != 0) {
    region.copy((j + 1) % 2)[i] = n.at[13] & ~deleted;
    const int brick = WordPlace(i).tile_brick();
    if (brick >= 0) {
      result.stamps[brick] = begin + j + 1;
      const bool all = kThinned == Thinned::kWhole || counted == nullptr;
      deletions.all += static_cast<unsigned>(
          __popc(all ? deleted : deleted & counted[WordPlace(i).in_picture(grid)]));
    }
    list_neighbours(region, i, deleted, n, j, listed);
  }
}

// ---- The step --------------------------------------------------------------------------------

// Subiterations from `begin` on, of the tile whose region starts at brick `origin`. Returns whether
// the tile had any foreground; after the next barrier `result` is complete then.
template <bool kAnchored, Thinned kThinned>
__device__ __forceinline__ bool thin_tile(Region& region, TileResult& result, const ThinGrid& grid,
                                          const ThinPictures& pictures, std::int64_t origin,
                                          int begin) {
  const int thread = static_cast<int>(threadIdx.x);
  const std::int64_t first_word = origin * kBrickWords;
#pragma unroll 1
  for (int i = thread; i < kRegionWords / 32; i += block_threads()) {
    region.on_list[i] = 0;
  }
  if (thread < kSubiterations) {
    region.then_listed[thread] = 0;
    region.queued[thread] = 0;
  }
  if (thread < kTileBricks) result.stamps[thread] = 0;
  if (thread == 0) {
    region.active_bricks = 0;
    region.first_listed = 0;
    result.deleted[0] = 0;
    result.deleted[1] = 0;
    result.again = 0;
  }
  __syncthreads();
  load_stamps(region, result, grid, pictures.stamps + origin, begin);
  bool some = load_words(region, grid, pictures.from + first_word);
  some = __syncthreads_or(some) != 0;
  if (some) {
    list_active_bricks(region);
    __syncthreads();
    list_exposed_words(region);
    __syncthreads();
  }

  const int subiterations =
      kThinned == Thinned::kWhole ? kSubiterations : min(kSubiterations, pictures.end - begin);
  const std::uint32_t* const counted =
      pictures.counted != nullptr ? pictures.counted + first_word : nullptr;
  TileDeletions deletions{0, 0};
  int listed = region.first_listed;
  if (thread == 0) result.listed = listed;
  for (int j = 0; j < subiterations && listed > 0; ++j) {
    const int direction = (begin + j) % kDirections;
    if (direction == 0) {
      deletions.before_round = deletions.all;
    }
    const Faces face = kFaces[direction];
    const bool one_each = listed <= block_threads();
    if (!one_each) {
      queue_words(region, face, j, listed);
      __syncthreads();
    }
    const int count = one_each ? listed : region.queued[j];
    for (int k = thread; k < count; k += block_threads()) {
      const int entry = one_each ? region.list[k] : region.queue[k];
      if (!one_each || copy_word(face, region.copy(j % 2), region.copy((j + 1) % 2), entry, j)) {
        thin_word<kAnchored, kThinned>(region, result, begin, j, entry & ((1 << kIndexBits) - 1),
                                       listed, kAnchored ? pictures.anchors + first_word : nullptr,
                                       counted, grid, deletions);
      }
    }
    __syncthreads();
    listed += region.then_listed[j];
  }
  const bool ends_round = begin / kDirections != (begin + subiterations - 1) / kDirections;
  const unsigned before = ends_round ? deletions.before_round : deletions.all;
  if (before != 0) atomicAdd(&result.deleted[0], before);
  if (deletions.all != before) atomicAdd(&result.deleted[1], deletions.all - before);
  store_words(region, grid, pictures.to + first_word);
  if (thread < kTileBricks && result.stamps[thread] != 0) {
    const int3 at = tile_brick_at(thread);
    pictures.stamps[origin + at.z * grid.plane + at.y * grid.row + at.x] = result.stamps[thread];
  }
  return some;
}

}  // namespace
}  // namespace bitvox::skeleton3d
