// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include <cmath>

#include "ops/distance_map/distance_map.hpp"
#include "refusal.hpp"
#include "test_volumes.hpp"

namespace bitvox::distance_map {
namespace {

TEST(DistanceMapOptionsTest, WrongOnesAreRefused) {
  const BitVolume volume = test::random_volume({20, 9, 8}, 0.5, 1);
  const auto refusal = [&](auto&& change) {
    Options options;
    change(options);
    NoProgress progress;
    return test::refusal([&] { measure(volume, nullptr, options, nullptr, progress); });
  };
  EXPECT_EQ(refusal([](auto& o) { o.spacing.y = 0; }),
            "a voxel size of 0 along y is not allowed; use a number from 1e-30 to 1e30");
  EXPECT_EQ(refusal([](auto& o) { o.spacing.z = -0.5; }),
            "a voxel size of -0.5 along z is not allowed; use a number from 1e-30 to 1e30");
  EXPECT_EQ(refusal([](auto& o) { o.spacing.x = std::nan(""); }),
            "a voxel size of nan along x is not allowed; use a number from 1e-30 to 1e30");
  EXPECT_EQ(refusal([](auto& o) { o.spacing.x = HUGE_VAL; }),
            "a voxel size of inf along x is not allowed; use a number from 1e-30 to 1e30");
  EXPECT_EQ(refusal([](auto& o) {
              o.spacing.z = 2;
              o.metric = Metric::kChessboard;
            }),
            "the chessboard distance counts voxels, which must be cubes, not 1 x 1 x 2");
  EXPECT_EQ(refusal([](auto& o) {
              o.spacing.x = 0.5;
              o.extent = Extent::kPerSlice;
              o.metric = Metric::kCityBlock;
            }),
            "the city-block distance counts voxels, which must be cubes, not 0.5 x 1");
  EXPECT_EQ(refusal([](auto& o) {
              o.spacing.z = 2;
              o.result = Numbers::kIntegers;
            }),
            "whole numbers need voxels that are cubes, not 1 x 1 x 2");
  EXPECT_EQ(refusal([](auto& o) {
              o.region = Region::kSigned;
              o.result = Numbers::kIntegers;
            }),
            "signed distances are not whole numbers of 16 bits, which have no sign");
  EXPECT_EQ(refusal([](auto& o) {
              o.block = {0, -1, 0};
            }),
            "a block of side -1 is not allowed; use 0 (automatic) or more");
}

}  // namespace
}  // namespace bitvox::distance_map
