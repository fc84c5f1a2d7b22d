// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "ops/local_thickness/local_thickness_balls.hpp"
#include "ops/local_thickness/local_thickness_volume.cuh"

namespace bitvox::local_thickness {

// Which balls near by contain a ball: BallTable.
struct Containment {
  const std::uint32_t* least;
  const std::uint32_t* least_far;
  BallTable::Step far_steps[BallTable::kFarSteps];
  int count;
};

// A voxel and the squares around it.
template <class V>
struct Place {
  const Volume<V>& volume;
  int x, y, z;
  std::int64_t row;
  bool far_inside;  // no step of the tables leaves the volume

  __device__ Place(const Volume<V>& in, int at_x, int at_y, int at_z)
      : volume(in), x(at_x), y(at_y), z(at_z), row(in.row(at_y, at_z)) {
    constexpr auto kFar = static_cast<int>(BallTable::kFarthest);
    far_inside = x >= kFar && x < volume.width - kFar && y >= kFar && y < volume.height - kFar &&
                 (volume.planar || (z >= kFar && z < volume.depth - kFar));
  }

  // Of the voxel a step away; 0 outside the volume.
  __device__ int square_at(int dx, int dy, int dz) const {
    const bool there =
        far_inside || (x + dx >= 0 && x + dx < volume.width && y + dy >= 0 &&
                       y + dy < volume.height && z + dz >= 0 && z + dz < volume.depth);
    return there
               ? volume.square_at(x + dx, row + static_cast<std::int64_t>(dz) * volume.height + dy)
               : 0;
  }
};

// Squares grow away from the nearest background: by 2 (c - b) for a step from c with it at b. Next
// to background or the border the step to the other side counts twice.
__device__ inline int growth_of(int before, int square, int behind) {
  if (before == 0) return 2 * (behind - square);
  if (behind == 0) return 2 * (square - before);
  return behind - before;
}

// Whether a ball near by contains that of a voxel: first looks where one is likely, farther away
// from the nearest background.
template <class V>
__device__ bool is_covered(const Place<V>& place, const Containment& table, int square) {
  const std::uint32_t* const least = table.least + 3 * static_cast<std::int64_t>(square);
  const auto contains = [&](int dx, int dy, int dz, std::uint32_t needed) {
    return static_cast<std::uint32_t>(place.square_at(dx, dy, dz)) >= needed;
  };
  const bool planar = place.volume.planar;
  const int before[3] = {place.square_at(-1, 0, 0), place.square_at(0, -1, 0),
                         planar ? 0 : place.square_at(0, 0, -1)};
  const int behind[3] = {place.square_at(1, 0, 0), place.square_at(0, 1, 0),
                         planar ? 0 : place.square_at(0, 0, 1)};
  const int most =
      max(max(max(before[0], behind[0]), max(before[1], behind[1])), max(before[2], behind[2]));
  if (static_cast<std::uint32_t>(most) >= least[0]) return true;

  const int growth[3] = {growth_of(before[0], square, behind[0]),
                         growth_of(before[1], square, behind[1]),
                         planar ? 0 : growth_of(before[2], square, behind[2])};
  const int size[3] = {abs(growth[0]), abs(growth[1]), abs(growth[2])};
  // How many axes grow faster; z comes last where it does not grow.
  const int rank[3] = {(size[1] > size[0]) + (size[2] > size[0]),
                       (size[0] >= size[1]) + (size[2] > size[1]),
                       (size[0] >= size[2]) + (size[1] >= size[2])};
  const auto along = [&](int axis, const BallTable::Step& step) {
    const int length = rank[axis] == 0 ? step.x : rank[axis] == 1 ? step.y : step.z;
    return growth[axis] < 0 ? -length : length;
  };
  const std::uint32_t* const least_far =
      table.least_far + BallTable::kFarSteps * static_cast<std::int64_t>(square);
#pragma unroll
  for (int i = 0; i < BallTable::kFarSteps; ++i) {
    const BallTable::Step step = table.far_steps[i];
    if (planar && step.z != 0) continue;
    if (contains(along(0, step), along(1, step), along(2, step), least_far[i])) return true;
  }
  for (int dz = planar ? 0 : -1; dz <= (planar ? 0 : 1); ++dz) {
    for (int dy = -1; dy <= 1; ++dy) {
      for (int dx = -1; dx <= 1; ++dx) {
        const int e = dx * dx + dy * dy + dz * dz;
        if (e > 1 && contains(dx, dy, dz, least[e - 1])) return true;
      }
    }
  }
  return false;
}

// So many words of 32 bits has a row of centres.
__host__ __device__ inline int words_of(int width) { return (width + kWarp - 1) / kWarp; }

// A bit for each centre of a ball that matters. A warp a word.
template <class V>
__global__ void __launch_bounds__(256)
    find_centres_kernel(Volume<V> volume, Containment table, std::int64_t first_row,
                        std::int64_t rows, std::uint32_t* centres) {
  const std::int64_t warp =
      (static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x) / kWarp;
  const int words = words_of(volume.width);
  if (warp >= rows * words) return;
  const std::int64_t row = first_row + warp / words;
  const auto y = static_cast<int>(row % volume.height);
  const auto z = static_cast<int>(row / volume.height);
  const int x = static_cast<int>(warp % words) * kWarp + cuda::this_lane();
  bool centre = false;
  if (x < volume.width) {
    const Square<V> square = volume.square_at(x, row);
    centre = static_cast<double>(square) > volume.smallest;
    if constexpr (std::is_same_v<Square<V>, int>) {
      if (centre && square < table.count) {
        centre = !is_covered(Place<V>(volume, x, y, z), table, square);
      }
    }
  }
  const unsigned bits = __ballot_sync(kAllLanes, centre);
  if (cuda::this_lane() == 0) centres[row * words + warp % words] = bits;
}

}  // namespace bitvox::local_thickness
