// SPDX-License-Identifier: BSD-2-Clause
// Registers of values. Sums of 16 bits stop at 65535.

#if defined(__AVX512F__)
constexpr int kRegisterBytes = 64;
#elif defined(__AVX2__)
constexpr int kRegisterBytes = 32;
#else
constexpr int kRegisterBytes = 16;
#endif

template <class T>
struct RegisterOf;
template <>
struct RegisterOf<uint16_t> {
  typedef uint16_t Type __attribute__((vector_size(kRegisterBytes)));
};
template <>
struct RegisterOf<uint32_t> {
  typedef uint32_t Type __attribute__((vector_size(kRegisterBytes)));
};
template <>
struct RegisterOf<double> {
  typedef double Type __attribute__((vector_size(kRegisterBytes)));
};
template <class T>
using Register = typename RegisterOf<T>::Type;
template <class T>
constexpr int kLanes = kRegisterBytes / static_cast<int>(sizeof(T));

template <class T>
static inline Register<T> least_of(Register<T> a, Register<T> b) {
  return a < b ? a : b;
}

template <class T>
static inline Register<T> largest_of(Register<T> a, Register<T> b) {
  return a < b ? b : a;
}

template <class T>
static inline Register<T> sum_of(Register<T> a, Register<T> b) {
  return a + b;
}

// Whether any of a is below b.
template <class T>
static inline bool any_below(Register<T> a, Register<T> b) {
  const auto below = a < b;
  uint64_t words[kRegisterBytes / 8];
  __builtin_memcpy(words, &below, sizeof(words));
  uint64_t any = 0;
  for (const uint64_t word : words) any |= word;
  return any != 0;
}

#if defined(__AVX512F__)
template <>
inline Register<uint16_t> least_of<uint16_t>(Register<uint16_t> a, Register<uint16_t> b) {
  return (Register<uint16_t>)_mm512_min_epu16((__m512i)a, (__m512i)b);
}
template <>
inline Register<uint32_t> least_of<uint32_t>(Register<uint32_t> a, Register<uint32_t> b) {
  return (Register<uint32_t>)_mm512_maskz_min_epu32(0xffff, (__m512i)a, (__m512i)b);
}
template <>
inline Register<double> least_of<double>(Register<double> a, Register<double> b) {
  return (Register<double>)_mm512_maskz_min_pd(0xff, (__m512d)a, (__m512d)b);
}
template <>
inline Register<uint16_t> largest_of<uint16_t>(Register<uint16_t> a, Register<uint16_t> b) {
  return (Register<uint16_t>)_mm512_max_epu16((__m512i)a, (__m512i)b);
}
template <>
inline Register<uint32_t> largest_of<uint32_t>(Register<uint32_t> a, Register<uint32_t> b) {
  return (Register<uint32_t>)_mm512_maskz_max_epu32(0xffff, (__m512i)a, (__m512i)b);
}
template <>
inline Register<double> largest_of<double>(Register<double> a, Register<double> b) {
  return (Register<double>)_mm512_maskz_max_pd(0xff, (__m512d)a, (__m512d)b);
}
template <>
inline Register<uint16_t> sum_of<uint16_t>(Register<uint16_t> a, Register<uint16_t> b) {
  return (Register<uint16_t>)_mm512_adds_epu16((__m512i)a, (__m512i)b);
}
template <>
inline bool any_below<uint16_t>(Register<uint16_t> a, Register<uint16_t> b) {
  return _mm512_cmplt_epu16_mask((__m512i)a, (__m512i)b) != 0;
}
template <>
inline bool any_below<uint32_t>(Register<uint32_t> a, Register<uint32_t> b) {
  return _mm512_cmplt_epu32_mask((__m512i)a, (__m512i)b) != 0;
}
template <>
inline bool any_below<double>(Register<double> a, Register<double> b) {
  return _mm512_cmp_pd_mask((__m512d)a, (__m512d)b, _CMP_LT_OQ) != 0;
}
#elif defined(__AVX2__)
template <>
inline Register<uint16_t> least_of<uint16_t>(Register<uint16_t> a, Register<uint16_t> b) {
  return (Register<uint16_t>)_mm256_min_epu16((__m256i)a, (__m256i)b);
}
template <>
inline Register<uint32_t> least_of<uint32_t>(Register<uint32_t> a, Register<uint32_t> b) {
  return (Register<uint32_t>)_mm256_min_epu32((__m256i)a, (__m256i)b);
}
template <>
inline Register<double> least_of<double>(Register<double> a, Register<double> b) {
  return (Register<double>)_mm256_min_pd((__m256d)a, (__m256d)b);
}
template <>
inline Register<uint16_t> largest_of<uint16_t>(Register<uint16_t> a, Register<uint16_t> b) {
  return (Register<uint16_t>)_mm256_max_epu16((__m256i)a, (__m256i)b);
}
template <>
inline Register<uint32_t> largest_of<uint32_t>(Register<uint32_t> a, Register<uint32_t> b) {
  return (Register<uint32_t>)_mm256_max_epu32((__m256i)a, (__m256i)b);
}
template <>
inline Register<double> largest_of<double>(Register<double> a, Register<double> b) {
  return (Register<double>)_mm256_max_pd((__m256d)a, (__m256d)b);
}
template <>
inline Register<uint16_t> sum_of<uint16_t>(Register<uint16_t> a, Register<uint16_t> b) {
  return (Register<uint16_t>)_mm256_adds_epu16((__m256i)a, (__m256i)b);
}
// a < b: the least of a and b is not b everywhere.
template <>
inline bool any_below<uint16_t>(Register<uint16_t> a, Register<uint16_t> b) {
  const __m256i more = _mm256_subs_epu16((__m256i)b, (__m256i)a);
  return !_mm256_testz_si256(more, more);
}
template <>
inline bool any_below<uint32_t>(Register<uint32_t> a, Register<uint32_t> b) {
  return !_mm256_testz_si256((__m256i)(b - least_of<uint32_t>(a, b)), _mm256_set1_epi32(-1));
}
template <>
inline bool any_below<double>(Register<double> a, Register<double> b) {
  return _mm256_movemask_pd(_mm256_cmp_pd((__m256d)a, (__m256d)b, _CMP_LT_OQ)) != 0;
}
#else
template <>
inline Register<uint16_t> sum_of<uint16_t>(Register<uint16_t> a, Register<uint16_t> b) {
  const Register<uint16_t> sum = a + b;
  return sum | (Register<uint16_t>)(sum < a);  // all ones where it went past 65535
}
#endif

template <class T>
static inline Register<T> load(const T* from) {
  Register<T> v;
  __builtin_memcpy(&v, from, sizeof(v));
  return v;
}

template <class T>
static inline void store(T* to, Register<T> v) {
  __builtin_memcpy(to, &v, sizeof(v));
}

template <class T>
static inline Register<T> everywhere(T value) {
  return value - Register<T>{};
}

// What a value costs from `weight` away; kLimited: a sum that T cannot tell is kInfinite.
template <class T, bool kLargest, bool kLimited = true>
static inline Register<T> from_away(Register<T> value, Register<T> weight) {
  if constexpr (kLargest) {
    return largest_of<T>(value, weight);
  } else {
    return kLimited ? sum_of<T>(value, weight) : value + weight;
  }
}

// kLineBytes at once.
template <class T>
static inline void copy_lines(const T* from, T* to) {
  for (int i = 0; i < kLines<T>; i += kLanes<T>) store<T>(to + i, load(from + i));
}
