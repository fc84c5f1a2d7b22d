// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "core/memory/aligned_array.hpp"
#include "rays/material_source.hpp"
#include "rays/volume_ray.hpp"

namespace bitvox::rays {

// Slices across an axis, for rays that stay in one of them: where a parallel beam turns around the
// axis, rays above one another cross the same planes at the same times, and are walked together.
// The voxels above one another are a column of bits, as many for each voxel as its material needs;
// where two columns differ, the exclusive or of their words says it.
class MaterialColumns {
 public:
  // Throws what the source and progress throw.
  MaterialColumns(const MaterialSource& source, Axis axis, int threads, Progress& progress);

  static std::int64_t bytes(const MaterialSource& source, Axis axis);

  // From `first`, so many slices.
  struct Slices {
    std::int64_t first;
    std::int64_t count;
  };
  std::int64_t slices() const { return slices_; }

  // Which slice the ray is in; below 0 for none.
  std::int64_t slice_of(const VolumeRay& ray) const;

  // Adds what the rays have in each material m in slice s to ticks[m * slices() + s]. The ray is
  // one of them; it may miss the volume above or below.
  void walk(const VolumeRay& ray, const Slices& slices, std::int64_t* ticks) const;

  const std::vector<std::int64_t>& voxels() const { return voxels_; }

  // As they lie in memory: word w of plane p of column (i, j) is words()[((j * wide + i) *
  // words_of_plane + w) * planes + p].
  struct Layout {
    std::size_t first, second;  // axes across the columns, the first of which is the faster
    std::size_t along;
  };
  const Layout& layout() const { return layout_; }
  const std::uint64_t* words() const { return columns_.get(); }
  std::int64_t words_of_plane() const { return words_; }
  std::int64_t wide() const { return wide_; }
  int planes() const { return planes_; }

 private:
  static Layout layout_of(Axis axis);

  template <int kPlanes>
  void walk_planes(const VolumeRay& ray, const Slices& slices, std::int64_t* ticks) const;
  void pack_rows(const std::uint8_t* slice, std::int64_t z);
  void pack_slice(const std::uint8_t* slice, std::int64_t z);
  void read_word(std::int64_t word, MaterialReader& reader, std::vector<std::int64_t>& counts);

  Shape shape_;
  Layout layout_;
  std::int64_t slices_;
  std::int64_t words_;  // of a plane of a column
  int planes_;
  std::int64_t wide_;  // columns along the first axis
  AlignedArray<std::uint64_t> columns_;
  std::vector<std::int64_t> voxels_;
};

}  // namespace bitvox::rays
