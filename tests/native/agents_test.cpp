// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include <numbers>
#include <numeric>
#include <string>

#include "agents_reference.hpp"
#include "agents_runs.hpp"
#include "core/volumes/grey_volume.hpp"
#include "test_volumes.hpp"

namespace bitvox::agents {
namespace {

// A case that is compared with all pairs.
struct Case {
  std::string name;
  Shape shape;
  Options options;
  bool walls = false;
};

void PrintTo(const Case& tested, std::ostream* out) { *out << tested.name; }

BitVolume with_walls(const Shape& shape) {
  return test::make_volume(shape, [&](std::int64_t x, std::int64_t y, std::int64_t z) {
    return (x / 9 + y / 11 + z / 7) % 7 != 0 || x % 9 > 5;
  });
}

GreyVolume whirl(const Shape& shape) {
  const std::int64_t channels = 3;
  GreyVolume field({shape.width, shape.height, shape.depth * channels}, PixelType::kFloat32);
  for (std::int64_t z = 0; z < shape.depth; ++z) {
    for (std::int64_t y = 0; y < shape.height; ++y) {
      for (std::int64_t x = 0; x < shape.width; ++x) {
        const double vector[3] = {0.5 * static_cast<double>(shape.height) - static_cast<double>(y),
                                  static_cast<double>(x) - 0.5 * static_cast<double>(shape.width),
                                  static_cast<double>(z % 5)};
        for (std::int64_t c = 0; c < channels; ++c) {
          field.data<float>()[((z * channels + c) * shape.height + y) * shape.width + x] =
              static_cast<float>(vector[c]);
        }
      }
    }
  }
  return field;
}

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const bool in_space : {false, true}) {
    Options options;
    options.steps = 21;
    options.every = 3;
    options.agents = 120;
    options.radius = 2.4;
    options.step = 1.1;
    options.seed = 11;
    if (in_space) options.spacing = {1, 0.8, 1.3};
    const Shape shape = in_space ? Shape{26, 31, 22} : Shape{90, 77, 1};
    const auto add = [&](const std::string& name, const auto& change, bool walls = false) {
      Case made{name + (in_space ? "Spheres" : "Discs"), shape, options, walls};
      change(made.options);
      all.push_back(made);
    };
    add("Random", [](Options&) {});
    add("Persistent", [](Options& o) { o.motion = Motion::kPersistent, o.persistence = 4; });
    add("Goals", [](Options& o) { o.motion = Motion::kGoals, o.wander = 0.25; });
    add("Field", [](Options& o) { o.motion = Motion::kField, o.wander = 0.5; });
    add("Parts", [](Options& o) { o.step = 9.5; });
    add("PersistentParts", [](Options& o) { o.motion = Motion::kPersistent, o.step = 7; });
    add("Divide", [](Options& o) { o.divide = 6, o.agents = 30; });
    add("DivideParts", [](Options& o) {
      o.divide = 3, o.agents = 30, o.step = 6, o.motion = Motion::kPersistent;
    });
    add(
        "Walls", [](Options& o) { o.radius = 1.2; }, true);
    add(
        "CentreWalls",
        [](Options& o) { o.clearance = Clearance::kCentre, o.divide = 9, o.radius = 1.6; }, true);
  }
  return all;
}

class AgentsCase : public testing::TestWithParam<Case> {
 protected:
  AgentsCase() : walls_(with_walls(GetParam().shape)), field_(whirl(GetParam().shape)) {
    const Shape& shape = GetParam().shape;
    arena_.shape = shape;
    if (GetParam().walls) arena_.free = &walls_;
    const auto width = static_cast<double>(shape.width);
    goals_ = {{0.1 * width, 5, 5}, {0.9 * width, 20, 9}, {0.5 * width, 12, 3}};
    arena_.goals = &goals_;
    arena_.field = &field_;
  }

  template <int kAxes>
  void compare() {
    const Options& options = GetParam().options;
    const Simulated made = simulated(arena_, options);
    NoProgress progress;
    const Ground<kAxes> ground(arena_, options, 1, progress);
    AllPairs<kAxes> pairs(ground.rules(), random_starts(ground, options.agents, 11, 2, progress));
    ASSERT_EQ(made.result.placed, std::ssize(pairs.ones));
    ASSERT_EQ(std::ssize(made.frames), options.frames());
    for (const KeptFrames::Kept& frame : made.frames) {
      ASSERT_EQ(frame.ids.size(), pairs.ones.size()) << "step " << frame.step;
      for (std::size_t i = 0; i < frame.ids.size(); ++i) {
        ASSERT_EQ(frame.ids[i], pairs.ones[i].id) << "step " << frame.step;
        ASSERT_EQ(frame.places[i], ground.place_of(pairs.ones[i].place))
            << "id " << frame.ids[i] << ", step " << frame.step;
      }
      for (std::int64_t step = frame.step; step < frame.step + options.every; ++step) {
        if (step < options.steps) pairs.step(step);
      }
    }
    const Counts& counts = made.result.counts;
    const auto total = [](const std::vector<std::int64_t>& column) {
      return std::accumulate(column.begin(), column.end(), std::int64_t{0});
    };
    EXPECT_EQ(total(counts.asked), pairs.asked);
    EXPECT_EQ(total(counts.refused_walls), pairs.walls);
    EXPECT_EQ(total(counts.refused_places), pairs.places);
    EXPECT_EQ(total(counts.refused_requests), pairs.requests);
    EXPECT_EQ(total(counts.divisions), pairs.divisions);
    EXPECT_GT(pairs.places, 0);  // else the case shows nothing
    EXPECT_GT(pairs.requests, 0);
    if (options.divide > 0) {
      EXPECT_GT(pairs.divisions, 0);
    }
  }

  Arena arena_;
  BitVolume walls_;
  GreyVolume field_;
  std::vector<Place> goals_;
};

TEST_P(AgentsCase, IsWhatAllPairsGive) {
  if (GetParam().shape.depth == 1) {
    compare<2>();
  } else {
    compare<3>();
  }
}

TEST_P(AgentsCase, SameForThreadsAndStrips) {
  Options options = GetParam().options;
  const test::Bits expected = simulated(arena_, options).bits();
  for (const int strips : {1, 2, 3, 4, 5, 6, 7, 1024}) {
    options.strips = strips;
    options.threads = strips == 5 ? 2 : strips == 1024 ? 3 : strips;
    EXPECT_TRUE(simulated(arena_, options).bits() == expected) << strips << " strips";
  }
}

INSTANTIATE_TEST_SUITE_P(Agents, AgentsCase, testing::ValuesIn(cases()),
                         [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace bitvox::agents
