// SPDX-License-Identifier: BSD-2-Clause
// Steps whose weights differ by many orders of magnitude, against the obvious solution.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "random_walker_reference.hpp"
#include "random_walker_runs.hpp"
#include "test_volumes.hpp"

namespace bitvox::random_walker {
namespace {

using test::compute;
using test::Computed;
using test::noisy_blocks;
using test::scattered_seeds;

class RandomWalkerContrast : public testing::TestWithParam<std::string> {
 protected:
  Options options(double beta) const {
    Options result;
    result.backend = GetParam();
    result.beta = beta;
    return result;
  }
};

// No probability is off by more than the accuracy, and no label is wrong that the obvious solution
// knows better than that.
void expect_known(const GreyVolume& image, const GreyVolume& seeds, const Options& options) {
  SCOPED_TRACE(testing::Message() << "beta " << options.beta);
  const test::ObviousWalks obvious(image, seeds, options);
  const Computed computed = compute(image, seeds, options);
  EXPECT_TRUE(computed.result.converged);
  EXPECT_LE(computed.result.error, options.accuracy);
  std::vector<std::vector<double>> expected;
  for (const int label : obvious.labels()) expected.push_back(obvious.probabilities(label));
  double largest = 0;
  std::int64_t wrong = 0;
  for (std::int64_t i = 0; i < image.shape().voxel_count(); ++i) {
    std::size_t best = 0;
    double most = -1, second = -1;
    for (std::size_t l = 0; l < expected.size(); ++l) {
      const double value = expected[l][static_cast<std::size_t>(i)];
      largest = std::max(largest, std::abs(value - static_cast<double>(computed.probability(
                                                       static_cast<std::int64_t>(l), i))));
      if (value > most) {
        second = most;
        most = value;
        best = l;
      } else {
        second = std::max(second, value);
      }
    }
    if (most - second <= 2 * options.accuracy) continue;
    wrong += computed.label(i) != static_cast<float>(computed.result.labels[best]) ? 1 : 0;
  }
  EXPECT_LE(largest, options.accuracy);
  EXPECT_EQ(wrong, 0);
}

TEST_P(RandomWalkerContrast, ValuesAtRandom) {
  const Shape shape{10, 9, 7};
  test::Random random(3);
  const GreyVolume image = test::make_grey(shape, PixelType::kFloat32, [&](std::int64_t) {
    return static_cast<double>(random.below(1 << 20)) / (1 << 20);
  });
  for (const double beta : {1.0, 130.0, 1000.0, 50000.0, 1e6}) {
    expect_known(image, scattered_seeds(shape, 2, 4), options(beta));
  }
}

// Smooth, so that weights of all sizes lie side by side, in 8 bits, as a CT scanner gives them.
TEST_P(RandomWalkerContrast, SmoothPhases) {
  const Shape shape{24, 26, 1};
  const GreyVolume image = test::make_grey(shape, PixelType::kUint8, [&](std::int64_t i) {
    const auto x = static_cast<double>(i % shape.width), y = static_cast<double>(i / shape.width);
    return std::round(110 + 60 * std::sin(0.5 * x) * std::cos(0.4 * y) + 20 * std::sin(1.3 * y));
  });
  for (const double beta : {1.0, 130.0, 1000.0, 50000.0, 1e6}) {
    expect_known(image, scattered_seeds(shape, 1, 6), options(beta));
  }
}

TEST_P(RandomWalkerContrast, VoxelsThatAreNotCubes) {
  const Shape shape{8, 9, 8};
  Options rule = options(50000);
  rule.spacing = {1, 2, 7};
  expect_known(noisy_blocks(shape, 0.1, 5), scattered_seeds(shape, 2, 8), rule);
}

// Blobs of two values: each is a room of its own, joined to others by weights of 1e-10 only.
TEST_P(RandomWalkerContrast, BlackAndWhite) {
  const Shape shape{10, 8, 8};
  test::Random random(9);
  const GreyVolume image = test::make_grey(
      shape, PixelType::kUint8, [&](std::int64_t) { return random.below(3) == 0 ? 255 : 0; });
  for (const double beta : {130.0, 1e6}) {
    expect_known(image, scattered_seeds(shape, 1, 2), options(beta));
  }
}

// As many as 3000 iterations were not enough before cycles went along links.
TEST_P(RandomWalkerContrast, TakesFewIterations) {
  const Shape shape{31, 31, 31};
  test::Random random(7);
  const GreyVolume image = test::make_grey(shape, PixelType::kFloat32, [&](std::int64_t) {
    return static_cast<double>(random.below(1 << 20)) / (1 << 20);
  });
  const GreyVolume seeds = scattered_seeds(shape, 3, 8);
  const Computed computed = compute(image, seeds, options(50000));
  EXPECT_TRUE(computed.result.converged);
  for (const std::int64_t iterations : computed.result.iterations) EXPECT_LE(iterations, 150);
  Options rule = options(50000);
  rule.backend = "scalar";
  rule.threads = 3;
  EXPECT_TRUE(bits_of(computed) == bits_of(compute(image, seeds, rule)));
}

// ---- Islands -----------------------------------------------------------------------------------

constexpr float kWall = std::numeric_limits<float>::quiet_NaN();

// A row of voxels, 'x' for walls, with seeds.
struct Line {
  Line(const std::string& values, const std::string& seeded)
      : image(shape_of(values), PixelType::kFloat32), seeds(shape_of(values), PixelType::kUint8) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      image.data<float>()[i] = values[i] == 'x' ? kWall : static_cast<float>(values[i] - '0');
      seeds.data<std::uint8_t>()[i] =
          seeded[i] == ' ' ? std::uint8_t{0} : static_cast<std::uint8_t>(seeded[i] - '0');
    }
  }
  static Shape shape_of(const std::string& values) {
    return {static_cast<std::int64_t>(values.size()), 1, 1};
  }

  GreyVolume image, seeds;
};

TEST_P(RandomWalkerContrast, IslandsAreCountedByLabels) {
  const Line line("000x00x0000x000", "1             5");
  const Computed computed = compute(line.image, line.seeds, options(130));
  EXPECT_EQ(computed.result.islands, 2);
  // One wall lies between the first two and label 1, two between them and label 5.
  EXPECT_EQ(computed.result.island_voxels, (std::vector<std::int64_t>{2, 4}));
  EXPECT_EQ(computed.labels.values(),
            (std::vector<float>{1, 1, 1, 0, 1, 1, 0, 5, 5, 5, 5, 0, 5, 5, 5}));
}

TEST_P(RandomWalkerContrast, SeedsAreNoWalls) {
  const Line line("000x00", "1  5  ");
  const Computed computed = compute(line.image, line.seeds, options(130));
  EXPECT_EQ(computed.result.islands, 0);
  EXPECT_EQ(computed.result.island_voxels, (std::vector<std::int64_t>{0, 0}));
}

// A shell of walls in a volume, with a way in or without.
TEST_P(RandomWalkerContrast, IslandsInAVolume) {
  const Shape shape{9, 8, 7};
  for (const bool open : {false, true}) {
    const GreyVolume image = test::make_grey(shape, PixelType::kFloat32, [&](std::int64_t i) {
      const std::int64_t x = i % shape.width, y = i / shape.width % shape.height;
      const std::int64_t z = i / shape.width / shape.height;
      const std::int64_t away = std::max({std::abs(x - 4), std::abs(y - 4), std::abs(z - 3)});
      const bool gap = open && x == 4 && y == 4 && z == 5;
      return away == 2 && !gap ? static_cast<double>(kWall) : 0.5;
    });
    GreyVolume seeds(shape, PixelType::kUint8);
    seeds.data<std::uint8_t>()[0] = 3;
    seeds.data<std::uint8_t>()[shape.voxel_count() - 1] = 4;
    const Result result = compute(image, seeds, options(130)).result;
    EXPECT_EQ(result.islands, open ? 0 : 1);
    EXPECT_EQ(result.island_voxels[0] + result.island_voxels[1], open ? 0 : 27);
  }
}

INSTANTIATE_TEST_SUITE_P(Backends, RandomWalkerContrast,
                         testing::ValuesIn(test::available_backends()), test::backend_name);

}  // namespace
}  // namespace bitvox::random_walker
