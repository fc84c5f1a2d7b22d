// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "cuda/counted_part.cuh"
#include "ops/local_thickness/local_thickness_bricks.cuh"
#include "ops/local_thickness/local_thickness_list.cuh"

namespace bitvox::local_thickness {

// A band is painted in three steps: find the bricks that its balls may cover something of, paint
// these, and close what is covered. Painting lets T grow to the ball's square wherever the ball
// covers what was open before the band: in a band the order of balls does not matter, and what
// bands before have covered had larger balls.

// A ball (by its place on the list) and a brick.
struct Task {
  unsigned ball;
  unsigned brick;
};

struct Tasks {
  Task* tasks;
  unsigned* count;  // may pass the capacity: these are not on the list
  unsigned capacity;
};

inline constexpr int kPaintThreads = 256;
inline constexpr int kPaintWarps = kPaintThreads / kWarp;

template <class V>
__device__ Ball<V> ball_at(const Volume<V>& volume, const Centre& centre) {
  const auto x = static_cast<int>(centre.x);
  const auto height = static_cast<unsigned>(volume.height);
  return {x, static_cast<int>(centre.row % height), static_cast<int>(centre.row / height),
          volume.square_at(x, centre.row)};
}

__device__ inline void raise(std::uint32_t* value, int square) {
  atomicMax(value, static_cast<std::uint32_t>(square));
}
// Doubles that are not negative are ordered as their bits are.
__device__ inline void raise(double* value, double square) {
  atomicMax(reinterpret_cast<unsigned long long*>(value),
            static_cast<unsigned long long>(__double_as_longlong(square)));
}

// Half a warp paints a brick, a lane a row of voxels: each half its own brick, if it has one.
template <class V>
__device__ void paint_brick(const Volume<V>& volume, const Bricks& bricks, bool has_one,
                            const Ball<V>& ball, unsigned brick) {
  const int lane = cuda::this_lane();
  const int i = lane % kBrickRows;
  const int x = bricks.x_of(brick);
  const int y = bricks.row_y(bricks.y_of(brick), i);
  const int z = bricks.row_z(bricks.z_of(brick), i);
  std::uint32_t bits = has_one ? bricks.open_rows(brick)[i] : 0;
  if (bits != 0) {
    const int reach = volume.reach_along_x(ball, y - ball.y, z - ball.z);
    bits = reach < 0 ? 0 : bits & bits_in_word(ball.x - reach, ball.x + reach, x);
  }
  const unsigned rows = __ballot_sync(kAllLanes, bits != 0);
  const unsigned of_brick = rows & (0xffffU << (lane / kBrickRows * kBrickRows));
  if (of_brick != 0 && lane == __ffs(static_cast<int>(of_brick)) - 1) {
    std::uint32_t* const touched = bricks.touched + bricks.row_words(brick) + x / kWarp;
    const std::uint32_t bit = 1U << (x % kWarp);
    if ((*static_cast<volatile std::uint32_t*>(touched) & bit) == 0 &&
        (atomicOr(touched, bit) & bit) == 0) {
      bricks.touched_list[atomicAdd(bricks.touched_count, 1U)] = brick;
    }
  }
  using Thickness = typename Volume<V>::Thickness;
  const auto address = reinterpret_cast<unsigned long long>(
      volume.thickest + volume.row(y, z) * volume.width + static_cast<std::int64_t>(x) * kWarp);
  for (unsigned left = rows; left != 0; left &= left - 1) {
    const int row = __ffs(static_cast<int>(left)) - 1;
    const std::uint32_t covered = __shfl_sync(kAllLanes, bits, row);
    auto* const values = reinterpret_cast<Thickness*>(__shfl_sync(kAllLanes, address, row));
    const Square<V> square = __shfl_sync(kAllLanes, ball.square, row);
    if ((covered >> lane & 1) != 0) raise(values + lane, square);
  }
}

// Rows of bricks, or blocks of them, that a ball may reach.
struct Window {
  int y0, y1, z0, z1;

  __device__ int rows() const { return y1 - y0 + 1; }
  __device__ std::int64_t size() const { return static_cast<std::int64_t>(rows()) * (z1 - z0 + 1); }
  __device__ int y(std::int64_t i) const { return y0 + static_cast<int>(i % rows()); }
  __device__ int z(std::int64_t i) const { return z0 + static_cast<int>(i / rows()); }
};

// What a warp does with a ball: finds its bricks, or several warps do, each some rows of them.
template <class V>
class Finder {
 public:
  __device__ Finder(const Volume<V>& volume, const Bricks& bricks, const Ball<V>& ball,
                    unsigned number, const Tasks& tasks)
      : volume_(volume), bricks_(bricks), ball_(ball), number_(number), tasks_(tasks) {
    const double radius = sqrt(static_cast<double>(ball.square));
    const auto around = [&](int centre, double step, int side, int count, int& first, int& last) {
      const int reach = voxels_in(radius, step) + 1;
      first = max(0, centre - reach) / side;
      last = min(count - 1, (centre + reach) / side);
    };
    around(ball.x, volume.step_x, kWarp, bricks.nx, x0_, x1_);
    around(ball.y, volume.step_y, bricks.height, bricks.ny, window_.y0, window_.y1);
    around(ball.z, volume.step_z, bricks.depth, bricks.nz, window_.z0, window_.z1);
    if (volume.planar) window_.z0 = window_.z1 = ball.z;
  }

  // Part number `part` of `parts`.
  __device__ void find(int part, int parts) const {
    constexpr int kFewRows = 128;
    if (window_.size() <= kFewRows) {
      for_every(window_, part, parts, [&](bool there, int y, int z) { visit_rows(there, y, z); });
      return;
    }
    const Window blocks{window_.y0 / kBlockSide, window_.y1 / kBlockSide, window_.z0 / kBlockSide,
                        window_.z1 / kBlockSide};
    for_every(blocks, part, parts, [&](bool there, int y, int z) {
      unsigned open = __ballot_sync(kAllLanes, there && may_cover_in_block(y, z));
      for (; open != 0; open &= open - 1) {
        const int lane = __ffs(static_cast<int>(open)) - 1;
        visit_block(__shfl_sync(kAllLanes, y, lane), __shfl_sync(kAllLanes, z, lane));
      }
    });
  }

 private:
  // visit(there, y, z) by all lanes, each with a place of its own if it is there.
  template <class Visit>
  __device__ static void for_every(const Window& window, int part, int parts, Visit&& visit) {
    const std::int64_t size = window.size();
    for (std::int64_t i = part; i < size; i += static_cast<std::int64_t>(parts) * kWarp) {
      const std::int64_t mine = i + static_cast<std::int64_t>(parts) * cuda::this_lane();
      visit(mine < size, window.y(mine), window.z(mine));
    }
  }

  // From the ball's centre to `count` rows of `side` voxels from number `first` on.
  __device__ static int gap(int centre, int first, int count, int side) {
    return Volume<V>::gap(centre, first * side, (first + count) * side - 1);
  }

  __device__ bool may_cover_in_block(int y, int z) const {
    const int dy = gap(ball_.y, y * kBlockSide, kBlockSide, bricks_.height);
    const int dz = gap(ball_.z, z * kBlockSide, kBlockSide, bricks_.depth);
    if (!volume_.reaches(ball_, 0, dy, dz)) return false;
    const std::uint32_t* const words = bricks_.blocks + bricks_.block(y, z) * bricks_.words;
    for (int word = x0_ / kWarp; word <= x1_ / kWarp; ++word) {
      if ((words[word] & bits_in_word(x0_, x1_, word)) != 0) return true;
    }
    return false;
  }

  __device__ void visit_block(int y, int z) const {
    for (int i = cuda::this_lane(); i < kRowsOfBlock; i += kWarp) {
      const int brick_y = y * kBlockSide + i % kBlockSide;
      const int brick_z = z * kBlockSide + i / kBlockSide;
      visit_rows(brick_y >= window_.y0 && brick_y <= window_.y1 && brick_z >= window_.z0 &&
                     brick_z <= window_.z1,
                 brick_y, brick_z);
    }
  }

  // A row of bricks for each lane.
  __device__ void visit_rows(bool there, int y, int z) const {
    const int dy = gap(ball_.y, y, 1, bricks_.height);
    const int dz = gap(ball_.z, z, 1, bricks_.depth);
    there = there && volume_.reaches(ball_, 0, dy, dz);
    for (int word = x0_ / kWarp; word <= x1_ / kWarp; ++word) {
      std::uint32_t open = 0;
      if (there) {
        open = bricks_.flags[bricks_.brick_row(y, z) * bricks_.words + word] &
               bits_in_word(x0_, x1_, word);
      }
      while (__any_sync(kAllLanes, open != 0)) {
        const int x = word * kWarp + __ffs(static_cast<int>(open)) - 1;
        const unsigned brick = bricks_.number(x, y, z);
        put(open != 0 && may_cover(x, y, z, bricks_.boxes[open != 0 ? brick : 0]), brick);
        open &= open - 1;
      }
    }
  }

  __device__ bool may_cover(int x, int y, int z, std::uint32_t bits) const {
    const OpenBox box = OpenBox::unpack(bits);
    const auto away = [](int centre, int start, int first, int last) {
      return Volume<V>::gap(centre, start + first, start + last);
    };
    return volume_.reaches(ball_, away(ball_.x, x * kWarp, box.x0, box.x1),
                           away(ball_.y, y * bricks_.height, box.y0, box.y1),
                           away(ball_.z, z * bricks_.depth, box.z0, box.z1));
  }

  // Puts the lanes' bricks on the list; paints them at once where it is full.
  __device__ void put(bool has_one, unsigned brick) const {
    const int lane = cuda::this_lane();
    const unsigned all = __ballot_sync(kAllLanes, has_one);
    if (all == 0) return;
    unsigned first = 0;
    if (lane == 0) first = atomicAdd(tasks_.count, static_cast<unsigned>(__popc(all)));
    first = __shfl_sync(kAllLanes, first, 0);
    const unsigned place = first + static_cast<unsigned>(__popc(all & cuda::lanes_before(lane)));
    const bool listed = has_one && place < tasks_.capacity;
    if (listed) tasks_.tasks[place] = {number_, brick};
    unsigned left = __ballot_sync(kAllLanes, has_one && !listed);
    for (; left != 0; left &= left - 1) {
      const unsigned next = __shfl_sync(kAllLanes, brick, __ffs(static_cast<int>(left)) - 1);
      paint_brick(volume_, bricks_, lane < kBrickRows, ball_, next);
    }
  }

  const Volume<V>& volume_;
  const Bricks& bricks_;
  const Ball<V>& ball_;
  const unsigned number_;
  const Tasks& tasks_;
  int x0_, x1_;  // bricks
  Window window_;
};

// A warp for each part of a ball: of list[0 .. count - 1], parts along the grid's y.
template <class V>
__global__ void __launch_bounds__(kPaintThreads)
    find_bricks_kernel(Volume<V> volume, Bricks bricks, const Centre* list, unsigned count,
                       Tasks tasks) {
  const unsigned i = blockIdx.x * kPaintWarps + threadIdx.x / kWarp;
  if (i >= count) return;
  const Ball<V> ball = ball_at(volume, list[i]);
  Finder<V>(volume, bricks, ball, i, tasks)
      .find(static_cast<int>(blockIdx.y), static_cast<int>(gridDim.y));
}

template <class V>
__global__ void __launch_bounds__(kPaintThreads)
    paint_bricks_kernel(Volume<V> volume, Bricks bricks, const Centre* list, Tasks tasks) {
  const unsigned count = min(*tasks.count, tasks.capacity);
  const unsigned half = threadIdx.x % kWarp / kBrickRows;
  const unsigned stride = gridDim.x * kPaintWarps * 2;
  for (unsigned first = (blockIdx.x * kPaintWarps + threadIdx.x / kWarp) * 2; first < count;
       first += stride) {
    const bool has_one = first + half < count;
    const Task task = tasks.tasks[has_one ? first + half : first];
    paint_brick(volume, bricks, has_one, ball_at(volume, list[task.ball]), task.brick);
  }
}

// What no ball of another centre covers, its own does. Also counts of the voxels that count those
// of every T < bins, where counts is not null. A block some rows.
template <class V>
__global__ void __launch_bounds__(256)
    cover_rest_kernel(Volume<V> volume, std::int64_t rows, cuda::CountedPart counted, int bins,
                      unsigned long long* counts) {
  constexpr int kNear = 4096;  // squares that are counted by the block first
  __shared__ unsigned block_counts[kNear];
  if (counts != nullptr) {
    for (int i = static_cast<int>(threadIdx.x); i < kNear; i += 256) block_counts[i] = 0;
    __syncthreads();
  }
  for (std::int64_t row = blockIdx.x; row < rows; row += gridDim.x) {
    const std::int64_t y = row % volume.height;
    const std::int64_t z = row / volume.height;
    for (int x = static_cast<int>(threadIdx.x); x < volume.width; x += 256) {
      auto& thickest = volume.thickest[row * volume.width + x];
      const auto own = static_cast<typename Volume<V>::Thickness>(volume.square_at(x, row));
      if (thickest < own) thickest = own;
      if (counts == nullptr || !(thickest > 0)) continue;
      if ((counted.in_row(x / kWarp, y, z) >> (x % kWarp) & 1U) == 0) continue;
      const auto bin = static_cast<int>(thickest);
      if (bin < kNear) {
        atomicAdd(block_counts + bin, 1U);
      } else if (bin < bins) {
        atomicAdd(counts + bin, 1ULL);
      }
    }
  }
  if (counts == nullptr) return;
  __syncthreads();
  for (int i = static_cast<int>(threadIdx.x); i < min(bins, kNear); i += 256) {
    if (block_counts[i] > 0)
      atomicAdd(counts + i, static_cast<unsigned long long>(block_counts[i]));
  }
}

}  // namespace bitvox::local_thickness
