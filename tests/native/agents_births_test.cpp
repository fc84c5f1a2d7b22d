// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "agents_runs.hpp"

namespace bitvox::agents {
namespace {

Simulated growing(Shape shape, std::int64_t every) {
  Options options;
  options.radius = 2;
  options.agents = 20;
  options.steps = 60;
  options.every = every;
  options.step = 0.8;
  options.divide = 15;
  return simulated({shape}, options);
}

TEST(AgentBirths, LivesAreThoseOfTheFrames) {
  for (const std::int64_t every : {1, 7}) {
    for (const Shape& shape : {Shape{120, 120, 1}, Shape{40, 40, 40}}) {
      const Simulated made = growing(shape, every);
      const Lives& lives = made.result.lives;
      const std::size_t count = lives.parent.size();
      std::vector<std::int64_t> first(count, -1), last(count, -1);
      for (std::size_t frame = 0; frame < made.frames.size(); ++frame) {
        for (const std::int64_t id : made.frames[frame].ids) {
          const auto index = static_cast<std::size_t>(id - 1);
          if (first[index] < 0) first[index] = static_cast<std::int64_t>(frame);
          EXPECT_TRUE(last[index] < 0 || last[index] + 1 == static_cast<std::int64_t>(frame));
          last[index] = static_cast<std::int64_t>(frame);
        }
      }
      EXPECT_EQ(first, lives.first);
      EXPECT_EQ(last, lives.last);
      EXPECT_GT(count, 40U);
      const auto& divisions = made.result.counts.divisions;
      EXPECT_EQ(20 + 2 * std::accumulate(divisions.begin(), divisions.end(), std::int64_t{0}),
                static_cast<std::int64_t>(count));
    }
  }
}

TEST(AgentBirths, DaughtersBeginSideBySideAtTheirMothersPlace) {
  for (const Shape& shape : {Shape{120, 120, 1}, Shape{40, 40, 40}}) {
    const Simulated made = growing(shape, 1);
    const Lives& lives = made.result.lives;
    std::vector<std::int64_t> daughters(lives.parent.size() + 1);
    for (std::size_t i = 0; i < lives.parent.size(); ++i) {
      const std::int64_t mother = lives.parent[i];
      EXPECT_EQ(mother == 0, i < 20);
      if (mother == 0) continue;
      ++daughters[static_cast<std::size_t>(mother)];
      EXPECT_LT(mother, static_cast<std::int64_t>(i) + 1);
      EXPECT_EQ(lives.first[i], lives.last[static_cast<std::size_t>(mother - 1)] + 1);
    }
    for (const std::int64_t count : daughters) EXPECT_TRUE(count == 0 || count == 2);

    const auto place = [&](std::int64_t frame, std::int64_t id) {
      const KeptFrames::Kept& kept = made.frames[static_cast<std::size_t>(frame)];
      const auto at = std::lower_bound(kept.ids.begin(), kept.ids.end(), id) - kept.ids.begin();
      return kept.places[static_cast<std::size_t>(at)];
    };
    for (std::size_t i = 20; i < lives.parent.size(); i += 2) {
      const auto one = static_cast<std::int64_t>(i) + 1;
      ASSERT_EQ(lives.parent[i], lives.parent[i + 1]);
      if (lives.first[i] < 0) continue;
      const Place mother = place(lives.first[i] - 1, lives.parent[i]);
      const Place first = place(lives.first[i], one);
      const Place second = place(lives.first[i], one + 1);
      EXPECT_EQ(first, mother);  // who did not move in that step
      double squares = 0;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        squares += (first[axis] - second[axis]) * (first[axis] - second[axis]);
      }
      EXPECT_GT(std::sqrt(squares), 4);
      EXPECT_LT(std::sqrt(squares), 4.001);
    }
  }
}

// With room for all: by the chance of a step, 1 - exp(-1 / divide).
TEST(AgentBirths, ComeAfterTheirMeanTime) {
  for (const double divide : {0.5, 3.0, 20.0}) {
    Options options;
    options.radius = 0.5;
    options.agents = 4000;
    options.steps = 1;
    options.step = 0.3;
    options.divide = divide;
    const Simulated made = simulated({{900, 1000, 1}}, options);
    const double chance = 1 - std::exp(-1 / divide);
    EXPECT_NEAR(static_cast<double>(made.result.counts.divisions[1]), 4000 * chance,
                4 * std::sqrt(4000 * chance * (1 - chance)) + 40)  // some have no room
        << divide;
    // Who divides does not ask for a move.
    EXPECT_NEAR(static_cast<double>(made.result.counts.asked[1]), 4000 * (1 - chance),
                4 * std::sqrt(4000 * chance * (1 - chance)));
  }
}

}  // namespace
}  // namespace bitvox::agents
