// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

namespace bitvox::flow {

// A body where it is in one step, for both twins, and a box of voxels that has all that it covers.
// Where a face is periodic the box goes on beyond it.
struct Placed {
  double centre[3], velocity[3], spin[3], axes[3][3], half[3];
  std::int32_t is_box;
  std::int64_t low[3], size[3];  // of the box

  // Of the box and all before it: numbers of the first of its voxels, x first, and of its rows.
  std::int64_t first_voxel, first_row;
};

}  // namespace bitvox::flow
