// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "core/host_and_device.hpp"
#include "core/options/terms.hpp"
#include "core/volumes/shape.hpp"
#include "ops/label/label_terms.hpp"
#include "ops/split_objects/split_objects_rows.hpp"

namespace bitvox::split_objects {

// Most voxels: their numbers and one more fit 31 bits.
inline constexpr std::int64_t kMostVoxels = (std::int64_t{1} << 31) - 4;

// Voxels and their neighbours, for the CPU and the GPU.
class Neighbours {
 public:
  Neighbours(const Shape& shape, label::Connectivity connectivity, Extent extent)
      : width_(static_cast<std::uint32_t>(shape.width)),
        height_(static_cast<std::uint32_t>(shape.height)),
        depth_(static_cast<std::uint32_t>(shape.depth)),
        planar_(extent == Extent::kPerSlice || shape.depth == 1) {
    const bool corners = connectivity == label::Connectivity::kAll;
    most_ = connectivity == label::Connectivity::kFaces ? 1 : corners && !planar_ ? 3 : 2;
    for (int code = 0; code < kCube; ++code) {
      const int dx = code % 3 - 1, dy = code / 3 % 3 - 1, dz = code / 9 - 1;
      const int axes = (dx != 0 ? 1 : 0) + (dy != 0 ? 1 : 0) + (dz != 0 ? 1 : 0);
      steps_[code] = (dz * shape.height + dy) * shape.width + dx;
      if (code != kCentre && axes <= most_ && (!planar_ || dz == 0)) codes_[count_++] = code;
    }
  }

  BITVOX_BOTH bool planar() const { return planar_; }
  int most_axes() const { return most_; }
  BITVOX_BOTH bool begins_row(std::uint32_t voxel) const { return voxel % width_ == 0; }

  // Along rows, of neighbour number `code` of a cube.
  std::int64_t step(int code) const { return steps_[code]; }

  // body(voxel) for the neighbours of a voxel in raster order; ends where it returns true, and says
  // whether it did.
  template <class Body>
  BITVOX_BOTH bool any(std::uint32_t voxel, const Body& body) const {
    const std::uint32_t x = voxel % width_;
    const std::uint32_t row = voxel / width_;
    const std::uint32_t y = row % height_, z = row / height_;
    const bool inside = x > 0 && x + 1 < width_ && y > 0 && y + 1 < height_ &&
                        (planar_ || (z > 0 && z + 1 < depth_));
    for (int i = 0; i < count_; ++i) {
      const int code = codes_[i];
      if (!inside && (!within(x, code % 3 - 1, width_) || !within(y, code / 3 % 3 - 1, height_) ||
                      !within(z, code / 9 - 1, depth_))) {
        continue;
      }
      if (body(static_cast<std::uint32_t>(voxel + steps_[code]))) return true;
    }
    return false;
  }

 private:
  // One step at most: what is before the first one is far behind the last.
  BITVOX_BOTH static bool within(std::uint32_t at, int step, std::uint32_t length) {
    return at + static_cast<std::uint32_t>(step) < length;
  }

  std::uint32_t width_, height_, depth_;
  bool planar_;
  int most_ = 3;
  int count_ = 0;
  int codes_[kCube] = {};
  std::int64_t steps_[kCube] = {};
};

}  // namespace bitvox::split_objects
