// SPDX-License-Identifier: BSD-2-Clause
// Flows whose velocities are known: from formulas, and from the literature. Those called Slow run
// for minutes; what they found is in docs/flow.md.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numbers>

#include "flow_runs.hpp"
#include "ops/flow/flow.hpp"

namespace bitvox::flow {
namespace {

using test::all_fluid;
using test::CollectSlices;
using test::flow_through;

constexpr Face kClosed = Face::kClosed, kPeriodic = Face::kPeriodic, kMoving = Face::kMoving;

// ---- Channels and ducts ------------------------------------------------------------------------

// Between plates half a voxel beyond the last centres the nodes lie on the parabola, for any
// relaxation time; with one relaxation time they do not.
TEST(FlowPhysicsThorough, AChannelHasItsParabola) {
  for (const double viscosity : {0.05, 1.0 / 6, 0.5}) {
    Options options;
    options.faces() = {kClosed, kClosed, kPeriodic, kPeriodic, kPeriodic, kPeriodic};
    options.viscosity = viscosity;
    options.force = {0, 0, 1e-3 * viscosity};
    options.steps = static_cast<std::int64_t>(400 / viscosity);
    const BitVolume channel = all_fluid({8, 1, 1});
    const auto worst = [&] {
      CollectSlices velocity;
      flow_through(channel, options, &velocity);
      double largest = 0;
      for (std::int64_t x = 0; x < 8; ++x) {
        const double at = static_cast<double>(x) + 0.5, exact = 1e-3 * at * (8 - at) / 2;
        largest = std::max(largest, std::abs(velocity.at(x, 0, 0, 2) - exact) / (1e-3 * 8));
      }
      return largest;
    };
    EXPECT_LT(worst(), 2e-5) << viscosity;
    options.collision = Collision::kBgk;
    if (viscosity == 0.5) {
      EXPECT_GT(worst(), 0.1);
    }
  }
}

// A square duct by the series: mean velocity 0.0351442537 a^2 F / viscosity, largest 0.0736713523.
TEST(FlowPhysicsThorough, ADuctHasItsMeanVelocity) {
  constexpr std::int64_t kSide = 16;
  Options options;
  options.force = {0, 0, 1e-4};
  options.viscosity = 1.0 / 6;
  options.steps = 2500;
  const Result result = flow_through(all_fluid({kSide, kSide, 2}), options);
  const double unit = kSide * kSide * 1e-4 / options.viscosity;
  EXPECT_NEAR(result.mean_velocity[2], 0.0351442537 * unit, 0.005 * 0.0351442537 * unit);
  EXPECT_NEAR(result.max_speed, 0.0736713523 * unit, 0.01 * 0.0736713523 * unit);
}

// What flows through a pipe of so many voxels of radius, over pi R^4 F / (8 viscosity): of voxels
// that are fluid by the part of them within it, or wholly where their centre is.
double flux_of_pipe(std::int64_t radius, bool fractions) {
  const std::int64_t side = 2 * radius + 2;
  GreyVolume fluid({side, side, 1}, PixelType::kUint8);
  auto* pixels = fluid.data<std::uint8_t>();
  constexpr int kParts = 16;
  const double middle = static_cast<double>(side - 1) / 2, r = static_cast<double>(radius);
  for (std::int64_t y = 0; y < side; ++y)
    for (std::int64_t x = 0; x < side; ++x) {
      const auto inside = [&](double dx, double dy) {
        return std::hypot(static_cast<double>(x) + dx - middle,
                          static_cast<double>(y) + dy - middle) < r;
      };
      int hits = 0;
      for (int p = 0; p < kParts * kParts; ++p) {
        const auto d = [](int i) { return (i + 0.5) / kParts - 0.5; };
        hits += inside(d(p % kParts), d(p / kParts)) ? 1 : 0;
      }
      const double part = fractions ? static_cast<double>(hits) / (kParts * kParts) : inside(0, 0);
      *pixels++ = static_cast<std::uint8_t>(std::lround(255 * part));
    }
  Options options;
  options.force = {0, 0, 1e-6};
  options.viscosity = 1.0 / 6;
  options.steps = 10 * radius * radius;
  const Result result = flow_through(fluid, options);
  const double exact = std::numbers::pi * r * r * r * r * 1e-6 / (8 * options.viscosity);
  return result.mean_velocity[2] * result.fluid / exact;
}

TEST(FlowPhysicsThorough, APipeHasItsFlux) {
  EXPECT_NEAR(flux_of_pipe(8, false), 1, 0.06);
  EXPECT_NEAR(flux_of_pipe(16, false), 1, 0.01);
  EXPECT_NEAR(flux_of_pipe(8, true), 1, 0.004);
  EXPECT_NEAR(flux_of_pipe(16, true), 1, 0.002);
}

TEST(FlowPhysicsSlowTest, PipesHaveTheirFlux) {
  for (const std::int64_t radius : {4, 8, 16, 32}) {
    const double whole = flux_of_pipe(radius, false), parts = flux_of_pipe(radius, true);
    std::printf("radius %d: whole voxels %+.2f %%, parts %+.2f %%\n", static_cast<int>(radius),
                100 * (whole - 1), 100 * (parts - 1));
    EXPECT_NEAR(parts, 1, 0.03 / static_cast<double>(radius));
  }
}

// ---- A wall anywhere in a voxel ----------------------------------------------------------------

// The velocity in a voxel partly solid, at rest, seen from where the wall should be: extrapolated
// from the line in the fluid it is 0 at a distance of `slip` voxels from there.
double slip(double offset, double viscosity, Collision collision) {
  constexpr std::int64_t kHeight = 16;
  GreyVolume solid({1, kHeight, 1}, PixelType::kUint8);
  auto* const pixels = solid.data<std::uint8_t>();
  pixels[0] = pixels[1] = 255;
  pixels[2] = static_cast<std::uint8_t>(std::lround(255 * offset));
  const double wall = 2 + pixels[2] / 255.0 - 0.5;  // centres are whole numbers
  Options options;
  options.phase = Phase::kBackground;
  options.faces() = {kPeriodic, kPeriodic, kClosed, kMoving, kPeriodic, kPeriodic};
  options.wall = {0.01, 0, 0};
  options.force = {0, 0, 0};
  options.viscosity = viscosity;
  options.collision = collision;
  options.steps = static_cast<std::int64_t>(1000 / viscosity);
  CollectSlices velocity;
  flow_through(solid, options, &velocity);
  const double u = velocity.at(0, 8, 0), slope = (velocity.at(0, 12, 0) - u) / 4;
  return (8 - u / slope) - wall;
}

TEST(FlowPhysicsThorough, CouetteWithAWallAnywhereInAVoxel) {
  for (const double offset : {0.0, 0.25, 0.5, 0.9}) {
    EXPECT_LT(std::abs(slip(offset, 1.0 / 6, Collision::kTrt)), 0.025) << offset;
  }
}

TEST(FlowPhysicsSlowTest, CouetteWithAWallAnywhereInAVoxel) {
  for (const double offset : {0.0, 0.1, 0.25, 0.5, 0.75, 0.9}) {
    std::printf("wall at %.2f:", offset);
    for (const double viscosity : {0.02, 0.1, 1.0 / 6, 0.5})
      for (const Collision collision : {Collision::kTrt, Collision::kBgk}) {
        const double found = slip(offset, viscosity, collision);
        std::printf(" %.4f", found);
        EXPECT_LT(std::abs(found), 0.05);
      }
    std::printf("\n");
  }
}

// ---- Sphere arrays -----------------------------------------------------------------------------

// A simple cubic array of spheres of radius `radius` voxels in cells of `side`: the drag factor K,
// F = 6 pi mu a K U, with F the force on a cell and U the mean velocity over all of it.
double drag_factor(std::int64_t side, double radius, bool fractions) {
  GreyVolume solid({side, side, side}, PixelType::kUint8);
  auto* pixels = solid.data<std::uint8_t>();
  constexpr int kParts = 8;
  for (std::int64_t z = 0; z < side; ++z)
    for (std::int64_t y = 0; y < side; ++y)
      for (std::int64_t x = 0; x < side; ++x) {
        const auto inside = [&](double dx, double dy, double dz) {
          const double c = static_cast<double>(side - 1) / 2;
          const double i = static_cast<double>(x) + dx - c, j = static_cast<double>(y) + dy - c;
          const double k = static_cast<double>(z) + dz - c;
          return i * i + j * j + k * k < radius * radius;
        };
        int hits = 0;
        for (int p = 0; p < kParts * kParts * kParts; ++p) {
          const auto d = [](int i) { return (i + 0.5) / kParts - 0.5; };
          hits += inside(d(p % kParts), d(p / kParts % kParts), d(p / kParts / kParts)) ? 1 : 0;
        }
        const double part = static_cast<double>(hits) / (kParts * kParts * kParts);
        *pixels++ = static_cast<std::uint8_t>(fractions         ? std::lround(255 * part)
                                              : inside(0, 0, 0) ? 255
                                                                : 0);
      }
  Options options;
  options.phase = Phase::kBackground;
  options.faces() = Faces::all(kPeriodic);
  options.force = {0, 0, 1e-7};
  options.viscosity = 1.0 / 6;
  options.steps = side * side * 5;
  const Result result = flow_through(solid, options);
  const double volume = static_cast<double>(side * side * side);
  // In full voxels the force acts on the fluid alone; in partial ones on 1 - B of them. What is
  // computed from the drag is the pressure gradient times the whole cell.
  const double mean = result.mean_velocity[2] * result.fluid / volume;
  return 1e-7 * volume / (6 * std::numbers::pi * options.viscosity * radius * mean);
}

TEST(FlowPhysicsThorough, AnArrayOfSpheresHasItsDrag) {
  // c = 0.216 in cells of 16: Zick and Homsy 7.442.
  const double radius = 0.37221 * 16;
  EXPECT_NEAR(drag_factor(16, radius, false), 7.442, 0.09 * 7.442);
  EXPECT_NEAR(drag_factor(16, radius, true), 7.442, 0.09 * 7.442);
}

TEST(FlowPhysicsSlowTest, ArraysOfSpheresHaveTheirDrag) {
  constexpr double kRadii[] = {0.18611, 0.24814, 0.31018, 0.37221, 0.43425};
  constexpr double kFactors[] = {2.008, 2.810, 4.292, 7.442, 15.4};
  for (std::size_t i = 0; i < 5; ++i)
    for (const std::int64_t side : {16, 32}) {
      const double radius = kRadii[i] * static_cast<double>(side);
      const double sharp = drag_factor(side, radius, false) / kFactors[i] - 1;
      const double smooth = drag_factor(side, radius, true) / kFactors[i] - 1;
      std::printf("a/L %.5f side %d: K %.3f, whole voxels %+.1f %%, parts %+.1f %%\n", kRadii[i],
                  static_cast<int>(side), kFactors[i], 100 * sharp, 100 * smooth);
      if (side == 32) {
        EXPECT_LT(std::abs(sharp), 0.06);
        EXPECT_LT(std::abs(smooth), 0.08);
      }
    }
}

// ---- The lid-driven cavity ---------------------------------------------------------------------

struct Cavity {
  CollectSlices velocity;
  std::int64_t side = 0;
  double lid = 0;

  // u at x = 1/2, y from the bottom; v at y = 1/2, up; coordinates of 0 to 1, by two voxels each
  // way.
  double u(double y) const { return read(0.5, 1 - y, 0) / lid; }
  double v(double x) const { return -read(x, 0.5, 1) / lid; }

 private:
  double read(double px, double py, int channel) const {
    const double n = static_cast<double>(side);
    const double x = std::clamp(px * n - 0.5, 0.0, n - 1), y = std::clamp(py * n - 0.5, 0.0, n - 1);
    const auto i = std::min(static_cast<std::int64_t>(x), side - 2);
    const auto j = std::min(static_cast<std::int64_t>(y), side - 2);
    const double a = x - static_cast<double>(i), b = y - static_cast<double>(j);
    const auto at = [&](std::int64_t k, std::int64_t l) {
      return static_cast<double>(velocity.at(k, l, 0, channel));
    };
    return (1 - b) * ((1 - a) * at(i, j) + a * at(i + 1, j)) +
           b * ((1 - a) * at(i, j + 1) + a * at(i + 1, j + 1));
  }
};

Cavity cavity(std::int64_t side, double reynolds, double lid, std::int64_t steps,
              int precision = 32) {
  Options options;
  options.faces() = {kClosed, kClosed, kMoving, kClosed, kPeriodic, kPeriodic};
  options.wall = {lid, 0, 0};
  options.force = {0, 0, 0};
  options.viscosity = lid * static_cast<double>(side) / reynolds;
  options.steps = steps;
  options.precision = precision;
  Cavity found;
  found.side = side;
  found.lid = lid;
  const Result result = flow_through(all_fluid({side, side, 1}), options, &found.velocity);
  EXPECT_NEAR(result.reynolds, reynolds, 1e-6 * reynolds);
  return found;
}

// Ghia, Ghia, Shin 1982, Re 100, 400, 1000.
struct GhiaRow {
  double at, re100, re400, re1000;
  double of(double reynolds) const {
    return reynolds < 200 ? re100 : reynolds < 500 ? re400 : re1000;
  }
};
constexpr GhiaRow kGhiaU[] = {
    {0.9531, 0.68717, 0.55892, 0.46604},    {0.8516, 0.23151, 0.29093, 0.33304},
    {0.7344, 0.00332, 0.16256, 0.18719},    {0.6172, -0.13641, 0.02135, 0.05702},
    {0.5000, -0.20581, -0.11477, -0.06080}, {0.4531, -0.21090, -0.17119, -0.10648},
    {0.2813, -0.15662, -0.32726, -0.27805}, {0.1719, -0.10150, -0.24299, -0.38289},
    {0.1016, -0.06434, -0.14612, -0.29730}, {0.0547, -0.03717, -0.08186, -0.18109}};
constexpr GhiaRow kGhiaV[] = {
    {0.9453, -0.10313, -0.22847, -0.39188}, {0.8594, -0.22445, -0.44993, -0.42665},
    {0.8047, -0.24533, -0.38598, -0.31966}, {0.5000, 0.05454, 0.05186, 0.02526},
    {0.2344, 0.17527, 0.30174, 0.32235},    {0.1563, 0.16077, 0.28124, 0.37095},
    {0.0938, 0.12317, 0.22965, 0.32627},    {0.0625, 0.09233, 0.18360, 0.27485}};

double worst_of(const Cavity& found, double reynolds) {
  double worst = 0;
  for (const GhiaRow& row : kGhiaU) {
    worst = std::max(worst, std::abs(found.u(row.at) - row.of(reynolds)));
  }
  for (const GhiaRow& row : kGhiaV) {
    worst = std::max(worst, std::abs(found.v(row.at) - row.of(reynolds)));
  }
  return worst;
}

TEST(FlowPhysicsThorough, TheLidDrivesTheCavityOfGhia) {
  const Cavity found = cavity(48, 100, 0.1, 6000);
  const double worst = worst_of(found, 100);
  EXPECT_LT(worst, 0.012);
}

TEST(FlowPhysicsSlowTest, TheLidDrivesTheCavityOfGhiaIn16Bits) {
  for (const double reynolds : {100.0, 400.0, 1000.0}) {
    const double worst = worst_of(cavity(128, reynolds, 0.05, 100000, 16), reynolds);
    std::printf("Re %g: worst %.4f\n", reynolds, worst);
    EXPECT_LT(worst, 0.015);
  }
}

TEST(FlowPhysicsSlowTest, TheLidDrivesTheCavityOfGhia) {
  for (const double reynolds : {100.0, 400.0, 1000.0}) {
    const Cavity found = cavity(128, reynolds, 0.05, 100000);
    std::printf("Re %g: worst %.4f\n", reynolds, worst_of(found, reynolds));
    for (const GhiaRow& row : kGhiaU) {
      std::printf("u %.4f %.5f %.5f\n", row.at, row.of(reynolds), found.u(row.at));
    }
    for (const GhiaRow& row : kGhiaV) {
      std::printf("v %.4f %.5f %.5f\n", row.at, row.of(reynolds), found.v(row.at));
    }
    EXPECT_LT(worst_of(found, reynolds), 0.011);
  }
}

// Albensoeder and Kuhlmann 2005, Re 1000: the lid is at x = -1/2 and moves along y, the centre is
// 0.
TEST(FlowPhysicsSlowTest, TheLidDrivesTheCubeOfAlbensoeder) {
  static constexpr double kV[][2] = {{-0.4531, 0.33171}, {-0.3516, 0.12183}, {-0.2344, 0.07334},
                                     {-0.1172, 0.03905}, {0, 0.00802},       {0.0469, -0.00612},
                                     {0.2187, -0.10999}, {0.3281, -0.25160}, {0.3984, -0.27293},
                                     {0.4297, -0.23696}};
  static constexpr double kU[][2] = {{-0.4375, -0.21738}, {-0.4062, -0.24407}, {-0.3437, -0.22924},
                                     {-0.2734, -0.17580}, {0, -0.03674},       {0.3047, 0.15223},
                                     {0.3594, 0.31117},   {0.4063, 0.43423},   {0.4453, 0.33511},
                                     {0.4688, 0.18864}};
  constexpr std::int64_t kSide = 64;
  constexpr double kLid = 0.1;
  Options options;
  options.faces() = {kMoving, kClosed, kClosed, kClosed, kClosed, kClosed};
  options.wall = {0, kLid, 0};
  options.force = {0, 0, 0};
  options.viscosity = kLid * kSide / 1000;
  options.steps = 30000;
  CollectSlices velocity;
  flow_through(all_fluid({kSide, kSide, kSide}), options, &velocity);
  // On a line along x (component 1), or along y (component 0), through the middle of the cube.
  const auto read = [&](double at, bool along_x) {
    const double place = (at + 0.5) * kSide - 0.5;
    const auto low = std::clamp<std::int64_t>(static_cast<std::int64_t>(place), 0, kSide - 2);
    const double part = place - static_cast<double>(low);
    double sum = 0;
    for (int i = 0; i < 8; ++i) {
      const std::int64_t p = low + (i & 1), q = kSide / 2 - (i >> 1 & 1);
      const std::int64_t r = kSide / 2 - (i >> 2 & 1);
      const double u = velocity.at(along_x ? p : q, along_x ? q : p, r, along_x ? 1 : 0);
      sum += ((i & 1) != 0 ? part : 1 - part) * u / 4;
    }
    return sum / kLid;
  };
  for (const auto& [at, v] : kV) {
    std::printf("v %.4f %.5f %.5f\n", at, v, read(at, true));
    EXPECT_NEAR(read(at, true), v, 0.03);
  }
  for (const auto& [at, u] : kU) {
    std::printf("u %.4f %.5f %.5f\n", at, u, read(at, false));
    EXPECT_NEAR(read(at, false), u, 0.03);
  }
}

// ---- Mass --------------------------------------------------------------------------------------

Result stirred(std::int64_t steps) {
  GreyVolume solid({16, 12, 12}, PixelType::kUint8);
  auto* const pixels = solid.data<std::uint8_t>();
  test::Random random(3);
  for (std::int64_t i = 0; i < 16 * 12 * 12; ++i) {
    const std::int64_t kind = random.below(20);
    pixels[i] = static_cast<std::uint8_t>(kind == 0 ? 255 : kind == 1 ? random.below(255) : 0);
  }
  Options options;
  options.phase = Phase::kBackground;
  options.faces() = {kClosed, kClosed, kMoving, kClosed, kPeriodic, kPeriodic};
  options.wall = {0.05, 0, 0.05};
  options.force = {1e-5, 1e-5, 1e-5};
  options.viscosity = 0.05;
  options.steps = steps;
  return flow_through(solid, options);
}

TEST(FlowPhysicsThorough, MassIsKept) { EXPECT_LT(std::abs(stirred(2000).mass_change), 1e-6); }

TEST(FlowPhysicsSlowTest, MassIsKeptFor100000Steps) {
  const double change = stirred(100000).mass_change;
  std::printf("mass %g\n", change);
  EXPECT_LT(std::abs(change), 1e-6);
}

}  // namespace
}  // namespace bitvox::flow
