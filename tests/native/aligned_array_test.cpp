// SPDX-License-Identifier: BSD-2-Clause
#include "core/memory/aligned_array.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <vector>

#include "platform/platform.hpp"

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

// Not one that is much larger than what is asked for, nor one that is in use.
TEST(AlignedArrayTest, LargeOnesAreUsedAgain) {
  constexpr std::int64_t kBytes = std::int64_t{96} << 20;
  const auto first = [](const AlignedArray<char>& array) {
    return reinterpret_cast<std::uintptr_t>(array.get());
  };
  AlignedArray<char> array = aligned_array<char>(kBytes);
  const std::uintptr_t place = first(array);
  array.reset();
  array = aligned_array<char>(kBytes - 1000);
  EXPECT_EQ(first(array), place);
  const AlignedArray<char> another = aligned_array<char>(kBytes);
  EXPECT_NE(first(another), place);
  std::memset(array.get(), 1, kBytes - 1000);
  std::memset(another.get(), 2, kBytes);
  EXPECT_EQ(array[kBytes - 1001], 1);
  array.reset();
  EXPECT_NE(first(aligned_array<char>(kBytes / 2)), place);
}

TEST(AlignedArrayTest, GivesBackWhatIsKept) {
  constexpr std::int64_t kBytes = std::int64_t{96} << 20;
  free_kept_arrays();
  AlignedArray<char> array = aligned_array<char>(kBytes);
  EXPECT_EQ(kept_array_bytes(), 0);
  array.reset();
  EXPECT_GE(kept_array_bytes(), kBytes);
  free_kept_arrays();
  EXPECT_EQ(kept_array_bytes(), 0);
}

TEST(AlignedArrayTest, KeepsOneGibibyteAtMost) {
  const std::int64_t before = test::memory_taken();
  {
    std::vector<AlignedArray<char>> arrays(5);
    for (auto& array : arrays) array = aligned_array<char>(std::int64_t{300} << 20);
    EXPECT_GT(test::memory_taken(), before + (std::int64_t{400} << 20));
  }
  EXPECT_LE(test::memory_taken(), before + (std::int64_t{1} << 30));
}

}  // namespace
}  // namespace bitvox
