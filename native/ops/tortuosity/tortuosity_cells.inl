// SPDX-License-Identifier: BSD-2-Clause
// What is computed for one voxel or cell, on the CPU and on the GPU: the same operations in the
// same order. Who includes this defines BITVOX_INLINE.

constexpr float kDamping = 0.85F;

BITVOX_INLINE float diagonal_of(Code code, Weights weights) {
  return weights.x * static_cast<float>(code & 3) + weights.y * static_cast<float>(code >> 2 & 3) +
         static_cast<float>(code >> 4);
}

// 1 for a pore, 0 for a solid: to multiply by, as a loop with a condition becomes no vectors.
BITVOX_INLINE float pore(Code code) { return static_cast<float>(code != 0); }

// What a Jacobi sweep multiplies a residual by. That of solids is 0; they are divided by 1.
BITVOX_INLINE float sweep_factor(Code code, Weights weights) {
  return kDamping / (diagonal_of(code, weights) + (1 - pore(code)));
}

BITVOX_INLINE float applied(const Code* codes, Weights weights, const float* u,
                            Around<float> around, int64_t x) {
  const float links = weights.x * (u[x - 1] + u[x + 1]) +
                      weights.y * (around.y_before[x] + around.y_after[x]) +
                      (around.z_before[x] + around.z_after[x]);
  return pore(codes[x]) * (diagonal_of(codes[x], weights) * u[x] - links);
}

BITVOX_INLINE float imbalance(const Code* codes, const Code* before, const Code* after, int64_t x) {
  return pore(codes[x]) * (pore(after[x]) - pore(before[x]));
}

BITVOX_INLINE double both(Code a, Code b, double value) {
  return static_cast<double>((a != 0) & (b != 0)) * value;
}

BITVOX_INLINE double difference(float to, float from) {
  return static_cast<double>(to) - static_cast<double>(from);
}

// Twice the difference over half a layer.
BITVOX_INLINE double flux_at_face(float v, double sign) {
  return 1 + 2 * sign * static_cast<double>(v);
}

// The energy of the links to the next voxels; codes and values of the row and of those after it.
BITVOX_INLINE double energy_of_links(const Code* codes, Weights weights, const Code* y_after,
                                     const Code* z_after, const float* v, Around<float> around,
                                     int64_t x) {
  const double dx = difference(v[x + 1], v[x]);
  const double dy = difference(around.y_after[x], v[x]);
  const double dz = 1 + difference(around.z_after[x], v[x]);
  return both(codes[x], codes[x + 1], static_cast<double>(weights.x) * (dx * dx)) +
         both(codes[x], y_after[x], static_cast<double>(weights.y) * (dy * dy)) +
         both(codes[x], z_after[x], dz * dz);
}

// What flows into a voxel and not out of it, squared.
BITVOX_INLINE double imbalance_squared(const Code* codes, Weights weights, const Code* before,
                                       const Code* after, const float* v, Around<float> around,
                                       int64_t x) {
  const double weight_x = static_cast<double>(weights.x);
  const double weight_y = static_cast<double>(weights.y);
  const int code = codes[x];
  const double diagonal = weight_x * (code & 3) + weight_y * (code >> 2 & 3) + (code >> 4);
  const double links =
      weight_x * (static_cast<double>(v[x - 1]) + static_cast<double>(v[x + 1])) +
      weight_y *
          (static_cast<double>(around.y_before[x]) + static_cast<double>(around.y_after[x])) +
      (static_cast<double>(around.z_before[x]) + static_cast<double>(around.z_after[x]));
  const double left = static_cast<double>(imbalance(codes, before, after, x)) -
                      (diagonal * static_cast<double>(v[x]) - links);
  return both(codes[x], codes[x], left * left);
}

BITVOX_INLINE double energy_at_face(float v, double sign) {
  const double flow = flux_at_face(v, sign);
  return 0.5 * (flow * flow);
}

BITVOX_INLINE float cell_left(const CellRow& row, const float* value, const Around<float>& around,
                              const float* rhs, int64_t x) {
  const float links = (row.x[x - 1] * value[x - 1] + row.x[x] * value[x + 1]) +
                      (row.y_before[x] * around.y_before[x] + row.y[x] * around.y_after[x]) +
                      (row.z_before[x] * around.z_before[x] + row.z[x] * around.z_after[x]);
  return rhs[x] - (row.diagonal[x] * value[x] - links);
}
