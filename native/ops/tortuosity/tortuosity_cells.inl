// SPDX-License-Identifier: BSD-2-Clause
// What is computed for one voxel or cell, on the CPU and on the GPU: the same operations in the
// same order. Who includes this defines BITVOX_INLINE.

constexpr float kDamping = 0.85F;
constexpr float kUndamped = 1 / kDamping;

BITVOX_INLINE float diagonal_of(Code code, Weights weights) {
  return weights.x * static_cast<float>(code & 3) + weights.y * static_cast<float>(code >> 2 & 3) +
         static_cast<float>(code >> 4);
}

// 1 for a pore, 0 for a solid: to multiply by. Nothing is compared, as the compiler might make a
// condition of that, and a loop with one becomes no vectors.
BITVOX_INLINE float pore(Code code) { return static_cast<float>((code + 255) >> 8); }

// What a Jacobi sweep multiplies a residual by. That of solids is 0; they are divided by 1.
BITVOX_INLINE float sweep_factor(Code code, Weights weights) {
  return kDamping / (diagonal_of(code, weights) + (1 - pore(code)));
}

// The values of a pore and of its neighbours; 0 of those that are none.
template <class T>
struct Neighbours {
  T own, x_before, x_after, y_before, y_after, z_before, z_after;
};

BITVOX_INLINE float applied(float diagonal, Weights weights, const Neighbours<float>& u) {
  const float links = weights.x * (u.x_before + u.x_after) + weights.y * (u.y_before + u.y_after) +
                      (u.z_before + u.z_after);
  return diagonal * u.own - links;
}

BITVOX_INLINE float applied(const Code* codes, Weights weights, const float* u,
                            Around<float> around, int64_t x) {
  return pore(codes[x]) * applied(diagonal_of(codes[x], weights), weights,
                                  {u[x], u[x - 1], u[x + 1], around.y_before[x], around.y_after[x],
                                   around.z_before[x], around.z_after[x]});
}

BITVOX_INLINE float imbalance(const Code* codes, const Code* before, const Code* after, int64_t x) {
  return pore(codes[x]) * (pore(after[x]) - pore(before[x]));
}

BITVOX_INLINE double square(float value) {
  return static_cast<double>(value) * static_cast<double>(value);
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

// The residual r is kept as z = M r, what the first sweep makes of it: its neighbours are read too.
BITVOX_INLINE float unswept(float z, float diagonal) { return z * (diagonal * kUndamped); }
BITVOX_INLINE float moved(float z, float sweep_factor, float alpha, float applied_to_p) {
  return z - alpha * (sweep_factor * applied_to_p);
}

// A sweep over what is left after the first one and the correction from the first coarse level,
// whose matrix gives `coarse_left` of it: z is the first sweep, `left` what that has left.
BITVOX_INLINE float swept(float z, float left, float sweep_factor, float correction, float coarse,
                          float coarse_left) {
  return (z + correction * coarse) + sweep_factor * (left - correction * coarse_left);
}

// The energy of the links to the next voxels, of which a pore may have one along each axis.
BITVOX_INLINE double energy_of_links(bool along_x, bool along_y, bool along_z, Weights weights,
                                     float own, float x_after, float y_after, float z_after) {
  const double dx = difference(x_after, own);
  const double dy = difference(y_after, own);
  const double dz = 1 + difference(z_after, own);
  return static_cast<double>(along_x) * (static_cast<double>(weights.x) * (dx * dx)) +
         static_cast<double>(along_y) * (static_cast<double>(weights.y) * (dy * dy)) +
         static_cast<double>(along_z) * (dz * dz);
}

// What flows into a voxel and not out of it, squared; `b` is that of the linear concentration.
BITVOX_INLINE double imbalance_squared(Code code, Weights weights, float b,
                                       const Neighbours<float>& v) {
  const double weight_x = static_cast<double>(weights.x);
  const double weight_y = static_cast<double>(weights.y);
  const double diagonal = weight_x * (code & 3) + weight_y * (code >> 2 & 3) + (code >> 4);
  const double links =
      weight_x * (static_cast<double>(v.x_before) + static_cast<double>(v.x_after)) +
      weight_y * (static_cast<double>(v.y_before) + static_cast<double>(v.y_after)) +
      (static_cast<double>(v.z_before) + static_cast<double>(v.z_after));
  const double left = static_cast<double>(b) - (diagonal * static_cast<double>(v.own) - links);
  return both(code, code, left * left);
}

BITVOX_INLINE double energy_at_face(float v, double sign) {
  const double flow = flux_at_face(v, sign);
  return 0.5 * (flow * flow);
}

// ---- Cells of coarse levels --------------------------------------------------------------------

// Links are numbers of links between voxels, without their weights. Those along z count the links
// to a face too, which are twice as strong.
BITVOX_INLINE float cell_diagonal(Weights weights, float along_x, float along_y, float along_z) {
  return (weights.x * along_x + weights.y * along_y) + along_z;
}

BITVOX_INLINE float cell_left(float rhs, float diagonal, Weights weights,
                              const Neighbours<float>& links, const Neighbours<float>& value) {
  const float flow =
      (weights.x * (links.x_before * value.x_before + links.x_after * value.x_after) +
       weights.y * (links.y_before * value.y_before + links.y_after * value.y_after)) +
      (links.z_before * value.z_before + links.z_after * value.z_after);
  return rhs - (diagonal * value.own - flow);
}

// The step of a Chebyshev polynomial, see Chebyshev; `previous` is the value before the last
// step.
BITVOX_INLINE float cell_stepped(float value, float previous, float keep, float scale, float left,
                                 float diagonal) {
  return value + (keep * (value - previous) + scale * (left / diagonal));
}
