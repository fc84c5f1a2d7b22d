// SPDX-License-Identifier: BSD-2-Clause
// Each method against finite elements: displacements of a cube between plates that do not slip,
// after the source's comparison with a cube of silicone.
#include <gtest/gtest.h>

#include <cmath>

#include "collect_slices.hpp"
#include "deformation_runs.hpp"
#include "ops/stiffness/stiffness.hpp"

namespace bitvox::deformation {
namespace {

using bitvox::test::CollectSlices;

constexpr std::int64_t kSide = 20;

// For a strain of 1.
const CollectSlices& elements() {
  static const CollectSlices found = [] {
    const BitVolume cube = test::full({kSide, kSide, kSide});
    stiffness::Options options;
    options.poisson = 0.25;
    options.strain = 1;
    options.tolerance = 1e-6;
    stiffness::Body body;
    body.mask = &cube;
    CollectSlices out;
    stiffness::Maps maps;
    maps.displacement = &out;
    NoProgress quiet;
    stiffness::stiffness(body, options, maps, quiet);
    return out;
  }();
  return found;
}

// The mean distance of voxels from where they should be, over the side.
double error_of(Method method, std::int64_t nodes, double strain) {
  const BitVolume cube = test::full({kSide, kSide, kSide});
  Options options;
  options.method = method;
  options.nodes = nodes;
  options.poisson = 0.25;
  options.strain = strain;
  options.frames = 2;
  options.jitter = 0.3;
  CollectSlices found;
  Outputs outputs;
  outputs.displacement = &found;
  const Result result = test::run(cube, options, outputs);
  EXPECT_EQ(result.diverged_at, -1);
  double sum = 0;
  for (std::int64_t z = 0; z < kSide; ++z)
    for (std::int64_t y = 0; y < kSide; ++y)
      for (std::int64_t x = 0; x < kSide; ++x) {
        double squared = 0;
        for (std::int64_t c = 0; c < 3; ++c) {
          const double expected = strain * static_cast<double>(elements().at(x, y, z, c));
          squared += std::pow(static_cast<double>(found.at(x, y, z, c)) - expected, 2);
        }
        sum += std::sqrt(squared);
      }
  constexpr double kVoxels = kSide * kSide * kSide;
  return sum / kVoxels / kSide;
}

class DeformationStiffness : public testing::TestWithParam<Method> {};

TEST_P(DeformationStiffness, DisplacementsAreThoseOfElements) {
  double far = 0;
  for (std::int64_t z = 0; z < kSide; ++z) {
    far = std::max(far, std::abs(static_cast<double>(elements().at(10, 10, z, 2))));
  }
  ASSERT_NEAR(far, kSide, 1);  // the top of it goes down by almost the strain
  EXPECT_LT(error_of(GetParam(), 1000, 0.05), 0.005);
  EXPECT_LT(error_of(GetParam(), 1000, 0.18), 0.025);
}

INSTANTIATE_TEST_SUITE_P(All, DeformationStiffness, testing::ValuesIn(test::kMethods));

}  // namespace
}  // namespace bitvox::deformation
