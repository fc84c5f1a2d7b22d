// SPDX-License-Identifier: BSD-2-Clause
// How far the diffusivity is off at most, as estimated.
#include "ops/tortuosity/tortuosity_error.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "grey_test_volumes.hpp"
#include "ops/tortuosity/tortuosity.hpp"
#include "ops/tortuosity/tortuosity_solve.hpp"
#include "tortuosity_reference.hpp"

namespace bitvox::tortuosity {
namespace {

constexpr double kRounding = 2e-6;

// Conjugate gradients for a diagonal matrix and a right-hand side of ones, from 0. Calls
// check(estimate, true energy of the error) after every iteration but the last.
template <class Check>
void iterate(const std::vector<double>& diagonal, double smallest, const Check& check) {
  const std::size_t n = diagonal.size();
  std::vector<double> x(n), r(n, 1.0), p(n);
  const auto squares = [&] {
    double sum = 0;
    for (const double value : r) sum += value * value;
    return sum;
  };
  ErrorEstimate estimate(smallest);
  EXPECT_TRUE(std::isinf(estimate.energy()));
  double before = 0;
  for (std::size_t step = 1; step < n; ++step) {
    const double product = squares();
    const double beta = before > 0 ? product / before : 0;
    before = product;
    double curvature = 0;
    for (std::size_t i = 0; i < n; ++i) {
      p[i] = r[i] + beta * p[i];
      curvature += diagonal[i] * p[i] * p[i];
    }
    const double alpha = product / curvature;
    double error = 0;
    for (std::size_t i = 0; i < n; ++i) {
      x[i] += alpha * p[i];
      r[i] -= alpha * diagonal[i] * p[i];
      const double off = 1 / diagonal[i] - x[i];
      error += diagonal[i] * off * off;
    }
    estimate.add(alpha, beta, product);
    check(estimate.energy(), error);
  }
}

TEST(TortuosityErrorTest, BoundsTheEnergyWhereTheSmallestEigenvalueIsKnown) {
  const std::vector<double> diagonal{1, 1.5, 2, 3, 4, 6, 7, 8};
  iterate(diagonal, 0.9, [](double estimate, double error) {
    EXPECT_GE(estimate, error);
    EXPECT_LE(estimate, 100 * error);
  });
  iterate(diagonal, 0.01, [](double estimate, double error) { EXPECT_GE(estimate, error); });
}

// An eigenvalue of 0.01 where none below 0.5 was expected: not seen at first, but in time.
TEST(TortuosityErrorTest, LearnsOfSmallerEigenvalues) {
  std::vector<bool> above;
  iterate({0.01, 1, 1.5, 2, 3, 4}, 0.5,
          [&](double estimate, double error) { above.push_back(estimate >= error); });
  EXPECT_FALSE(above.front());
  EXPECT_TRUE(above.back());
}

// Conjugate gradients stand still for a while in voxels that are far from cubes.
TEST(TortuosityErrorThorough, VoxelsFarFromCubes) {
  NoProgress progress;
  for (std::uint64_t seed = 1; seed <= 8; ++seed)
    for (const Spacing& spacing :
         {Spacing{1, 30, 1}, {1, 1, 30}, {30, 5, 1}, {1, 1, 1000}, {400, 1, 1000}}) {
      const BitVolume volume = test::random_volume({7, 8, 9}, 0.55, seed);
      Options rule;
      rule.backend = "scalar";
      rule.direction = Direction::kY;
      rule.sides = Sides::kPeriodic;
      rule.spacing = spacing;
      const double expected = test::ObviousDiffusion(volume, rule).solve().diffusivity;
      for (const double accuracy : {0.1, 1e-2, 1e-3, 1e-4}) {
        rule.accuracy = accuracy;
        const Result result = measure(volume, rule, {}, progress);
        EXPECT_LE(result.diffusivity, expected * (1 + result.error + kRounding))
            << "seed " << seed << ", y " << spacing.y << ", accuracy " << accuracy;
      }
    }
}

// Two unknowns whose rounding is worse than the linear concentration, at which every energy is 1.
class Roundings final : public Equations {
 public:
  double start() override {
    energy_ = 1;
    return 1;
  }
  double precondition(float) override { return 1; }
  double advance(float) override { return 1; }
  double move(float) override {
    energy_ = 3;
    return 0;
  }
  std::vector<double> fluxes() override { return {energy_ > 1 ? -4.0 : 1.0, 1, 1}; }
  double energy() override { return energy_; }
  double residual() override { return 0; }

 private:
  double energy_ = 1;
};

// A diffusivity above that of the linear concentration may be above the porosity.
TEST(TortuosityErrorTest, IsNeverAboveTheLinearConcentration) {
  Roundings roundings;
  NoProgress progress;
  const Solution found = solve(roundings, {}, 1, 0.1, progress);
  EXPECT_EQ(found.energy, 1);
  EXPECT_EQ(found.spread, 0);
  EXPECT_FALSE(found.converged);
  EXPECT_TRUE(std::isinf(found.error));
}

// Fluxes whose mean is below 0 spread by as much as those above.
TEST(TortuosityErrorTest, ASpreadIsNotNegative) {
  class Backwards final : public Equations {
   public:
    double start() override { return 0; }
    double precondition(float) override { return 0; }
    double advance(float) override { return 0; }
    double move(float) override { return 0; }
    std::vector<double> fluxes() override { return {-4, 1, 1}; }
    double energy() override { return 1; }
    double residual() override { return 0; }
  };
  Backwards backwards;
  NoProgress progress;
  const Solution found = solve(backwards, {}, 1, 0.1, progress);
  EXPECT_NEAR(found.spread, 7.5, 1e-12);
  EXPECT_FALSE(found.converged);
}

GreyVolume random_labels(const Shape& shape, std::uint64_t seed) {
  return test::random_grey(shape, PixelType::kUint8, 4, seed);
}

TEST(TortuosityErrorTest, LabelsOfHighContrast) {
  NoProgress progress;
  const std::vector<LabelDiffusivity> table{{0, 1}, {1, 1e-3}, {2, 500}, {3, 0.05}};
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const Shape shape{9, 8, 7};
    const GreyVolume image = random_labels(shape, seed);
    BitVolume pores(shape);
    std::vector<double> diffusivities;
    for (std::int64_t i = 0; i < shape.voxel_count(); ++i) {
      diffusivities.push_back(table[image.data<std::uint8_t>()[i]].diffusivity);
      test::set_voxel(pores, i % 9, i / 9 % 8, i / 72);
    }
    Options rule;
    rule.backend = "scalar";
    rule.spacing = {1, 5, 1};
    const double expected = test::ObviousDiffusion(pores, rule, diffusivities).solve().diffusivity;
    for (const double accuracy : {0.1, 1e-2, 1e-3, 1e-4}) {
      rule.accuracy = accuracy;
      const Result result = measure_labels(image, table, rule, {}, progress);
      EXPECT_LE(result.diffusivity, expected * (1 + result.error + kRounding))
          << "seed " << seed << ", accuracy " << accuracy;
    }
  }
}

// Layers of which some hold hardly any of the drop: there 32-bit floats carry no flux. What that
// does to the diffusivity is a part of its error.
TEST(TortuosityErrorTest, RoundingCounts) {
  const std::vector<LabelDiffusivity> table{{1, 1}, {2, 1e-3}, {3, 1000}};
  const std::vector<int> layers{1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 1, 1, 1, 1, 1, 1};
  const GreyVolume image = test::make_grey({20, 7, 6}, PixelType::kUint8, [&](std::int64_t i) {
    return layers[static_cast<std::size_t>(i % 20)];
  });
  Options rule;
  rule.backend = "scalar";
  rule.direction = Direction::kX;
  rule.spacing = {3, 1, 0.5};
  rule.accuracy = 1e-5;
  NoProgress progress;
  const Result result = measure_labels(image, table, rule, {}, progress);
  const double expected = 20 / (9.0 + 6 / 1e-3 + 5 / 1000.0);
  EXPECT_FALSE(result.converged);
  EXPECT_GT(result.spread, 1e-3);
  EXPECT_GT(result.diffusivity, expected * (1 + 1e-6));
  EXPECT_LT(result.diffusivity, expected * (1 + result.error));
  EXPECT_LT(result.error, 1e-3);
}

}  // namespace
}  // namespace bitvox::tortuosity
