// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/warp.cuh"
#include "diffusion/grid.hpp"

// How the cells of a grid lie in the GPU's memory.
//
// 32 cells, 4 x 4 x 2 of them, are a brick, which is one line of memory, and what a warp does at a
// time; each half and quarter of the line is a block of cells as well. So a line without pores is
// never touched, and little of the others is idle, where rows of 32 cells nearly all have pores.
// Bricks follow one another along x, y and z. A bit a brick says which ones have anything in them.
namespace bitvox::tortuosity {
namespace {

constexpr int kBrick = cuda::kWarp;
constexpr int kBrickWidth = 4;
constexpr unsigned kXBits = 0b01001;
constexpr int kBricksPerWord = 32;  // of the bits

struct Bricks {
  int width, height, depth;  // cells
  bool wraps_x, wraps_y;
  int along_x, along_y, along_z;  // bricks
  // A cell's place in its brick: bits 0 and 3 are those of x. The other three are those of y, z and
  // y, unless there are no more cells along an axis.
  unsigned y_bits, z_bits;
  int y_shift, z_shift;  // how many they are

  __host__ __device__ std::int64_t count() const {
    return static_cast<std::int64_t>(along_x) * along_y * along_z * kBrick;
  }
  __host__ __device__ int words() const { return (along_x + kBricksPerWord - 1) / kBricksPerWord; }
  std::int64_t all_words() const { return static_cast<std::int64_t>(words()) * along_y * along_z; }

  // Where the cell (x, y, z) lies: row(y, z) + along(x).
  __device__ static int along(int x) { return (x >> 2) * kBrick + (x & 1) + (x & 2) * kBrickWidth; }
  __device__ std::int64_t row(int y, int z) const { return brick_row(y, z) + in_brick(y, z); }
  // The first brick of the row of bricks where it is, and where it is in its brick.
  __device__ std::int64_t brick_row(int y, int z) const {
    return (static_cast<std::int64_t>(z >> z_shift) * along_y + (y >> y_shift)) * y_distance();
  }
  __device__ int in_brick(int y, int z) const { return spread(y, y_bits) | spread(z, z_bits); }

  // From brick to brick.
  __host__ __device__ int y_distance() const { return along_x * kBrick; }
  __host__ __device__ int z_distance() const { return along_y * y_distance(); }

  // How far it is from a place in a brick, one back or on along the axis of which these are the
  // bits: subtracting and adding goes through the bits between, and from the last place to the next
  // brick, at this distance.
  __device__ static int to_before(int place, unsigned bits, int distance) {
    const unsigned own = static_cast<unsigned>(place) & bits;
    return static_cast<int>(((own - 1) & bits) - own) - (own == 0 ? distance : 0);
  }
  __device__ static int to_after(int place, unsigned bits, int distance) {
    const unsigned own = static_cast<unsigned>(place) & bits;
    return static_cast<int>((((own | ~bits) + 1) & bits) - own) + (own == bits ? distance : 0);
  }

  // The low bits of a number, to where the bits of `places` are; and back.
  __device__ static int spread(int number, unsigned places) {
    int result = 0;
    for (const int bit : {1, 2, 4}) {
      if ((places >> bit & 1) == 0) continue;
      result |= (number & 1) << bit;
      number >>= 1;
    }
    return result;
  }
  __device__ static int gathered(int number, unsigned places) {
    int result = 0;
    int next = 0;
    for (const int bit : {1, 2, 4}) {
      if ((places >> bit & 1) != 0) result |= (number >> bit & 1) << next++;
    }
    return result;
  }
};

inline Bricks bricks_of(const Grid& grid) {
  Bricks result{static_cast<int>(grid.width),
                static_cast<int>(grid.height),
                static_cast<int>(grid.depth),
                grid.wraps_x(),
                grid.wraps_y(),
                0,
                0,
                0,
                0,
                0,
                0,
                0};
  for (const int bit : {1, 2, 4}) {
    const bool more_y = (1 << result.y_shift) < result.height;
    const bool more_z = (1 << result.z_shift) < result.depth;
    const bool is_y = bit == 2 ? !more_z : more_y;
    (is_y ? result.y_bits : result.z_bits) |= 1U << bit;
    ++(is_y ? result.y_shift : result.z_shift);
  }
  const auto bricks = [](int cells, int side) { return (cells + side - 1) / side; };
  result.along_x = bricks(result.width, kBrickWidth);
  result.along_y = bricks(result.height, 1 << result.y_shift);
  result.along_z = bricks(result.depth, 1 << result.z_shift);
  return result;
}

// A lane's cell, from the first one of its row of bricks, and how far it is from there to its
// neighbours: anything where there is none.
struct Place {
  int x, y, z;
  std::int64_t row;
  int own;
  int x_before, x_after, y_before, y_after, z_before, z_after;

  // The first one of a row of bricks.
  __device__ Place(const Bricks& grid, int brick_y, int brick_z) {
    own = cuda::this_lane();
    x = lane_x();
    y = (brick_y << grid.y_shift) + Bricks::gathered(own, grid.y_bits);
    z = (brick_z << grid.z_shift) + Bricks::gathered(own, grid.z_bits);
    row = (static_cast<std::int64_t>(brick_z) * grid.along_y + brick_y) * grid.y_distance();
    x_before = Bricks::to_before(own, kXBits, kBrick);
    x_after = Bricks::to_after(own, kXBits, kBrick);
    y_before = Bricks::to_before(own, grid.y_bits, grid.y_distance());
    y_after = Bricks::to_after(own, grid.y_bits, grid.y_distance());
    z_before = Bricks::to_before(own, grid.z_bits, grid.z_distance());
    z_after = Bricks::to_after(own, grid.z_bits, grid.z_distance());
    if (!grid.wraps_y) return;
    const auto to = [&](int other) {
      return static_cast<int>(grid.row(other, z) - grid.row(y, z));
    };
    if (y == 0) y_before = to(grid.height - 1);
    if (y + 1 == grid.height) y_after = to(0);
  }

  __device__ static int lane_x() {
    const int lane = cuda::this_lane();
    return (lane & 1) | (lane >> 2 & 2);
  }

  // Of the brick that is so many from the first one along x.
  __device__ Place at(const Bricks& grid, int brick_x) const {
    Place place = *this;
    place.x = x + brick_x * kBrickWidth;
    place.own = own + brick_x * kBrick;
    if (grid.wraps_x) {
      const int last = Bricks::along(grid.width - 1);
      if (place.x == 0) place.x_before = last;
      if (place.x + 1 == grid.width) place.x_after = -last;
    }
    return place;
  }

  // An array, from where `own` counts.
  template <class T>
  __device__ T* in(T* array) const {
    return array + row;
  }

  __device__ bool is_in(const Bricks& grid) const {
    return x < grid.width && y < grid.height && z < grid.depth;
  }
};

}  // namespace
}  // namespace bitvox::tortuosity
