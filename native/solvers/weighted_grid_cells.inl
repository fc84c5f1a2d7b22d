// SPDX-License-Identifier: BSD-2-Clause
// What is computed for one cell, on the CPU and on the GPU: the same operations in the same order.
// Who includes this defines BITVOX_INLINE.

constexpr float kDamping = 0.85F;

// The resistance where there is no way so far. Finite, so that comparisons are plain.
constexpr float kNoWay = 1e38F;

// A u, in the precision of Number.
template <class Number>
BITVOX_INLINE Number applied(const CellRow& row, const float* u, const Around<float>& around,
                             int64_t x) {
  const Number own = static_cast<Number>(u[x]);
  const Number along_x = static_cast<Number>(row.x[x - 1]) * (own - static_cast<Number>(u[x - 1])) +
                         static_cast<Number>(row.x[x]) * (own - static_cast<Number>(u[x + 1]));
  const Number along_y =
      static_cast<Number>(row.y_before[x]) * (own - static_cast<Number>(around.y_before[x])) +
      static_cast<Number>(row.y[x]) * (own - static_cast<Number>(around.y_after[x]));
  const Number along_z =
      static_cast<Number>(row.z_before[x]) * (own - static_cast<Number>(around.z_before[x])) +
      static_cast<Number>(row.z[x]) * (own - static_cast<Number>(around.z_after[x]));
  return static_cast<Number>(row.ground[x]) * own + ((along_x + along_y) + along_z);
}

// The sum of what joins a cell to others, or -1, by which its 0 may be divided.
BITVOX_INLINE float diagonal_of(const CellRow& row, int64_t x) {
  const float sum = row.ground[x] + (((row.x[x - 1] + row.x[x]) + (row.y_before[x] + row.y[x])) +
                                     (row.z_before[x] + row.z[x]));
  return sum > 0 ? sum : -1.0F;
}

BITVOX_INLINE float first_sweep(double r, float diagonal) {
  return kDamping * (static_cast<float>(r) / diagonal);
}

BITVOX_INLINE float left_of(const CellRow& row, const float* z, const Around<float>& around,
                            double r, int64_t x) {
  return static_cast<float>(r) - applied<float>(row, z, around, x);
}

BITVOX_INLINE float last_sweep(const CellRow& row, const float* z, const Around<float>& around,
                               double r, float diagonal, int64_t x) {
  return z[x] + kDamping * (left_of(row, z, around, r, x) / diagonal);
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
