// SPDX-License-Identifier: BSD-2-Clause
// Fused multiply-add against whole numbers, which have every bit.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

namespace bitvox {
namespace {

#define BITVOX_INLINE inline
#include "core/fused.inl"
#undef BITVOX_INLINE

__extension__ typedef __int128 Int128;

// whole * 2^exponent, rounded once, to the even of two that are as near.
float rounded(Int128 whole, int exponent) {
  const bool negative = whole < 0;
  Int128 magnitude = negative ? -whole : whole;
  int length = 0;
  while (magnitude >> length != 0) ++length;
  const int lost = std::max({0, length - 24, -149 - exponent});
  if (lost > length + 1) return negative ? -0.0F : 0.0F;
  const Int128 half = lost == 0 ? 0 : Int128{1} << (lost - 1);
  const Int128 rest = lost == 0 ? 0 : magnitude & (2 * half - 1);
  magnitude >>= lost;
  if (lost > 0 && (rest > half || (rest == half && magnitude % 2 != 0))) ++magnitude;
  const float found = std::ldexp(static_cast<float>(magnitude), exponent + lost);
  return negative ? -found : found;
}

class FusedTest : public testing::Test {
 protected:
  // A whole number of up to so many bits, short ones as often as long ones, of both signs.
  std::int64_t number(int most) {
    const int bits = std::uniform_int_distribution(1, most)(random_);
    const auto any = static_cast<std::int64_t>(random_() >> (64 - bits));
    return random_() % 2 == 0 ? any : -any;
  }
  int up_to(int most) { return std::uniform_int_distribution(0, most)(random_); }

  std::mt19937_64 random_{7};
};

// Half of the time the product lies within a bit of the middle between c and its neighbour.
TEST_F(FusedTest, FloatsAreRoundedOnce) {
  for (int i = 0; i < 1'000'000; ++i) {
    std::int64_t a = number(24);
    std::int64_t b = number(24);
    const std::int64_t c = number(24);
    int shift = up_to(60);
    if (i % 2 == 0) {
      a = std::int64_t{1} << up_to(23);
      b = (std::int64_t{1} << up_to(22)) + number(1);
      shift = std::max(0, std::ilogb(static_cast<double>(a * b)) + up_to(1));
    }
    const int exponent = i % 3 == 0 ? -149 - up_to(30) : up_to(20) - 10;  // a third are subnormal
    const int of_a = exponent / 2;
    const Int128 exact = static_cast<Int128>(a) * b + static_cast<Int128>(c) * (Int128{1} << shift);
    const float found = fused(std::ldexp(static_cast<float>(a), of_a),
                              std::ldexp(static_cast<float>(b), exponent - of_a),
                              std::ldexp(static_cast<float>(c), exponent + shift));
    if (exponent + shift < -149 && c % (std::int64_t{1} << (-149 - exponent - shift)) != 0)
      continue;
    ASSERT_EQ(found, rounded(exact, exponent)) << i << ": " << a << ' ' << b << ' ' << c;
  }
}

TEST_F(FusedTest, InfinitiesAndZeros) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  constexpr float kMost = std::numeric_limits<float>::max();
  EXPECT_EQ(fused(kInfinity, 2, 1), kInfinity);
  EXPECT_EQ(fused(2, 3, -kInfinity), -kInfinity);
  EXPECT_TRUE(std::isnan(fused(kInfinity, 0, 1)));
  EXPECT_TRUE(std::isnan(fused(kInfinity, 1, -kInfinity)));
  EXPECT_TRUE(std::isnan(fused(1, 1, std::numeric_limits<float>::quiet_NaN())));
  EXPECT_EQ(fused(kMost, 2, 0), kInfinity);
  EXPECT_EQ(fused(kMost, 2, -kMost), kMost);
  EXPECT_TRUE(std::signbit(fused(-0.0F, 1, -0.0F)));
  EXPECT_FALSE(std::signbit(fused(3.0F, 5, -15)));
}

TEST_F(FusedTest, DoublesAreRoundedOnce) {
  for (int i = 0; i < 1'000'000; ++i) {
    std::int64_t a = number(53);
    std::int64_t b = number(53);
    const std::int64_t c = number(53);
    int shift = up_to(72);
    if (i % 2 == 0) {
      a = std::int64_t{1} << up_to(50);
      b = (std::int64_t{1} << up_to(50)) + number(1);
      shift = std::min(
          72, std::max(0, std::ilogb(static_cast<double>(a) * static_cast<double>(b)) + up_to(1)));
    }
    const Int128 exact = static_cast<Int128>(a) * b + static_cast<Int128>(c) * (Int128{1} << shift);
    // From far below 1 to far above.
    const int of_a = up_to(800) - 400;
    const int of_b = up_to(400) - 200;
    const double found =
        fused(std::ldexp(static_cast<double>(a), of_a), std::ldexp(static_cast<double>(b), of_b),
              std::ldexp(static_cast<double>(c), of_a + of_b + shift));
    ASSERT_EQ(found, std::ldexp(static_cast<double>(exact), of_a + of_b))
        << i << ": " << a << ' ' << b << ' ' << c << ' ' << shift;
  }
}

}  // namespace
}  // namespace bitvox
