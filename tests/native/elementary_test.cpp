// SPDX-License-Identifier: BSD-2-Clause
// Exponentials and logarithms against those of long double; their bits are the same everywhere, so
// that some stand here.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

namespace bitvox {
namespace {

#define BITVOX_INLINE inline
#include "core/fused.inl"

// Behind what it uses.
#include "core/elementary.inl"
#undef BITVOX_INLINE

float power_of_half(float e) { return exp2_of_minus<float, std::uint32_t>(e); }

double units_off(double value, long double exact, int digits) {
  const long double unit = std::ldexp(1.0L, std::ilogb(std::abs(exact)) - digits);
  return static_cast<double>(std::abs(value - exact) / unit);
}

TEST(ElementaryTest, PowersOfHalf) {
  double worst = 0;
  for (std::uint32_t bits = 0; bits < 0x42fc0000; bits += 4099) {  // 0 to 126
    const auto e = std::bit_cast<float>(bits);
    for (const float one : {e, -e}) {
      worst = std::max(
          worst, units_off(power_of_half(one), std::exp2(-static_cast<long double>(one)), 23));
    }
  }
  EXPECT_LE(worst, 1.0);
  EXPECT_GT(worst, 0.4);
  EXPECT_EQ(power_of_half(0), 1.0F);
  for (int n = -126; n <= 126; ++n) {
    EXPECT_EQ(power_of_half(static_cast<float>(n)), std::ldexp(1.0F, -n)) << n;
  }
  EXPECT_EQ(power_of_half(1e9F), 0x1p-126F);
  EXPECT_EQ(power_of_half(std::numeric_limits<float>::infinity()), 0x1p-126F);
}

TEST(ElementaryTest, Exponentials) {
  std::mt19937_64 random(3);
  double worst = 0;
  for (int i = 0; i < 200000; ++i) {
    const double far = i % 2 == 0 ? 708 : 2;
    const double x = std::uniform_real_distribution<double>(-far, far)(random);
    worst = std::max(worst, units_off(exp_of(x), std::exp(static_cast<long double>(x)), 52));
  }
  EXPECT_LE(worst, 1.1);
  EXPECT_GT(worst, 0.4);
  EXPECT_EQ(exp_of(0), 1.0);
  EXPECT_EQ(exp_of(-1e9), exp_of(-708));
  EXPECT_EQ(exp_of(1e9), exp_of(709));
  EXPECT_TRUE(std::isfinite(exp_of(709)));
}

TEST(ElementaryTest, Logarithms) {
  std::mt19937_64 random(4);
  double worst = 0;
  for (int i = 0; i < 300000; ++i) {
    double x = std::uniform_real_distribution<double>(0.5, 2)(random);
    if (i % 3 == 1) x = std::ldexp(x, static_cast<int>(random() % 2000) - 1000);
    if (i % 3 == 2) x = 1 + (x - 1) * 1e-4;
    if (x == 1) continue;
    worst = std::max(worst, units_off(log_of(x), std::log(static_cast<long double>(x)), 52));
  }
  EXPECT_LE(worst, 1.0);
  EXPECT_GT(worst, 0.4);
  EXPECT_EQ(log_of(1), 0.0);
  EXPECT_EQ(log_of(std::numeric_limits<double>::min()), std::log(0x1p-1022));
}

// A sum over all bits of many values: whoever computes others is found.
TEST(ElementaryTest, BitsAreTheSameEverywhere) {
  std::uint64_t digest = 0;
  const auto take = [&](auto bits) { digest = (digest ^ bits) * 0x100000001b3U; };
  for (int i = 0; i < 100000; ++i) {
    take(std::bit_cast<std::uint32_t>(power_of_half(static_cast<float>(i) * 1.25e-3F)));
    take(std::bit_cast<std::uint64_t>(exp_of(static_cast<double>(i) * 1e-2 - 500)));
    take(std::bit_cast<std::uint64_t>(log_of(static_cast<double>(i + 1) * 1e-3)));
  }
  EXPECT_EQ(digest, 14087572555054190730U);
}

}  // namespace
}  // namespace bitvox
