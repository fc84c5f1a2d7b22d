// SPDX-License-Identifier: BSD-2-Clause
// The collision and the velocity, for one cell (float) or kLanes of them (a vector), the same
// source for every backend: plain additions and multiplications in this order, none fused, so that
// all get the same bits. Before it is included, BITVOX_INLINE and BITVOX_UNROLL are defined.

// h[i]: the deviation of population i from rest. Two rates relax the even and the odd part of each
// pair towards w rho and 3 w (c . j); the force adds 3 w (c . F).
template <class Value>
BITVOX_INLINE void collide(Value* h, const Rates& rates) {
  Value sum[kPairs], difference[kPairs];
  BITVOX_UNROLL
  for (int p = 0; p < kPairs; ++p) {
    sum[p] = h[2 * p + 1] + h[2 * p + 2];
    difference[p] = h[2 * p + 1] - h[2 * p + 2];
  }
  const Value axes = (sum[0] + sum[1]) + sum[2];
  const Value diagonals = ((sum[3] + sum[4]) + (sum[5] + sum[6])) + (sum[7] + sum[8]);
  const Value rho = (h[0] + axes) + diagonals;
  const Value* const d = difference;
  const Value jx = d[0] + ((d[3] + d[4]) + (d[5] + d[6]));
  const Value jy = d[1] + ((d[3] - d[4]) + (d[7] + d[8]));
  const Value jz = d[2] + ((d[5] - d[6]) + (d[7] - d[8]));
  const Value along[kPairs] = {jx, jy, jz, jx + jy, jx - jy, jx + jz, jx - jz, jy + jz, jy - jz};
  const Value even_of_axis = rho * (1.0F / 9);  // 2 w rho
  const Value even_of_diagonal = rho * (1.0F / 18);
  h[0] = h[0] + rates.plus * (rho * (1.0F / 3) - h[0]);
  BITVOX_UNROLL
  for (int p = 0; p < kPairs; ++p) {
    const Value even = rates.half_plus * ((p < 3 ? even_of_axis : even_of_diagonal) - sum[p]);
    const Value odd =
        rates.half_minus * (along[p] * (p < 3 ? 1.0F / 3 : 1.0F / 6) - difference[p]) +
        rates.force[p];
    h[2 * p + 1] = h[2 * p + 1] + (even + odd);
    h[2 * p + 2] = h[2 * p + 2] + (even - odd);
  }
}

// rho, and the velocity: the momentum with half of the force.
template <class Value>
struct MomentsOf {
  Value rho;
  Value u[3];
};
using Moments = MomentsOf<float>;

template <class Value>
BITVOX_INLINE void find_moments(const Value* h, const Rates& rates, MomentsOf<Value>& m) {
  Value sum[kPairs], d[kPairs];
  BITVOX_UNROLL
  for (int p = 0; p < kPairs; ++p) {
    sum[p] = h[2 * p + 1] + h[2 * p + 2];
    d[p] = h[2 * p + 1] - h[2 * p + 2];
  }
  const Value axes = (sum[0] + sum[1]) + sum[2];
  const Value diagonals = ((sum[3] + sum[4]) + (sum[5] + sum[6])) + (sum[7] + sum[8]);
  m.rho = (h[0] + axes) + diagonals;
  m.u[0] = (d[0] + ((d[3] + d[4]) + (d[5] + d[6]))) + rates.half_force[0];
  m.u[1] = (d[1] + ((d[3] - d[4]) + (d[7] + d[8]))) + rates.half_force[1];
  m.u[2] = (d[2] + ((d[5] - d[6]) + (d[7] - d[8]))) + rates.half_force[2];
}

// A cell's part of the product of the reversed flow that arrives and the flow that departs: over
// all cells the sum of f_opposite(i) h_i / (3 w_i).
template <class Value>
BITVOX_INLINE void find_product(const Value* arrived, const Value* departs, Value& product) {
  Value of_pair[kPairs];
  BITVOX_UNROLL
  for (int p = 0; p < kPairs; ++p) {
    of_pair[p] = arrived[2 * p + 2] * departs[2 * p + 1] + arrived[2 * p + 1] * departs[2 * p + 2];
  }
  const Value axes = (of_pair[0] + of_pair[1]) + of_pair[2];
  const Value diagonals =
      ((of_pair[3] + of_pair[4]) + (of_pair[5] + of_pair[6])) + (of_pair[7] + of_pair[8]);
  product = (arrived[0] * departs[0] + axes * 6.0F) + diagonals * 12.0F;
}

// The populations of equilibrium with these moments.
BITVOX_INLINE void equilibrium(const Moments& m, const Rates& rates, float* h) {
  const float jx = m.u[0] - rates.half_force[0];
  const float jy = m.u[1] - rates.half_force[1];
  const float jz = m.u[2] - rates.half_force[2];
  const float along[kPairs] = {jx, jy, jz, jx + jy, jx - jy, jx + jz, jx - jz, jy + jz, jy - jz};
  h[0] = m.rho * (1.0F / 3);
  BITVOX_UNROLL
  for (int p = 0; p < kPairs; ++p) {
    const float even = m.rho * (p < 3 ? 1.0F / 18 : 1.0F / 36);
    const float odd = along[p] * (p < 3 ? 1.0F / 6 : 1.0F / 12);
    h[2 * p + 1] = even + odd;
    h[2 * p + 2] = even - odd;
  }
}
