// SPDX-License-Identifier: BSD-2-Clause
// a * b + c, rounded once, as the instruction does that not every CPU has. Libraries have it too,
// but not all right: BITVOX_OWN_FMA is defined if the one of doubles is not
// (native/cmake/common.cmake), and that of floats is slower than this. Who includes this defines
// BITVOX_INLINE, and compiles without contraction of multiplications and additions.
//
// Boldo and Melquiond, Emulation of a FMA and correctly rounded sums: proved algorithms using
// rounding to odd, IEEE Transactions on Computers 57 (2008).
#if defined(__FMA__) || defined(__FP_FAST_FMAF) || defined(__aarch64__) || defined(__CUDA_ARCH__)

BITVOX_INLINE float fused(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
BITVOX_INLINE double fused(double a, double b, double c) { return __builtin_fma(a, b, c); }

#else

struct ExactSum {
  double sum;
  double error;  // what the sum lacks
};

BITVOX_INLINE ExactSum exact_sum(double a, double b) {
  const double sum = a + b;
  const double part = sum - a;
  return {sum, (a - (sum - part)) + (b - part)};
}

// A sum that is not exact becomes the neighbour whose last bit is 1: rounded once more to fewer
// bits it is what the exact one would be.
BITVOX_INLINE double rounded_to_odd(ExactSum of) {
  const int64_t bits = __builtin_bit_cast(int64_t, of.sum);
  const int64_t step = -static_cast<int64_t>((of.error > 0) != (of.sum > 0)) | 1;
  const int64_t is_inexact = -static_cast<int64_t>((of.error > 0) | (of.error < 0));  // not NaN
  const int64_t is_even = (bits & 1) - 1;
  return __builtin_bit_cast(double, bits + (step & is_inexact & is_even));
}

BITVOX_INLINE float fused(float a, float b, float c) {
  const double product = static_cast<double>(a) * b;  // exact
  return static_cast<float>(rounded_to_odd(exact_sum(product, c)));
}

#ifdef BITVOX_OWN_FMA

// The upper half of a number's bits.
BITVOX_INLINE double upper_half(double a) {
  const double scaled = 0x1.0000002p27 * a;
  return scaled - (scaled - a);
}

// For finite numbers whose product and sum keep away from the ends of the range by a factor of
// 2^106.
BITVOX_INLINE double fused(double a, double b, double c) {
  const double product = a * b;
  const double a1 = upper_half(a);
  const double b1 = upper_half(b);
  const double a2 = a - a1;
  const double b2 = b - b1;
  const double rest = ((a1 * b1 - product) + a1 * b2 + a2 * b1) + a2 * b2;  // exact
  const ExactSum lower = exact_sum(c, rest);
  const ExactSum upper = exact_sum(product, lower.sum);
  return upper.sum + rounded_to_odd(exact_sum(lower.error, upper.error));
}

#else

BITVOX_INLINE double fused(double a, double b, double c) { return __builtin_fma(a, b, c); }

#endif
#endif
