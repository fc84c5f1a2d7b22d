// SPDX-License-Identifier: BSD-2-Clause
// The collision and the velocity, for one cell (float) or kLanes of them (a vector), the same
// source for every backend: plain additions, multiplications and one division in this order, none
// fused, so that all get the same bits. Before it is included, BITVOX_INLINE and BITVOX_UNROLL are
// defined.

// Of a cell: h[i] is the deviation of population i from its weight.
template <class Value>
struct MomentsOf {
  Value sum[kPairs], difference[kPairs];  // of each pair
  Value excess;                           // of the density over 1
  Value momentum[3];                      // without that of the force
};

template <class Value>
BITVOX_INLINE void find_moments(const Value* h, MomentsOf<Value>& m) {
  BITVOX_UNROLL
  for (int p = 0; p < kPairs; ++p) {
    m.sum[p] = h[2 * p + 1] + h[2 * p + 2];
    m.difference[p] = h[2 * p + 1] - h[2 * p + 2];
  }
  const Value* const s = m.sum;
  const Value* const d = m.difference;
  const Value axes = (s[0] + s[1]) + s[2];
  const Value diagonals = ((s[3] + s[4]) + (s[5] + s[6])) + (s[7] + s[8]);
  m.excess = (h[0] + axes) + diagonals;
  m.momentum[0] = d[0] + ((d[3] + d[4]) + (d[5] + d[6]));
  m.momentum[1] = d[1] + ((d[3] - d[4]) + (d[7] + d[8]));
  m.momentum[2] = d[2] + ((d[5] - d[6]) + (d[7] - d[8]));
}

// c . v of the first velocity of each pair.
template <class Value>
struct AlongPairs {
  Value at[kPairs];
};
template <class Value>
BITVOX_INLINE void along_pairs(const Value& x, const Value& y, const Value& z,
                               AlongPairs<Value>& along) {
  const Value all[kPairs] = {x, y, z, x + y, x - y, x + z, x - z, y + z, y - z};
  BITVOX_UNROLL
  for (int p = 0; p < kPairs; ++p) along.at[p] = all[p];
}

// The even parts of the pairs relax by one rate towards w (excess + density (4.5 (c . u)^2 -
// 1.5 u^2)), the odd ones by the other towards 3 w (c . j); the force adds its own (Guo and
// others).
template <class Value>
BITVOX_INLINE void collide(Value* h, const Rates& rates) {
  MomentsOf<Value> m;
  find_moments(h, m);
  const Value density = m.excess + 1.0F;
  const Value inverse = 1.0F / density;
  const Value x = (m.momentum[0] + rates.half_force[0]) * inverse;
  const Value y = (m.momentum[1] + rates.half_force[1]) * inverse;
  const Value z = (m.momentum[2] + rates.half_force[2]) * inverse;
  AlongPairs<Value> j, u;
  along_pairs(m.momentum[0], m.momentum[1], m.momentum[2], j);
  along_pairs(x, y, z, u);
  const Value base = m.excess - density * (((x * x + y * y) + z * z) * 1.5F);
  const Value work = ((x * rates.force[0] + y * rates.force[1]) + z * rates.force[2]) * 3.0F;
  const Value bent = density * 4.5F;
  h[0] = h[0] + (rates.plus * (base * (1.0F / 3) - h[0]) - rates.source * (work * (1.0F / 3)));
  BITVOX_UNROLL
  for (int p = 0; p < kPairs; ++p) {
    const float w = p < 3 ? 1.0F / 18 : 1.0F / 36;
    const Value even =
        rates.half_plus * ((base + bent * (u.at[p] * u.at[p])) * (2 * w) - m.sum[p]) +
        rates.source * ((u.at[p] * rates.along[p] - work) * w);
    const Value odd = rates.half_minus * (j.at[p] * (6 * w) - m.difference[p]) + rates.push[p];
    h[2 * p + 1] = h[2 * p + 1] + (even + odd);
    h[2 * p + 2] = h[2 * p + 2] + (even - odd);
  }
}

// The same where solid that moves with velocity v takes part, by B: 1 - B of that collision, and B
// of the solid's, which reflects what is not equilibrium: f_opposite - f + feq(v) -
// feq_opposite(u). v becomes the momentum that the solid got. With B = 0 it is that collision, to
// the bit.
template <class Value>
BITVOX_INLINE void collide_with_solid(Value* h, const Rates& rates, const Value& solid, Value* v) {
  MomentsOf<Value> m;
  find_moments(h, m);
  const Value fluid = 1.0F - solid;
  const Value density = m.excess + 1.0F;
  const Value inverse = 1.0F / density;
  const Value ax = m.momentum[0] * inverse;
  const Value ay = m.momentum[1] * inverse;
  const Value az = m.momentum[2] * inverse;
  const Value x = (m.momentum[0] + fluid * rates.half_force[0]) * inverse;
  const Value y = (m.momentum[1] + fluid * rates.half_force[1]) * inverse;
  const Value z = (m.momentum[2] + fluid * rates.half_force[2]) * inverse;
  AlongPairs<Value> j, a, u, s;
  along_pairs(m.momentum[0], m.momentum[1], m.momentum[2], j);
  along_pairs(ax, ay, az, a);
  along_pairs(x, y, z, u);
  along_pairs(v[0], v[1], v[2], s);
  const Value base = m.excess - density * (((x * x + y * y) + z * z) * 1.5F);
  const Value work = ((x * rates.force[0] + y * rates.force[1]) + z * rates.force[2]) * 3.0F;
  const Value bent = density * 4.5F;
  const Value slower =
      density *
      ((((v[0] * v[0] + v[1] * v[1]) + v[2] * v[2]) - ((ax * ax + ay * ay) + az * az)) * 1.5F);
  h[0] = h[0] +
         (fluid * (rates.plus * (base * (1.0F / 3) - h[0]) - rates.source * (work * (1.0F / 3))) -
          solid * (slower * (1.0F / 3)));
  BITVOX_UNROLL
  for (int p = 0; p < kPairs; ++p) {
    const float w = p < 3 ? 1.0F / 18 : 1.0F / 36;
    const Value even =
        rates.half_plus * ((base + bent * (u.at[p] * u.at[p])) * (2 * w) - m.sum[p]) +
        rates.source * ((u.at[p] * rates.along[p] - work) * w);
    const Value odd = rates.half_minus * (j.at[p] * (6 * w) - m.difference[p]) + rates.push[p];
    const Value even_of_solid = (bent * (s.at[p] * s.at[p] - a.at[p] * a.at[p]) - slower) * w;
    const Value odd_of_solid = (j.at[p] + density * s.at[p]) * (3 * w) - m.difference[p];
    const Value all_even = fluid * even + solid * even_of_solid;
    const Value all_odd = fluid * odd + solid * odd_of_solid;
    h[2 * p + 1] = h[2 * p + 1] + (all_even + all_odd);
    h[2 * p + 2] = h[2 * p + 2] + (all_even - all_odd);
  }
  BITVOX_UNROLL
  for (int axis = 0; axis < 3; ++axis) v[axis] = solid * (m.momentum[axis] - density * v[axis]);
}

// The velocity in the middle of a step, from populations that have collided: half of the force's
// momentum is taken back, of the part of it that the fluid got.
template <class Value>
BITVOX_INLINE void find_velocity(const Value* h, const Rates& rates, const Value& solid,
                                 Value* velocity) {
  MomentsOf<Value> m;
  find_moments(h, m);
  const Value inverse = 1.0F / (m.excess + 1.0F);
  const Value fluid = 1.0F - solid;
  BITVOX_UNROLL
  for (int axis = 0; axis < 3; ++axis) {
    velocity[axis] = (m.momentum[axis] - rates.half_force[axis] * fluid) * inverse;
  }
}
