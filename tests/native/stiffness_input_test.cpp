// SPDX-License-Identifier: BSD-2-Clause
// What is left out of a body, densities, and what is wrong with inputs.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "collect_slices.hpp"
#include "core/error.hpp"
#include "stiffness_runs.hpp"

namespace bitvox::stiffness {
namespace {

using bitvox::test::CollectSlices;
using test::full;
using test::labels_of;
using test::mask_of;
using test::precise;
using test::run;

Options slipping() {
  Options options = precise();
  options.plates = Plates::kSlipping;
  return options;
}

GreyVolume densities_of(const Shape& shape, float density) {
  GreyVolume out(shape, PixelType::kFloat32);
  std::fill_n(out.data<float>(), shape.voxel_count(), density);
  return out;
}

Result run_densities(const GreyVolume& densities, const Options& options) {
  Body body;
  body.densities = &densities;
  return run(body, options);
}

template <class Error = InvalidInput, class Call>
std::string message_of(const Call& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing";
}

class StiffnessInput : public test::OnBackends {};

TEST_P(StiffnessInput, OnlyWhatJoinsThePlatesByFacesCarries) {
  const Shape shape{9, 8, 10};
  // A column of 3 x 8; one that an edge alone joins to the far plate, one that ends; a loose voxel.
  const BitVolume mask = mask_of(shape, [](auto x, auto y, auto z) {
    if (x < 3) return true;
    if (x == 4) return z < 5 && y < 4;
    if (x == 5) return z >= 5 && y < 4;  // touches the one before by an edge
    return x == 7 && y == 7 && z == 5;
  });
  const Result result = run(mask, slipping());
  EXPECT_EQ(result.cases[0].elements, 3 * 8 * 10);
  EXPECT_EQ(result.solid, 3 * 8 * 10 + 20 + 20 + 1);
  EXPECT_EQ(result.voxels, 720);
  EXPECT_NEAR(result.cases[0].modulus, 3.0 / 9, 1e-6);
}

TEST_P(StiffnessInput, TheBackgroundIsSolid) {
  const auto is_hole = [](auto x, auto y, auto z) { return x / 3 + y / 4 + z / 5 == 2; };
  const Shape shape{70, 9, 10};
  Options options = precise();
  options.phase = Phase::kBackground;
  const Result found = run(mask_of(shape, is_hole), options);
  options.phase = Phase::kForeground;
  const Result expected = run(mask_of(shape, [&](auto... at) { return !is_hole(at...); }), options);
  EXPECT_EQ(found.solid, expected.solid);
  EXPECT_EQ(found.cases[0].modulus, expected.cases[0].modulus);
  options.phase = Phase::kBackground;
  EXPECT_EQ(message_of<UnsuitableImage>([&] { run(full(shape), options); }),
            "no voxel of the image has a material");
}

TEST_P(StiffnessInput, PeriodicSidesJoin) {
  // Half of a column on the one side, half on the other; they touch across the border alone.
  const BitVolume mask =
      mask_of({8, 5, 6}, [](auto x, auto, auto z) { return z < 3 ? x >= 6 : x <= 1; });
  Options options = precise();
  EXPECT_EQ(message_of<UnsuitableImage>([&] { run(mask, options); }),
            "nothing in the image joins the plates by faces of voxels");
  options.sides = Sides::kPeriodic;
  EXPECT_EQ(message_of<UnsuitableImage>([&] { run(mask, options); }),
            "nothing in the image joins the plates by faces of voxels");  // by an edge
  const BitVolume joined = mask_of({8, 5, 6}, [](auto x, auto, auto z) {
    return z < 3 ? x >= 6 : x <= 1 || (z == 3 && x >= 6);
  });
  const Case found = run(joined, options).cases[0];
  EXPECT_EQ(found.elements, 2 * 5 * 6 + 2 * 5);
  EXPECT_GT(found.modulus, 0.001);
}

TEST_P(StiffnessInput, AllDirectionsOfWhatJoinsOne) {
  const BitVolume mask = mask_of({8, 6, 5}, [](auto x, auto, auto z) { return x > 1 && z == 2; });
  Options options = slipping();
  options.direction = Direction::kAll;
  const Result result = run(mask, options);
  ASSERT_EQ(result.cases.size(), 3U);
  EXPECT_EQ(result.cases[0].elements, 0);
  EXPECT_EQ(result.cases[0].modulus, 0);
  EXPECT_EQ(result.cases[1].elements, 36);
  EXPECT_NEAR(result.cases[1].modulus, 36.0 / 240, 1e-6);
  EXPECT_EQ(result.cases[1].axis, 1);
  EXPECT_EQ(result.cases[2].elements, 0);
}

TEST_P(StiffnessInput, ModulusByDensity) {
  Options options = slipping();
  options.modulus = 6800;
  options.exponent = 1.5;
  GreyVolume densities = densities_of({6, 5, 4}, 0.25F);
  EXPECT_NEAR(run_densities(densities, options).cases[0].modulus, 6800 / 8.0, 1e-3);
  // Half of it stiffer, side by side: 1 and 1/8; and where there is next to nothing, no elements.
  for (std::int64_t i = 0; i < 120; ++i) {
    densities.data<float>()[i] = i % 6 < 2 ? 1.0F : i % 6 < 4 ? 0.25F : 1e-5F;
  }
  options.poisson = 0;
  const Result result = run_densities(densities, options);
  EXPECT_EQ(result.solid, 80);
  EXPECT_NEAR(result.cases[0].modulus, 6800 * (1 + 1 / 8.0) / 3, 1e-2);
  EXPECT_NEAR(result.cases[0].hashin_shtrikman_upper, 6800 * (1 + 1 / 8.0) / 3, 1e-2);
  EXPECT_EQ(result.cases[0].hashin_shtrikman_lower, 0);
  // If nothing is empty, the lower bound is Reuss's.
  for (std::int64_t i = 0; i < 120; ++i) densities.data<float>()[i] = i % 6 < 3 ? 1.0F : 0.25F;
  EXPECT_NEAR(run_densities(densities, options).cases[0].hashin_shtrikman_lower,
              6800 * 2 / (1 + 8.0), 1e-6);
  // Integers are densities too.
  const GreyVolume twos = labels_of({4, 4, 4}, [](auto...) { return 2; });
  options.exponent = 2;
  EXPECT_NEAR(run_densities(twos, options).cases[0].modulus, 4 * 6800, 0.1);
}

TEST_P(StiffnessInput, LabelsOfAllTypes) {
  const Materials materials{{300, 7}, {2, 5}, {0.3, 0.1}};
  GreyVolume large(Shape{4, 4, 4}, PixelType::kUint16), real(Shape{4, 4, 4}, PixelType::kFloat32);
  for (int i = 0; i < 64; ++i) {
    large.data<std::uint16_t>()[i] = 300;
    real.data<float>()[i] = 7;
  }
  EXPECT_NEAR(run(large, materials, slipping()).cases[0].modulus, 2, 1e-5);
  EXPECT_NEAR(run(real, materials, slipping()).cases[0].modulus, 5, 1e-5);
  real.data<float>()[5] = 7.5F;
  EXPECT_EQ(message_of([&] { run(real, materials, slipping()); }), "label 7.5 has no material");
  real.data<float>()[5] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(message_of([&] { run(real, materials, slipping()); }), "label nan has no material");
}

TEST_P(StiffnessInput, WrongMaterials) {
  const GreyVolume labels = labels_of({4, 4, 4}, [](auto x, auto, auto) { return 1 + x / 2; });
  const auto message = [&](const Materials& materials) {
    return message_of([&] { run(labels, materials, Options{}); });
  };
  EXPECT_EQ(message({}), "labels need a material each");
  EXPECT_EQ(message({{1}, {1}, {0.3}}), "label 2 has no material");
  EXPECT_EQ(message({{1, 2}, {1}, {0.3, 0.3}}),
            "each label needs a modulus and a Poisson's ratio: there are 2 labels, 1 moduli and 2 "
            "Poisson's ratios");
  EXPECT_EQ(message({{1, 1}, {1, 1}, {0.3, 0.3}}), "label 1 has two materials");
  EXPECT_EQ(message({{0, 1}, {1, 1}, {0.3, 0.3}}),
            "label 0 is not allowed for a material; use whole numbers above 0");
  EXPECT_EQ(message({{1, 2}, {1, 0}, {0.3, 0.3}}),
            "the modulus of label 2 is 0; use more than 0 and 1e15 at most");
  EXPECT_EQ(message({{1, 2}, {1, 1}, {0.3, 0.5}}),
            "the Poisson's ratio of label 2 is 0.5; use -0.99 to 0.499");
  EXPECT_EQ(message({{1, 2}, {1, 1}, {-1, 0.3}}),
            "the Poisson's ratio of label 1 is -1; use -0.99 to 0.499");
}

TEST_P(StiffnessInput, WrongDensities) {
  GreyVolume densities = densities_of({4, 4, 4}, 1);
  densities.data<float>()[17] = -1;
  EXPECT_EQ(message_of([&] { run_densities(densities, Options{}); }),
            "the density at 1, 0, 1 is -1; use numbers from 0");
  densities.data<float>()[17] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(message_of([&] { run_densities(densities, Options{}); }),
            "the density at 1, 0, 1 is nan; use numbers from 0");
  densities.data<float>()[17] = 1e14F;
  EXPECT_NE(message_of([&] { run_densities(densities, Options{}); }).find("1e15 at most"),
            std::string::npos);
}

TEST_P(StiffnessInput, WrongOptions) {
  const BitVolume mask = full({4, 4, 4});
  const auto message = [&](const auto& change) {
    Options options;
    change(options);
    return message_of([&] { run(mask, options); });
  };
  EXPECT_EQ(message([](Options& o) { o.poisson = 0.5; }),
            "poisson=0.5 is not allowed; use -0.99 to 0.499");
  EXPECT_NE(message([](Options& o) { o.modulus = 0; }), "nothing");
  EXPECT_NE(message([](Options& o) { o.strain = 0; }), "nothing");
  EXPECT_NE(message([](Options& o) { o.spacing.x = -1; }), "nothing");
  EXPECT_EQ(message([](Options& o) {
              o.load = Load::kShear;
              o.plates = Plates::kSlipping;
            }),
            "plates that slip cannot shear; use plates=fixed");
  EXPECT_EQ(message_of([&] {
              run(full({4, 4, 1}), Options{});
            }),
            "there is one layer of voxels between the plates along z; two are needed at least");
  CollectSlices map;
  Maps maps;
  maps.energy = &map;
  Options tensor;
  tensor.direction = Direction::kTensor;
  EXPECT_EQ(message_of([&] { run(mask, tensor, maps); }),
            "there are maps of one load case only; use direction=x, y or z");
  EXPECT_EQ(message_of<UnsuitableImage>([&] {
              run(BitVolume({4, 4, 4}), Options{});
            }),
            "no voxel of the image has a material");
  EXPECT_EQ(message_of<UnsuitableImage>([&] {
              run(mask_of({4, 4, 4}, [](auto x, auto, auto) { return x == 1; }), [] {
                Options options;
                options.direction = Direction::kX;
                return options;
              }());
            }),
            "nothing in the image joins the plates by faces of voxels");
}

TEST_P(StiffnessInput, IterationsThatDoNotSuffice) {
  Options options;
  options.max_iterations = 2;
  options.accuracy = 1e-6;
  const Case found = run(full({12, 12, 12}), options).cases[0];
  EXPECT_FALSE(found.converged);
  EXPECT_EQ(found.iterations, 2);
  EXPECT_GT(found.error, 1e-6);
  EXPECT_GT(found.residual, 1e-6);
}

INSTANTIATE_TEST_SUITE_P(Backends, StiffnessInput, testing::ValuesIn(test::kinds_of_backends()),
                         bitvox::test::backend_name);

}  // namespace
}  // namespace bitvox::stiffness
