// SPDX-License-Identifier: BSD-2-Clause
// How a massless particle moves, the same source for every backend: nothing is fused. Before it is
// included, BITVOX_INLINE is defined. velocity_at(cell, u) gives the velocity of the cell at x, y
// and z, and returns false where it is solid.

BITVOX_INLINE int64_t index_along(const ParticleSpace& space, int a, int64_t i) {
  const int64_t size = space.size[a];
  if (i >= 0 && i < size) return i;
  if (space.periodic[a]) {
    i %= size;
    return i < 0 ? i + size : i;
  }
  // Beyond a face that is not periodic it is as fast as before it.
  return i < 0 ? 0 : size - 1;
}

// Between centres of cells the velocity is linear, and 0 in solid: what one of the eight around a
// point adds.
template <class VelocityAt>
BITVOX_INLINE void corner_velocity(const ParticleSpace& space, const double* at, int corner,
                                   const VelocityAt& velocity_at, double* part) {
  double weight = 1;
  int64_t cell[3];
  for (int a = 0; a < 3; ++a) {
    const double low = floor(at[a]);
    const bool high = (corner >> a & 1) != 0;
    weight *= high ? at[a] - low : 1 - (at[a] - low);
    // What is no place any more, in a flow that is stopped soon, is as good as any.
    const bool is_place = low > -1e9 && low < 1e9;
    cell[a] = index_along(space, a, (is_place ? static_cast<int64_t>(low) : 0) + (high ? 1 : 0));
  }
  float u[3];
  const bool any = weight != 0 && velocity_at(cell, u);
  for (int a = 0; a < 3; ++a) part[a] = any ? weight * static_cast<double>(u[a]) : 0;
}

// Brings a point back through periodic faces, and holds it at walls; false where it has left.
BITVOX_INLINE bool bring_in(const ParticleSpace& space, double* point) {
  for (int a = 0; a < 3; ++a) {
    const double size = static_cast<double>(space.size[a]);
    const bool low = point[a] < -0.5, high = point[a] >= size - 0.5;
    if (!low && !high) continue;
    if (space.periodic[a]) {
      point[a] += low ? size : -size;
    } else if (space.closed[2 * a + (high ? 1 : 0)]) {
      point[a] = low ? -0.5 : size - 0.5;
    } else {
      return false;
    }
  }
  return true;
}

// One step (midpoint rule). One that leaves begins anew. velocity_between(point, u) adds up what
// the corners do, in their order.
template <class VelocityBetween>
BITVOX_INLINE void move_particle(const ParticleSpace& space, const double* begin, double* point,
                                 const VelocityBetween& velocity_between) {
  double u[3], middle[3], next[3];
  velocity_between(point, u);
  for (int a = 0; a < 3; ++a) middle[a] = point[a] + u[a] / 2;
  bool inside = bring_in(space, middle);
  if (inside) {
    velocity_between(middle, u);
    for (int a = 0; a < 3; ++a) next[a] = point[a] + u[a];
    inside = bring_in(space, next);
  }
  for (int a = 0; a < 3; ++a) point[a] = inside ? next[a] : begin[a];
}
