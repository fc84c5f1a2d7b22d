// SPDX-License-Identifier: BSD-2-Clause
// Vectors of nodes anywhere, from quads to a register for each of x, y, z. Loads and shuffles: some
// processors gather more slowly than they load. Whoever includes this is freestanding, see
// cpu/rows.cpp.in.

#if defined(__AVX2__)
#if defined(__AVX512F__)
// The quads of nodes i, i + 4, i + 8, i + 12.
template <class At>
BITVOX_INLINE Lanes four_apart(const At& at, int i) {
  const __m512 low = _mm512_castps128_ps512(_mm_load_ps(at(i)));
  const __m512 two = _mm512_insertf32x4(low, _mm_load_ps(at(i + 4)), 1);
  const __m512 three = _mm512_insertf32x4(two, _mm_load_ps(at(i + 8)), 2);
  return _mm512_insertf32x4(three, _mm_load_ps(at(i + 12)), 3);
}
BITVOX_INLINE Lanes unpack_low(Lanes a, Lanes b) { return _mm512_maskz_unpacklo_ps(0xffff, a, b); }
BITVOX_INLINE Lanes unpack_high(Lanes a, Lanes b) { return _mm512_maskz_unpackhi_ps(0xffff, a, b); }
template <int kOrder>
BITVOX_INLINE Lanes shuffle(Lanes a, Lanes b) {
  return _mm512_maskz_shuffle_ps(0xffff, a, b, kOrder);
}
#else
// The quads of nodes i and i + 4.
template <class At>
BITVOX_INLINE Lanes four_apart(const At& at, int i) {
  return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_load_ps(at(i))), _mm_load_ps(at(i + 4)),
                              1);
}
BITVOX_INLINE Lanes unpack_low(Lanes a, Lanes b) { return _mm256_unpacklo_ps(a, b); }
BITVOX_INLINE Lanes unpack_high(Lanes a, Lanes b) { return _mm256_unpackhi_ps(a, b); }
template <int kOrder>
BITVOX_INLINE Lanes shuffle(Lanes a, Lanes b) {
  return _mm256_shuffle_ps(a, b, kOrder);
}
#endif

// at(i): where the quad of node i is.
template <class At>
BITVOX_INLINE Vectors from_quads(const At& at, Lanes& w) {
  const Lanes a = four_apart(at, 0), b = four_apart(at, 1);
  const Lanes c = four_apart(at, 2), d = four_apart(at, 3);
  const Lanes xy = unpack_low(a, b), xy_next = unpack_low(c, d);
  const Lanes zw = unpack_high(a, b), zw_next = unpack_high(c, d);
  w = shuffle<0xee>(zw, zw_next);
  return {shuffle<0x44>(xy, xy_next), shuffle<0xee>(xy, xy_next), shuffle<0x44>(zw, zw_next)};
}
#else
template <class At>
BITVOX_INLINE Vectors from_quads(const At& at, Lanes& w) {
  Lanes x{}, y{}, z{};
  for (int i = 0; i < kLanes; ++i) {
    x[i] = at(i)[0];
    y[i] = at(i)[1];
    z[i] = at(i)[2];
    w[i] = at(i)[3];
  }
  return {x, y, z};
}
#endif

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
