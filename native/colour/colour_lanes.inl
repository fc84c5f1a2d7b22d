// SPDX-License-Identifier: BSD-2-Clause
// spaces.inl and mixture.inl for as many colours at a time as the instruction set has lanes.

using namespace colour;

#define BITVOX_INLINE inline __attribute__((always_inline))
#if defined(__AVX512F__)
constexpr int kLanes = 16;
#elif defined(__AVX2__)
constexpr int kLanes = 8;
#else
constexpr int kLanes = 4;
#endif
typedef float Lanes __attribute__((vector_size(kLanes * sizeof(float))));
typedef uint32_t LaneBits __attribute__((vector_size(kLanes * sizeof(float))));
typedef int32_t LaneChoice __attribute__((vector_size(kLanes * sizeof(float))));

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
    sums[lane] = __builtin_fmaf(a[lane], b[lane], c[lane]);
  }
  return sums;
#endif
}

BITVOX_INLINE Lanes reciprocal(Lanes x) { return 1.0F / x; }

BITVOX_INLINE bool all(LaneChoice each) {
#if defined(__AVX512F__)
  return _mm512_movepi32_mask(reinterpret_cast<__m512i>(each)) == 0xffff;
#elif defined(__AVX2__)
  return _mm256_movemask_ps(reinterpret_cast<__m256>(each)) == 0xff;
#else
  int32_t some = -1;
  for (int lane = 0; lane < kLanes; ++lane) some &= each[lane];
  return some != 0;
#endif
}

BITVOX_INLINE Lanes light_of(LaneBits values);
BITVOX_INLINE float light_of(uint32_t value);

// Behind what they use, each of what stands before it.
#include "rays/elementary.inl"
//
#include "colour/spaces.inl"
//
#include "colour/mixture.inl"

constexpr LightTable kLight = light_of_srgb();
BITVOX_INLINE float light_of(uint32_t value) { return kLight.of[value]; }
BITVOX_INLINE Lanes light_of(LaneBits values) {
  Lanes light;
  for (int lane = 0; lane < kLanes; ++lane) light[lane] = kLight.of[values[lane]];
  return light;
}
