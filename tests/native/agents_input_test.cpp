// SPDX-License-Identifier: BSD-2-Clause
// Arenas and starts at the ends of what is possible, and what is said about those beyond.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "agents_runs.hpp"
#include "core/volumes/grey_volume.hpp"
#include "refusal.hpp"
#include "test_volumes.hpp"

namespace bitvox::agents {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Options options_of(double radius) {
  Options options;
  options.radius = radius;
  return options;
}

std::string said(const Arena& arena, const Options& options) {
  return test::refusal([&] { simulated(arena, options); });
}
template <class Change>
std::string said_of_options(const Change& change) {
  Options options;
  change(options);
  return said({{100, 80, 1}}, options);
}
std::string said_of_starts(const std::vector<Place>& starts, const Shape& shape = {100, 80, 1},
                           const BitVolume* free = nullptr) {
  return said({shape, free, &starts, nullptr, nullptr}, options_of(5));
}

TEST(AgentInput, SaysWhatIsWrongWithOptions) {
  EXPECT_EQ(said_of_options([](Options& o) { o.radius = 0; }),
            "radius=0 is not allowed; use a number above 0 and at most 1000000000000");
  EXPECT_EQ(said_of_options([](Options& o) { o.radius = kNan; }),
            "radius=nan is not allowed; use a number above 0 and at most 1000000000000");
  EXPECT_EQ(said_of_options([](Options& o) { o.radius = 41; }),
            "radius=41 is too large: a disc does not fit into an arena that is 80 long along y; "
            "use less than 40");
  EXPECT_EQ(said_of_options([](Options& o) { o.radius = 60; }),
            "radius=60 is too large: a disc does not fit into an arena that is 80 long along y; "
            "use less than 40");
  EXPECT_EQ(said_of_options([](Options& o) { o.radius = 0.001; }),
            "radius=0.001 is too small for an arena 100 long; use 0.00215792 or more");
  EXPECT_EQ(said_of_options([](Options& o) { o.step = kNan; }),
            "step=nan is not allowed; use 0 to 1000000000000");
  EXPECT_EQ(said_of_options([](Options& o) { o.step = 100.5; }),
            "step=100.5 is longer than the arena; use at most 100");
  EXPECT_EQ(said_of_options([](Options& o) { o.agents = 0; }),
            "agents=0 is not allowed; use 1 to 100000000");
  EXPECT_EQ(said_of_options([](Options& o) { o.divide = -1; }),
            "divide=-1 is not allowed; use 0 (none divides), or a number above 0 and at most "
            "1000000000");
  EXPECT_EQ(said_of_options([](Options& o) { o.strips = 1025; }),
            "strips=1025 is not allowed; use 1 to 1024");
  EXPECT_EQ(said_of_options([](Options& o) { o.spacing.y = -1; }),
            "a voxel size of -1 along y is not allowed; use a number from 1e-30 to 1e30");
  EXPECT_EQ(said({{0, 5, 1}}, {}),
            "a volume needs at least one voxel along each axis, not 0 x 5 x 1");
}

TEST(AgentInput, SaysWhatIsWrongWithTheArena) {
  const BitVolume other({99, 80, 1});
  EXPECT_EQ(said({{100, 80, 1}, &other, nullptr, nullptr, nullptr}, {}),
            "the image of free space has 99 x 80 x 1 voxels, the arena 100 x 80 x 1");
  const BitVolume full_of_walls({100, 80, 1});
  EXPECT_EQ(said({{100, 80, 1}, &full_of_walls, nullptr, nullptr, nullptr}, {}),
            "the arena has no free place for a disc of radius=5; use a smaller radius, or an image "
            "with more foreground, which is free");
  // Corridors 9 wide.
  const BitVolume corridors =
      test::make_volume({60, 50, 40}, [](auto x, auto, auto) { return x % 10 != 0; });
  EXPECT_EQ(said({{60, 50, 40}, &corridors, nullptr, nullptr, nullptr}, {}),
            "the arena has no free place for a sphere of radius=5; use a smaller radius, or an "
            "image with more foreground, which is free");
  EXPECT_EQ(said({{60, 50, 40}, &corridors, nullptr, nullptr, nullptr}, options_of(4)), "accepted");
}

TEST(AgentInput, NamesTheFirstStartThatIsWrong) {
  EXPECT_EQ(said_of_starts({}), "the table of starts has no rows");
  EXPECT_EQ(said_of_starts({{20, 20, 0}, {kNan, 3, 0}}),
            "start 2 at (nan, 3) is outside the arena");
  EXPECT_EQ(said_of_starts({{1e300, 3, 0}}), "start 1 at (1e+300, 3) is outside the arena");
  EXPECT_EQ(said_of_starts({{20, 20, 0}, {101, 20, 0}, {-1, 20, 0}}),
            "start 2 at (101, 20) is outside the arena");
  EXPECT_EQ(said_of_starts({{20, 4.5, 0}}),
            "start 1 at (20, 4.5) is nearer to the arena's border than a radius");
  EXPECT_EQ(said_of_starts({{20, 20, 0}, {40, 40, 0}, {28, 26, 0}, {41, 40, 0}}),
            "start 3 at (28, 26) touches start 1 at (20, 20)");
  EXPECT_EQ(said_of_starts({{10, 10, 10}, {10, 10, 19.999}}, {30, 30, 30}),
            "start 2 at (10, 10, 19.999) touches start 1 at (10, 10, 10)");
  EXPECT_EQ(said_of_starts({{10, 10, 10}, {10, 10, 20.001}}, {30, 30, 30}), "accepted");
  const BitVolume free = test::make_volume({100, 80, 1}, [](auto x, auto, auto) { return x < 60; });
  EXPECT_EQ(said_of_starts({{70, 20, 0}}, {100, 80, 1}, &free),
            "start 1 at (70, 20) is in a wall, or too near to one");
  EXPECT_EQ(said_of_starts({{55.5, 20, 0}}, {100, 80, 1}, &free),
            "start 1 at (55.5, 20) is in a wall, or too near to one");
  EXPECT_EQ(said_of_starts({{54.9, 20, 0}}, {100, 80, 1}, &free), "accepted");
}

TEST(AgentInput, PlacesFromTheMiddleOfTheFirstVoxelAreSaidAsTheyAreGiven) {
  const std::vector<Place> starts{{19, 18, 0}, {27, 24, 0}};
  Options options = options_of(5);
  options.spacing = {2, 4, 1};
  Arena arena{{100, 80, 1}, nullptr, &starts};
  arena.starts_from_middle = true;
  EXPECT_EQ(said(arena, options), "start 2 at (27, 24) touches start 1 at (19, 18)");
  options.radius = 4;
  options.steps = 0;
  const Simulated made = simulated(arena, options);
  EXPECT_NEAR(made.frames[0].places[0][0], 20, 2e-4);
  EXPECT_NEAR(made.frames[0].places[0][1], 20, 2e-4);
  const std::vector<Place> goals{{199.1, 5, 0}};
  arena.goals = &goals;
  arena.goals_from_middle = true;
  options.motion = Motion::kGoals;
  EXPECT_EQ(said(arena, options), "goal 1 at (199.1, 5) is outside the arena");
  arena.goals_from_middle = false;
  EXPECT_EQ(said(arena, options), "accepted");
}

TEST(AgentInput, StartsAtTheBorderAreTaken) {
  EXPECT_EQ(said_of_starts({{5, 5, 0}, {95, 75, 0}, {5, 75, 0}}), "accepted");
}

TEST(AgentInput, SaysWhatIsWrongWithGoals) {
  Options options;
  options.motion = Motion::kGoals;
  EXPECT_EQ(said({{100, 80, 1}}, options),
            "motion=goals needs goals: a table with the columns x "
            "and y");
  const std::vector<Place> none;
  EXPECT_EQ(said({{100, 80, 1}, nullptr, nullptr, &none, nullptr}, options),
            "motion=goals needs goals: a table with the columns x and y");
  const std::vector<Place> goals{{5, 5, 0}, {5, 81, 0}};
  EXPECT_EQ(said({{100, 80, 1}, nullptr, nullptr, &goals, nullptr}, options),
            "goal 2 at (5, 81) is outside the arena");
}

TEST(AgentInput, SaysWhatIsWrongWithTheField) {
  Options options;
  options.motion = Motion::kField;
  const auto said_of = [&](const GreySource* field, const Shape& shape) {
    return said({shape, nullptr, nullptr, nullptr, field}, options);
  };
  EXPECT_EQ(said_of(nullptr, {100, 80, 1}), "motion=field needs an image of vectors");
  const GreyVolume bytes({100, 80, 3}, PixelType::kUint8);
  EXPECT_EQ(said_of(&bytes, {100, 80, 1}), "the image of vectors is not of 32-bit floats");
  const GreyVolume one_channel({100, 80, 1}, PixelType::kFloat32);
  EXPECT_EQ(said_of(&one_channel, {100, 80, 1}),
            "the image of vectors has 100 x 80 x 1 pixels in all channels; an arena of 100 x 80 x "
            "1 needs 100 x 80 x 3, channels x, y and z");
  const GreyVolume two_channels({30, 30, 60}, PixelType::kFloat32);
  EXPECT_EQ(said_of(&two_channels, {30, 30, 30}),
            "the image of vectors has 30 x 30 x 60 pixels in all channels; an arena of 30 x 30 x "
            "30 needs 30 x 30 x 90, channels x, y and z");
  GreyVolume infinite({100, 80, 3}, PixelType::kFloat32);
  infinite.data<float>()[8000 + 3 * 100 + 7] = std::numeric_limits<float>::infinity();
  EXPECT_EQ(said_of(&infinite, {100, 80, 1}),
            "the image of vectors is not finite at x=7, y=3, z=0");
  GreyVolume zero({100, 80, 3}, PixelType::kFloat32);
  EXPECT_EQ(said_of(&zero, {100, 80, 1}), "accepted");
}

TEST(AgentInput, AFullArenaStaysAsItIs) {
  // A lattice whose discs are just apart, with less than a move between them.
  std::vector<Place> starts;
  for (int row = 0; row < 10; ++row) {
    for (int column = 0; column < 12; ++column) {
      starts.push_back({5.001 + 10.002 * column, 5.001 + 10.002 * row, 0});
    }
  }
  Options options = options_of(5);
  options.steps = 20;
  options.motion = Motion::kPersistent;
  options.divide = 5;
  const Simulated made = simulated({{121, 101, 1}, nullptr, &starts, nullptr, nullptr}, options);
  EXPECT_EQ(made.result.counts.agents.back(), 120);
  std::int64_t asked = 0, refused = 0;
  for (std::size_t i = 0; i < made.frames.size(); ++i) {
    asked += made.result.counts.asked[i];
    refused += made.result.counts.refused_walls[i] + made.result.counts.refused_places[i] +
               made.result.counts.refused_requests[i];
    EXPECT_EQ(made.result.counts.divisions[i], 0);
  }
  EXPECT_GT(refused, asked * 9 / 10);
  for (std::size_t i = 0; i < starts.size(); ++i) {
    EXPECT_NEAR(made.frames[0].places[i][0], starts[i][0], 2e-4);
    EXPECT_NEAR(made.frames[0].places[i][1], starts[i][1], 2e-4);
  }
}

TEST(AgentInput, AnArenaOfOnePlace) {
  for (const Shape& shape : {Shape{10, 10, 1}, Shape{10, 10, 10}}) {
    Options options = options_of(5 - 1e-9);  // the place is within the last digit
    options.agents = 7;
    options.steps = 5;
    const std::string text = said({shape}, options);
    EXPECT_TRUE(text == "accepted" || text.starts_with("radius=")) << text;
    options.radius = 4.99;
    const Simulated made = simulated({shape}, options);
    EXPECT_EQ(made.result.placed, 1);
    EXPECT_EQ(made.result.counts.agents, (std::vector<std::int64_t>(6, 1)));
  }
}

TEST(AgentInput, SaysHowMuchOfTheArenaIsFree) {
  Options options = options_of(5);
  options.steps = 0;
  EXPECT_NEAR(simulated({{100, 80, 1}}, options).result.free_part, 0.9 * 0.875, 1e-4);
  // The same as an image, and one whose right half is walls.
  const Shape shape{100, 80, 1};
  const BitVolume all = test::make_volume(shape, [](auto, auto, auto) { return true; });
  const BitVolume half = test::make_volume(shape, [](auto x, auto, auto) { return x < 50; });
  EXPECT_NEAR(simulated({shape, &all, nullptr, nullptr, nullptr}, options).result.free_part,
              0.9 * 0.875, 1e-4);
  EXPECT_NEAR(simulated({shape, &half, nullptr, nullptr, nullptr}, options).result.free_part,
              0.4 * 0.875, 1e-4);
  options.clearance = Clearance::kCentre;
  EXPECT_NEAR(simulated({shape, &half, nullptr, nullptr, nullptr}, options).result.free_part, 0.5,
              1e-4);
}

TEST(AgentInput, FramesAreEverySoManySteps) {
  Options options = options_of(5);
  options.agents = 3;
  options.steps = 10;
  options.every = 4;
  const Simulated made = simulated({{100, 80, 1}}, options);
  EXPECT_EQ(made.result.counts.step, (std::vector<std::int64_t>{0, 4, 8}));
  EXPECT_EQ(made.result.counts.asked, (std::vector<std::int64_t>{0, 12, 12}));
  EXPECT_EQ(made.result.lives.last, (std::vector<std::int64_t>{2, 2, 2}));
}

}  // namespace
}  // namespace bitvox::agents
