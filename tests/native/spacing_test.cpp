// SPDX-License-Identifier: BSD-2-Clause
#include "core/volumes/spacing.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "refusal.hpp"

namespace bitvox {
namespace {

std::string judged(const Spacing& spacing) {
  return test::refusal([&] { check_spacing(spacing); });
}

TEST(Spacing, IsOfSizesThatCanBeComputedWith) {
  EXPECT_EQ(judged({}), "accepted");
  EXPECT_EQ(judged({1e-30, 1e-24, 1e-27}), "accepted");
  EXPECT_EQ(judged({1e30, 1e30, 1e24}), "accepted");
  const std::string range = " is not allowed; use a number from 1e-30 to 1e30";
  EXPECT_EQ(judged({1, 0, 1}), "a voxel size of 0 along y" + range);
  EXPECT_EQ(judged({1, 1, -2}), "a voxel size of -2 along z" + range);
  EXPECT_EQ(judged({std::nan(""), 1, 1}), "a voxel size of nan along x" + range);
  EXPECT_EQ(judged({1e31, 1, 1}), "a voxel size of 1e+31 along x" + range);
  EXPECT_EQ(judged({1, 1e-300, 1}), "a voxel size of 1e-300 along y" + range);
  EXPECT_EQ(judged({1e-3, 1, 2e3}),
            "voxels of 0.001 x 1 x 2000 are not allowed; use sizes that differ by a factor of 1e6 "
            "at most");
}

}  // namespace
}  // namespace bitvox
