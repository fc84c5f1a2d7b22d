// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>

#include "core/volumes/shape.hpp"
#include "core/volumes/spacing.hpp"

namespace bitvox::paths {

// Steps go to voxels that share a face (6 neighbours), an edge too (18), or a corner too (26): the
// value says along how many axes a step may go at once. Within one slice these are 4, 8 and 8.
enum class Neighbours { kFaces = 1, kEdges = 2, kCorners = 3 };

// The kind of a step, 1 to 7: a bit for each axis that it goes along.
constexpr unsigned step_code(int dx, int dy, int dz) {
  return unsigned{dx != 0} | unsigned{dy != 0} << 1 | unsigned{dz != 0} << 2;
}
constexpr int kStepCodes = 8;

// The voxels of a volume, x fastest, as nodes of a graph.
struct Grid {
  Shape shape;
  Neighbours neighbours = Neighbours::kFaces;
  std::array<std::uint32_t, kStepCodes> steps{};  // lengths by code, whole numbers of one unit

  std::int64_t voxels() const { return shape.voxel_count(); }
  // Whether steps of this kind exist.
  bool goes(unsigned code) const;
  // Of those that exist.
  std::uint32_t longest_step() const;
};

// Stands for a voxel where all are asked for.
inline constexpr std::int64_t kNoGoal = -1;

// Throws InvalidInput where the shape is impossible or the length of a step is 0.
void check_grid(const Grid& grid);

// The lengths of steps between centres of voxels of this size, rounded to whole numbers of `unit`,
// the shortest side of a voxel over kUnitsOfSide. Where all steps are of one length that is the
// unit, and nothing is rounded.
inline constexpr std::int64_t kUnitsOfSide = 1000;
struct StepLengths {
  std::array<std::uint32_t, kStepCodes> steps{};
  double unit = 1;
};
StepLengths step_lengths(const Shape& shape, Neighbours neighbours, const Spacing& spacing);

}  // namespace bitvox::paths
