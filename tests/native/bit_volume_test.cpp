// SPDX-License-Identifier: BSD-2-Clause
#include "core/volumes/bit_volume.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

#include "test_volumes.hpp"

namespace bitvox {
namespace {

TEST(BitVolume, IsBackgroundWhenCleared) {
  NoProgress progress;
  // A thread clears 1 MiB at a time, 4096 rows.
  for (const std::int64_t height : {1, 4095, 4096, 4097, 8193}) {
    for (const int threads : {1, 3}) {
      BitVolume volume = BitVolume::unset({2048, height, 1});
      std::fill_n(volume.words(), volume.shape().word_count(), ~std::uint64_t{0});
      volume.clear(threads, progress);
      EXPECT_EQ(std::count(volume.words(), volume.words() + volume.shape().word_count(), 0),
                volume.shape().word_count())
          << height;
    }
  }
}

TEST(BitVolume, ClearingCanBeStopped) {
  BitVolume volume = BitVolume::unset({2048, 4097, 1});
  test::CancelAfter cancel(1);
  EXPECT_THROW(volume.clear(2, cancel), Cancelled);
}

TEST(BitVolume, UnsetOnesHaveAShapeToo) {
  EXPECT_EQ(BitVolume::unset({65, 3, 2}).shape(), (Shape{65, 3, 2}));
  EXPECT_THROW(BitVolume::unset({0, 3, 2}), InvalidInput);
}

}  // namespace
}  // namespace bitvox
