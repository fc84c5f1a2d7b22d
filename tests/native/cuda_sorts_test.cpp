// SPDX-License-Identifier: BSD-2-Clause
// Sorting and adding up of whole arrays on the GPU, against the standard library, in the sizes
// where tiles and blocks begin and end.
#include <gtest/gtest.h>

#ifdef BITVOX_WITH_CUDA
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "core/backends/dispatch.hpp"
#include "cuda_sorts.hpp"
#include "test_volumes.hpp"

namespace bitvox::test {
namespace {

class CudaSorts : public testing::Test {
 protected:
  void SetUp() override {
    if (!backends().front().available) GTEST_SKIP() << backends().front().detail;
  }

  static constexpr int kSizes[] = {0,    1,    31,   32,   33,     511,     512,      513,
                                   4095, 4096, 4097, 8192, 70'000, 300'001, 5'000'003};
};

// A value says where its pair came from, so that the order of equal keys shows.
TEST_F(CudaSorts, EqualKeysStayInTheirOrder) {
  Random random(1);
  for (const int size : kSizes) {
    for (const int bits : {1, 7, 8, 9, 23, 40, 64}) {
      if (size > 100'000 && bits == 7) continue;
      KeysWithValues pairs;
      const bool few = random.chance(0.3);  // keys, so that many are equal
      for (int i = 0; i < size; ++i) {
        pairs.keys.push_back(few ? random.next() % 5 * 0x0101010101010101U : random.next());
        pairs.values.push_back(i);
      }
      const std::uint64_t mask = ~std::uint64_t{0} >> (64 - bits);
      std::vector<int> order(static_cast<std::size_t>(size));
      std::iota(order.begin(), order.end(), 0);
      std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
        return (pairs.keys[static_cast<std::size_t>(a)] & mask) <
               (pairs.keys[static_cast<std::size_t>(b)] & mask);
      });
      const KeysWithValues found = sorted_on_gpu(pairs, bits);
      bool same = true;
      for (std::size_t i = 0; i < order.size(); ++i) {
        const auto from = static_cast<std::size_t>(order[i]);
        same = same && found.keys[i] == pairs.keys[from] && found.values[i] == pairs.values[from];
      }
      EXPECT_TRUE(same) << size << " pairs, " << bits << " bits";
    }
  }
}

TEST_F(CudaSorts, SumsOfWhatComesBefore) {
  Random random(2);
  for (const int size : kSizes) {
    std::vector<std::int32_t> small;
    std::vector<std::int64_t> large;
    for (int i = 0; i < size; ++i) {
      small.push_back(static_cast<std::int32_t>(random.below(300)));
      large.push_back(random.below(std::int64_t{1} << 40));
    }
    std::vector<std::int32_t> small_sums(small.size());
    std::exclusive_scan(small.begin(), small.end(), small_sums.begin(), std::int32_t{0});
    std::vector<std::int64_t> large_sums(large.size());
    std::exclusive_scan(large.begin(), large.end(), large_sums.begin(), std::int64_t{0});
    EXPECT_TRUE(sums_on_gpu(small) == small_sums) << size;
    EXPECT_TRUE(sums_on_gpu(large) == large_sums) << size;
  }
}

}  // namespace
}  // namespace bitvox::test
#endif
