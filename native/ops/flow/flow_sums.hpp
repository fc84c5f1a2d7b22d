// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "core/memory/aligned_array.hpp"
#include "core/threads/progress.hpp"
#include "ops/flow/flow_cells.hpp"
#include "ops/flow/flow_grid.hpp"

namespace bitvox::flow {

// What Cells tells of a whole field, for the CPU twin.
class FieldSums {
 public:
  // The velocities of a row, x, y and z, and by how much densities exceed 1; in the given room.
  using Read = std::function<std::array<float*, 4>(std::int64_t row, std::vector<float>& room)>;

  // The grid must live as long.
  FieldSums(const Grid& grid, int threads, Read read)
      : grid_(grid), threads_(threads), read_(std::move(read)) {}

  Totals totals(Progress& progress) const;
  void keep(Progress& progress);
  double change(Progress& progress) const;

 private:
  const Grid& grid_;
  const int threads_;
  const Read read_;
  AlignedArray<float> kept_;  // the velocities of all voxels: three arrays
};

}  // namespace bitvox::flow
