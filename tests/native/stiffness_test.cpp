// SPDX-License-Identifier: BSD-2-Clause
#include "ops/stiffness/stiffness.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "stiffness_runs.hpp"

namespace bitvox::stiffness {
namespace {

using test::full;
using test::labels_of;
using test::mask_of;
using test::precise;
using test::run;

double modulus(const Result& result) {
  EXPECT_TRUE(result.cases.at(0).converged);
  return result.cases.at(0).modulus;
}

class StiffnessTest : public test::OnBackends {};

TEST_P(StiffnessTest, CubeBetweenPlatesThatSlip) {
  for (const Direction direction : {Direction::kX, Direction::kY, Direction::kZ}) {
    Options options;
    options.direction = direction;
    options.plates = Plates::kSlipping;
    options.modulus = 7000;
    options.tolerance = 1e-6;
    EXPECT_NEAR(modulus(run(full({13, 9, 17}), options)), 7000, 7000 * 1e-6);
  }
}

TEST_P(StiffnessTest, ConfinedCubeIsExactAtTheStart) {
  Options options;
  options.plates = Plates::kSlipping;
  options.sides = Sides::kConfined;
  const Result result = run(full({8, 8, 8}), options);
  EXPECT_NEAR(modulus(result), 1.3461538461538463, 1e-6);
  EXPECT_EQ(result.cases[0].iterations, 0);
}

// Figures that the reference's prototype found, and which a sparse direct solution confirms at 8.
TEST_P(StiffnessTest, CubeBetweenFixedPlates) {
  const double expected[] = {1.073846, 1.067834, 1.065455};
  for (int i = 0; i < 3; ++i) {
    const std::int64_t size = 8 << i;
    EXPECT_NEAR(modulus(run(full({size, size, size}), precise())), expected[i], 1e-6) << size;
  }
}

TEST_P(StiffnessTest, LaminatesOfLayersOfFour) {
  Options options = precise();
  options.plates = Plates::kSlipping;
  options.sides = Sides::kConfined;
  const Materials materials{{1, 2}, {1, 10}, {0.3, 0.2}};
  const GreyVolume layers = labels_of(
      {16, 16, 16}, [](std::int64_t, std::int64_t, std::int64_t z) { return 1 + z / 4 % 2; });
  EXPECT_NEAR(modulus(run(layers, materials, options)), 2.401372, 2e-6);
  options.direction = Direction::kX;
  EXPECT_NEAR(modulus(run(layers, materials, options)), 6.034217, 6e-6);
}

TEST_P(StiffnessTest, VoxelsOfAnySize) {
  // Boxes of one material do not care: a cube of 8 of 2 x 1 x 0.5 is one of another shape.
  Options options = precise();
  options.plates = Plates::kSlipping;
  options.spacing = {2, 1, 0.5};
  const Result result = run(full({8, 9, 10}), options);
  EXPECT_NEAR(modulus(result), 1, 1e-6);
  const double area = 8 * 2 * 9, length = 5;
  EXPECT_NEAR(result.cases[0].stiffness, area / length, 1e-5);
  EXPECT_NEAR(result.cases[0].force[2], -0.01 * area, 1e-5);
}

INSTANTIATE_TEST_SUITE_P(Backends, StiffnessTest, testing::ValuesIn(test::kinds_of_backends()),
                         bitvox::test::backend_name);

}  // namespace
}  // namespace bitvox::stiffness
