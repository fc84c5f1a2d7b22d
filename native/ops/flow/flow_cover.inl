// SPDX-License-Identifier: BSD-2-Clause
// How bodies cover voxels, the same source for every backend: nothing is fused, and square roots
// are those of IEEE. Before it is included, BITVOX_INLINE is defined. An arm goes from a body's
// centre to a voxel's.

// B of Noble and Torczynski.
BITVOX_INLINE float share_of(double epsilon, double tau) {
  return static_cast<float>(epsilon * (tau - 0.5) / ((1 - epsilon) + (tau - 0.5)));
}

// How much of a voxel is covered: by how far its centre is within the body, from half a voxel
// outside to half a voxel inside; 0 or less: nothing.
BITVOX_INLINE double covered_part(const Placed& body, const double* arm) {
  double outside = 0;
  if (body.is_box == 0) {
    outside = sqrt((arm[0] * arm[0] + arm[1] * arm[1]) + arm[2] * arm[2]) - body.half[0];
  } else {
    double most = -1e300, square = 0;
    for (int a = 0; a < 3; ++a) {
      const double* const axis = body.axes[a];
      const double along = (arm[0] * axis[0] + arm[1] * axis[1]) + arm[2] * axis[2];
      const double beyond = fabs(along) - body.half[a];
      most = beyond > most ? beyond : most;
      if (beyond > 0) square += beyond * beyond;
    }
    outside = most > 0 ? sqrt(square) : most;
  }
  const double part = 0.5 - outside;
  return part < 1 ? part : 1.0;
}

BITVOX_INLINE void cross_product(const double* a, const double* b, double* product) {
  product[0] = a[1] * b[2] - a[2] * b[1];
  product[1] = a[2] * b[0] - a[0] * b[2];
  product[2] = a[0] * b[1] - a[1] * b[0];
}

// The velocity of the body there.
BITVOX_INLINE void motion_of(const Placed& body, const double* arm, float* motion) {
  double turning[3];
  cross_product(body.spin, arm, turning);
  for (int a = 0; a < 3; ++a) motion[a] = static_cast<float>(body.velocity[a] + turning[a]);
}

// What a body learns of the momentum that one of its voxels got: itself, and its turn.
BITVOX_INLINE void add_momentum(const double* arm, const float* momentum, double* sums) {
  double got[3], turn[3];
  for (int a = 0; a < 3; ++a) got[a] = static_cast<double>(momentum[a]);
  cross_product(arm, got, turn);
  for (int a = 0; a < 3; ++a) {
    sums[a] += got[a];
    sums[3 + a] += turn[a];
  }
}
