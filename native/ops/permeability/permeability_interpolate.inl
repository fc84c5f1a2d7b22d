// SPDX-License-Identifier: BSD-2-Clause
// The flow between the cells of a grid of half the resolution, for CPU and GPU. Before it is
// included, BITVOX_INLINE is defined.

// One axis: voxel x lies at (x - 1/2) / 2 of the coarse voxels, between two of them.
struct Between {
  int low, high;
  float part;  // of the high one
};
BITVOX_INLINE Between between(int x, int coarse_size) {
  const int low = (x + 1) / 2 - 1;
  const int last = coarse_size - 1;
  return {low < 0 ? 0 : (low > last ? last : low), low + 1 > last ? last : low + 1,
          (x & 1) != 0 ? 0.25F : 0.75F};
}

// `load(x, y, z, moments)` returns whether there is a pore, and what it holds. The velocity in the
// solid is 0; it has no density, which is the mean of the pores around.
template <class Load>
BITVOX_INLINE Moments interpolate(int x, int y, int z, const int* coarse_size,
                                  float velocity_factor, const Load& load) {
  const Between at[3] = {between(x, coarse_size[0]), between(y, coarse_size[1]),
                         between(z, coarse_size[2])};
  Moments sum{0, {0, 0, 0}};
  float weight_of_pores = 0;
  for (int corner = 0; corner < 8; ++corner) {
    const bool high_x = (corner & 1) != 0, high_y = (corner & 2) != 0, high_z = (corner & 4) != 0;
    Moments m;
    if (!load(high_x ? at[0].high : at[0].low, high_y ? at[1].high : at[1].low,
              high_z ? at[2].high : at[2].low, m)) {
      continue;
    }
    const float weight =
        (high_x ? at[0].part : 1 - at[0].part) *
        ((high_y ? at[1].part : 1 - at[1].part) * (high_z ? at[2].part : 1 - at[2].part));
    weight_of_pores = weight_of_pores + weight;
    sum.rho = sum.rho + weight * m.rho;
    for (int a = 0; a < 3; ++a) sum.u[a] = sum.u[a] + weight * m.u[a];
  }
  if (weight_of_pores == 0) return sum;
  sum.rho = 2 * (sum.rho / weight_of_pores);
  for (int a = 0; a < 3; ++a) sum.u[a] = sum.u[a] * velocity_factor;
  return sum;
}
