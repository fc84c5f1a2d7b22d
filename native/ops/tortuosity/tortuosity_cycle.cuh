// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <vector>

#include "cuda/device_arena.hpp"
#include "cuda/stream.hpp"
#include "diffusion/aggregation.hpp"
#include "ops/tortuosity/tortuosity_levels.cuh"

// The cycle over the coarse levels. Values begin in Cells::value and, after the two steps before
// and the three after a correction, end in Cells::other; those of the last level, one cell, stay.
namespace bitvox::tortuosity {
namespace {

constexpr int kMostTailLevels = 16;

struct Tail {
  Cells levels[kMostTailLevels];
  int count;
};

inline __host__ __device__ const float* result_of(const Cells& level) {
  return level.is_last ? level.value : level.other;
}
inline __host__ __device__ ToCoarse to_coarse(const Cells& coarse, const Smoothing& smoothing) {
  return {coarse, coarse.is_last ? 1.0F : smoothing.scale[0]};
}

// What is done on one level until its residual is the right-hand side of the next one, and after
// that has been solved.
struct Descent {
  CellStep first, second;
  LeaveOfCells last;
};
struct Ascent {
  CorrectedStep first;
  SecondStep second;
  CellStep last;
};
static_assert(kDegree == 3);

inline __host__ __device__ Descent descent(const Cells& level, const Cells& coarse,
                                           const Smoothing& with) {
  return {{level, level.value, level.other, with.keep[1], with.scale[1], false},
          {level, level.other, level.value, with.keep[2], with.scale[2], true},
          {level, to_coarse(coarse, with)}};
}
inline __host__ __device__ Ascent ascent(const Cells& level, const Cells& coarse, float correction,
                                         const Smoothing& with) {
  const FromCoarse from{coarse.grid, result_of(coarse), correction};
  return {{level, from, with.scale[0]},
          {level, from, with.keep[1], with.scale[1]},
          {level, level.value, level.other, with.keep[2], with.scale[2], true}};
}

template <class Cell>
__device__ __forceinline__ void each_brick_of_block(const Cell& cell) {
  const Bricks& grid = cell.level.grid;
  const int count = grid.along_x * grid.along_y * grid.along_z;
  for (int i = static_cast<int>(threadIdx.x) / cuda::kWarp; i < count;
       i += kTailThreads / cuda::kWarp) {
    const int row = i / grid.along_x;
    const Place start(grid, row % grid.along_y, row / grid.along_y);
    cell(start.at(grid, i % grid.along_x), cell.lane(start));
  }
  __syncthreads();
}

__global__ void __launch_bounds__(kTailThreads)
    tail_kernel(const __grid_constant__ Tail tail, const __grid_constant__ Smoothing smoothing,
                float correction) {
  for (int i = 0; i + 1 < tail.count; ++i) {
    const Descent down = descent(tail.levels[i], tail.levels[i + 1], smoothing);
    each_brick_of_block(down.first);
    each_brick_of_block(down.second);
    each_brick_of_block(down.last);
  }
  for (int i = tail.count - 1; i-- > 0;) {
    const Ascent up = ascent(tail.levels[i], tail.levels[i + 1], correction, smoothing);
    each_brick_of_block(up.first);
    each_brick_of_block(up.second);
    each_brick_of_block(up.last);
  }
}

// All coarse levels of a grid.
class Cycle {
 public:
  // Measures only where the arena does.
  Cycle(cuda::DeviceArena& arena, const Grid& voxels, Weights weights) {
    constexpr int kPackedLevels = 2;
    for (Grid grid = voxels; grid.cells() > 1;) {
      grid = grid.coarse();
      Cells& level = levels_.emplace_back();
      level.grid = bricks_of(grid);
      level.weights = weights;
      level.is_last = grid.cells() == 1;
      const std::int64_t count = level.grid.count();
      if (levels_.size() <= kPackedLevels) {
        level.packed = arena.take<std::uint32_t>(count);
      } else {
        level.wide = arena.take<float>(6 * count);
      }
      for (float** values : {&level.rhs, &level.value, &level.other}) {
        *values = arena.take<float>(count);
      }
      level.bits = arena.take<std::uint32_t>(level.grid.all_words());
    }
    while (first_of_tail_ < levels_.size() && levels_[first_of_tail_].grid.count() > kTailCells) {
      ++first_of_tail_;
    }
  }

  bool empty() const { return levels_.empty(); }
  const Cells& first() const { return levels_.front(); }
  ToCoarse to_first() const { return to_coarse(first(), smoothing_); }
  FromCoarse from_first(float correction) const {
    if (empty()) return {};
    return {first().grid, result_of(first()), correction};
  }

  template <class LinksOfFinest>
  void make(const LinksOfFinest& links_of_finest, const cuda::Stream& stream) const {
    for (std::size_t i = 0; i < levels_.size(); ++i) {
      const Cells& level = levels_[i];
      const auto make_with = [&](const auto& links) {
        make_bricks(level.grid, level.bits, links, stream);
      };
      if (i == 0) {
        make_with(links_of_finest);
      } else {
        make_with(LinksOfCells{levels_[i - 1], level});
      }
    }
  }

  // From the right-hand side of the first level to its values. Its sums over rows of the product of
  // both go to `products`.
  void solve(float correction, double* products, const cuda::Stream& stream) const {
    const auto each = [&](const auto& cell) {
      each_brick(cell.level.grid, cell.level.bits, cell, stream);
    };
    for (std::size_t i = 0; i < first_of_tail_; ++i) {
      const Descent down = descent(levels_[i], levels_[i + 1], smoothing_);
      each(down.first);
      each(down.second);
      each(down.last);
    }
    if (first_of_tail_ + 1 < levels_.size()) {
      Tail tail{};
      for (std::size_t i = first_of_tail_; i < levels_.size(); ++i) {
        tail.levels[tail.count++] = levels_[i];
      }
      cuda::launch(tail_kernel, {1, kTailThreads}, stream, tail, smoothing_, correction);
    }
    for (std::size_t i = first_of_tail_; i-- > 0;) {
      const Ascent up = ascent(levels_[i], levels_[i + 1], correction, smoothing_);
      each(up.first);
      each(up.second);
      each(up.last);
    }
    sum_bricks(first().grid, first().bits, Product{first(), result_of(first())}, {products},
               stream);
  }

 private:
  std::vector<Cells> levels_;
  std::size_t first_of_tail_ = 0;
  Smoothing smoothing_ = smoothing();
};

}  // namespace
}  // namespace bitvox::tortuosity
