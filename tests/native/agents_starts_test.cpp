// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include <numbers>

#include "agents_runs.hpp"
#include "ops/agents/agent_start.hpp"
#include "ops/agents/agent_tries.hpp"
#include "test_volumes.hpp"

namespace bitvox::agents {
namespace {

// One try after the other, against all that were taken before.
template <int kAxes>
std::vector<Point<kAxes>> one_by_one(const Ground<kAxes>& ground, std::int64_t count,
                                     std::uint64_t seed) {
  const Tries<kAxes> tries(ground, seed);
  std::vector<Point<kAxes>> taken;
  std::int64_t failures = 0;
  for (std::int64_t i = 0; std::ssize(taken) < count && failures < kMostFailures; ++i) {
    const auto point = tries.point(i);
    bool is_clear = point.has_value();
    for (const auto& other : taken) {
      is_clear = is_clear && squared_distance(*point, other) > kTouch<kAxes>;
    }
    failures = is_clear ? 0 : failures + 1;
    if (is_clear) taken.push_back(*point);
  }
  return taken;
}

template <int kAxes>
void compare(const Shape& shape, bool walls) {
  const BitVolume free = test::make_volume(
      shape, [](auto x, auto y, auto z) { return (x / 7 + y / 5 + z / 9) % 4 != 0; });
  NoProgress progress;
  Options options;
  options.radius = 1;
  Arena arena{shape};
  if (walls) arena.free = &free;
  const Ground<kAxes> ground(arena, options, 1, progress);
  for (const std::int64_t count : {1, 60, 1'000'000}) {
    const auto expected = one_by_one(ground, count, 5);
    EXPECT_TRUE(random_starts(ground, count, 5, 3, progress) == expected) << count;
    EXPECT_TRUE(random_starts(ground, count, 5, 1, progress) == expected) << count;
    EXPECT_EQ(std::ssize(expected) == count, count <= 60);
  }
}

TEST(AgentStarts, AreThoseOfOneTryAfterTheOther) {
  compare<2>({40, 33, 1}, false);
  compare<2>({50, 53, 1}, true);
  compare<3>({15, 14, 13}, false);
  compare<3>({25, 24, 23}, true);
}

// Random sequential addition fills 0.547 of a plane in the end.
TEST(AgentStarts, AreAsManyAsFit) {
  Options options;
  options.radius = 1;
  options.agents = 1'000'000;
  options.steps = 0;
  const Simulated made = simulated({{202, 202, 1}}, options);
  const double filled = static_cast<double>(made.result.placed) * std::numbers::pi / (200 * 200);
  EXPECT_GT(filled, 0.51);
  EXPECT_LT(filled, 0.56);
  EXPECT_EQ(made.result.counts.agents, (std::vector<std::int64_t>{made.result.placed}));
}

TEST(AgentStarts, FollowFromTheSeed) {
  Options options;
  options.steps = 3;
  const Shape shape{300, 300, 1};
  EXPECT_TRUE(simulated({shape}, options).bits() == simulated({shape}, options).bits());
  Options other = options;
  other.seed = 2;
  EXPECT_FALSE(simulated({shape}, options).bits() == simulated({shape}, other).bits());
}

// What was written is read again to the last digit.
TEST(AgentStarts, OfATableAreWhereTheyWere) {
  Options options;
  options.radius = 1.3;
  options.steps = 5;
  for (const Shape& shape : {Shape{90, 80, 1}, Shape{30, 29, 28}}) {
    const Simulated first = simulated({shape}, options);
    const std::vector<Place>& places = first.frames.back().places;
    const Simulated again = simulated({shape, nullptr, &places, nullptr, nullptr}, options);
    EXPECT_EQ(again.frames[0].places, places);
  }
}

}  // namespace
}  // namespace bitvox::agents
