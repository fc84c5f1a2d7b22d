// SPDX-License-Identifier: BSD-2-Clause
#include "ops/flow/flow.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "bits.hpp"
#include "core/error.hpp"
#include "failing_sink.hpp"
#include "failing_source.hpp"
#include "flow_reference.hpp"
#include "flow_runs.hpp"
#include "refusal.hpp"
#include "test_volumes.hpp"

namespace bitvox::flow {
namespace {

using test::all_fluid;
using test::CollectSlices;
using test::flow_through;
using test::KeptBodies;

constexpr Face kClosed = Face::kClosed, kFree = Face::kFree, kPeriodic = Face::kPeriodic,
               kMoving = Face::kMoving;

// ---- The obvious loop --------------------------------------------------------------------------

struct Case {
  std::string backend;
  Shape shape;
  Faces faces;
  Collision collision;
};

class FlowPlainTest : public testing::TestWithParam<Case> {};

// Some solid, some voxels solid in part.
GreyVolume some_solid(const Shape& shape, std::vector<std::uint8_t>& values) {
  GreyVolume volume(shape, PixelType::kUint8);
  test::Random random(7);
  auto* const pixels = volume.data<std::uint8_t>();
  for (std::int64_t i = 0; i < shape.voxel_count(); ++i) {
    const std::int64_t kind = random.below(10);
    pixels[i] = static_cast<std::uint8_t>(kind < 2 ? 255 : kind < 4 ? random.below(255) : 0);
  }
  values.assign(pixels, pixels + shape.voxel_count());
  return volume;
}

void expect_the_obvious(const Case& tested, int precision) {
  std::vector<std::uint8_t> solid;
  const GreyVolume volume = some_solid(tested.shape, solid);
  Options options;
  options.phase = Phase::kBackground;
  options.faces() = tested.faces;
  options.collision = tested.collision;
  options.viscosity = 0.04;
  options.force = {2e-4, -1e-4, 3e-4};
  options.wall = {0.03, -0.02, 0.05};
  options.precision = precision;
  options.steps = 12;
  options.backend = tested.backend;
  CollectSlices found;
  flow_through(volume, options, &found);
  test::PlainFluid plain(tested.shape, solid, options);
  for (std::int64_t i = 0; i < options.steps; ++i) plain.step();
  const Shape& s = tested.shape;
  float largest = 0;
  for (std::int64_t z = 0; z < s.depth; ++z)
    for (std::int64_t y = 0; y < s.height; ++y)
      for (std::int64_t x = 0; x < s.width; ++x) {
        const auto u = plain.velocity(x, y, z);
        for (int a = 0; a < 3; ++a) {
          ASSERT_EQ(found.at(x, y, z, a), u[static_cast<std::size_t>(a)])
              << x << " " << y << " " << z << " " << a;
          largest = std::max(largest, std::abs(u[static_cast<std::size_t>(a)]));
        }
      }
  EXPECT_GT(largest, 1e-3F);
}

TEST_P(FlowPlainTest, GivesTheBitsOfTheObviousLoop) { expect_the_obvious(GetParam(), 32); }
TEST_P(FlowPlainTest, GivesTheBitsOfTheObviousLoopIn16Bits) { expect_the_obvious(GetParam(), 16); }

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const std::string& backend : test::available_backends()) {
    const auto add = [&](const Shape& shape, Faces faces, Collision collision = Collision::kTrt) {
      all.push_back({backend, shape, faces, collision});
    };
    add({9, 5, 4}, {kClosed, kClosed, kClosed, kClosed, kPeriodic, kPeriodic});
    add({8, 5, 4}, {kPeriodic, kPeriodic, kMoving, kClosed, kFree, kFree});
    add({17, 3, 1}, {kMoving, kFree, kClosed, kMoving, kPeriodic, kPeriodic}, Collision::kBgk);
    add({1, 6, 5}, {kPeriodic, kPeriodic, kFree, kMoving, kClosed, kFree});
    add({64, 4, 3}, {kFree, kMoving, kPeriodic, kPeriodic, kMoving, kMoving}, Collision::kBgk);
    add({65, 2, 2}, {kPeriodic, kPeriodic, kPeriodic, kPeriodic, kPeriodic, kPeriodic});
    add({7, 1, 9}, {kClosed, kFree, kPeriodic, kPeriodic, kMoving, kFree});
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Flow, FlowPlainTest, testing::ValuesIn(cases()), [](const auto& tested) {
  return tested.param.backend + "_" + std::to_string(tested.index);
});

// ---- What is handed out ------------------------------------------------------------------------

class FlowTest : public testing::Test {
 protected:
  NoProgress progress;
};

Options lid(double speed, double viscosity, std::int64_t steps) {
  Options options;
  options.faces() = {kClosed, kClosed, kMoving, kClosed, kPeriodic, kPeriodic};
  options.wall = {speed, 0, 0};
  options.force = {0, 0, 0};
  options.viscosity = viscosity;
  options.steps = steps;
  return options;
}

TEST_F(FlowTest, TheMovieIsTheSpeedInAPlane) {
  BitVolume fluid = all_fluid({11, 7, 5});
  fluid.slice(2)[3] &= ~std::uint64_t{1 << 5};  // x = 5, y = 3 is solid
  const Input in{&fluid, nullptr};
  Options options = lid(0.05, 0.1, 40);
  options.frames = 4;
  options.force = {0, 0, 1e-4};
  CollectSlices vectors;
  flow_through(fluid, options, &vectors);
  for (const Plane plane : {Plane::kXY, Plane::kXZ, Plane::kYZ})
    for (const std::int64_t position : {-1, 1}) {
      options.plane = plane;
      options.position = position;
      CollectSlices movie;
      simulate(in, options, {nullptr, &movie, nullptr, nullptr}, progress);
      EXPECT_EQ(movie.slices(), 4);
      const Shape& s = movie.shape();
      EXPECT_EQ(s, (plane == Plane::kXY   ? Shape{11, 7, 4}
                    : plane == Plane::kXZ ? Shape{11, 5, 4}
                                          : Shape{7, 5, 4}));
      EXPECT_NE(movie.at(1, 1, 0), movie.at(1, 1, 3));
      for (std::int64_t row = 0; row < s.height; ++row)
        for (std::int64_t column = 0; column < s.width; ++column) {
          const std::int64_t middle = plane == Plane::kXY ? 2 : plane == Plane::kXZ ? 3 : 5;
          const std::int64_t at = position < 0 ? middle : position;
          const std::int64_t x = plane == Plane::kYZ ? at : column;
          const std::int64_t y = plane == Plane::kXY ? row : plane == Plane::kXZ ? at : column;
          const std::int64_t z = plane == Plane::kXY ? at : row;
          double square = 0;
          for (int a = 0; a < 3; ++a) square += std::pow(vectors.at(x, y, z, a), 2);
          EXPECT_NEAR(movie.at(column, row, 3), std::sqrt(square), 1e-7);
        }
    }
}

// In a periodic box without solid everything falls: after n steps by F n (n + 1) / 2, half of a
// step more or less.
TEST_F(FlowTest, ParticlesGoWithTheFluid) {
  const BitVolume fluid = all_fluid({8, 6, 5});
  Options options;
  options.faces() = Faces::all(kPeriodic);
  options.force = {1e-4, 0, -2e-4};
  options.steps = 100;
  options.frames = 2;
  options.particles = 50;
  CollectSlices points;
  const Result result =
      simulate({&fluid, nullptr}, options, {nullptr, nullptr, &points, nullptr}, progress);
  EXPECT_EQ(points.shape(), (Shape{3, 50, 2}));
  EXPECT_NEAR(result.mean_velocity[0], 1e-4 * 100, 1e-6);
  EXPECT_NEAR(result.mean_velocity[2], -2e-4 * 100, 2e-6);
  EXPECT_EQ(result.mean_velocity[1], 0);
  for (std::int64_t i = 0; i < 50; ++i) {
    const auto moved = [&](int a, std::int64_t size) {
      const double by = points.at(a, i, 1) - points.at(a, i, 0);
      return by - static_cast<double>(size) * std::round(by / static_cast<double>(size));
    };
    EXPECT_NEAR(moved(0, 8), 1e-4 * (100 * 100 - 50 * 50) / 2, 1e-2);
    EXPECT_NEAR(moved(1, 6), 0, 1e-5);
    EXPECT_NEAR(moved(2, 5), -2e-4 * (100 * 100 - 50 * 50) / 2, 2e-2);
    EXPECT_GE(points.at(0, i, 1), -0.5F);
    EXPECT_LT(points.at(0, i, 1), 7.5F);
  }
}

// Beside a block of solid they do not gather: each half of the fluid has its share.
TEST_F(FlowTest, ParticlesBeginAnywhereInTheFluid) {
  const BitVolume fluid =
      test::make_volume({40, 20, 2}, [](auto x, auto, auto) { return x < 10 || x >= 30; });
  Options options;
  options.force = {0, 0, 0};
  options.steps = 1;
  options.frames = 1;
  options.particles = 4000;
  CollectSlices points;
  simulate({&fluid, nullptr}, options, {nullptr, nullptr, &points, nullptr}, progress);
  std::array<int, 40> columns{};
  for (std::int64_t i = 0; i < options.particles; ++i) {
    ++columns[static_cast<std::size_t>(std::lround(points.at(0, i, 0) + 1e-6F))];
  }
  for (std::size_t x = 0; x < columns.size(); ++x) {
    if (x >= 10 && x < 30) {
      EXPECT_EQ(columns[x], 0) << x;
    } else {
      EXPECT_NEAR(columns[x], 200, 70) << x;  // five deviations
    }
  }
}

TEST_F(FlowTest, ParticlesThatLeaveBeginAnew) {
  const BitVolume fluid = all_fluid({6, 4, 4});
  Options options;
  options.faces() = {kMoving, kFree, kPeriodic, kPeriodic, kPeriodic, kPeriodic};
  options.force = {0, 0, 0};
  options.wall = {0.1, 0, 0};
  options.steps = 300;
  options.frames = 300;
  options.particles = 10;
  CollectSlices points;
  const Result result =
      simulate({&fluid, nullptr}, options, {nullptr, nullptr, &points, nullptr}, progress);
  EXPECT_NEAR(result.mean_velocity[0], 0.1, 2e-3);  // what comes in goes out
  for (std::int64_t i = 0; i < 10; ++i) {
    int times = 0;
    for (std::int64_t frame = 1; frame < 300; ++frame) {
      if (points.at(0, i, frame) < points.at(0, i, frame - 1) - 0.05F) {
        ++times;
        EXPECT_GT(points.at(0, i, frame - 1), 5);  // it was at the free end
      }
    }
    EXPECT_GE(times, 3);
  }
}

TEST_F(FlowTest, TellsNumbersOfTheFlow) {
  const BitVolume fluid =
      test::make_volume({10, 10, 4}, [](auto x, auto, auto) { return x > 0 && x < 9; });
  const Options options = lid(0.05, 0.1, 60);
  const Result result = flow_through(fluid, options);
  EXPECT_EQ(result.fluid, 8 * 10 * 4);
  EXPECT_NEAR(result.length, 4.0 * 320 / (2 * 40 + 2 * 32), 1e-12);
  EXPECT_NEAR(result.tau, 0.8, 1e-12);
  EXPECT_EQ(result.steps, 60);
  EXPECT_NEAR(result.max_speed, 0.05, 1e-12);  // the wall's
  EXPECT_NEAR(result.reynolds, 0.05 * result.length / 0.1, 1e-9);
  EXPECT_NEAR(result.mach, 0.05 * std::sqrt(3), 1e-9);
  EXPECT_LT(std::abs(result.mass_change), 1e-6);
  const Expectation expected = expect({&fluid, nullptr}, options, progress);
  EXPECT_EQ(expected.fluid, result.fluid);
  EXPECT_EQ(expected.length, result.length);
  EXPECT_NEAR(expected.mach, result.mach, 1e-12);
  EXPECT_NEAR(expected.cell_reynolds, 0.5, 1e-12);
}

// From rest in a periodic box it falls ever faster: of the speed at the end a tenth is new.
TEST_F(FlowTest, TellsWhetherItIsSteady) {
  const BitVolume fluid = all_fluid({4, 4, 4});
  Options options;
  options.faces() = Faces::all(kPeriodic);
  options.force = {0, 3e-4, 4e-4};
  options.steps = 110;
  const Result falls = flow_through(fluid, options);
  EXPECT_NEAR(falls.change, 0.1, 1e-3);
  EXPECT_EQ(falls.mach_step, 110);
  options.faces() = {kPeriodic, kPeriodic, Face::kClosed, Face::kClosed, kPeriodic, kPeriodic};
  options.force = {1e-5, 0, 0};
  options.steps = 1000;
  EXPECT_LT(flow_through(fluid, options).change, 1e-4);
  options.force = {0, 0, 0};
  EXPECT_EQ(flow_through(fluid, options).change, 0);
}

TEST_F(FlowTest, IsTooLargeBeforeItIsRead) {
  const test::FailingSource huge({100000, 100000, 1000}, 0);
  Options options;
  options.backend = "scalar";
  EXPECT_THROW(expect({&huge, nullptr}, options, progress), HostOutOfMemory);
  EXPECT_THROW(simulate({&huge, nullptr}, options, {}, progress), HostOutOfMemory);
}

// A stream that sets in at once is fastest soon, between two looks.
TEST_F(FlowTest, IsLookedAtAtTheSameStepsWithPicturesAndWithout) {
  const BitVolume fluid = all_fluid({24, 12, 4});
  Options options;
  options.faces() = {Face::kMoving, Face::kFree,     Face::kClosed,
                     Face::kClosed, Face::kPeriodic, Face::kPeriodic};
  options.wall = {0.02, 0, 0};
  options.force = {};
  options.steps = 400;
  const Result without = flow_through(fluid, options);
  options.frames = 400;
  CollectSlices movie;
  const Result with =
      simulate({&fluid, nullptr}, options, {nullptr, &movie, nullptr, nullptr}, progress);
  EXPECT_EQ(with.mach, without.mach);
  EXPECT_EQ(with.mach_step, without.mach_step);
  EXPECT_EQ(with.change, without.change);
}

TEST_F(FlowTest, ExpectsTheSpeedOfADuct) {
  const BitVolume fluid = all_fluid({12, 12, 4});
  Options options;
  options.force = {1e-3, 2e-3, 1e-4};  // along x and y it is closed
  options.steps = 3000;
  const Result result = flow_through(fluid, options);
  const Expectation expected = expect({&fluid, nullptr}, options, progress);
  EXPECT_NEAR(expected.speed, result.max_speed, 0.25 * result.max_speed);
}

TEST_F(FlowTest, ExpectsADeadEndWhereNoFluidJoinsTheEnds) {
  const auto is_dead_end = [&](const Options& options, bool hole) {
    // A wall across z; the hole is joined to the fluid before it by edges only.
    const BitVolume fluid = test::make_volume({70, 5, 6}, [&](auto x, auto y, auto z) {
      return z != 3 && !(hole && z == 2 && x == 66) ? true : hole && x == 66 && y == 2 && z == 3;
    });
    return expect({&fluid, nullptr}, options, progress).dead_end;
  };
  Options options;  // a force along z, which is periodic between closed sides
  EXPECT_TRUE(is_dead_end(options, false));
  EXPECT_FALSE(is_dead_end(options, true));
  options.faces()[4] = options.faces()[5] = kFree;
  EXPECT_TRUE(is_dead_end(options, false));
  options.faces()[4] = kClosed;  // pressure carries the force
  EXPECT_FALSE(is_dead_end(options, false));
  options = {};
  options.faces()[0] = options.faces()[1] = kPeriodic;  // there might be a way round
  EXPECT_FALSE(is_dead_end(options, false));
  options = {};
  options.faces()[2] = kMoving;
  options.wall = {0.01, 0, 0};
  EXPECT_FALSE(is_dead_end(options, false));
  options = {};
  options.force = {1e-5, 0, 1e-5};
  options.faces()[0] = options.faces()[1] = kFree;
  EXPECT_FALSE(is_dead_end(options, false));  // along x it is open
}

// ---- Wrong input -------------------------------------------------------------------------------

std::string refusal(const BitVolume& volume, const Options& options, Outputs out = {}) {
  NoProgress progress;
  return test::refusal([&] { simulate({&volume, nullptr}, options, out, progress); });
}

TEST_F(FlowTest, RefusesWhatIsImpossible) {
  const BitVolume volume = all_fluid({5, 5, 5});
  CollectSlices slices;
  const auto refusal_with = [&](auto change, Outputs out = {}) {
    Options options;
    change(options);
    return refusal(volume, options, out);
  };
  EXPECT_EQ(refusal_with([](Options& o) { o.viscosity = 0; }),
            "viscosity=0 is not allowed; use 0.0001 to 5");
  EXPECT_EQ(refusal_with([](Options& o) { o.precision = 64; }),
            "precision=64 is not allowed; use 32 or 16");
  EXPECT_EQ(refusal_with([](Options& o) { o.steps = 0; }),
            "steps=0 is not allowed; use 1 to 1000000000");
  EXPECT_EQ(refusal_with([](Options& o) {
              o.force = {0, 1, 0};
            }),
            "force=1 is not allowed; use -0.01 to 0.01");
  EXPECT_EQ(refusal_with([](Options& o) {
              o.force = {0, NAN, 0};
            }),
            "force=nan is not allowed; use -0.01 to 0.01");
  EXPECT_EQ(refusal_with([](Options& o) { o.length = -1; }),
            "length=-1 is not allowed; use 0 (the hydraulic diameter), or 0.001 to 1000000");
  EXPECT_EQ(refusal_with([](Options& o) { o.faces()[5] = kFree; }),
            "only one of the faces front and back is periodic; both are, or none");
  EXPECT_EQ(refusal_with([](Options& o) {
              o.faces()[0] = kMoving;
              o.wall = {0, 0.1733, 0};
            }),
            "the walls move with a Mach number of 0.3002; it must not exceed 0.3, which is 0.1732 "
            "voxels a step");
  EXPECT_EQ(refusal_with([](Options& o) { o.frames = 1001; }, {nullptr, &slices, nullptr, nullptr}),
            "frames=1001 is not allowed; use 1 to 1000");
  EXPECT_EQ(refusal_with([](Options& o) { o.position = 5; }, {nullptr, &slices, nullptr, nullptr}),
            "position=5 is not allowed; use -1 (the middle) to 4");
  EXPECT_EQ(refusal_with([](Options& o) { o.particles = 0; }, {nullptr, nullptr, &slices, nullptr}),
            "particles=0 is not allowed; use 1 to 1000000");
  EXPECT_EQ(refusal(BitVolume({5, 5, 5}), {}),
            "the image has no foreground voxels, which are the fluid");
  Options of_background;
  of_background.phase = Phase::kBackground;
  EXPECT_EQ(refusal(volume, of_background),
            "the image has no background voxels, which are the fluid");
  EXPECT_THROW(flow_through(GreyVolume({5, 5, 5}, PixelType::kUint16), {}), InvalidInput);
}

TEST_F(FlowTest, StopsWhatIsTooFast) {
  Options options;
  options.faces() = Faces::all(kPeriodic);
  options.force = {0, 0, 0.002};
  EXPECT_EQ(refusal(all_fluid({4, 4, 4}), options),
            "the flow reached a Mach number of 0.3464 by step 100; it must stay below 0.3: for the "
            "same real flow at half the speed use half the viscosity, half the wall, a quarter of "
            "the force, and twice the steps");
}

TEST_F(FlowTest, StopsWhatIsUnstable) {
  Options options = lid(0.17, 1e-4, 100000);
  options.faces()[3] = kMoving;
  options.force = {-0.01, 0.01, 0.01};
  options.collision = Collision::kBgk;
  for (const std::string& backend : test::available_backends())
    for (const int precision : {32, 16}) {
      options.backend = backend;
      options.precision = precision;
      CollectSlices points;  // particles that are nowhere by then
      const std::string words =
          refusal(all_fluid({24, 24, 1}), options, {nullptr, nullptr, &points, nullptr});
      EXPECT_EQ(words.substr(0, 33), "the flow became unstable by step ") << words;
    }
}

TEST_F(FlowTest, PassesOnWhatASinkThrows) {
  const BitVolume fluid = all_fluid({6, 6, 6});
  test::FailingSink sink;
  EXPECT_THROW(flow_through(fluid, lid(0.1, 0.1, 10), &sink), std::runtime_error);
}

}  // namespace
}  // namespace bitvox::flow
