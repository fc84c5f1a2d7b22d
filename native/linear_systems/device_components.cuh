// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "linear_systems/device_properties.cuh"

// The parts of a symmetric matrix that no entry joins to others, as properties.cpp finds them: the
// root of a part is its least row.
namespace bitvox::sparse {
namespace {

// Sets that all threads join. A parent is less than its children, and only a root gets one.
struct DeviceSets {
  std::int32_t* parent;

  __device__ std::int32_t up(std::int32_t i) const {
    return *static_cast<volatile std::int32_t*>(parent + i);
  }
  __device__ std::int32_t root_of(std::int32_t i) const {
    for (;;) {
      const std::int32_t one = up(i);
      if (one == i) return i;
      const std::int32_t two = up(one);
      if (two != one) parent[i] = two;  // half of the way is saved next time
      i = two;
    }
  }
  __device__ void join(std::int32_t one, std::int32_t other) const {
    for (;;) {
      one = root_of(one);
      other = root_of(other);
      if (one == other) return;
      const std::int32_t larger = one < other ? other : one;
      const std::int32_t less = one < other ? one : other;
      if (atomicCAS(parent + larger, larger, less) == larger) return;
    }
  }
};

// Each row begins below the first that it is joined to, so that few are left to be joined.
struct BeginSets {
  RowsView matrix;
  std::int32_t* parent;
  __device__ void operator()(std::int64_t i) const {
    std::int64_t first = i;
    const std::int64_t end = matrix.starts[i + 1];
    for (std::int64_t k = matrix.starts[i]; k < end && first == i; ++k) {
      if (matrix.column[k] < i && matrix.value[k] != 0) first = matrix.column[k];
    }
    parent[i] = static_cast<std::int32_t>(first);
  }
};

struct JoinSets {
  RowsView matrix;
  DeviceSets sets;
  __device__ void operator()(std::int64_t i) const {
    matrix.each(i, [&](std::int64_t j, double a) {
      if (j < i && a != 0) {
        sets.join(static_cast<std::int32_t>(i), static_cast<std::int32_t>(j));
      }
    });
  }
};

// Every row's parent becomes its root, which is told of rows that do not add up to 0.
struct FindRoots {
  RowsView matrix;
  DeviceSets sets;
  std::uint8_t* regular;
  SeenOnGpu* seen;
  __device__ void operator()(std::int64_t i) const {
    // Only this thread writes it here, and others go on from what it has found so far.
    std::int32_t root = sets.up(static_cast<std::int32_t>(i));
    for (std::int32_t up = sets.up(root); up != root; up = sets.up(root)) {
      sets.parent[i] = root = up;
    }
    if (root == i) atomicAdd(&seen->components, 1ULL);
    double sum = 0;
    double magnitudes = 0;
    matrix.each(i, [&](std::int64_t, double a) {
      sum += a;
      magnitudes += fabs(a);
    });
    const bool is_balanced =
        fabs(sum) <= rounding_of(matrix.length(i), magnitudes) && isfinite(magnitudes);
    if (!is_balanced) regular[root] = 1;
  }
};

struct MarkSingular {
  const std::int32_t* root;
  const std::uint8_t* regular;
  std::int64_t rows;
  std::int32_t* number;
  __device__ void operator()(std::int64_t i) const {
    number[i] = i < rows && root[i] == i && regular[i] == 0 ? 1 : 0;
  }
};

struct NumberSingular {
  const std::int32_t* root;
  const std::uint8_t* regular;
  const std::int32_t* number;
  std::int32_t* singular;
  __device__ void operator()(std::int64_t i) const {
    singular[i] = regular[root[i]] == 0 ? number[root[i]] : -1;
  }
};

}  // namespace
}  // namespace bitvox::sparse
