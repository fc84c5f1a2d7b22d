// SPDX-License-Identifier: BSD-2-Clause
// What populations of 16 bits cost, beside those of 32. What the slow tests found is in
// docs/flow.md.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "flow_runs.hpp"
#include "ops/flow/flow.hpp"

namespace bitvox::flow {
namespace {

constexpr Face kClosed = Face::kClosed, kPeriodic = Face::kPeriodic, kMoving = Face::kMoving;

// The largest difference from the parabola of a channel, and that of the mean, in parts of its
// largest speed and of its mean.
struct ChannelError {
  double largest = 0, mean = 0;
};
ChannelError channel(std::int64_t width, double viscosity, double speed, int precision) {
  const auto side = static_cast<double>(width);
  const double bend = 4 * speed / (side * side);
  Options options;
  options.faces() = {kClosed, kClosed, kPeriodic, kPeriodic, kPeriodic, kPeriodic};
  options.viscosity = viscosity;
  options.force = {0, 0, 2 * bend * viscosity};
  options.precision = precision;
  options.steps = static_cast<std::int64_t>(2 * side * side / viscosity);
  test::CollectSlices velocity;
  test::flow_through(test::all_fluid({width, 8, 1}), options, &velocity);
  ChannelError error;
  double all = 0;
  for (std::int64_t x = 0; x < width; ++x) {
    const double at = static_cast<double>(x) + 0.5, exact = bend * at * (side - at);
    for (std::int64_t y = 0; y < 8; ++y) {
      const double difference = velocity.at(x, y, 0, 2) - exact;
      error.largest = std::max(error.largest, std::abs(difference) / speed);
      error.mean += difference / 8;
    }
    all += exact;
  }
  error.mean /= all;
  return error;
}

TEST(FlowPrecisionTest, AChannelOf16BitsHasItsParabola) {
  for (const double viscosity : {1.0 / 6, 0.02})
    for (const double speed : {0.05, 0.0005}) {
      const ChannelError error = channel(12, viscosity, speed, 16);
      EXPECT_LT(error.largest, 3e-3) << viscosity << " " << speed;
      EXPECT_LT(std::abs(error.mean), 1e-3) << viscosity << " " << speed;
    }
}

TEST(FlowPrecisionSlowTest, ChannelsHaveTheirParabolas) {
  for (const std::int64_t width : {8, 32, 128})
    for (const double viscosity : {0.02, 1.0 / 6, 0.5})
      for (const int precision : {32, 16}) {
        const ChannelError error = channel(width, viscosity, 0.05, precision);
        std::printf("%lld voxels, viscosity %.3f, %d bits: largest %.3f %%, mean %+.3f %%\n",
                    static_cast<long long>(width), viscosity, precision, 100 * error.largest,
                    100 * error.mean);
        std::fflush(stdout);
        EXPECT_LT(error.largest, 0.02);
      }
}

// Relative, in a cavity with a lid.
double mass_change(std::int64_t steps, int precision) {
  Options options;
  options.faces() = {kClosed, kClosed, kMoving, kClosed, kPeriodic, kPeriodic};
  options.wall = {0.05, 0, 0};
  options.force = {0, 0, 0};
  options.viscosity = 0.01;
  options.steps = steps;
  options.precision = precision;
  return test::flow_through(test::all_fluid({32, 32, 4}), options).mass_change;
}

TEST(FlowPrecisionTest, MassIsKeptIn16Bits) { EXPECT_LT(std::abs(mass_change(1000, 16)), 1e-5); }

TEST(FlowPrecisionSlowTest, MassIsKept) {
  for (const int precision : {32, 16})
    for (const std::int64_t steps : {10000, 100000}) {
      const double change = mass_change(steps, precision);
      std::printf("mass, %d bits, %lld steps: %g\n", precision, static_cast<long long>(steps),
                  change);
      std::fflush(stdout);
      EXPECT_LT(std::abs(change), 5e-5);
    }
}

}  // namespace
}  // namespace bitvox::flow
