// SPDX-License-Identifier: BSD-2-Clause
// Some neighbouring values as doubles, and as integers of the same width for masks: GCC's vectors,
// since its loops do not keep sums in registers.
#if defined(__AVX512F__)
constexpr int kLanes = 8;
#elif defined(__AVX2__)
constexpr int kLanes = 4;
#else
constexpr int kLanes = 2;
#endif
typedef double Doubles __attribute__((vector_size(8 * kLanes)));
typedef int64_t Masks __attribute__((vector_size(8 * kLanes)));

#if defined(__AVX512F__)
constexpr __mmask8 kAll = 0xff;  // GCC 12 warns of its forms without a mask
static inline Doubles doubles(const uint8_t* p) {
  return _mm512_maskz_cvtepi32_pd(kAll, _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i*)p)));
}
static inline Doubles doubles(const uint16_t* p) {
  return _mm512_maskz_cvtepi32_pd(kAll, _mm256_cvtepu16_epi32(_mm_loadu_si128((const __m128i*)p)));
}
static inline Doubles doubles(const float* p) {
  return _mm512_maskz_cvtps_pd(kAll, _mm256_loadu_ps(p));
}
static inline Masks integers(const uint8_t* p) {
  return (Masks)_mm512_maskz_cvtepu8_epi64(kAll, _mm_loadl_epi64((const __m128i*)p));
}
static inline Masks integers(const uint16_t* p) {
  return (Masks)_mm512_maskz_cvtepu16_epi64(kAll, _mm_loadu_si128((const __m128i*)p));
}
#elif defined(__AVX2__)
static inline __m128i four_bytes(const uint8_t* p) {
  int bytes = 0;
  __builtin_memcpy(&bytes, p, sizeof(bytes));
  return _mm_cvtsi32_si128(bytes);
}
static inline Doubles doubles(const uint8_t* p) {
  return _mm256_cvtepi32_pd(_mm_cvtepu8_epi32(four_bytes(p)));
}
static inline Doubles doubles(const uint16_t* p) {
  return _mm256_cvtepi32_pd(_mm_cvtepu16_epi32(_mm_loadl_epi64((const __m128i*)p)));
}
static inline Doubles doubles(const float* p) { return _mm256_cvtps_pd(_mm_loadu_ps(p)); }
static inline Masks integers(const uint8_t* p) {
  return (Masks)_mm256_cvtepu8_epi64(four_bytes(p));
}
static inline Masks integers(const uint16_t* p) {
  return (Masks)_mm256_cvtepu16_epi64(_mm_loadl_epi64((const __m128i*)p));
}
#else
template <class Value>
static inline Doubles doubles(const Value* p) {
  return Doubles{static_cast<double>(p[0]), static_cast<double>(p[1])};
}
template <class Value>
static inline Masks integers(const Value* p) {
  return Masks{p[0], p[1]};
}
#endif
