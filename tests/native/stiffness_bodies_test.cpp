// SPDX-License-Identifier: BSD-2-Clause
// Bodies whose stiffness is known.
#include <gtest/gtest.h>

#include <cmath>

#include "ops/stiffness/stiffness_bounds.hpp"
#include "stiffness_direct.hpp"
#include "stiffness_runs.hpp"

namespace bitvox::stiffness {
namespace {

using test::full;
using test::labels_of;
using test::mask_of;
using test::precise;
using test::run;

class StiffnessBodies : public test::OnBackends {};

// Uniform strain at the border is uniform strain everywhere: nothing is left to iterate.
TEST_P(StiffnessBodies, PatchTest) {
  for (const double poisson : {-0.5, 0.0, 0.3, 0.49}) {
    Options options;
    options.direction = Direction::kTensor;
    options.border = Border::kUniform;
    options.poisson = poisson;
    options.spacing = {1, 1.5, 0.6};
    const Result result = run(full({9, 7, 8}), options);
    const double lambda = poisson / ((1 + poisson) * (1 - 2 * poisson));
    const double mu = 1 / (2 * (1 + poisson));
    for (int i = 0; i < 6; ++i)
      for (int j = 0; j < 6; ++j) {
        const double expected = i < 3 && j < 3 ? lambda + (i == j ? 2 * mu : 0) : (i == j ? mu : 0);
        EXPECT_NEAR(result.tensor[static_cast<std::size_t>(6 * i + j)], expected,
                    1e-6 * (lambda + 2 * mu))
            << i << ' ' << j;
      }
    for (const Case& of : result.cases) EXPECT_EQ(of.iterations, 0);
    EXPECT_NEAR(result.orthotropic[0], 1, 1e-6);
    EXPECT_NEAR(result.orthotropic[3], poisson, 1e-6);
    EXPECT_NEAR(result.orthotropic[8], mu, 1e-6);
    EXPECT_LT(result.unorthotropic, 1e-6);
  }
}

// Trilinear elements would lock: 3.93 at 8.
TEST_P(StiffnessBodies, NearlyIncompressibleCube) {
  Options options = precise();
  options.tolerance = 1e-5;
  options.poisson = 0.499;
  EXPECT_NEAR(run(full({8, 8, 8}), options).cases[0].modulus, 1.2628, 1e-4);
  EXPECT_NEAR(run(full({16, 16, 16}), options).cases[0].modulus, 1.2460, 1e-4);
  options.poisson = 0.45;
  EXPECT_NEAR(run(full({8, 8, 8}), options).cases[0].modulus, 1.1939, 1e-4);
}

// Clamped at both ends, which move aside: 12 E I / L^3 of bending and G A 5 / 6 / L of shear, one
// after the other. Off by 0.62 %, and by 0.18 % with voxels of half the size.
TEST_P(StiffnessBodies, BeamUnderShear) {
  Options options;
  options.load = Load::kShear;
  options.tolerance = 1e-5;
  options.poisson = 0;
  for (const double height : {1.0, 0.5}) {
    // Thin along z, or elements that bend resist as if sheared.
    options.spacing = {0.5, height, 0.4};
    const Result result = run(full({8, 4, 60}), options);
    const double x = 4, y = 4 * height, length = 24;
    const double inertia = x * x * x * y / 12;
    const double bending = 12 * inertia / (length * length * length);
    const double shear = 0.5 * x * y * 5 / 6 / length;
    const double expected = 1 / (1 / bending + 1 / shear);
    EXPECT_NEAR(result.cases[0].stiffness, expected, 0.007 * expected);
  }
}

// A ball in a cube that goes on periodically, a sixteenth of it: the bulk modulus is that of
// Hashin's coated spheres, whatever the ball is made of. It is off by 0.54 % as the ball is made of
// voxels, and by half of that with 48 of them.
TEST_P(StiffnessBodies, DiluteArrayOfBalls) {
  for (const double modulus : {0.02, 10.0}) {
    Options options;
    options.direction = Direction::kTensor;
    options.tolerance = 1e-4;
    const Materials materials{{1, 2}, {1, modulus}, {0.3, 0.2}};
    std::int64_t inside = 0;
    const GreyVolume labels = labels_of({24, 24, 24}, [&](auto x, auto y, auto z) {
      const auto square = [](std::int64_t i) { return (2 * i - 23) * (2 * i - 23); };
      const bool is_inside = square(x) + square(y) + square(z) < 4 * 6 * 6;
      inside += is_inside ? 1 : 0;
      return is_inside ? 2 : 1;
    });
    const Result result = run(labels, materials, options);
    const std::vector<double>& t = result.tensor;
    const double bulk = (t[0] + t[7] + t[14] + 2 * (t[1] + t[2] + t[8])) / 9;
    const Material a{1, 0.3}, b{modulus, 0.2};
    const double part = static_cast<double>(inside) / (24 * 24 * 24);
    const double expected = a.bulk() + part / (1 / (b.bulk() - a.bulk()) +
                                               3 * (1 - part) / (3 * a.bulk() + 4 * a.shear()));
    EXPECT_NEAR(bulk, expected, 0.006 * expected) << modulus;
    EXPECT_NEAR(t[0], t[14], 1e-6 * t[0]);
    EXPECT_NEAR(t[21], t[35], 1e-6 * t[0]);
    // Between the bounds of isotropic bodies, or 1 % beyond, as a lattice is not isotropic.
    EXPECT_GE(result.orthotropic[0], result.cases[0].hashin_shtrikman_lower * 0.99);
    EXPECT_LE(result.orthotropic[0], result.cases[0].hashin_shtrikman_upper * 1.01);
  }
}

TEST_P(StiffnessBodies, CheckerboardOfStiffAndSoft) {
  const Materials materials{{1, 2}, {1, 1000}, {0.3, 0.3}};
  const GreyVolume board =
      labels_of({8, 8, 8}, [](auto x, auto y, auto z) { return 1 + (x / 2 + y / 2 + z / 2) % 2; });
  Options options = precise();
  const test::Direct direct(board, materials, options);
  const Eigen::VectorXd u = direct.solve(direct.load());
  const double expected = direct.product(u, direct.load(), u, direct.load()) / direct.volume();
  const Case found = run(board, materials, options).cases[0];
  EXPECT_TRUE(found.converged);
  EXPECT_NEAR(found.modulus, expected, 1e-6 * expected);
  options.tolerance = 0;
  const Case rough = run(board, materials, options).cases[0];
  EXPECT_TRUE(rough.converged);
  EXPECT_LE(rough.error, 1e-3);
  EXPECT_LE(rough.modulus, expected * (1 + rough.error));
  EXPECT_GE(rough.modulus, expected * (1 - 1e-6));  // energies come down
  EXPECT_LT(rough.iterations, found.iterations);
}

// A strain of an axis along which nothing goes on takes no force, and no time.
TEST(StiffnessTensors, OfBodiesThatDoNotGoOnAlongAnAxis) {
  const BitVolume layer = mask_of({9, 8, 7}, [](auto, auto, auto z) { return z < 4; });
  Body body;
  body.mask = &layer;
  Options options;
  options.direction = Direction::kTensor;
  for (const std::string& backend : test::kinds_of_backends()) {
    options.backend = backend;
    NoProgress quiet;
    const Result found = stiffness(body, options, {}, quiet);
    for (const std::size_t i : {std::size_t{2}, std::size_t{3}, std::size_t{4}}) {
      EXPECT_EQ(found.cases[i].modulus, 0);
      EXPECT_EQ(found.cases[i].iterations, 0);
      for (std::size_t j = 0; j < 6; ++j) EXPECT_EQ(found.tensor[6 * i + j], 0);
    }
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}, std::size_t{5}}) {
      EXPECT_TRUE(found.cases[i].converged);
      EXPECT_GT(found.cases[i].modulus, 0.1);
    }
  }
}

TEST(StiffnessBounds, OfTwoMaterialsAndMore) {
  const Material soft{1, 0.25}, stiff{4, 0.25};
  // Equal parts and equal Poisson's ratios of 1/4, by hand: K = E / 1.5, G = E / 2.5.
  const Bounds two = bounds_of_modulus({{soft, 0.5}, {stiff, 0.5}});
  const auto expected = [](double e, double f) {
    const double k = e / 1.5, g = e / 2.5, kb = f / 1.5, gb = f / 2.5;
    const double bulk = k + 0.5 / (1 / (kb - k) + 1.5 / (3 * k + 4 * g));
    const double shear = g + 0.5 / (1 / (gb - g) + 3 * (k + 2 * g) / (5 * g * (3 * k + 4 * g)));
    return 9 * bulk * shear / (3 * bulk + shear);
  };
  EXPECT_NEAR(two.lower, expected(1, 4), 1e-12);
  EXPECT_NEAR(two.upper, expected(4, 1), 1e-12);
  EXPECT_LT(two.lower, two.upper);
  EXPECT_GT(two.lower, 1.6);  // Reuss
  EXPECT_LT(two.upper, 2.5);  // Voigt
  const Bounds porous = bounds_of_modulus({{{}, 0.5}, {soft, 0.5}});
  EXPECT_EQ(porous.lower, 0);
  EXPECT_GT(porous.upper, 0.2);
  EXPECT_LT(porous.upper, 0.5);
  const Bounds three = bounds_of_modulus({{soft, 0.5}, {stiff, 0.25}, {{2, 0.3}, 0.25}});
  const auto modulus = [](double bulk, double shear) {
    return 9 * bulk * shear / (3 * bulk + shear);
  };
  // The third has K = E / 1.2 and G = E / 2.6.
  EXPECT_NEAR(three.upper,
              modulus((0.5 + 0.25 * 4) / 1.5 + 0.25 * 2 / 1.2, (0.5 + 1) / 2.5 + 0.25 * 2 / 2.6),
              1e-12);
  EXPECT_NEAR(
      three.lower,
      modulus(1 / ((0.5 + 0.0625) * 1.5 + 0.125 * 1.2), 1 / ((0.5 + 0.0625) * 2.5 + 0.125 * 2.6)),
      1e-12);
  // Mixtures whose Poisson's ratios differ can be stiffer than the mean of Young's moduli.
  const Bounds mixed =
      bounds_of_modulus({{{100, 0.1}, 0.4}, {{101, 0.49}, 0.3}, {{99, 0.49}, 0.3}});
  EXPECT_GT(mixed.upper, 106.9);
  EXPECT_EQ(bounds_of_modulus({{{}, 0}, {stiff, 1}}).lower, 4);
}

INSTANTIATE_TEST_SUITE_P(Backends, StiffnessBodies, testing::ValuesIn(test::kinds_of_backends()),
                         bitvox::test::backend_name);

}  // namespace
}  // namespace bitvox::stiffness
