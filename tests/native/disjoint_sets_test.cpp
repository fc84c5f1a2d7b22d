// SPDX-License-Identifier: BSD-2-Clause
#include "core/disjoint_sets.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "test_volumes.hpp"

namespace bitvox {
namespace {

TEST(DisjointSets, HaveTheirSmallestItemAsRoot) {
  test::Random random(4);
  for (int round = 0; round < 50; ++round) {
    constexpr std::int64_t kItems = 60;
    DisjointSets<std::int64_t> sets(kItems);
    std::vector<std::int64_t> least(kItems);  // of the set of each item
    for (std::int64_t i = 0; i < kItems; ++i) least[static_cast<std::size_t>(i)] = i;
    for (int joins = 0; joins < 45; ++joins) {
      const std::int64_t a = random.below(kItems);
      const std::int64_t b = random.below(kItems);
      const std::int64_t of_a = least[static_cast<std::size_t>(a)];
      const std::int64_t of_b = least[static_cast<std::size_t>(b)];
      const std::int64_t both = std::min(of_a, of_b);
      std::replace(least.begin(), least.end(), std::max(of_a, of_b), both);
      ASSERT_EQ(sets.join(a, b), both);
      for (std::int64_t i = 0; i < kItems; ++i) {
        ASSERT_EQ(sets.root(i), least[static_cast<std::size_t>(i)]);
      }
    }
  }
  EXPECT_EQ(DisjointSets<std::uint32_t>(0).size(), 0U);
}

}  // namespace
}  // namespace bitvox
