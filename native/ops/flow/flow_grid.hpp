// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "core/memory/memory.hpp"
#include "core/threads/progress.hpp"
#include "ops/flow/flow.hpp"

namespace bitvox::flow {

inline constexpr MemoryUser kFlowUser{"Flow", "Crop the image, or reduce it with Image > Scale."};

// What stands still: the solid of the volume and its six faces. Row y, z of the volume is row
// z * height + y.
struct Grid {
  Shape shape;
  Faces faces;
  double tau = 0;                       // of the fluid
  std::vector<std::uint8_t> solid;      // of each voxel, 255 for all of it
  std::vector<std::uint8_t> has_solid;  // of each row, whether any voxel is
  bool partly = false;                  // some are solid in part

  std::int64_t row_count() const { return shape.height * shape.depth; }
  std::int64_t size(std::size_t axis) const {
    return axis == 0 ? shape.width : axis == 1 ? shape.height : shape.depth;
  }
  bool periodic(std::size_t axis) const { return faces[2 * axis] == Face::kPeriodic; }
};

// How much of each voxel is solid, 0 to 255. Throws UnsuitableImage where there is no fluid.
std::vector<std::uint8_t> read_solid(const Input& in, Phase fluid, int threads, Progress& progress);

// Of the solid of a volume between its faces.
struct Spaces {
  double fluid = 0;    // voxels
  double surface = 0;  // faces of voxels between fluid and solid, or walls; parts of them too
};
Spaces measure_spaces(const Shape& shape, const std::vector<std::uint8_t>& solid,
                      const Faces& faces, int threads, Progress& progress);

// Whether fluid joins one end of an axis to the other, without a way round through periodic sides.
// As populations go, over faces and edges of voxels.
bool joins_ends(const Shape& shape, const std::vector<std::uint8_t>& solid, std::size_t axis,
                int threads, Progress& progress);

Grid make_grid(const Shape& shape, std::vector<std::uint8_t> solid, const Options& options,
               int threads, Progress& progress);

// B of a cell whose voxel has such a value (Noble and Torczynski).
float solid_share(std::uint8_t value, double tau);

}  // namespace bitvox::flow
