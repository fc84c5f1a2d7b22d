// SPDX-License-Identifier: BSD-2-Clause
#pragma once

namespace bitvox {

// Terms that mean the same in every operation.

// Which voxels are the object.
enum class Phase { kForeground, kBackground };

// Structuring elements of radius r around a voxel. kCross: the octahedron |x| + |y| + |z| <= r,
// which is r-fold the one of 7 voxels. kCube: side 2 r + 1, r-fold the one of 27. kBall: the voxels
// whose centre is no further than r, x^2 + y^2 + z^2 <= r^2 in voxels. Within slices the same in
// two dimensions.
enum class Element { kCross, kCube, kBall };

// The border rule. kBackground: elements must lie wholly inside the volume. kClipped: the centre
// must, and the part of the element outside the volume is ignored.
enum class Edges { kBackground, kClipped };

// What is one object of study: the volume, or every slice on its own.
enum class Extent { kVolume, kPerSlice };

}  // namespace bitvox
