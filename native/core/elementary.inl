// SPDX-License-Identifier: BSD-2-Clause
// Exponentials and logarithms of which every instruction set and the GPU have the same bits:
// libraries round in their own ways. Additions, multiplications, divisions and fma are what IEEE
// 754 says, in the order that stands here. Who includes this, behind core/fused.inl, defines
// BITVOX_INLINE.
//
// Errors are in units of the last place, found by tests against long double.

BITVOX_INLINE float multiply_add(float a, float b, float c) { return fused(a, b, c); }

// 2^-e for e from -126 to 126, to which others are brought: within 1 unit. 2^-0 is 1. Float and
// Bits are float and uint32_t, or vectors of them of which a multiply_add() stands before.
template <class Float, class Bits>
BITVOX_INLINE Float exp2_of_minus(Float e) {
  const Float most = Float{} + 126.0F;
  const Float within = e < most ? e : most;
  constexpr float kRounds = 0x1.8p23F;  // what is added to it has no place for fractions
  const Float shifted = kRounds - within;
  const Float f = (kRounds - shifted) - within;  // -0.5 to 0.5, exact
  // The polynomial nearest to 2^f of those that are 1 at 0: off by 2e-9.
  Float p = Float{} + 0x1.41fbbcp-13F;
  p = multiply_add(p, f, Float{} + 0x1.5f3e52p-10F);
  p = multiply_add(p, f, Float{} + 0x1.3b2d4cp-7F);
  p = multiply_add(p, f, Float{} + 0x1.c6aee8p-5F);
  p = multiply_add(p, f, Float{} + 0x1.ebfbdcp-3F);
  p = multiply_add(p, f, Float{} + 0x1.62e43p-1F);
  p = multiply_add(p, f, Float{} + 1.0F);
  // The lowest bits of `shifted` are a whole number, which goes to the exponent.
  const Bits whole = __builtin_bit_cast(Bits, shifted) << 23;
  return __builtin_bit_cast(Float, __builtin_bit_cast(Bits, p) + whole);
}

constexpr double kLn2High = 0x1.62e42feep-1;  // its products with exponents are exact
constexpr double kLn2Low = 0x1.a39ef35793c76p-33;

// 2^n for n from -1022 to 1023.
BITVOX_INLINE double power_of_two(int64_t n) {
  return __builtin_bit_cast(double, static_cast<uint64_t>(n + 1023) << 52);
}

// exp(x) for x from -708 to 709, to which others are brought: within 1.1 units. exp(0) is 1.
BITVOX_INLINE double exp_of(double x) {
  const double low = x > -708.0 ? x : -708.0;
  const double within = low < 709.0 ? low : 709.0;
  constexpr double kRounds = 0x1.8p52;
  const double n = (within * 0x1.71547652b82fep+0 + kRounds) - kRounds;
  const double f = fused(-n, kLn2Low, fused(-n, kLn2High, within));
  // Taylor's polynomial: the next term is below 5e-18.
  double p = 1 / 6227020800.0;
  p = fused(p, f, 1 / 479001600.0);
  p = fused(p, f, 1 / 39916800.0);
  p = fused(p, f, 1 / 3628800.0);
  p = fused(p, f, 1 / 362880.0);
  p = fused(p, f, 1 / 40320.0);
  p = fused(p, f, 1 / 5040.0);
  p = fused(p, f, 1 / 720.0);
  p = fused(p, f, 1 / 120.0);
  p = fused(p, f, 1 / 24.0);
  p = fused(p, f, 1 / 6.0);
  p = fused(p, f, 1 / 2.0);
  p = fused(p * f, f, f);
  // Two factors, as 2^1023 times something above 1 would be too large for one.
  const auto whole = static_cast<int64_t>(n);
  return (1.0 + p) * power_of_two(whole / 2) * power_of_two(whole - whole / 2);
}

// The natural logarithm of a normal number above 0: within 1 unit. log(1) is 0.
BITVOX_INLINE double log_of(double x) {
  const uint64_t bits = __builtin_bit_cast(uint64_t, x);
  // x = 2^n m with m from sqrt(1/2) to sqrt(2), nearly.
  constexpr uint64_t kSqrtOfHalf = 0x3fe6a09e00000000U;
  const int64_t n = static_cast<int64_t>(bits - kSqrtOfHalf) >> 52;
  const double m = __builtin_bit_cast(double, bits - (static_cast<uint64_t>(n) << 52));
  // log(1 + f) = 2 artanh(s) with s = f / (2 + f), and 2 s = f - s f.
  const double f = m - 1.0;
  const double s = f / (2.0 + f);
  const double z = s * s;
  double r = 2 / 23.0;
  r = fused(r, z, 2 / 21.0);
  r = fused(r, z, 2 / 19.0);
  r = fused(r, z, 2 / 17.0);
  r = fused(r, z, 2 / 15.0);
  r = fused(r, z, 2 / 13.0);
  r = fused(r, z, 2 / 11.0);
  r = fused(r, z, 2 / 9.0);
  r = fused(r, z, 2 / 7.0);
  r = fused(r, z, 2 / 5.0);
  r = fused(r, z, 2 / 3.0);
  const double rest = s * (f - r * z);
  const auto whole = static_cast<double>(n);
  return fused(whole, kLn2High, f - (rest - whole * kLn2Low));
}
