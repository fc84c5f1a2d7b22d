// SPDX-License-Identifier: BSD-2-Clause
#include "core/volumes/counting_source.hpp"

#include <gtest/gtest.h>

#include "core/volumes/bit_volume.hpp"
#include "test_volumes.hpp"

namespace bitvox {
namespace {

TEST(CountingSource, CountsEachSliceOnceHoweverOftenItIsRead) {
  BitVolume volume = test::random_volume({70, 9, 6}, 0.5, 1);
  std::int64_t voxels[6] = {};
  for (std::int64_t z = 0; z < 6; ++z)
    for (std::int64_t i = 0; i < 70 * 9; ++i) voxels[z] += test::voxel(volume, i % 70, i / 70, z);

  const CountingSource counted(volume);
  EXPECT_EQ(counted.voxels(), 0);
  std::vector<std::uint64_t> words(static_cast<std::size_t>(3 * volume.shape().words_per_slice()));
  counted.open()->read_slices(1, 3, words.data());
  EXPECT_EQ(counted.voxels(), voxels[1] + voxels[2] + voxels[3]);

  // What was counted is not counted again, or the new voxels of slice 2 would be.
  std::fill_n(volume.slice(2), volume.shape().words_per_slice(), ~std::uint64_t{0});
  counted.open()->read_slices(2, 3, words.data());
  EXPECT_EQ(counted.voxels(), voxels[1] + voxels[2] + voxels[3] + voxels[4]);
}

TEST(CountingSource, CountsInAnotherVolume) {
  const BitVolume volume = test::random_volume({70, 9, 6}, 0.5, 1);
  const BitVolume counted = test::random_volume({70, 9, 6}, 0.5, 2);
  std::int64_t both = 0;
  for (std::int64_t i = 0; i < 70 * 9 * 6; ++i) {
    const std::int64_t x = i % 70, y = i / 70 % 9, z = i / 630;
    both += test::voxel(volume, x, y, z) && test::voxel(counted, x, y, z) ? 1 : 0;
  }
  const CountingSource source(volume, &counted);
  std::vector<std::uint64_t> words(static_cast<std::size_t>(volume.shape().word_count()));
  source.open()->read_slices(0, 6, words.data());
  EXPECT_EQ(source.voxels(), both);
  EXPECT_TRUE(std::equal(words.begin(), words.end(), volume.words()));
}

}  // namespace
}  // namespace bitvox
