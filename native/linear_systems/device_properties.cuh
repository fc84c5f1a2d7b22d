// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "linear_systems/device_rows.cuh"
#include "linear_systems/properties_rules.hpp"

// One look at each row of a matrix, as properties.cpp has it.
namespace bitvox::sparse {
namespace {

// What some row or entry has shown.
enum SeenBits : unsigned {
  kNoPattern = 1,  // not symmetric
  kNotSymmetric = 2,
  kNotSkew = 4,
  kNotPositive = 8,
  kNotDominant = 16,
  kNotStrictly = 32,
  kAboveZero = 64,  // off the diagonal
  kZero = 128,      // the same
};

struct SeenOnGpu {
  unsigned bits;
  unsigned long long longest_row;
  unsigned long long bandwidth;
  unsigned long long zero_diagonal;
  unsigned long long empty_row;  // the first; kNone: there is none
  unsigned long long empty_column;
  unsigned long long components;
};
constexpr unsigned long long kNone = ~0ULL;

__device__ __forceinline__ void show(unsigned* bits, unsigned shown) {
  if ((shown & ~*static_cast<volatile unsigned*>(bits)) != 0) atomicOr(bits, shown);
}
__device__ __forceinline__ void raise(unsigned long long* most, std::int64_t to) {
  const auto number = static_cast<unsigned long long>(to);
  if (number > *static_cast<volatile unsigned long long*>(most)) atomicMax(most, number);
}

// 0 where there is no entry.
__device__ inline double entry_at(const RowsView& matrix, std::int64_t i, std::int64_t j) {
  std::int64_t first = matrix.starts[i];
  std::int64_t end = matrix.starts[i + 1];
  while (first < end) {
    const std::int64_t middle = (first + end) / 2;
    const std::int64_t column = matrix.column[middle];
    if (column == j) return matrix.value[middle];
    (column < j ? first : end) = column < j ? middle + 1 : middle;
  }
  return 0;
}

__device__ __forceinline__ double rounding_of(std::int64_t length, double magnitudes) {
  return static_cast<double>(length) * kRounding * magnitudes;
}

struct LookAtEntries {
  RowsView matrix;
  SeenOnGpu* seen;
  __device__ void operator()(std::int64_t i) const {
    double diagonal = 0;
    double others = 0;
    std::int64_t bandwidth = 0;
    unsigned shown = *static_cast<volatile unsigned*>(&seen->bits) & kNoPattern;
    matrix.each(i, [&](std::int64_t j, double a) {
      const std::int64_t away = i < j ? j - i : i - j;
      bandwidth = bandwidth < away ? away : bandwidth;
      if (i == j) {
        diagonal = a;
        return;
      }
      others += fabs(a);
      if (a > 0) shown |= kAboveZero;
      if (a == 0) shown |= kZero;
      if (a == 0 || (shown & kNoPattern) != 0) return;
      const double opposite = entry_at(matrix, j, i);
      if (opposite == 0) shown |= kNoPattern;
      if (opposite != a) shown |= kNotSymmetric;
      if (opposite != -a) shown |= kNotSkew;
    });
    const double sum = fabs(diagonal) + others;
    if (diagonal != 0) shown |= kNotSkew;
    if (!(diagonal > 0)) shown |= kNotPositive;
    const double rounding = rounding_of(matrix.length(i), sum);
    if (!(fabs(diagonal) >= others - rounding)) shown |= kNotDominant;
    if (!(fabs(diagonal) > others + rounding)) shown |= kNotStrictly;
    show(&seen->bits, shown);
    raise(&seen->longest_row, matrix.length(i));
    raise(&seen->bandwidth, bandwidth);
    if (diagonal == 0) atomicAdd(&seen->zero_diagonal, 1ULL);
    if (sum == 0) atomicMin(&seen->empty_row, static_cast<unsigned long long>(i));
  }
};

struct FillColumns {
  RowsView matrix;
  std::uint8_t* filled;
  __device__ void operator()(std::int64_t i) const {
    matrix.each(i, [&](std::int64_t j, double a) {
      if (a != 0) filled[j] = 1;
    });
  }
};

struct FindEmptyColumn {
  const std::uint8_t* filled;
  SeenOnGpu* seen;
  __device__ void operator()(std::int64_t j) const {
    if (filled[j] == 0) atomicMin(&seen->empty_column, static_cast<unsigned long long>(j));
  }
};

}  // namespace
}  // namespace bitvox::sparse
