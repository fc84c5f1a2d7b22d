// SPDX-License-Identifier: BSD-2-Clause
// What comes from beyond a free face, for flow_collide.inl, which is included before.

// Beyond it the density is that at rest, and the velocity that of the cell, whose populations h
// have collided.
BITVOX_INLINE float from_free_face(const float* h, int slot, const Rates& rates) {
  float u[3];
  find_velocity(h, rates, 0.0F, u);
  AlongPairs<float> along;
  along_pairs(u[0], u[1], u[2], along);
  const float c = along.at[(slot - 1) / 2];
  const float square = (u[0] * u[0] + u[1] * u[1]) + u[2] * u[2];
  return weight(slot) * (c * c * 9.0F - square * 3.0F) - h[opposite(slot)];
}
