// SPDX-License-Identifier: BSD-2-Clause
// Vectors of nodes anywhere, from quads to a register for each of x, y, z. Loads and shuffles: some
// processors gather more slowly than they load. Whoever includes this is freestanding, see
// cpu/rows.cpp.in.

// at(i): where the quad of node i is.
template <class At>
BITVOX_INLINE Vectors from_quads(const At& at, Lanes& w) {
  Lanes turned[4];
  turn_quads(at, turned);
  w = turned[3];
  return {turned[0], turned[1], turned[2]};
}

BITVOX_INLINE Vectors gather(const Quad* from, const int32_t* nodes) {
  Lanes none{};
  return from_quads([&](int i) { return &from[nodes[i]].x; }, none);
}

// Of nodes in a row.
BITVOX_INLINE Vectors load_quads(const Quad* from, Lanes& w) {
  return from_quads([&](int i) { return &from[i].x; }, w);
}

BITVOX_INLINE void store_quads(const Vectors& from, const Lanes& w, Quad* to) {
  float x[kLanes], y[kLanes], z[kLanes], rest[kLanes];
  __builtin_memcpy(x, &from.x, sizeof x);
  __builtin_memcpy(y, &from.y, sizeof y);
  __builtin_memcpy(z, &from.z, sizeof z);
  __builtin_memcpy(rest, &w, sizeof rest);
  for (int i = 0; i < kLanes; ++i) to[i] = {x[i], y[i], z[i], rest[i]};
}
