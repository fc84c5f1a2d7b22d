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

inline constexpr int kSearchThreads = 512;
inline constexpr int kSearchWarps = kSearchThreads / cuda::kWarp;
// Of blocks that fill the shared memory of a multiprocessor with their lines.
inline constexpr int kMostSearchThreads = 1024;

__device__ inline int warps_of_block() { return static_cast<int>(blockDim.x) / cuda::kWarp; }

// Cells of lines of this length, 32 side by side, with their groups.
__host__ __device__ inline std::int64_t line_cells(int length) {
  return std::int64_t{cuda::kWarp} * (length + groups_of(length) + groups_of(groups_of(length)));
}

// Lines laid out one after the other: the places, the groups, the groups of groups; 32 lines side
// by side, the first of them at `cells`.
template <class V>
__device__ LinePlane<V> line_plane(typename V::Cell* cells, std::int64_t stride, int length) {
  LinePlane<V> lines;
  lines.places = cells;
  lines.stride = stride;
  lines.length = length;
  lines.group_count = groups_of(length);
  lines.groups = cells + stride * length;
  lines.supers = lines.groups + stride * lines.group_count;
  return lines;
}

// Of a warp's values, for the field's largest.
template <class V>
__device__ void note_largest(typename V::Cell most, unsigned long long* largest) {
  double number = V::number(most, 0);
  if (V::kColumns > 1) number = fmax(number, V::number(most, 1));
  for (int step = cuda::kWarp / 2; step > 0; step /= 2) {
    number = fmax(number, __shfl_down_sync(kAllLanes, number, static_cast<unsigned>(step)));
  }
  // Doubles that are not negative are ordered as their bits are.
  if (cuda::this_lane() == 0 && number > 0) {
    atomicMax(largest, static_cast<unsigned long long>(__double_as_longlong(number)));
  }
}

// Searches along lines whose places are filled, and hands what is found to put(place, cell).
template <class V, class Put>
__device__ void search_lines(LinePlane<V> lines, const SearchRule& rule, int first, int end,
                             unsigned long long* largest, Put&& put) {
  using Cell = typename V::Cell;
  const int warp = static_cast<int>(threadIdx.x) / cuda::kWarp;
  Cell most{0};
  for (int place = first + warp * kPlaces; place < end; place += warps_of_block() * kPlaces) {
    Cell found[kPlaces];
    search_line(lines, rule, place, found);
#pragma unroll
    for (int j = 0; j < kPlaces; ++j) {
      if (place + j < end) {
        most = V::largest(most, found[j]);
        put(place + j, found[j]);
      }
    }
  }
  if (largest != nullptr) note_largest<V>(most, largest);
}

// The least values of the groups of lines in shared memory, after the places are filled.
template <class V>
__device__ void group_lines(const LinePlane<V>& lines) {
  const int warp = static_cast<int>(threadIdx.x) / cuda::kWarp;
  const auto least = [](auto a, auto b) { return V::least(a, b); };
  __syncthreads();
  put_least(lines.places, lines.length, lines.stride, lines.groups, warp, warps_of_block(), least);
  __syncthreads();
  put_least(lines.groups, lines.group_count, lines.stride, lines.supers, warp, warps_of_block(),
            least);
  __syncthreads();
}

// Along x and y, for slice z_first + blockIdx.y and 32 cells of its rows. Values larger than `most`
// become `most`, and then those of the whole field do.
template <class V>
__global__ void __launch_bounds__(kMostSearchThreads)
    search_slices_kernel(BitRows bits, CellField<V> field, SearchRule rule, Cost along_x,
                         typename V::Cell most, std::int64_t z_first, bool last) {
  extern __shared__ __align__(16) unsigned char shared[];
  const int lane = cuda::this_lane();
  const int warp = static_cast<int>(threadIdx.x) / cuda::kWarp;
  const std::int64_t z = z_first + blockIdx.y;
  const int first = static_cast<int>(blockIdx.x) * cuda::kWarp;
  const LinePlane<V> lines = line_plane<V>(reinterpret_cast<typename V::Cell*>(shared) + lane,
                                           cuda::kWarp, static_cast<int>(bits.height));
  constexpr int kRows = 4;
  const int warps = warps_of_block();
  for (int y = warp; y < lines.length; y += kRows * warps) {
    cells_along_rows<V, kRows>(bits, z * bits.height + y, warps,
                               (lines.length - y + warps - 1) / warps, first, along_x,
                               [&](int i, typename V::Cell cell) {
                                 lines.places[(y + i * warps) * cuda::kWarp] = V::least(cell, most);
                               });
  }
  group_lines(lines);
  const bool there = first + lane < field.pitch;
  const int first_row = static_cast<int>(field.first_row);
  search_lines(lines, rule, first_row, first_row + static_cast<int>(field.rows),
               last ? field.largest : nullptr, [&](int y, typename V::Cell cell) {
                 if (there) field.cells[field.offset(z, y - first_row) + first + lane] = cell;
               });
}

// Along z, for row row_first + blockIdx.y of the field and 32 cells of it.
template <class V>
__global__ void __launch_bounds__(kMostSearchThreads)
    search_across_kernel(CellField<V> field, SearchRule rule, int depth, std::int64_t row_first) {
  extern __shared__ __align__(16) unsigned char shared[];
  const int lane = cuda::this_lane();
  const int warp = static_cast<int>(threadIdx.x) / cuda::kWarp;
  const std::int64_t x = static_cast<std::int64_t>(blockIdx.x) * cuda::kWarp + lane;
  const bool there = x < field.pitch;
  typename V::Cell* const column = field.cells + field.offset(0, row_first + blockIdx.y) + x;
  const std::int64_t slice = field.rows * field.pitch;
  const LinePlane<V> lines =
      line_plane<V>(reinterpret_cast<typename V::Cell*>(shared) + lane, cuda::kWarp, depth);
  for (int z = warp; z < depth; z += warps_of_block()) {
    lines.places[z * cuda::kWarp] = there ? column[z * slice] : typename V::Cell{0};
  }
  group_lines(lines);
  search_lines(lines, rule, 0, depth, field.largest, [&](int z, typename V::Cell cell) {
    if (there) column[z * slice] = cell;
  });
}

}  // namespace bitvox::distance_map
