// SPDX-License-Identifier: BSD-2-Clause
// As many floats as a register of the instruction set has, and core/elementary.inl of them. Who
// includes this defines BITVOX_INLINE.

#include "core/fused.inl"

#if defined(__AVX512F__)
constexpr int kLanes = 16;
#elif defined(__AVX2__)
constexpr int kLanes = 8;
#else
constexpr int kLanes = 4;
#endif
typedef float Lanes __attribute__((vector_size(kLanes * sizeof(float))));
typedef uint32_t LaneBits __attribute__((vector_size(kLanes * sizeof(float))));

BITVOX_INLINE Lanes multiply_add(Lanes a, Lanes b, Lanes c) {
#if defined(__AVX512F__)
  return _mm512_fmadd_ps(a, b, c);
#elif defined(__AVX2__)
  return _mm256_fmadd_ps(a, b, c);
#elif defined(__aarch64__)
  return vfmaq_f32(c, a, b);
#else
  Lanes sums;
  for (int lane = 0; lane < kLanes; ++lane) {
    sums[lane] = fused(a[lane], b[lane], c[lane]);
  }
  return sums;
#endif
}

// Behind the multiply_add() that it uses.
#include "core/elementary.inl"
