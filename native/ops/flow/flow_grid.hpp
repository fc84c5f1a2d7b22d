// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/aligned_array.hpp"
#include "core/memory.hpp"
#include "core/progress.hpp"
#include "ops/flow/flow.hpp"
#include "ops/flow/flow_rows.hpp"

namespace bitvox::flow {

inline constexpr MemoryUser kFlowUser{"Flow", "Crop the image, or reduce it with Image > Scale."};

// What stands still: the solid of the volume and its six faces. Row y, z of the volume is row
// z * height + y of cells; pitch cells lie between rows, so that there is a cell before the first
// and one behind the last, and rows end with whole blocks.
struct Grid {
  Shape shape;
  std::array<Face, kFaces> faces{};
  std::int64_t pitch = 0;
  std::vector<std::uint8_t> solid;    // of each voxel, 255 for all of it
  AlignedArray<std::uint32_t> links;  // of each cell, see flow_rows.hpp
  AlignedArray<float> share;          // B of each cell; null where no voxel is solid in part
  struct Row {
    bool fluid = false;   // any
    bool linked = false;  // any link
    bool partly = false;  // any B
    std::vector<FaceLink> faces;
  };
  std::vector<Row> rows;

  std::int64_t row_count() const { return shape.height * shape.depth; }
  std::int64_t cell(std::int64_t row, std::int64_t x) const { return kLanes + row * pitch + x; }
  std::int64_t cells() const { return row_count() * pitch + 2 * kLanes; }
  std::int64_t blocks() const { return pitch / kLanes - 1; }
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
                      const std::array<Face, kFaces>& faces);

Grid make_grid(const Shape& shape, std::vector<std::uint8_t> solid, const Options& options,
               int threads, Progress& progress);

// B of Noble and Torczynski for a part epsilon of a cell that is solid.
float solid_share(double epsilon, double tau);

}  // namespace bitvox::flow
