// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/bit_volume.hpp"
#include "ops/minkowski/minkowski.hpp"

namespace bitvox::minkowski {

// What is counted in a layer of the volume. Sets of axes are bits: x = 1, y = 2, z = 4.
struct LayerCounts {
  std::array<std::int64_t, 8> all{};  // squares, ... that span these axes, of object alone
  std::array<std::int64_t, 8> any{};  // with an object voxel at least
  std::array<std::int64_t, kDirections> pairs{};
  std::array<std::int64_t, kDirections> rectangles{};  // along face diagonals
  std::array<std::int64_t, kDirections> triangles{};   // normal to space diagonals
};

// The counts of the whole volume (or of a slice) and of its border layers. A layer has for each
// axis 0: all, 1: the lowest voxel only, 2: the highest. The twelve edges and eight corners are
// layers too.
struct Layers {
  std::array<LayerCounts, 27> layers{};

  LayerCounts& at(int x, int y, int z) { return layers[number(x, y, z)]; }
  const LayerCounts& at(int x, int y, int z) const { return layers[number(x, y, z)]; }

 private:
  static std::size_t number(int x, int y, int z) {
    const auto of = [](int i) { return static_cast<std::size_t>(i); };
    return of(x) + 3 * of(y) + 9 * of(z);
  }
};

// From the counts of a volume or, planar, of a slice; border layers are left empty.
Layers layers_of(const Counts& counts);

// Hands on slices of another source, and keeps the voxels of the six faces that pass by.
class FaceKeeper final : public VolumeSource {
 public:
  explicit FaceKeeper(const VolumeSource& in);

  const Shape& shape() const override { return in_.shape(); }
  std::unique_ptr<VolumeReader> open() const override;

  // Bytes of what it keeps.
  static std::int64_t bytes(const Shape& shape);

  // After all slices have been read: adds the border layers of the volume, or those of slice z.
  void add_layers(Layers& layers) const;
  void add_layers_of_slice(std::int64_t z, Layers& layers) const;

 private:
  friend class FaceReader;

  // Threads may read a slice both, of which one keeps it.
  bool is_first(std::int64_t z) const {
    return !kept_[static_cast<std::size_t>(z)].exchange(true, std::memory_order_relaxed);
  }

  const VolumeSource& in_;
  // [axis][0 low, 1 high]: as slices of the other two axes, the earlier one along rows.
  mutable std::vector<BitVolume> faces_[3];
  mutable std::vector<std::atomic<bool>> kept_;  // of each slice
};

}  // namespace bitvox::minkowski
