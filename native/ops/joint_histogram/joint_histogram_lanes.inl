// SPDX-License-Identifier: BSD-2-Clause
// Some neighbouring values as doubles, and as integers of the same width for masks: GCC's vectors,
// since its loops do not keep sums in registers.
#if defined(__AVX512F__)
constexpr int kJointHistogramLanes = 8;
#elif defined(__AVX2__)
constexpr int kJointHistogramLanes = 4;
#else
constexpr int kJointHistogramLanes = 2;
#endif
typedef double JointHistogramDoubles __attribute__((vector_size(8 * kJointHistogramLanes)));
typedef int64_t JointHistogramMasks __attribute__((vector_size(8 * kJointHistogramLanes)));

#if defined(__AVX512F__)
constexpr __mmask8 kJointHistogramAll = 0xff;  // GCC 12 warns of its forms without a mask
static inline JointHistogramDoubles joint_histogram_doubles(const uint8_t* p) {
  return _mm512_maskz_cvtepi32_pd(kJointHistogramAll,
                                  _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i*)p)));
}
static inline JointHistogramDoubles joint_histogram_doubles(const uint16_t* p) {
  return _mm512_maskz_cvtepi32_pd(kJointHistogramAll,
                                  _mm256_cvtepu16_epi32(_mm_loadu_si128((const __m128i*)p)));
}
static inline JointHistogramDoubles joint_histogram_doubles(const float* p) {
  return _mm512_maskz_cvtps_pd(kJointHistogramAll, _mm256_loadu_ps(p));
}
static inline JointHistogramMasks joint_histogram_integers(const uint8_t* p) {
  return (JointHistogramMasks)_mm512_maskz_cvtepu8_epi64(kJointHistogramAll,
                                                         _mm_loadl_epi64((const __m128i*)p));
}
static inline JointHistogramMasks joint_histogram_integers(const uint16_t* p) {
  return (JointHistogramMasks)_mm512_maskz_cvtepu16_epi64(kJointHistogramAll,
                                                          _mm_loadu_si128((const __m128i*)p));
}
#elif defined(__AVX2__)
static inline __m128i joint_histogram_four_bytes(const uint8_t* p) {
  int bytes = 0;
  __builtin_memcpy(&bytes, p, sizeof(bytes));
  return _mm_cvtsi32_si128(bytes);
}
static inline JointHistogramDoubles joint_histogram_doubles(const uint8_t* p) {
  return _mm256_cvtepi32_pd(_mm_cvtepu8_epi32(joint_histogram_four_bytes(p)));
}
static inline JointHistogramDoubles joint_histogram_doubles(const uint16_t* p) {
  return _mm256_cvtepi32_pd(_mm_cvtepu16_epi32(_mm_loadl_epi64((const __m128i*)p)));
}
static inline JointHistogramDoubles joint_histogram_doubles(const float* p) {
  return _mm256_cvtps_pd(_mm_loadu_ps(p));
}
static inline JointHistogramMasks joint_histogram_integers(const uint8_t* p) {
  return (JointHistogramMasks)_mm256_cvtepu8_epi64(joint_histogram_four_bytes(p));
}
static inline JointHistogramMasks joint_histogram_integers(const uint16_t* p) {
  return (JointHistogramMasks)_mm256_cvtepu16_epi64(_mm_loadl_epi64((const __m128i*)p));
}
#else
template <class Value>
static inline JointHistogramDoubles joint_histogram_doubles(const Value* p) {
  return JointHistogramDoubles{static_cast<double>(p[0]), static_cast<double>(p[1])};
}
template <class Value>
static inline JointHistogramMasks joint_histogram_integers(const Value* p) {
  return JointHistogramMasks{p[0], p[1]};
}
#endif
