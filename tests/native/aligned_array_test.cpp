// SPDX-License-Identifier: BSD-2-Clause
#include "core/aligned_array.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace bitvox {
namespace {

// Small ones, and large ones in huge pages.
TEST(AlignedArrayTest, BeginsAtAMultipleAndHasSomeToSpare) {
  for (const std::int64_t count : {0, 1, 15, 16, 17, 1000, (5 << 20) + 3}) {
    const AlignedArray<std::uint32_t> array = aligned_array<std::uint32_t>(count);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(array.get()) % kAlignedBytes, 0U) << count;
    const std::int64_t end = count + kAlignedBytes / 4;
    for (std::int64_t i = 0; i < end; ++i) array[static_cast<std::size_t>(i)] = 7;
    EXPECT_EQ(array[static_cast<std::size_t>(end - 1)], 7U) << count;
  }
}

}  // namespace
}  // namespace bitvox
