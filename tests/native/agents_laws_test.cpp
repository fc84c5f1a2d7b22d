// SPDX-License-Identifier: BSD-2-Clause
// Agents that hardly ever meet against what is known of such walkers, in closed form.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "agents_runs.hpp"
#include "core/volumes/grey_volume.hpp"

namespace bitvox::agents {
namespace {

// Far from each other and from the border.
Options walkers(bool in_space) {
  Options options;
  options.radius = 0.5;
  options.agents = in_space ? 4'000 : 10'000;
  options.steps = 60;
  options.every = 15;
  options.step = in_space ? 0.1 : 0.25;
  return options;
}
Shape wide(bool in_space) { return in_space ? Shape{90, 100, 95} : Shape{1500, 1600, 1}; }

// The standard error of the mean is 1 % in the plane and 1.3 % in space.
constexpr double kTolerance = 0.045;

class AgentLaws : public testing::TestWithParam<bool> {};

TEST_P(AgentLaws, RandomWalkersSpreadByTheVarianceOfTheirSteps) {
  const bool in_space = GetParam();
  const Options options = walkers(in_space);
  const Counts counts = simulated({wide(in_space)}, options).result.counts;
  EXPECT_EQ(counts.squared_displacement[0], 0);
  const double axes = in_space ? 3 : 2;
  for (std::size_t i = 1; i < counts.step.size(); ++i) {
    const double expected =
        axes * static_cast<double>(counts.step[i]) * options.step * options.step / 3;
    EXPECT_NEAR(counts.squared_displacement[i] / expected, 1, kTolerance) << counts.step[i];
  }
}

// Of unit vectors that are kept with the probability q and else drawn anew, two that are k steps
// apart have the mean product q^k.
TEST_P(AgentLaws, PersistentWalkersFollowFuerth) {
  const bool in_space = GetParam();
  Options options = walkers(in_space);
  options.motion = Motion::kPersistent;
  options.persistence = 8;
  const Counts counts = simulated({wide(in_space)}, options).result.counts;
  const double p = options.persistence;
  const double q = std::exp(-1 / p);
  const double square = options.step * options.step;
  for (std::size_t i = 1; i < counts.step.size(); ++i) {
    const auto n = static_cast<double>(counts.step[i]);
    const double discrete =
        square * (n * (1 + q) / (1 - q) - 2 * q * (1 - std::pow(q, n)) / ((1 - q) * (1 - q)));
    const double fuerth = square * 2 * p * (n - p * (1 - std::exp(-n / p)));
    EXPECT_NEAR(counts.squared_displacement[i] / discrete, 1, kTolerance) << n;
    EXPECT_NEAR(counts.squared_displacement[i] / fuerth, 1, kTolerance + 0.01) << n;
  }
}

TEST_P(AgentLaws, StepsOfPersistentWalkersHaveTheirLength) {
  const bool in_space = GetParam();
  Options options = walkers(in_space);
  options.motion = Motion::kPersistent;
  options.agents = 50;
  options.steps = 1;
  options.every = 1;
  const Simulated made = simulated({wide(in_space)}, options);
  double means[3] = {};
  for (std::size_t i = 0; i < made.frames[0].places.size(); ++i) {
    double squares = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const double d = made.frames[1].places[i][axis] - made.frames[0].places[i][axis];
      squares += d * d;
      means[axis] += d / static_cast<double>(options.agents);
    }
    EXPECT_NEAR(std::sqrt(squares), options.step, 1e-4);
  }
  for (const double mean : means) EXPECT_LT(std::abs(mean), 3 * options.step / std::sqrt(50));
}

INSTANTIATE_TEST_SUITE_P(All, AgentLaws, testing::Bool(), [](const auto& tested) {
  return std::string(tested.param ? "Spheres" : "Discs");
});

// A single one, so that nobody is in its way.
Simulated alone(const Options& given, const Arena& arena) {
  Options options = given;
  options.radius = 1;
  options.every = 1;
  return simulated(arena, options);
}

TEST(AgentMotions, GoStraightToAGoal) {
  const std::vector<Place> starts{{10, 10, 0}};
  const std::vector<Place> goals{{70, 90, 0}};
  Options options;
  options.motion = Motion::kGoals;
  options.step = 2.5;
  options.steps = 50;
  const Simulated made = alone(options, {{100, 100, 1}, nullptr, &starts, &goals, nullptr});
  for (std::size_t i = 0; i < made.frames.size(); ++i) {
    const double gone = std::min(100.0, 2.5 * static_cast<double>(i));
    EXPECT_NEAR(made.frames[i].places[0][0], 10 + 0.6 * gone, 0.01) << i;
    EXPECT_NEAR(made.frames[i].places[0][1], 10 + 0.8 * gone, 0.01) << i;
  }
  // At the goal it asks for nothing.
  EXPECT_EQ(made.result.counts.asked.back(), 0);
}

TEST(AgentMotions, GoToOneGoalAfterTheOther) {
  const std::vector<Place> goals{{10, 10, 0}, {90, 15, 0}, {40, 85, 0}};
  Options options;
  options.motion = Motion::kGoals;
  options.agents = 1;
  options.step = 1;
  options.steps = 3000;
  const Simulated made = alone(options, {{100, 100, 1}, nullptr, nullptr, &goals, nullptr});
  std::vector<int> visits(goals.size());
  std::size_t last = goals.size();
  for (const KeptFrames::Kept& frame : made.frames) {
    for (std::size_t i = 0; i < goals.size(); ++i) {
      const double dx = frame.places[0][0] - goals[i][0], dy = frame.places[0][1] - goals[i][1];
      if (i == last || dx * dx + dy * dy > 1.0) continue;
      last = i;
      ++visits[i];
    }
  }
  for (const int visited : visits) EXPECT_GT(visited, 5);
}

TEST(AgentMotions, FollowTheVectorsOfAnImage) {
  const Shape shape{80, 60, 1};
  GreyVolume field({80, 60, 2}, PixelType::kFloat32);  // two channels do
  for (std::int64_t i = 0; i < 80 * 60; ++i) {
    const bool left = i % 80 < 40;
    field.data<float>()[i] = left ? 3.0F : 0.0F;
    field.data<float>()[80 * 60 + i] = left ? 4.0F : 1.0F;
  }
  const std::vector<Place> starts{{39, 3, 0}};
  Options options;
  options.motion = Motion::kField;
  options.step = 1.25;  // of the longest vector
  options.steps = 10;
  const Simulated made = alone(options, {shape, nullptr, &starts, nullptr, &field});
  for (std::size_t i = 0; i < made.frames.size(); ++i) {
    const auto after = static_cast<double>(i);
    // Two steps in the left half, the others in the right one.
    const double on_left = std::min(after, 2.0);
    EXPECT_NEAR(made.frames[i].places[0][0], 39 + 0.75 * on_left, 1e-3);
    EXPECT_NEAR(made.frames[i].places[0][1], 3 + on_left + 0.25 * (after - on_left), 1e-3);
  }
}

TEST(AgentMotions, WanderByAPartOfTheirMoves) {
  const std::vector<Place> goals{{1900, 1000, 0}};
  Options options;
  options.motion = Motion::kGoals;
  options.agents = 2000;
  options.radius = 0.5;
  options.step = 0.3;
  options.steps = 1;
  options.wander = 0.25;
  const Simulated made = simulated({{2000, 2000, 1}, nullptr, nullptr, &goals, nullptr}, options);
  double towards = 0;
  for (std::size_t i = 0; i < made.frames[0].places.size(); ++i) {
    const Place& from = made.frames[0].places[i];
    const Place& to = made.frames[1].places[i];
    const double dx = goals[0][0] - from[0], dy = goals[0][1] - from[1];
    const double part =
        ((to[0] - from[0]) * dx + (to[1] - from[1]) * dy) / std::hypot(dx, dy) / options.step;
    EXPECT_LE(part, 1.001);
    EXPECT_GE(part, 0.499);
    towards += part / 2000;
  }
  EXPECT_NEAR(towards, 0.75, 4 * 0.25 / std::sqrt(2 * 2000.0));
}

// Counts of agents in 25 squares.
TEST(AgentDensity, StaysUniform) {
  for (const std::int64_t seed : {1, 2, 3}) {
    Options options;
    options.radius = 1.5;
    options.agents = 2500;
    options.steps = 200;
    options.every = 200;
    options.step = 1;
    options.seed = seed;
    const Simulated made = simulated({{303, 303, 1}}, options);
    ASSERT_EQ(made.result.placed, 2500);
    for (const KeptFrames::Kept& frame : made.frames) {
      double counts[25] = {};
      for (const Place& place : frame.places) {
        const auto column = static_cast<int>((place[0] - 1.5) / 60.001);
        const auto row = static_cast<int>((place[1] - 1.5) / 60.001);
        ++counts[5 * row + column];
      }
      double chi_squared = 0;
      for (const double count : counts) chi_squared += (count - 100) * (count - 100) / 100;
      EXPECT_LT(chi_squared, 43) << seed;  // 1 % of random counts
      EXPECT_GT(chi_squared, 1) << seed;   // a lattice
    }
  }
}

}  // namespace
}  // namespace bitvox::agents
