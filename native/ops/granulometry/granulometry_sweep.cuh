// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "ops/granulometry/granulometry.hpp"
#include "ops/granulometry/granulometry_distance_x.cuh"

namespace bitvox::granulometry {

// The city-block distance to the background, one axis after the other: along x from the lengths
// of runs, then d = min(d, d of the row before + 1) forwards and backwards in y and in z.

// One more, but kFar stays.
template <int P>
__device__ inline Planes<P> plus_one(const Planes<P>& a) {
  std::uint32_t all = a.word[0];
#pragma unroll
  for (int p = 1; p < P; ++p) {
    all &= a.word[p];
  }
  std::uint32_t carry = ~all;
  Planes<P> result;
#pragma unroll
  for (int p = 0; p < P; ++p) {
    result.word[p] = a.word[p] ^ carry;
    carry &= a.word[p];
  }
  return result;
}

enum class Axis { kY, kZ };
enum class Direction { kForwards, kBackwards };

// Sweeps along y or z: a thread takes the words at one x and z, or x and y, some at a time, with as
// many on their way: few threads have all the work, and wait for memory. Distances are cut at
// `cut`.
template <int P, Axis kAxis, Direction kDirection>
__global__ void __launch_bounds__(128)
    sweep_kernel(TileGrid grid, Edges edges, std::uint32_t* planes, int cut) {
  const std::int64_t thread = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  const auto across = static_cast<int>(thread % kTileSide);  // z or y within the tile
  const std::int64_t column = thread / kTileSide;            // of tiles
  const std::int64_t columns =
      static_cast<std::int64_t>(grid.nx) * (kAxis == Axis::kY ? grid.nz : grid.ny);
  if (column >= columns) {
    return;
  }
  constexpr int kBatch = P <= 8 ? 8 : 4;
  const std::int64_t length = kAxis == Axis::kY ? grid.height : grid.depth;
  const std::int64_t batches = (length + kBatch - 1) / kBatch;
  const std::int64_t first_tile =
      kAxis == Axis::kY ? column / grid.nx * grid.nx * grid.ny + column % grid.nx : column;
  const std::int64_t tile_step =
      kAxis == Axis::kY ? grid.nx : static_cast<std::int64_t>(grid.nx) * grid.ny;
  constexpr int kRowStep = kAxis == Axis::kY ? 1 : kTileSide;
  const int first_row = kAxis == Axis::kY ? across * kTileSide : across;

  const auto address = [&](std::int64_t batch) {  // of its first row
    const std::int64_t i = batch * kBatch;
    return planes + row_offset<P>(first_tile + i / kTileSide * tile_step,
                                  first_row + static_cast<int>(i % kTileSide) * kRowStep);
  };
  const auto load = [&](std::int64_t batch, Planes<P>* to) {
    const std::uint32_t* from = address(batch);
#pragma unroll
    for (int i = 0; i < kBatch; i += 2) {
      if (kAxis == Axis::kY) {
        const RowPair<P> pair = load_pair<P>(from + 2 * i);
        to[i] = pair.a;
        to[i + 1] = pair.b;
      } else {
        to[i] = load_row<P>(from + 2 * i * kRowStep);
        to[i + 1] = load_row<P>(from + 2 * (i + 1) * kRowStep);
      }
    }
  };
  const auto store = [&](std::int64_t batch, const Planes<P>* rows) {
    std::uint32_t* to = address(batch);
#pragma unroll
    for (int i = 0; i < kBatch; i += 2) {
      if (kAxis == Axis::kY) {
        store_pair<P>(to + 2 * i, RowPair<P>{rows[i], rows[i + 1]});
      } else {
        store_row<P>(to + 2 * i * kRowStep, rows[i]);
        store_row<P>(to + 2 * (i + 1) * kRowStep, rows[i + 1]);
      }
    }
  };

  const Planes<P> most = everywhere<P>(cut);
  // Outside: background, or with clipped edges none.
  Planes<P> before = everywhere<P>(edges == Edges::kClipped ? static_cast<int>(kFar<P>) : 0);
  Planes<P> rows[kBatch];
  Planes<P> next[kBatch];
  const auto batch_number = [&](std::int64_t i) {
    return kDirection == Direction::kForwards ? i : batches - 1 - i;
  };
  load(batch_number(0), next);
  for (std::int64_t i = 0; i < batches; ++i) {
    const std::int64_t batch = batch_number(i);
#pragma unroll
    for (int j = 0; j < kBatch; ++j) {
      rows[j] = next[j];
    }
    if (i + 1 < batches) {
      load(batch_number(i + 1), next);
    }
    std::uint32_t changed = 0;
#pragma unroll
    for (int j = 0; j < kBatch; ++j) {
      const int k = kDirection == Direction::kForwards ? j : kBatch - 1 - j;
      if (batch * kBatch + k < length) {
        const Planes<P> limit = smaller(plus_one(before), most);
        const std::uint32_t lower = greater(rows[k], limit);
        rows[k] = select(lower, limit, rows[k]);
        changed |= lower;
        before = rows[k];
      }
    }
    if (changed != 0) {
      store(batch, rows);
    }
  }
}

}  // namespace bitvox::granulometry
