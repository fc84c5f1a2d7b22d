// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "ops/minkowski/minkowski.hpp"

namespace bitvox::minkowski {

constexpr bool has(int axes, int axis) { return (axes >> axis & 1) != 0; }

// What the counts add up to, for the formulas: the same for both kinds of edges. Sets of axes are
// bits: x = 1, y = 2, z = 4. Where edges are clipped, a set is as much as the part of its windows
// that lie inside.
class Sums {
 public:
  Sums(const Counts& counts, const Options& options, int axes)
      : counts_(counts), clipped_(options.edges == Edges::kClipped), axes_(axes) {}

  // Voxels, pairs, squares, ... that span these axes, of object alone, or with an object voxel.
  double all(int axes) const;
  double any(int axes) const;
  double pairs(int direction) const;

  // Lines along the direction that enter the object.
  double entries(int direction) const { return ends(direction) - pairs(direction); }

  // Summed over the planes with this normal.
  double euler_of_planes(int normal) const;

 private:
  double count(int index) const {
    return static_cast<double>(counts_[static_cast<std::size_t>(index)]);
  }
  // In how many places of a window a set is that spans these axes.
  double places(int axes) const;
  double voxels_in_windows() const;

  // Voxels that can be an end of a pair along the direction: the mean of both ends. The same of
  // pairs along the axis that a diagonal of faces is normal to.
  double ends(int direction) const;
  double end_pairs(int face_diagonal) const;
  double corners_of_triangles(int normal) const;

  const Counts& counts_;
  bool clipped_;
  int axes_;  // 3, or in slices 2
};

}  // namespace bitvox::minkowski
