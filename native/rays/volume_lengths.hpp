// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/memory/memory.hpp"
#include "core/volumes/spacing.hpp"
#include "rays/beam_geometry.hpp"
#include "rays/material_columns.hpp"
#include "rays/material_source.hpp"
#include "rays/material_volume.hpp"

namespace bitvox::rays {

// How rays are walked; lengths are the same.
enum class Walk {
  kAuto,    // the fastest
  kCells,   // voxel by voxel
  kBricks,  // bricks of one material in one step
  kSlices,  // rays of a parallel beam above one another together
};

// Some rows of a detector.
struct DetectorPart {
  std::int64_t columns = 1;
  std::int64_t first_row = 0;
  std::int64_t rows = 1;

  std::int64_t pixels() const { return columns * rows; }
};

// How far each ray goes through each material of a volume, exactly up to the rounding of its times:
// 2^-48 of the ray, at most, and then to a 32-bit float. A voxel holds the planes of its first
// faces and not those of its last, so that a ray along an edge is in one of the voxels beside it.
// What lies behind a cone's source or detector does not count.
//
// J. Amanatides, A. Woo, "A fast voxel traversal algorithm for ray tracing", Eurographics (1987)
// 3-10; R. Siddon, "Fast calculation of the exact radiological path for a three-dimensional CT
// array", Medical Physics 12 (1985) 252-255.
class VolumeLengths {
 public:
  // For such beams around this axis. Throws HostOutOfMemory, and what the source and progress
  // throw.
  VolumeLengths(const MaterialSource& source, const Spacing& spacing, BeamKind beam, Axis axis,
                Walk walk, const MemoryUser& user, int threads, Progress& progress);

  int materials() const { return static_cast<int>(voxels_.size()) - 1; }
  // Of each material, those of none first.
  const std::vector<std::int64_t>& voxels() const { return voxels_; }

  // lengths[view][material - 1][row][column], in the unit of the spacing.
  void measure(std::span<const View> views, const DetectorPart& part, int threads, float* lengths,
               Progress& progress) const;

  const Shape& shape() const { return shape_; }
  const Spacing& spacing() const { return spacing_; }
  // One of them; the others are null.
  const MaterialCells* cells() const { return cells_.get(); }
  const MaterialBricks* bricks() const { return bricks_.get(); }
  const MaterialColumns* columns() const { return columns_.get(); }

 private:
  void measure_rows(const View& view, const DetectorPart& part, std::int64_t first,
                    std::int64_t count, float* lengths) const;
  void measure_columns(const View& view, const DetectorPart& part, std::int64_t first,
                       std::int64_t count, float* lengths) const;

  Shape shape_;
  Spacing spacing_;
  std::vector<std::int64_t> voxels_;
  std::unique_ptr<MaterialCells> cells_;
  std::unique_ptr<MaterialBricks> bricks_;
  std::unique_ptr<MaterialColumns> columns_;
};

}  // namespace bitvox::rays
