// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "core/threads/progress.hpp"
#include "core/volumes/bit_volume.hpp"
#include "core/volumes/slice_sink.hpp"
#include "ops/split_objects/split_objects_grid.hpp"

namespace bitvox::split_objects {

// What the CPU does with the labels of voxels; see Watershed.
class LabelRows {
 public:
  LabelRows(const Rows& rows, const Grid& grid, std::uint32_t* labels, int threads)
      : rows_(rows), grid_(grid), labels_(labels), threads_(threads) {}

  std::vector<std::uint32_t> first_voxels(std::int64_t count, Progress& progress) const;
  void relabel(const std::vector<std::uint32_t>& labels, Progress& progress);
  std::int64_t draw_lines(Progress& progress);
  void write(BitVolume& out, Progress& progress) const;
  void write(PixelType type, SliceSink& out, Progress& progress) const;

 private:
  const Rows& rows_;
  const Grid& grid_;
  std::uint32_t* labels_;
  int threads_;
};

}  // namespace bitvox::split_objects
