// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "cuda/launch.hpp"
#include "ops/tortuosity/tortuosity_bricks.cuh"

// How kernels go through the bricks of a grid and add up its rows.
namespace bitvox::tortuosity {
namespace {

// A warp a row of bricks along x, or a part of it; those of a block lie side by side, so that what
// they have in common is in the multiprocessor's cache.
constexpr int kWarpsAlongY = 4;
constexpr int kWarpsAlongZ = 2;
constexpr int kBrickThreads = kWarpsAlongY * kWarpsAlongZ * cuda::kWarp;
constexpr int kSumLanes = 32;  // of a row, see tortuosity_rows.inl
constexpr int kSumBricks = kSumLanes / kBrickWidth;
constexpr int kMostPartBricks = 8;  // of a part of a row
constexpr std::int64_t kManyWarps = 16384;

struct BrickRow {
  int part, y, z;

  __device__ BrickRow(const Bricks& grid, int parts) {
    const int warp = static_cast<int>(threadIdx.x) / cuda::kWarp;
    const int blocks_y = (grid.along_y + kWarpsAlongY - 1) / kWarpsAlongY;
    auto block = static_cast<int>(blockIdx.x);
    part = block % parts;
    block /= parts;
    y = block % blocks_y * kWarpsAlongY + warp % kWarpsAlongY;
    z = block / blocks_y * kWarpsAlongZ + warp / kWarpsAlongY;
  }
  __device__ bool is_in(const Bricks& grid) const { return y < grid.along_y && z < grid.along_z; }
  // Of its bits.
  __device__ std::int64_t first_word(const Bricks& grid) const {
    return (static_cast<std::int64_t>(z) * grid.along_y + y) * grid.words();
  }
};

// How many bricks of a row a warp does, so that there are enough warps.
inline int part_bricks(const Bricks& grid) {
  int bricks = kMostPartBricks;
  while (bricks > 1 && grid.count() / kBrick / bricks < kManyWarps) bricks /= 2;
  return bricks;
}

inline unsigned blocks_of(const Bricks& grid, int parts) {
  return cuda::blocks_for(grid.along_y, kWarpsAlongY) *
         cuda::blocks_for(grid.along_z, kWarpsAlongZ) * static_cast<unsigned>(parts);
}

// cell(place, lane) for every cell of bricks with something in them, for all lanes of a warp at
// once. cell.lane(place) is what does not change along a row.
template <class Cell>
__global__ void __launch_bounds__(kBrickThreads)
    each_brick_kernel(const __grid_constant__ Bricks grid, const std::uint32_t* bits, int part,
                      const __grid_constant__ Cell cell) {
  const BrickRow row(grid, (grid.along_x + part - 1) / part);
  if (!row.is_in(grid)) return;
  const int first = row.part * part;
  unsigned todo = bits[row.first_word(grid) + first / kBricksPerWord] >> (first % kBricksPerWord) &
                  ((1U << part) - 1U);
  if (todo == 0) return;
  const Place start(grid, row.y, row.z);
  const auto lane = cell.lane(start);
  for (; todo != 0; todo &= todo - 1) cell(start.at(grid, first + __ffs(todo) - 1), lane);
}

template <class Cell>
void each_brick(const Bricks& grid, const std::uint32_t* bits, const Cell& cell,
                const cuda::Stream& stream) {
  const int part = part_bricks(grid);
  cuda::launch(each_brick_kernel<Cell>,
               {blocks_of(grid, (grid.along_x + part - 1) / part), kBrickThreads}, stream, grid,
               bits, part, cell);
}

// Where sums of rows go: of all, or only those of one layer, as an array of its own or added to
// those of all.
struct RowSums {
  enum class Kind { kAll, kLayer, kAddLayer };
  double* sums;
  Kind kind = Kind::kAll;
  int layer = 0;

  __device__ void set(const Bricks& grid, int y, int z, double sum) const {
    const std::int64_t at = static_cast<std::int64_t>(z) * grid.height + y;
    if (kind == Kind::kAll) {
      sums[at] = sum;
    } else if (z == layer) {
      if (kind == Kind::kLayer) {
        sums[y] = sum;
      } else {
        sums[at] += sum;
      }
    }
  }
};

// The sums of term(place, lane) over rows of cells, as the CPU adds them up: lane x % 32 its
// numbers one after the other, then the lanes in pairs.
template <class Term>
__global__ void __launch_bounds__(kBrickThreads)
    sum_bricks_kernel(const __grid_constant__ Bricks grid, const std::uint32_t* bits,
                      const __grid_constant__ Term term, RowSums out) {
  __shared__ double sums[kSumBricks][kBrickThreads];
  const auto thread = static_cast<int>(threadIdx.x);
  const BrickRow row(grid, 1);
  if (!row.is_in(grid)) return;
  for (int i = 0; i < kSumBricks; ++i) sums[i][thread] = 0;
  const Place start(grid, row.y, row.z);
  const auto lane = term.lane(start);
  const std::uint32_t* const words = bits + row.first_word(grid);
  for (int word = 0; word < grid.words(); ++word) {
    for (unsigned todo = words[word]; todo != 0; todo &= todo - 1) {
      const int brick = word * kBricksPerWord + __ffs(todo) - 1;
      sums[brick % kSumBricks][thread] += term(start.at(grid, brick), lane);
    }
  }
  for (int half = kSumBricks / 2; half > 0; half /= 2) {
    for (int i = 0; i < half; ++i) sums[i][thread] += sums[i + half][thread];
  }
  double sum = sums[0][thread];
  for (const int bit : {8, 1}) sum += __shfl_xor_sync(cuda::kAllLanes, sum, bit);
  if (Place::lane_x() == 0 && start.y < grid.height && start.z < grid.depth) {
    out.set(grid, start.y, start.z, sum);
  }
}

template <class Term>
void sum_bricks(const Bricks& grid, const std::uint32_t* bits, const Term& term, const RowSums& out,
                const cuda::Stream& stream) {
  cuda::launch(sum_bricks_kernel<Term>, {blocks_of(grid, 1), kBrickThreads}, stream, grid, bits,
               term, out);
}

// make(place) for all cells; sets the bits of bricks where it is true.
template <class Make>
__global__ void __launch_bounds__(kBrickThreads)
    make_bricks_kernel(const __grid_constant__ Bricks grid, std::uint32_t* bits,
                       const __grid_constant__ Make make) {
  const BrickRow row(grid, grid.words());
  if (!row.is_in(grid)) return;
  const Place start(grid, row.y, row.z);
  const int first = row.part * kBricksPerWord;
  unsigned filled = 0;
  for (int i = 0; i < min(kBricksPerWord, grid.along_x - first); ++i) {
    const bool any = make(start.at(grid, first + i));
    if (__any_sync(cuda::kAllLanes, any)) filled |= 1U << i;
  }
  if (cuda::this_lane() == 0) bits[row.first_word(grid) + row.part] = filled;
}

template <class Make>
void make_bricks(const Bricks& grid, std::uint32_t* bits, const Make& make,
                 const cuda::Stream& stream) {
  cuda::launch(make_bricks_kernel<Make>, {blocks_of(grid, grid.words()), kBrickThreads}, stream,
               grid, bits, make);
}

}  // namespace
}  // namespace bitvox::tortuosity
