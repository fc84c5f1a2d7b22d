// SPDX-License-Identifier: BSD-2-Clause
// No two agents ever overlap, and none is in a wall, whatever they ask for.
#include <gtest/gtest.h>

#include <cmath>

#include "agents_runs.hpp"
#include "ops/agents/agent_ground.hpp"
#include "test_volumes.hpp"

namespace bitvox::agents {
namespace {

// Looks at all pairs of every frame, in whole numbers.
template <int kAxes>
class AllPairsApart final : public FrameSink {
 public:
  AllPairsApart(const Arena& arena, const Options& options)
      : ground_(arena, options, 1, progress_) {}

  void take(const Frame& frame) override {
    const std::size_t count = frame.places.size();
    std::vector<std::int64_t> at[kAxes];
    for (std::size_t i = 0; i < count; ++i) {
      const auto point = ground_.point_at(frame.places[i]);
      ASSERT_TRUE(point);
      ASSERT_EQ(ground_.place_of(*point), frame.places[i]);  // no digit is lost
      for (int axis = 0; axis < kAxes; ++axis) at[axis].push_back(point->at[axis]);
    }
    const std::int64_t touch = kAxes == 2 ? std::int64_t{1} << 31 : std::int64_t{3} << 28;
    for (std::size_t i = 0; i < count; ++i) {
      std::int64_t near = 0;
      for (std::size_t j = 0; j < i; ++j) {
        std::int64_t squares = 0;
        for (const auto& line : at) squares += (line[i] - line[j]) * (line[i] - line[j]);
        near += squares <= touch ? 1 : 0;
      }
      ASSERT_EQ(near, 0) << "frame " << frame.number << ", id " << frame.ids[i];
    }
    ++frames;
  }
  int frames = 0;

 private:
  NoProgress progress_;
  Ground<kAxes> ground_;
};

template <int kAxes>
void never_overlap(const Arena& arena, const Options& options) {
  NoProgress progress;
  AllPairsApart<kAxes> apart(arena, options);
  const Result result = simulate(arena, options, apart, progress);
  EXPECT_GT(result.placed, options.agents * 9 / 10);
  EXPECT_EQ(apart.frames, options.frames());
}

TEST(AgentOverlap, NeverAmongTenThousandDiscs) {
  Options options;
  options.radius = 2;
  options.agents = 10'000;
  options.steps = 15;
  options.step = 1.5;
  options.divide = 300;
  never_overlap<2>({{570, 560, 1}}, options);
}

TEST(AgentOverlap, NeverAmongTenThousandSpheres) {
  Options options;
  options.radius = 2;
  options.agents = 10'000;
  options.steps = 8;
  options.step = 1.2;
  options.motion = Motion::kPersistent;
  options.divide = 200;
  never_overlap<3>({{108, 112, 110}}, options);
}

// Places in squares or cubes of 2 * radius, of which each is compared with those around.
class GridApart final : public FrameSink {
 public:
  explicit GridApart(double radius) : size_(2 * radius) {}

  void take(const Frame& frame) override {
    const auto cell = [&](double at) { return static_cast<std::int64_t>(at / size_); };
    constexpr std::int64_t kRow = 1 << 11;
    std::vector<std::int64_t> first(static_cast<std::size_t>(kRow * kRow), -1);
    std::vector<std::int64_t> next(frame.places.size());
    const double least = size_ * size_ * (1 - 1e-12);
    std::int64_t overlaps = 0;
    for (std::size_t i = 0; i < frame.places.size(); ++i) {
      const Place& place = frame.places[i];
      const std::int64_t x = cell(place[0]) + 1, y = cell(place[1]) + 1;
      ASSERT_LT(x + 1, kRow);
      ASSERT_LT(y + 1, kRow);
      for (std::int64_t at = (y - 1) * kRow; at <= (y + 1) * kRow; at += kRow) {
        for (std::int64_t column = x - 1; column <= x + 1; ++column) {
          for (std::int64_t other = first[static_cast<std::size_t>(at + column)]; other >= 0;
               other = next[static_cast<std::size_t>(other)]) {
            const Place& there = frame.places[static_cast<std::size_t>(other)];
            const double dx = place[0] - there[0], dy = place[1] - there[1];
            overlaps += dx * dx + dy * dy < least ? 1 : 0;
          }
        }
      }
      std::int64_t& head = first[static_cast<std::size_t>(y * kRow + x)];
      next[i] = head;
      head = static_cast<std::int64_t>(i);
    }
    EXPECT_EQ(overlaps, 0) << "frame " << frame.number;
    ++frames;
  }
  int frames = 0;

 private:
  double size_;
};

TEST(ThoroughAgentOverlap, NeverAmongAMillionDiscs) {
  Options options;
  options.radius = 1;
  options.agents = 1'000'000;
  options.steps = 12;
  options.every = 4;
  options.step = 0.5;
  NoProgress progress;
  GridApart apart(options.radius);
  const Result result = simulate({{2840, 2840, 1}}, options, apart, progress);
  EXPECT_EQ(result.placed, options.agents);
  EXPECT_EQ(apart.frames, 4);
}

// The least distance of a place and the boxes of the voxels that are not free.
double distance_to_walls(const Place& place, const BitVolume& free, const Spacing& spacing,
                         int axes) {
  const Shape& shape = free.shape();
  double least = 1e300;
  for (std::int64_t z = 0; z < shape.depth; ++z) {
    for (std::int64_t y = 0; y < shape.height; ++y) {
      for (std::int64_t x = 0; x < shape.width; ++x) {
        if (test::voxel(free, x, y, z)) continue;
        const double box[3] = {static_cast<double>(x), static_cast<double>(y),
                               static_cast<double>(z)};
        const double sizes[3] = {spacing.x, spacing.y, spacing.z};
        double squares = 0;
        for (int i = 0; i < axes; ++i) {
          const double low = box[i] * sizes[i] - place[static_cast<std::size_t>(i)];
          const double high = place[static_cast<std::size_t>(i)] - (box[i] + 1) * sizes[i];
          const double d = std::max({low, high, 0.0});
          squares += d * d;
        }
        least = std::min(least, squares);
      }
    }
  }
  return std::sqrt(least);
}

void keep_clear(const Shape& shape, const Spacing& spacing, double radius, Clearance clearance) {
  const int axes = shape.depth == 1 ? 2 : 3;
  const BitVolume free = test::make_volume(
      shape, [&](auto x, auto y, auto z) { return (x * 7 + y * 13 + z * 5 + x * y) % 83 != 0; });
  Options options;
  options.spacing = spacing;
  options.radius = radius;
  options.agents = 60;
  options.steps = 60;
  options.every = 20;
  options.step = radius;
  options.clearance = clearance;
  const Simulated made = simulated({shape, &free, nullptr, nullptr, nullptr}, options);
  EXPECT_GT(made.result.placed, 20);
  EXPECT_GT(made.result.counts.refused_walls[1], 0);
  const double lengths[3] = {static_cast<double>(shape.width) * spacing.x,
                             static_cast<double>(shape.height) * spacing.y,
                             static_cast<double>(shape.depth) * spacing.z};
  const double keeps = clearance == Clearance::kDisc ? radius : 0;
  double nearest = 1e300;
  for (const KeptFrames::Kept& frame : made.frames) {
    for (const Place& place : frame.places) {
      for (int i = 0; i < axes; ++i) {
        EXPECT_GE(place[static_cast<std::size_t>(i)], keeps);
        EXPECT_LE(place[static_cast<std::size_t>(i)], lengths[i] - keeps);
      }
      nearest = std::min(nearest, distance_to_walls(place, free, spacing, axes));
    }
  }
  EXPECT_GE(nearest, keeps * (1 - 1e-12));
  EXPECT_LT(nearest, keeps + 1);  // and they come near
}

TEST(AgentWalls, DiscsKeepClear) {
  keep_clear({80, 70, 1}, {}, 1.7, Clearance::kDisc);
  keep_clear({80, 70, 1}, {0.5, 0.8, 1}, 1.3, Clearance::kDisc);
  keep_clear({80, 70, 1}, {}, 1.7, Clearance::kCentre);
}

TEST(AgentWalls, SpheresKeepClear) {
  keep_clear({30, 27, 25}, {}, 1, Clearance::kDisc);
  keep_clear({30, 27, 25}, {0.6, 0.9, 1.2}, 0.9, Clearance::kDisc);
  keep_clear({30, 27, 25}, {0.6, 0.9, 1.2}, 0.9, Clearance::kCentre);
}

}  // namespace
}  // namespace bitvox::agents
