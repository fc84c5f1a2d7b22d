// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

// What both the CPU and the GPU compute, from one text.
#ifdef __CUDACC__
#define BITVOX_CPU_AND_GPU __host__ __device__
#else
#define BITVOX_CPU_AND_GPU
#endif

namespace bitvox::register_mi {

// ---- Points -------------------------------------------------------------------------------------

// Equal cells between the first and the last voxel of each axis, with a point in each.
struct PointGrid {
  struct Axis {
    std::int64_t cells = 1;
    double length = 0;  // of a cell, in voxels
  };
  Axis x;
  Axis y;
  Axis z;

  BITVOX_CPU_AND_GPU std::int64_t count() const { return x.cells * y.cells * z.cells; }
};

struct GridPoint {
  float x;
  float y;
  float z;
};

// The point of a cell: at a place in it that a hash of its number gives (splitmix64; Steele, Lea,
// Flood 2014).
BITVOX_CPU_AND_GPU inline GridPoint point_of_cell(const PointGrid& grid, std::int64_t cell) {
  std::uint64_t bits = (static_cast<std::uint64_t>(cell) + 1) * 0x9e3779b97f4a7c15U;
  bits = (bits ^ (bits >> 30U)) * 0xbf58476d1ce4e5b9U;
  bits = (bits ^ (bits >> 27U)) * 0x94d049bb133111ebU;
  bits ^= bits >> 31U;
  const auto place = [](const PointGrid::Axis& axis, std::int64_t number, std::uint64_t random) {
    const double part = static_cast<double>(random & 0x1fffffU) * 0x1p-21;
    return static_cast<float>((static_cast<double>(number) + part) * axis.length);
  };
  const std::int64_t row = cell / grid.x.cells;
  return {place(grid.x, cell % grid.x.cells, bits), place(grid.y, row % grid.y.cells, bits >> 21U),
          place(grid.z, row / grid.y.cells, bits >> 42U)};
}

// ---- Entropies ----------------------------------------------------------------------------------

inline constexpr std::uint32_t kLogs = 4096;  // logs[n], n = 0 .. kLogs, is log2 n (0 for 0)
inline constexpr double kLogUnit = 0x1p32;    // as so many parts of 1
inline constexpr std::int64_t kMostPoints = std::int64_t{1} << 20;

// n log2 n in that unit, for n up to kMostPoints; above kLogs the logarithm is interpolated, which
// is right to 4e-8. An integer, so that sums are the same in every order.
BITVOX_CPU_AND_GPU inline std::int64_t n_log_n(std::uint32_t n, const std::int64_t* logs) {
  unsigned shift = 0;
  while (n >> shift >= kLogs) ++shift;
  const std::uint32_t top = n >> shift;
  const std::int64_t rest = n - (top << shift);
  const std::int64_t between = ((logs[top + 1] - logs[top]) * rest) >> shift;
  return n * (shift * static_cast<std::int64_t>(kLogUnit) + logs[top] + between);
}

}  // namespace bitvox::register_mi
