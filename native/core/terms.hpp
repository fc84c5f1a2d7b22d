// SPDX-License-Identifier: BSD-2-Clause
#pragma once

namespace bitvox {

// Terms that mean the same in every operation.

// Which voxels are the object.
enum class Phase { kForeground, kBackground };

// Structuring elements. kCross: 7 voxels, n-fold an octahedron of radius n. kCube: 27 voxels,
// n-fold a cube of side 2n + 1. kBall: the voxels whose centre is no further than the radius.
// Within slices: 5-voxel cross, 3 x 3 square, disc.
enum class Element { kCross, kCube, kBall };

// The border rule. kBackground: elements must lie wholly inside the volume. kClipped: the centre
// must, and the part of the element outside the volume is ignored.
enum class Edges { kBackground, kClipped };

// What is one object of study: the volume, or every slice on its own.
enum class Extent { kVolume, kPerSlice };

}  // namespace bitvox
