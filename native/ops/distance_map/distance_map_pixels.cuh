// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "ops/distance_map/distance_map_kernels.cuh"

namespace bitvox::distance_map {

// How values become pixels.
struct PixelRule {
  double scale;
  bool roots;
  bool integers;
  double above = 0;  // see Job
};

template <class V>
__device__ double value_at(const CellField<V>& field, std::int64_t row, std::int64_t x) {
  return V::number(field.cells[row * field.pitch + x / V::kColumns],
                   static_cast<int>(x % V::kColumns));
}

template <class V>
__device__ float distance_at(const CellField<V>& field, std::int64_t row, std::int64_t x,
                             const PixelRule& rule) {
  const double value = value_at(field, row, x);
  if (value >= V::kInfinite) return static_cast<float>(__builtin_huge_val());
  return static_cast<float>(rule.scale * (rule.roots ? sqrt(value) : value));
}

template <class V>
__device__ std::uint16_t integer_at(const CellField<V>& field, std::int64_t row, std::int64_t x,
                                    const PixelRule& rule) {
  if constexpr (V::kColumns == 2) {  // as it is in memory: none is larger than 32767
    return reinterpret_cast<const std::uint16_t*>(field.cells + row * field.pitch)[x];
  } else {
    const double value = fmax(value_at(field, row, x) - rule.above, 0.0);
    return static_cast<std::uint16_t>(value < 65535 ? value : 65535);
  }
}

// `count` pixels from number `first` of the fields' on, in the order of the voxels; a block a row.
// Minus what is outside, where that is not null.
template <class V>
__global__ void __launch_bounds__(256)
    write_pixels_kernel(CellField<V> inside, CellField<V> outside, PixelRule rule,
                        std::int64_t width, std::int64_t first, std::int64_t count, void* pixels) {
  const std::int64_t row = first / width + blockIdx.x;
  for (std::int64_t x = threadIdx.x; x < width; x += blockDim.x) {
    const std::int64_t to = row * width + x - first;
    if (to < 0 || to >= count) continue;
    if (rule.integers) {
      static_cast<std::uint16_t*>(pixels)[to] = integer_at(inside, row, x, rule);
      continue;
    }
    float distance = distance_at(inside, row, x, rule);
    if (outside.cells != nullptr) distance -= distance_at(outside, row, x, rule);
    static_cast<float*>(pixels)[to] = distance;
  }
}

}  // namespace bitvox::distance_map
