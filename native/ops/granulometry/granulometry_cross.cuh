// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_pipeline_primitives.h>
#include <cuda_runtime.h>

#include <cstdint>

#include "ops/granulometry/granulometry_propagate.cuh"

namespace bitvox::granulometry {

// What a warp needs of a tile for one step, in shared memory: for each pair of planes the tile's 64
// rows and the 8 rows of each of the neighbours' four faces in y and z; then their faces in x.
template <int P>
struct CrossStage {
  static constexpr int kPairWords = kPairStride + 4 * 2 * kTileSide;
  std::uint32_t rows[P / 2 * kPairWords];
  typename Faces<P>::EdgePair edges[2][kWarp];
};

// The 16-byte chunks of the neighbours' faces are shared out among the lanes: where the chunk comes
// from and goes to is the same for all tiles, but for the neighbour and its buffer.
template <int P>
struct FaceChunk {
  static constexpr int kChunk = 16;
  static constexpr int kRowChunks = 2 * P;  // of a face in y or z
  static constexpr int kEdgeChunks = static_cast<int>(sizeof(typename Faces<P>::Edge)) * 4;
  static constexpr int kAll = 4 * kRowChunks + 2 * kEdgeChunks;

  const char* from;         // in buffer 0 of tile 0
  std::int64_t tile_bytes;  // from tile to tile
  int step;                 // to the neighbour
  int face;                 // of this tile, beyond which the neighbour is; none: nothing to do
  int buffer_bit;
  int to;  // bytes from the start of the stage

  __device__ FaceChunk(const TileGrid& grid, const Faces<P>& faces, int number) {
    const bool in_x = number >= 4 * kRowChunks;
    const int left = in_x ? number - 4 * kRowChunks : number;
    const int chunk = in_x ? left % kEdgeChunks : left % kRowChunks;
    const int side = in_x ? left / kEdgeChunks : left / kRowChunks;  // low x, high x; low y, ...
    face = in_x ? kLowX + side : kLowY + side;
    const auto its = static_cast<Face>(face ^ 1);
    const bool high = (face & 1) != 0;
    const int axis = face / 2;
    step = (axis == 0 ? 1 : axis == 1 ? grid.nx : grid.nx * grid.ny) * (high ? 1 : -1);
    buffer_bit = neighbour_bit(axis == 0 ? (high ? 1 : -1) : 0, axis == 1 ? (high ? 1 : -1) : 0,
                               axis == 2 ? (high ? 1 : -1) : 0);
    if (in_x) {
      from = reinterpret_cast<const char*>(faces.edges(0, its, 0));
      tile_bytes = kEdgeChunks * kChunk;
      to = static_cast<int>(sizeof(CrossStage<P>::rows)) + left * kChunk;
    } else {
      from = reinterpret_cast<const char*>(faces.rows(0, its, 0));
      tile_bytes = kRowChunks * kChunk;
      to = (chunk / 4 * CrossStage<P>::kPairWords + kPairStride + side * 2 * kTileSide) * 4 +
           chunk % 4 * kChunk;
    }
    from += chunk * kChunk;
    if (number >= kAll) {
      face = kFaceCount;
    }
  }

  __device__ void copy(const TileGrid& grid, const ActiveTile& active, CrossStage<P>& stage) const {
    if (face == kFaceCount) {
      return;
    }
    const std::int64_t tile =
        (active.neighbours >> face & 1U) != 0 ? active.tile + step : grid.count;
    const std::int64_t tiles = grid.count + 1;
    const std::int64_t place = tile + ((active.buffers >> buffer_bit & 1U) != 0 ? tiles : 0);
    __pipeline_memcpy_async(reinterpret_cast<char*>(&stage) + to, from + place * tile_bytes,
                            kChunk);
  }
};

// A step for the cross: a warp a tile, a lane two rows. While it works on a tile, the next one is
// on its way to shared memory.
template <int P>
inline constexpr int kCrossWarps = P <= 8 ? 4 : 2;

template <int P, bool kPlanar>
__global__ void __launch_bounds__(kCrossWarps<P>* kWarp)
    propagate_cross_kernel(TileGrid grid, TileLists lists, std::uint32_t* planes, Faces<P> faces,
                           int m) {
  __shared__ __align__(16) CrossStage<P> all_stages[kCrossWarps<P>][2];
  CrossStage<P>* const stages = all_stages[threadIdx.x / kWarp];
  const int lane = static_cast<int>(threadIdx.x) % kWarp;
  const int z = lane / 4;
  const int y = lane % 4 * 2;

  // The rows of a lane and around it: words from the start of a stage.
  const auto face_row = [](Face face, int row) {
    return kPairStride + (face - kLowY) * 2 * kTileSide + 2 * row;
  };
  const int own = 4 * lane;
  const int below_y = y > 0 ? own - 2 : face_row(kLowY, z);
  const int above_y = y < kTileSide - 2 ? own + 4 : face_row(kHighY, z);
  const int below_z = z > 0 ? own - 2 * kTileSide : face_row(kLowZ, y);
  const int above_z = z < kTileSide - 1 ? own + 2 * kTileSide : face_row(kHighZ, y);
  constexpr int kPairWords = CrossStage<P>::kPairWords;

  constexpr int kRounds = (FaceChunk<P>::kAll + kWarp - 1) / kWarp;
  // In the volume, the rows of a tile's faces in z are kept in the faces alone.
  const bool in_face = !kPlanar && (z == 0 || z == kTileSide - 1);
  const Face own_face = z == 0 ? kLowZ : kHighZ;
  const auto copy_in = [&](const ActiveTile& active, CrossStage<P>& stage) {
    const std::uint32_t* rows = planes + row_offset<P>(active.tile, 2 * lane);
    if (in_face) {
      rows = faces.rows(active.tile, own_face, active.state >> own_face & 1U) + 2 * y;
    }
    const int stride = in_face ? Faces<P>::kPairStride : kPairStride;
#pragma unroll
    for (int i = 0; i < P / 2; ++i) {
      __pipeline_memcpy_async(stage.rows + i * kPairWords + own, rows + i * stride, 16);
    }
#pragma unroll
    for (int round = 0; round < kRounds; ++round) {
      FaceChunk<P>(grid, faces, round * kWarp + lane).copy(grid, active, stage);
    }
  };

  cuda::wait_for_previous_kernel();
  const int warps = static_cast<int>(gridDim.x * blockDim.x) / kWarp;
  const int count = *lists.count;
  int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x) / kWarp;
  // Read before it is known whether they are there: nothing waits for the count.
  ActiveTile active = lists.active[min(i, grid.count - 1)];
  ActiveTile next = lists.active[min(i + warps, grid.count - 1)];
  if (i >= count) {
    return;
  }
  copy_in(active, stages[0]);
  __pipeline_commit();
  for (int turn = 0; i < count; i += warps, turn ^= 1) {
    const CrossStage<P>& stage = stages[turn];
    if (i + warps < count) {
      copy_in(next, stages[turn ^ 1]);
    }
    __pipeline_commit();
    const ActiveTile after_next =
        i + 2 * warps < count ? lists.active[i + 2 * warps] : ActiveTile{};
    __pipeline_wait_prior(1);
    __syncwarp();

    const RowPair<P> old = load_pair<P>(stage.rows + own, kPairWords);
    RowPair<P> most{larger(load_row<P>(stage.rows + below_y, kPairWords), old.b),
                    larger(load_row<P>(stage.rows + above_y, kPairWords), old.a)};
    if (!kPlanar) {
      const RowPair<P> below = load_pair<P>(stage.rows + below_z, kPairWords);
      const RowPair<P> above = load_pair<P>(stage.rows + above_z, kPairWords);
      most.a = larger(most.a, larger(below.a, above.a));
      most.b = larger(most.b, larger(below.b, above.b));
    }
    const unsigned left = stage.edges[0][lane];
    const unsigned right = stage.edges[1][lane];
    constexpr int kEdgeBits = Faces<P>::kEdgeBits;
    most.a = larger(most.a, larger(shifted_up(old.a, left), shifted_down(old.a, right)));
    most.b = larger(
        most.b, larger(shifted_up(old.b, left, kEdgeBits), shifted_down(old.b, right, kEdgeBits)));
    std::uint32_t* rows = in_face ? nullptr : planes + row_offset<P>(active.tile, 2 * lane);
    take_larger<P>(most, old, m, rows, faces, lists, active.tile, active.state, lane);
    __syncwarp();  // before the stage is written again
    active = next;
    next = after_next;
  }
}

}  // namespace bitvox::granulometry
