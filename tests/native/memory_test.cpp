// SPDX-License-Identifier: BSD-2-Clause
#include "core/memory/memory.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"
#include "core/volumes/bit_volume.hpp"

namespace bitvox {
namespace {

TEST(Memory, IsCounted) {
  EXPECT_GT(available_host_bytes(), std::int64_t{1} << 20);
  EXPECT_LT(available_host_bytes(), std::int64_t{1} << 50);
}

TEST(Memory, IsToldInReadableUnits) {
  EXPECT_EQ(readable_bytes(1), "1 MiB");
  EXPECT_EQ(readable_bytes(std::int64_t{300} << 20), "300 MiB");
  EXPECT_EQ(readable_bytes(std::int64_t{5222} << 20), "5.1 GiB");
  // What is needed never looks like what is free.
  EXPECT_EQ(readable_bytes_at_least(std::int64_t{5223} << 20), "5.2 GiB");
  EXPECT_EQ(readable_bytes_at_most(std::int64_t{5221} << 20), "5.0 GiB");
  EXPECT_EQ(readable_bytes_at_least((std::int64_t{300} << 20) + 1), "301 MiB");
  EXPECT_EQ(readable_bytes_at_most((std::int64_t{300} << 20) - 1), "299 MiB");
}

TEST(Shape, CountsWordsAndPadding) {
  EXPECT_EQ((Shape{65, 3, 2}).word_count(), 12);
  EXPECT_EQ((Shape{64, 1, 1}).last_word_mask(), ~std::uint64_t{0});
  EXPECT_EQ((Shape{65, 1, 1}).last_word_mask(), 1U);
}

TEST(Shape, ImpossibleOnesAreRefused) {
  EXPECT_THROW(BitVolume({0, 1, 1}), InvalidInput);
  EXPECT_THROW(BitVolume({1, -1, 1}), InvalidInput);
  const std::int64_t huge = std::int64_t{1} << 40;
  EXPECT_THROW(check_shape({huge, huge, huge}), InvalidInput);  // the product overflows
  EXPECT_NO_THROW(check_shape({65536, 65536, 65536}));
}

}  // namespace
}  // namespace bitvox
