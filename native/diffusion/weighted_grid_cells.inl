// SPDX-License-Identifier: BSD-2-Clause
// What is computed for one cell, on the CPU and on the GPU: the same operations in the same order.
// Who includes this defines BITVOX_INLINE.

constexpr float kDamping = 0.85F;

// The resistance where there is no way so far. Finite, so that comparisons are plain.
constexpr float kNoWay = 1e38F;

// What joins a cell to its neighbours and to its ground.
struct CellLinks {
  float x_before, x_after, y_before, y_after, z_before, z_after, ground;
};

BITVOX_INLINE CellLinks links_at(const CellRow& row, int64_t x) {
  return {row.x[x - 1],    row.x[x], row.y_before[x], row.y[x],
          row.z_before[x], row.z[x], row.ground[x]};
}

// Its value and those of its neighbours.
struct CellValues {
  float own, x_before, x_after, y_before, y_after, z_before, z_after;
};

BITVOX_INLINE CellValues values_at(const float* u, const Around<float>& around, int64_t x) {
  return {u[x],
          u[x - 1],
          u[x + 1],
          around.y_before[x],
          around.y_after[x],
          around.z_before[x],
          around.z_after[x]};
}

// A u, in the precision of Number.
template <class Number>
BITVOX_INLINE Number applied(const CellLinks& links, const CellValues& u) {
  const Number own = static_cast<Number>(u.own);
  const Number along_x =
      static_cast<Number>(links.x_before) * (own - static_cast<Number>(u.x_before)) +
      static_cast<Number>(links.x_after) * (own - static_cast<Number>(u.x_after));
  const Number along_y =
      static_cast<Number>(links.y_before) * (own - static_cast<Number>(u.y_before)) +
      static_cast<Number>(links.y_after) * (own - static_cast<Number>(u.y_after));
  const Number along_z =
      static_cast<Number>(links.z_before) * (own - static_cast<Number>(u.z_before)) +
      static_cast<Number>(links.z_after) * (own - static_cast<Number>(u.z_after));
  return static_cast<Number>(links.ground) * own + ((along_x + along_y) + along_z);
}

// The sum of what joins a cell to others, or -1, by which its 0 may be divided.
BITVOX_INLINE float diagonal_of(const CellLinks& links) {
  const float sum =
      links.ground + (((links.x_before + links.x_after) + (links.y_before + links.y_after)) +
                      (links.z_before + links.z_after));
  return sum > 0 ? sum : -1.0F;
}

BITVOX_INLINE float first_sweep(double r, float diagonal) {
  return kDamping * (static_cast<float>(r) / diagonal);
}

BITVOX_INLINE float left_of(const CellLinks& links, const CellValues& z, double r) {
  return static_cast<float>(r) - applied<float>(links, z);
}

BITVOX_INLINE float last_sweep(const CellLinks& links, const CellValues& z, double r,
                               float diagonal) {
  return z.own + kDamping * (left_of(links, z, r) / diagonal);
}

BITVOX_INLINE double product(double a, float b) { return a * static_cast<double>(b); }

BITVOX_INLINE float advanced(float t, double beta, float p) {
  return static_cast<float>(static_cast<double>(t) + beta * static_cast<double>(p));
}

BITVOX_INLINE double size_of(double value) { return value < 0 ? -value : value; }

BITVOX_INLINE double shift(float resistance, double r) {
  return static_cast<double>(resistance) * size_of(r);
}

// Of the way from a cell to its own ground. Cells without links need none.
BITVOX_INLINE float first_resistance(float ground, float diagonal) {
  const float none = diagonal > 0 ? kNoWay : 0.0F;
  return ground > 0 ? 1 / ground : none;
}

// No way leads along a link of 0, whose resistance is infinite.
BITVOX_INLINE float better_way(float to, float from, float link) {
  const float along = 1 / link;
  const float way = along > from ? along : from;
  return way < to ? way : to;
}
