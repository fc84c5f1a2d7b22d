// SPDX-License-Identifier: BSD-2-Clause
#if defined(__AVX512F__)
constexpr int kRegisterBytes = 64;
#elif defined(__AVX2__)
constexpr int kRegisterBytes = 32;
#else
constexpr int kRegisterBytes = 16;
#endif
constexpr int kLanes = kRegisterBytes / 4;
typedef int32_t Ints __attribute__((vector_size(kRegisterBytes)));
typedef uint32_t Words __attribute__((vector_size(kRegisterBytes)));
typedef float Floats __attribute__((vector_size(kRegisterBytes)));

template <class V, class T>
static inline V load(const T* from) {
  V v;
  __builtin_memcpy(&v, from, sizeof(v));
  return v;
}

template <class V, class T>
static inline void store(T* to, V v) {
  __builtin_memcpy(to, &v, sizeof(v));
}

static inline Ints larger(Ints a, Ints b) { return a < b ? b : a; }

// Bit i: lane i is true.
static inline uint32_t lanes_of(Ints truth) {
#if defined(__AVX512F__)
  return _mm512_movepi32_mask((__m512i)truth);
#elif defined(__AVX2__)
  return (uint32_t)_mm256_movemask_ps((__m256)truth);
#elif defined(__SSE2__)
  return (uint32_t)__builtin_ia32_movmskps((Floats)truth);
#else
  uint32_t bits = 0;
  for (int i = 0; i < kLanes; ++i) bits |= (uint32_t)(truth[i] & 1) << i;
  return bits;
#endif
}

static inline Floats root_of(Floats v) {
#if defined(__AVX512F__)
  return (Floats)_mm512_maskz_sqrt_ps(0xffff, (__m512)v);
#elif defined(__AVX2__)
  return (Floats)_mm256_sqrt_ps((__m256)v);
#else
  for (int i = 0; i < kLanes; ++i) v[i] = __builtin_sqrtf(v[i]);
  return v;
#endif
}

template <class T>
static uint32_t nonzero(const T* values, int64_t count) {
  uint32_t bits = 0;
#if defined(__SSE2__)
  typedef T Values __attribute__((vector_size(16 * sizeof(T))));
  typedef signed char Bytes __attribute__((vector_size(16)));
  if (count == 32) {
    for (int half = 0; half < 2; ++half) {
      Values sixteen;
      __builtin_memcpy(&sixteen, values + 16 * half, sizeof(sixteen));
      const Bytes bytes = __builtin_convertvector(sixteen != Values{}, Bytes);
      bits |= (uint32_t)__builtin_ia32_pmovmskb128((__attribute__((vector_size(16))) char)bytes)
              << 16 * half;
    }
    return bits;
  }
#endif
  for (int64_t i = 0; i < count; ++i) bits |= (uint32_t)(values[i] != 0) << i;
  return bits;
}

#include "ops/local_thickness/local_thickness_neighbours.inl"
#include "ops/local_thickness/local_thickness_paint.inl"

template <class T>
constexpr RowsOf<T> kRowsOf = {
    .nonzero = nonzero<T>,
    .largest_neighbours = largest_neighbours<T>,
    .uncovered = uncovered<T>,
    .pick = pick<T>,
    .paint = paint<T>,
};

constexpr Rows kRows = {
    .of_16 = kRowsOf<uint16_t>,
    .of_32 = kRowsOf<uint32_t>,
    .of_double = kRowsOf<double>,
};
