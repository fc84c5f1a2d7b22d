// SPDX-License-Identifier: BSD-2-Clause
// One half (core/volumes/half.hpp) or eight at a time, by the instructions that the CPU has for it,
// or by cpu/half.inl: the same bits. For NAME_rows.inl.

typedef float EightFloats __attribute__((vector_size(32)));

#ifdef __F16C__

inline void load_half(const Half* from, float& value) { value = _cvtsh_ss(from->bits); }

inline void load_halves(const Half* from, EightFloats& values) {
  __m128i halves;
  __builtin_memcpy(&halves, from, sizeof halves);
  values = _mm256_cvtph_ps(halves);
}

inline void store_halves(const EightFloats& values, Half* to) {
  const __m128i halves = _mm256_cvtps_ph(values, _MM_FROUND_TO_NEAREST_INT);
  __builtin_memcpy(to, &halves, sizeof halves);
}

#elif defined(__aarch64__)

inline void load_half(const Half* from, float& value) {
  __fp16 half;
  __builtin_memcpy(&half, from, sizeof half);
  value = half;
}

inline void load_halves(const Half* from, EightFloats& values) {
  float16x8_t halves;
  __builtin_memcpy(&halves, from, sizeof halves);
  const float32x4_t four[2] = {vcvt_f32_f16(vget_low_f16(halves)), vcvt_high_f32_f16(halves)};
  __builtin_memcpy(&values, four, sizeof values);
}

inline void store_halves(const EightFloats& values, Half* to) {
  float32x4_t four[2];
  __builtin_memcpy(four, &values, sizeof values);
  const float16x8_t halves = vcvt_high_f16_f32(vcvt_f16_f32(four[0]), four[1]);
  __builtin_memcpy(to, &halves, sizeof halves);
}

#else

#include "cpu/half.inl"

typedef int32_t EightBits __attribute__((vector_size(32)));
typedef uint16_t EightHalves __attribute__((vector_size(16)));

inline void load_half(const Half* from, float& value) { float_of_half(int32_t{from->bits}, value); }

inline void load_halves(const Half* from, EightFloats& values) {
  EightHalves halves;
  __builtin_memcpy(&halves, from, sizeof halves);
  float_of_half(__builtin_convertvector(halves, EightBits), values);
}

inline void store_halves(const EightFloats& values, Half* to) {
  EightBits bits;
  half_of_float(values, bits);
  const EightHalves halves = __builtin_convertvector(bits, EightHalves);
  __builtin_memcpy(to, &halves, sizeof halves);
}

#endif
