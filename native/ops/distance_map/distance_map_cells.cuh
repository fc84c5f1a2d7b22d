// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "ops/distance_map/distance_map.hpp"

namespace bitvox::distance_map {

// What a step of k voxels along an axis costs: its length or the square of that. The length of a
// voxel is 1 unless values are doubles.
struct Cost {
  double step;
  bool squared;
};

inline constexpr int kNoBackground = 1 << 30;  // so far away

// What a lane works on is a cell: one value, or two of 16 bits side by side. (Sides that a GPU
// takes are shorter than 2^30; those of whole numbers of 32 bits than 2^15.5.)
struct Pairs {
  using Cell = std::uint32_t;
  static constexpr int kColumns = 2;  // of a cell
  // Stands for all that is larger. No sum of two passes 16 bits.
  static constexpr double kInfinite = 32767;

  // In all columns; kInfinite at most.
  static Cell all(double value) {
    return static_cast<Cell>(value < kInfinite ? value : kInfinite) * 0x10001U;
  }
  __device__ static Cell infinite() { return 0x7fff7fffU; }
  __device__ static Cell weight(const Cost& cost, int k) {
    const int length = min(k, 32767);
    const int value = min(cost.squared ? length * length : length, 32767);
    return static_cast<Cell>(value) * 0x10001U;
  }
  // Of the columns, so many voxels of their row from the background.
  __device__ static Cell along_row(const Cost& cost, int low, int high) {
    const int most = cost.squared ? 182 : 32767;
    const auto value = [&](int k) {
      const int length = min(k, most);
      return static_cast<Cell>(cost.squared ? length * length : length);
    };
    return __vminu2(__byte_perm(value(low), value(high), 0x5410), infinite());
  }
  __device__ static Cell least(Cell a, Cell b) { return __vminu2(a, b); }
  __device__ static Cell largest(Cell a, Cell b) { return __vmaxu2(a, b); }
  __device__ static Cell least_sum(Cell value, Cell weight, Cell found) {
    return __viaddmin_u16x2(value, weight, found);
  }
  __device__ static bool below(Cell a, Cell b) { return __vminu2(a, b) != b; }  // somewhere
  __device__ static double number(Cell cell, int column) {
    return static_cast<double>(cell >> (16 * column) & 0xffffU);
  }
};

struct Words {
  using Cell = std::uint32_t;
  static constexpr int kColumns = 1;
  static constexpr double kInfinite = 0x7fffffff;

  // In all columns; kInfinite at most.
  static Cell all(double value) { return static_cast<Cell>(value < kInfinite ? value : kInfinite); }
  __device__ static Cell infinite() { return 0x7fffffffU; }
  __device__ static Cell weight(const Cost& cost, int k) {
    const auto length = static_cast<Cell>(k);
    return cost.squared ? length * length : length;
  }
  __device__ static Cell along_row(const Cost& cost, int low, int) {
    return low < kNoBackground / 2 ? weight(cost, low) : infinite();
  }
  __device__ static Cell least(Cell a, Cell b) { return a < b ? a : b; }
  __device__ static Cell largest(Cell a, Cell b) { return a < b ? b : a; }
  __device__ static Cell least_sum(Cell value, Cell weight, Cell found) {
    return __viaddmin_u32(value, weight, found);
  }
  __device__ static bool below(Cell a, Cell b) { return a < b; }
  __device__ static double number(Cell cell, int) { return static_cast<double>(cell); }
};

struct Doubles {
  using Cell = double;
  static constexpr int kColumns = 1;
  static constexpr double kInfinite = __builtin_huge_val();

  // In all columns; kInfinite at most.
  static Cell all(double value) { return value; }
  __device__ static Cell infinite() { return kInfinite; }
  __device__ static Cell weight(const Cost& cost, int k) {
    const double length = static_cast<double>(k) * cost.step;
    return cost.squared ? length * length : length;
  }
  __device__ static Cell along_row(const Cost& cost, int low, int) {
    return low < kNoBackground / 2 ? weight(cost, low) : infinite();
  }
  __device__ static Cell least(Cell a, Cell b) { return a < b ? a : b; }
  __device__ static Cell largest(Cell a, Cell b) { return a < b ? b : a; }
  __device__ static Cell least_sum(Cell value, Cell weight, Cell found) {
    return least(value + weight, found);
  }
  __device__ static bool below(Cell a, Cell b) { return a < b; }
  __device__ static double number(Cell cell, int) { return cell; }
};

}  // namespace bitvox::distance_map
