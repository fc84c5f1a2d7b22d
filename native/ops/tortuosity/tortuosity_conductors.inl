// SPDX-License-Identifier: BSD-2-Clause
// What is computed for one conductor, on the CPU and on the GPU. Who includes this defines
// BITVOX_INLINE.
#pragma once  // in a build with one unit an operation two files of it include this

// The diffusivity of a link: both halves one behind the other, which is the harmonic mean.
BITVOX_INLINE float between(float a, float b) {
  const float sum = a + b;
  return sum > 0 ? 2 * (a * b) / sum : 0.0F;
}

// What joins a voxel to faces half a layer away.
BITVOX_INLINE float to_faces(float d, int64_t z, int64_t depth) {
  return 2 * d * static_cast<float>((z == 0) + (z + 1 == depth));
}

// What the linear concentration, which rises by 1 a layer, leaves of the voxel behind others: what
// flows from behind less what flows to the front. Before and behind the volume are faces.
BITVOX_INLINE double imbalance_of(float d, float before, float after, int64_t z, int64_t depth) {
  const float behind = z + 1 == depth ? d : between(d, after);
  const float front = z == 0 ? d : between(d, before);
  return static_cast<double>(behind) - static_cast<double>(front);
}
