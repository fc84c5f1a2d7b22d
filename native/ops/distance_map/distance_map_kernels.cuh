// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "ops/distance_map/distance_map_bits.cuh"
#include "ops/distance_map/distance_map_search.cuh"

namespace bitvox::distance_map {

// A field on the GPU: some rows of every slice, in cells.
template <class V>
struct CellField {
  typename V::Cell* cells;
  std::int64_t pitch;  // cells of a row
  std::int64_t first_row;
  std::int64_t rows;
  unsigned long long* largest;  // of its values, as the bits of a double

  __device__ std::int64_t offset(std::int64_t z, std::int64_t row) const {
    return (z * rows + row) * pitch;
  }
};

inline constexpr int kMostSearchThreads = 512;

// A table of what steps cost. (It goes on behind the ends of lines; sums must not pass the type.)
template <class V>
__global__ void fill_weights_kernel(Cost cost, int count, typename V::Cell* to) {
  for (int k = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); k < count;
       k += static_cast<int>(gridDim.x * blockDim.x)) {
    to[k] = V::least(V::weight(cost, k), V::infinite());
  }
}

// Whether a value of the finished field is too large for its type, which makes the rest useless.
// For all threads of a block.
template <class V>
__device__ bool is_useless(const CellField<V>& field) {
  if constexpr (V::kColumns == 1) return false;
  const auto most = __longlong_as_double(static_cast<long long>(__ldcg(field.largest)));
  return __syncthreads_or(most >= V::kInfinite) != 0;
}

// Fills lines in shared memory, group g with fill(g, values), and searches all or some of their
// places. The team calls fill() together with the others of its warp, and with a group too many at
// the end.
template <class V, class Fill, class Put>
__device__ void search_shared(int length, const SearchRule<V>& rule, int first, int end,
                              unsigned long long* largest, Fill&& fill, Put&& put) {
  extern __shared__ __align__(16) unsigned char shared[];
  const int team = team_of_block();
  const int teams = teams_of_block();
  const Lines<V> lines{reinterpret_cast<typename V::Cell*>(shared) + lane_of_team(), length};
  for_items_of_team(lines.group_count(), team, teams, [&](int g, bool there) {
    typename V::Cell values[kGroup];
    fill(g, values);
    if (there) lines.fill_group(g, values);
  });
  __syncthreads();
  for (int s = team; s < supers_of(length); s += teams) lines.fill_super(s);
  __syncthreads();
  search_lines(lines, rule, first, end, team, teams, largest, put);
}

// A group of places along y: what its cells cost along x. Values larger than `most` become `most`.
// All lanes of a warp call.
template <class V>
struct FillAlongY {
  using Cell = typename V::Cell;
  const BitRows& bits;
  Cost along_x;
  Cell most;
  std::int64_t z;
  int x;  // of this lane's cell

  __device__ void operator()(int g, Cell (&values)[kGroup]) const {
    const std::int64_t y = min(bits.height - 1, std::int64_t{g} * kGroup + lane_of_team() % kGroup);
    const RowGroup<V> rows(bits, z * bits.height + y, x * V::kColumns, along_x);
#pragma unroll
    for (int i = 0; i < kGroup; ++i) values[i] = V::least(rows.cell(i), most);
  }
};

// A group of places along z, from a row of the field.
template <class V>
struct FillAlongZ {
  using Cell = typename V::Cell;
  const CellField<V>& field;
  int depth;
  std::int64_t row;
  std::int64_t x;

  __device__ void operator()(int g, Cell (&values)[kGroup]) const {
    const Cell* const column = field.cells + field.offset(0, row) + x;
#pragma unroll
    for (int i = 0; i < kGroup; ++i) {
      const int z = g * kGroup + i;
      values[i] = z < depth && x < field.pitch ? column[z * field.rows * field.pitch] : Cell{0};
    }
  }
};

// Along x and y, for slice z_first + blockIdx.y and kWide cells of its rows.
template <class V>
__global__ void __launch_bounds__(kMostSearchThreads)
    search_slices_kernel(BitRows bits, CellField<V> field, SearchRule<V> rule, Cost along_x,
                         typename V::Cell most, std::int64_t z_first, bool last) {
  if (last && is_useless(field)) return;
  const std::int64_t z = z_first + blockIdx.y;
  const int x = static_cast<int>(blockIdx.x) * kWide + lane_of_team();
  const bool there = x < field.pitch;
  const auto first = static_cast<int>(field.first_row);
  typename V::Cell* const column = field.cells + field.offset(z, -first) + x;
  search_shared(static_cast<int>(bits.height), rule, first, first + static_cast<int>(field.rows),
                last ? field.largest : nullptr, FillAlongY<V>{bits, along_x, most, z, x},
                [&](int y, typename V::Cell cell) {
                  if (there) column[y * field.pitch] = cell;
                });
}

// Along z, for row row_first + blockIdx.y of the field and kWide cells of it.
template <class V>
__global__ void __launch_bounds__(kMostSearchThreads)
    search_across_kernel(CellField<V> field, SearchRule<V> rule, int depth,
                         std::int64_t row_first) {
  if (is_useless(field)) return;
  const std::int64_t row = row_first + blockIdx.y;
  const std::int64_t x = static_cast<std::int64_t>(blockIdx.x) * kWide + lane_of_team();
  const bool there = x < field.pitch;
  typename V::Cell* const column = field.cells + field.offset(0, row) + x;
  const std::int64_t slice = field.rows * field.pitch;
  search_shared(depth, rule, 0, depth, field.largest, FillAlongZ<V>{field, depth, row, x},
                [&](int z, typename V::Cell cell) {
                  if (there) column[z * slice] = cell;
                });
}

}  // namespace bitvox::distance_map
