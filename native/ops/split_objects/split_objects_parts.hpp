// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "core/memory/memory.hpp"
#include "core/threads/progress.hpp"
#include "core/volumes/bit_volume.hpp"
#include "ops/split_objects/split_objects.hpp"
#include "ops/split_objects/split_objects_grid.hpp"

namespace bitvox::split_objects {

inline constexpr MemoryUser kUser{"Split Objects", "Crop the image."};

// The labels of voxels, once it is known which slopes are one part.
class Parts {
 public:
  Parts(const Rows& rows, const Grid& grid, std::uint32_t* labels, int threads)
      : rows_(rows), grid_(grid), labels_(labels), threads_(threads) {}

  // Voxels have the numbers of slopes; those of number i are of part part_of[i - 1], parts being
  // named by any numbers up to that of the slopes. They get labels in raster order of their first
  // voxels. Returns the names of the parts that have voxels, in that order.
  std::vector<std::uint32_t> number(const std::vector<std::uint32_t>& part_of, Progress& progress);

  // Of neighbours with different labels the one with the larger becomes background. Returns how
  // many voxels do.
  std::int64_t draw_lines(Progress& progress);

  void write(BitVolume& out, Progress& progress) const;
  void write(PixelType type, SliceSink& out, Progress& progress) const;

 private:
  std::vector<std::uint32_t> first_voxels(std::size_t count, Progress& progress) const;

  const Rows& rows_;
  const Grid& grid_;
  std::uint32_t* labels_;
  int threads_;
};

}  // namespace bitvox::split_objects
