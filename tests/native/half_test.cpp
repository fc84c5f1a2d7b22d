// SPDX-License-Identifier: BSD-2-Clause
// Halves and floats, all of the former and all that lie where rounding turns, against their
// definition in doubles.
#include "core/volumes/half.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "half_reference.hpp"

namespace bitvox {
namespace {

TEST(HalfTest, AreFloatsByTheirDefinition) {
  for (int bits = 0; bits < 65536; ++bits) {
    const Half half{static_cast<std::uint16_t>(bits)};
    const double expected = test::value_of(half);
    const float found = to_float(half);
    if (std::isnan(expected)) {
      EXPECT_TRUE(std::isnan(found)) << bits;
      continue;
    }
    EXPECT_EQ(found, expected) << bits;
    EXPECT_EQ(std::signbit(found), bits >= 32768) << bits;
    EXPECT_EQ(to_half(found).bits, bits);
  }
}

TEST(HalfTest, FloatsAreRoundedToTheNearestEvenOne) {
  for (const float value : test::floats_where_halves_turn())
    for (const float with_sign : {value, -value}) {
      EXPECT_EQ(to_half(with_sign).bits, test::nearest_half(with_sign).bits) << with_sign;
    }
}

TEST(HalfTest, FloatsOfAllSizesAreRounded) {
  // Every exponent with fractions of all kinds.
  for (std::uint64_t bits = 0; bits < 0x7f800000; bits += 4099) {
    float value = 0;
    const auto word = static_cast<std::uint32_t>(bits);
    std::memcpy(&value, &word, sizeof value);
    ASSERT_EQ(to_half(value).bits, test::nearest_half(value).bits) << value;
  }
  EXPECT_EQ(to_half(std::numeric_limits<float>::infinity()).bits, 0x7c00);
  EXPECT_EQ(to_half(-std::numeric_limits<float>::infinity()).bits, 0xfc00);
  EXPECT_TRUE(std::isnan(to_float(to_half(std::numeric_limits<float>::quiet_NaN()))));
  EXPECT_TRUE(std::isnan(to_float(to_half(-std::numeric_limits<float>::signaling_NaN()))));
}

}  // namespace
}  // namespace bitvox
