// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/blocks/count_rows.hpp"
#include "ops/distance_map/distance_map_rows.hpp"

namespace bitvox::distance_map {

// The largest value in the voxels of a block that count, of a field that has the columns of the
// core, of all rows and slices.
template <class T>
T largest_counted(const RowsOf<T>& kernels, const T* field, const Block& block,
                  const VolumeSource* mask, int threads, Progress& progress) {
  const std::int64_t first = block.core.begin[0];
  const std::int64_t columns = block.core.shape().width;
  T largest{0};
  count_rows(
      block, mask, threads, progress, [] { return T{0}; },
      [&](T& here, std::int64_t y, std::int64_t z, const std::uint64_t* bits) {
        here = kernels.largest_where(field + (z * block.whole.height + y) * columns, columns, bits,
                                     first, here);
      },
      [&](T here) { largest = std::max(largest, here); });
  return largest;
}

}  // namespace bitvox::distance_map
