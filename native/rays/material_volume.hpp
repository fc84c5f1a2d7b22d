// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/memory/aligned_array.hpp"
#include "rays/material_source.hpp"
#include "rays/volume_ray.hpp"

namespace bitvox::rays {

// A byte a voxel, x fastest.
struct MaterialCells {
  Shape shape;
  AlignedArray<std::uint8_t> cells;

  // Adds what a ray that does not miss has in each material to ticks[material], 0 too.
  void walk(const VolumeRay& ray, std::int64_t* ticks) const;
};

// The same in bricks of 8 x 8 x 8 voxels. Those of one material alone are crossed in one step, and
// take four bytes.
class MaterialBricks {
 public:
  // Counts the voxels of each material, too. Throws what the source and progress throw.
  MaterialBricks(const MaterialSource& source, int threads, Progress& progress);

  void walk(const VolumeRay& ray, std::int64_t* ticks) const;

  // The part of the bricks that are of several materials: with many of them MaterialCells is the
  // faster way.
  double mixed() const;
  // Voxels of each material, those of none first.
  const std::vector<std::int64_t>& voxels() const { return voxels_; }

  // A brick of several materials has 256 and its number in its layer, others their material.
  const std::vector<std::uint32_t>& codes() const { return codes_; }
  // The voxels of the former, 512 bytes each, of each layer.
  const std::vector<std::vector<std::uint8_t>>& mixed_bricks() const { return mixed_; }

  // All cells; of the bricks nothing is left.
  MaterialCells unpack(int threads, Progress& progress);

 private:
  static constexpr int kBits = 3;
  static constexpr std::int64_t kSide = std::int64_t{1} << kBits;
  static constexpr std::int64_t kCells = kSide * kSide * kSide;
  static constexpr std::uint32_t kMixed = 256;  // codes from here on; below, the material of all

  void read_layer(std::int64_t layer, MaterialReader& reader, std::vector<std::uint8_t>& slices,
                  std::vector<std::int64_t>& counts);

  Shape shape_;
  std::array<std::int64_t, 3> bricks_;
  std::vector<std::uint32_t> codes_;
  std::vector<std::vector<std::uint8_t>> mixed_;  // of each layer of bricks, brick by brick
  std::vector<std::int64_t> voxels_;
};

}  // namespace bitvox::rays
