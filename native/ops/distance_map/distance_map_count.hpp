// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/blocks/count_rows.hpp"
#include "ops/distance_map/distance_map_field.hpp"

namespace bitvox::distance_map {

// What a field that has these columns of all rows and slices has in the voxels of a block that
// count, whose columns are these.
template <class T>
Seen<T> look_at(const RowsOf<T>& kernels, const T* field, const ColumnRange& columns,
                const Block& block, const VolumeSource* mask, int threads, Progress& progress) {
  const std::int64_t height = block.whole.height;
  Seen<T> all{};
  count_rows(
      block, mask, threads, progress, [] { return Seen<T>{}; },
      [&](Seen<T>& seen, std::int64_t y, std::int64_t z, const std::uint64_t* bits) {
        kernels.look_at(field + (z * height + y) * columns.count(), columns.count(), bits,
                        columns.first, &seen);
      },
      [&](const Seen<T>& seen) {
        all.largest = std::max(all.largest, seen.largest);
        all.voxels += seen.voxels;
        all.positive += seen.positive;
      });
  return all;
}

}  // namespace bitvox::distance_map
