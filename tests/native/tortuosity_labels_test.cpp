// SPDX-License-Identifier: BSD-2-Clause
// Tortuosity where every label of an image has its own diffusivity.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "collect_slices.hpp"
#include "core/error.hpp"
#include "failing_sink.hpp"
#include "grey_test_volumes.hpp"
#include "ops/tortuosity/tortuosity.hpp"
#include "refusal.hpp"
#include "tortuosity_reference.hpp"

namespace bitvox::tortuosity {
namespace {

using Table = std::vector<LabelDiffusivity>;

struct Computed {
  Result result;
  GreyVolume concentration;
  GreyVolume flux;
};

Computed compute(const GreyVolume& image, const Table& table, const Options& options) {
  NoProgress progress;
  test::CollectSlices concentration(image.shape(), PixelType::kFloat32);
  test::CollectSlices flux(image.shape(), PixelType::kFloat32);
  Result result = measure_labels(image, table, options, {&concentration, &flux}, progress);
  return {std::move(result), std::move(concentration.volume), std::move(flux.volume)};
}

// rule(x, y, z) is the label.
template <class Rule>
GreyVolume labels(const Shape& shape, const Rule& rule, PixelType type = PixelType::kUint8) {
  return test::make_grey(shape, type, [&](std::int64_t i) {
    return rule(i % shape.width, i / shape.width % shape.height, i / (shape.width * shape.height));
  });
}

class TortuosityLabelsTest : public testing::TestWithParam<std::string> {
 protected:
  Options options(Direction direction = Direction::kZ) const {
    Options result;
    result.backend = GetParam();
    result.accuracy = 1e-5;
    result.direction = direction;
    return result;
  }
};

// The energy is never below the true one but for single precision.
constexpr double kRounding = 2e-6;

TEST_P(TortuosityLabelsTest, AgreesWithTheObviousSolution) {
  const Table table{{1, 3}, {2, 0.25}, {3, 40}, {7, 0}};
  const double of_label[] = {0, 3, 0.25, 40, 0, 0, 0, 0};
  for (const Shape shape : {Shape{5, 4, 6}, Shape{1, 1, 1}, Shape{7, 1, 5}, Shape{3, 9, 2}})
    for (const Direction direction : {Direction::kX, Direction::kY, Direction::kZ}) {
      SCOPED_TRACE(testing::Message() << shape.width << " x " << shape.height << " x "
                                      << shape.depth << ", " << static_cast<int>(direction));
      Options rule = options(direction);
      rule.spacing = {1, 2, 0.5};
      test::Random random(static_cast<std::uint64_t>(shape.width));
      const GreyVolume image =
          labels(shape, [&](auto...) { return random.below(10) < 9 ? 1 + random.below(3) : 7; });
      BitVolume pores(shape);
      std::vector<double> diffusivities;
      double mean = 0;
      for (std::int64_t i = 0; i < shape.voxel_count(); ++i) {
        diffusivities.push_back(of_label[image.data<std::uint8_t>()[i]]);
        mean += diffusivities.back() / static_cast<double>(shape.voxel_count());
        if (diffusivities.back() > 0) {
          test::set_voxel(pores, i % shape.width, i / shape.width % shape.height,
                          i / (shape.width * shape.height));
        }
      }
      const test::Diffusion expected = test::ObviousDiffusion(pores, rule, diffusivities).solve();
      const Computed computed = compute(image, table, rule);
      const Result& result = computed.result;
      EXPECT_EQ(result.porosity, expected.porosity);
      EXPECT_EQ(result.connected_porosity, expected.connected_porosity);
      EXPECT_NEAR(result.mean_diffusivity, mean, 1e-12 * mean);
      EXPECT_TRUE(result.converged);
      EXPECT_GE(result.diffusivity, expected.diffusivity * (1 - kRounding));
      EXPECT_LE(result.diffusivity, expected.diffusivity * (1 + std::max(result.error, kRounding)));
      if (expected.diffusivity == 0) {
        EXPECT_TRUE(std::isinf(result.tortuosity));
        continue;
      }
      EXPECT_EQ(result.tortuosity, result.mean_diffusivity / result.diffusivity);
      EXPECT_NEAR(result.flux_in / expected.diffusivity, 1, 1e-4);
      EXPECT_NEAR(result.flux_out / expected.diffusivity, 1, 1e-4);
      for (std::size_t i = 0; i < expected.profile.size(); ++i) {
        EXPECT_NEAR(result.profile[i], expected.profile[i], 1e-3);
      }
      const double most = *std::max_element(expected.flux.begin(), expected.flux.end());
      for (std::int64_t i = 0; i < shape.voxel_count(); ++i) {
        const auto at = static_cast<std::size_t>(i);
        ASSERT_NEAR(static_cast<double>(computed.concentration.data<float>()[i]),
                    expected.concentration[at], 2e-3);
        ASSERT_NEAR(static_cast<double>(computed.flux.data<float>()[i]), expected.flux[at],
                    1e-2 * most);
      }
    }
}

TEST_P(TortuosityLabelsTest, LaminatesObeyTheirLaws) {
  const Table table{{0, 5}, {1, 1}, {2, 0.01}};
  const double mean = (5 + 1 + 0.01) / 3;
  const double harmonic = 3 / (1 / 5.0 + 1 + 1 / 0.01);
  const GreyVolume image =
      labels({8, 6, 12}, [](std::int64_t, std::int64_t, std::int64_t z) { return z / 2 % 3; });
  EXPECT_NEAR(compute(image, table, options(Direction::kX)).result.diffusivity, mean, 1e-6 * mean);
  EXPECT_NEAR(compute(image, table, options(Direction::kY)).result.diffusivity, mean, 1e-6 * mean);
  const Result across = compute(image, table, options(Direction::kZ)).result;
  EXPECT_NEAR(across.diffusivity, harmonic, 2e-5 * harmonic);
  EXPECT_NEAR(across.tortuosity, mean / harmonic, 2e-5 * mean / harmonic);
}

// Four fields of 10 and 1. With ever more voxels it becomes the root of 10 (Keller 1964).
TEST_P(TortuosityLabelsTest, CheckerboardOfFiniteSize) {
  const std::vector<std::pair<std::int64_t, double>> known{
      {16, 2.93052}, {32, 3.02515}, {64, 3.08167}};
  for (const auto& [side, diffusivity] : known) {
    const std::int64_t half = side / 2;
    const GreyVolume image = labels(
        {side, side, 1},
        [&](std::int64_t x, std::int64_t y, std::int64_t) { return x / half == y / half ? 1 : 2; });
    const Result result = compute(image, {{1, 10}, {2, 1}}, options(Direction::kY)).result;
    EXPECT_NEAR(result.diffusivity, diffusivity, 2e-5 * diffusivity);
    EXPECT_EQ(result.mean_diffusivity, 5.5);
  }
}

TEST_P(TortuosityLabelsTest, OneLabelIsABinaryVolume) {
  const BitVolume pores = test::random_volume({50, 20, 30}, 0.7, 3);
  const GreyVolume image =
      labels(pores.shape(), [&](std::int64_t x, std::int64_t y, std::int64_t z) {
        return test::voxel(pores, x, y, z) ? 255 : 0;
      });
  NoProgress progress;
  const Result binary = measure(pores, options(), {}, progress);
  const Result labelled = measure_labels(image, {{255, 2}}, options(), {}, progress);
  EXPECT_NEAR(labelled.diffusivity, 2 * binary.diffusivity, 2e-5 * binary.diffusivity);
  EXPECT_NEAR(labelled.tortuosity, binary.tortuosity, 2e-5 * binary.tortuosity);
  EXPECT_NEAR(labelled.flux_in, 2 * binary.flux_in, 1e-3 * binary.flux_in);
  EXPECT_EQ(labelled.connected_porosity, binary.connected_porosity);
}

TEST_P(TortuosityLabelsTest, GivesTheBitsOfTheScalarCode) {
  const Table table{{1, 1}, {2, 30}, {3, 0.02}};
  const GreyVolume image = test::random_grey({70, 21, 23}, PixelType::kUint16, 4, 9);
  Options rule = options(Direction::kX);
  rule.spacing.y = 1.5;
  const Computed computed = compute(image, table, rule);
  rule.backend = "scalar";
  rule.threads = 1;
  const Computed scalar = compute(image, table, rule);
  EXPECT_EQ(computed.result.diffusivity, scalar.result.diffusivity);
  EXPECT_EQ(computed.result.iterations, scalar.result.iterations);
  EXPECT_EQ(computed.result.residual, scalar.result.residual);
  EXPECT_EQ(computed.result.profile, scalar.result.profile);
  for (std::int64_t i = 0; i < image.shape().voxel_count(); ++i) {
    ASSERT_EQ(computed.concentration.data<float>()[i], scalar.concentration.data<float>()[i]);
    ASSERT_EQ(computed.flux.data<float>()[i], scalar.flux.data<float>()[i]);
  }
}

TEST_P(TortuosityLabelsTest, Refusals) {
  NoProgress progress;
  const auto refusal = [&](const Table& table, const Options& rule) {
    const GreyVolume image = labels({4, 3, 2}, [](std::int64_t x, auto...) { return x; });
    return test::refusal([&] { measure_labels(image, table, rule, {}, progress); });
  };
  EXPECT_EQ(refusal({{1, 1}, {2, 2}}, options()),
            "the image has the value 3, which is no label of the table of diffusivities; add it, "
            "with 0 if it insulates");
  EXPECT_EQ(refusal({{1, 1}, {2, -2}}, options()),
            "label 2 has the diffusivity -2; use 0, or a number from 1e-30 to 1e+30");
  EXPECT_EQ(refusal({{1, 5e-324}}, options()),
            "label 1 has the diffusivity 4.94066e-324; use 0, or a number from 1e-30 to 1e+30");
  EXPECT_EQ(refusal({{1, 1.7e308}}, options()),
            "label 1 has the diffusivity 1.7e+308; use 0, or a number from 1e-30 to 1e+30");
  EXPECT_EQ(refusal({{1, 1}, {1, 1}}, options()), "label 1 has two diffusivities");
  EXPECT_EQ(refusal({{1, 1}, {2, 1e-7}}, options()),
            "diffusivities from 1e-07 to 1 differ too much; the largest may be 1e+06 times the "
            "smallest above 0");
  EXPECT_EQ(refusal({{1, 0}, {2, 0}, {3, 0}}, options()),
            "nothing conducts: all labels in the image have the diffusivity 0");
  Options periodic = options();
  periodic.sides = Sides::kPeriodic;
  EXPECT_EQ(refusal({{1, 1}}, periodic),
            "periodic sides are not possible with diffusivities of labels; use walls");
  const GreyVolume fractions =
      test::make_grey({2, 2, 2}, PixelType::kFloat32, [](std::int64_t) { return 1.5; });
  EXPECT_THROW(measure_labels(fractions, {{1, 1}}, options(), {}, progress), InvalidInput);
  const float nan = std::nanf("");
  EXPECT_EQ(refusal({{1, 1}, {static_cast<double>(nan), 2}}, options()),
            "the table of diffusivities has a label nan");
  GreyVolume hole = test::make_grey({2, 2, 2}, PixelType::kFloat32, [](std::int64_t) { return 1; });
  hole.data<float>()[5] = nan;
  EXPECT_EQ(test::refusal([&] {
              measure_labels(hole, {{1, 1}}, options(), {}, progress);
            }),
            "the image has the value nan, which is no label of the table of diffusivities; add it, "
            "with 0 if it insulates");
}

TEST_P(TortuosityLabelsTest, StopsAndPassesOnFailures) {
  const GreyVolume image = test::random_grey({64, 64, 64}, PixelType::kUint8, 3, 1);
  const Table table{{0, 1}, {1, 2}, {2, 3}};
  for (const int after : {1, 5, 20}) {
    test::CancelAfter progress(after);
    EXPECT_THROW(measure_labels(image, table, options(), {}, progress), Cancelled);
  }
  NoProgress progress;
  test::FailingSink sink;
  const GreyVolume small = test::random_grey({9, 8, 7}, PixelType::kUint8, 3, 1);
  EXPECT_THROW(measure_labels(small, table, options(), {nullptr, &sink}, progress),
               std::runtime_error);
}

INSTANTIATE_TEST_SUITE_P(Backends, TortuosityLabelsTest,
                         testing::ValuesIn(test::available_backends()), test::backend_name);

}  // namespace
}  // namespace bitvox::tortuosity
