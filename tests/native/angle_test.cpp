// SPDX-License-Identifier: BSD-2-Clause
// Angles against those of long double; their bits are the same everywhere, so that a sum of them
// stands here.
#include "core/angle.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>

namespace bitvox {
namespace {

double units_off(double value, long double exact) {
  const long double unit = std::ldexp(1.0L, std::ilogb(exact) - 52);
  return static_cast<double>(std::abs(value - exact) / unit);
}

TEST(AngleTest, IsThatOfLongDouble) {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> numbers(-1, 1);
  double worst = 0;
  for (int i = 0; i < 300000; ++i) {
    double x = numbers(random);
    const double y = numbers(random);
    if (i % 3 == 1) x = std::ldexp(x, static_cast<int>(random() % 400) - 200);
    if (i % 3 == 2) x = y * (1 + x * 1e-3);
    worst = std::max(worst, units_off(angle_of(y, x), std::atan2(static_cast<long double>(y),
                                                                 static_cast<long double>(x))));
  }
  EXPECT_LE(worst, 2.0);
  EXPECT_GT(worst, 0.4);
}

TEST(AngleTest, OfAxesAndDiagonals) {
  constexpr double kPi = std::numbers::pi;
  EXPECT_EQ(angle_of(0, 1), 0.0);
  EXPECT_EQ(angle_of(1, 0), kPi / 2);
  EXPECT_EQ(angle_of(-1, 0), -kPi / 2);
  EXPECT_EQ(angle_of(0, -1), kPi);
  EXPECT_EQ(angle_of(-0.0, -1), -kPi);
  EXPECT_EQ(angle_of(3, 3), kPi / 4);
  EXPECT_EQ(angle_of(-3, -3), -3 * kPi / 4);
  EXPECT_EQ(angle_of(0, 0), 0.0);
  EXPECT_TRUE(std::signbit(angle_of(-0.0, 0)));
}

TEST(AngleTest, BitsAreTheSameEverywhere) {
  std::uint64_t digest = 0;
  for (int i = 0; i < 100000; ++i) {
    const double angle = angle_of(static_cast<double>(i) * 1e-3 - 40, 17 - i * 0.37e-3);
    digest = (digest ^ std::bit_cast<std::uint64_t>(angle)) * 0x100000001b3U;
  }
  EXPECT_EQ(digest, 1304270982420800036U);
}

}  // namespace
}  // namespace bitvox
