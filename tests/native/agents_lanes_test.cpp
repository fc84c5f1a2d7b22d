// SPDX-License-Identifier: BSD-2-Clause
// What threads of the GPU do, done on the CPU one after the other, gives the CPU's tracks.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "agents_engines.hpp"
#include "core/random.hpp"
#include "ops/agents/agent_lanes.hpp"
#include "ops/agents/agent_start.hpp"
#include "test_volumes.hpp"

namespace bitvox::agents {
namespace {

template <int kAxes>
struct HostCells {
  explicit HostCells(const std::array<std::int64_t, kAxes>& sides)
      : taken(static_cast<std::size_t>(Cells<kAxes>::words(sides))),
        agents(taken.size() * Cells<kAxes>::kOfWord),
        cells(sides, taken.data(), agents.data()) {}
  std::vector<std::uint32_t> taken;
  std::vector<std::int32_t> agents;
  Cells<kAxes> cells;
};

template <int kAxes>
Point<kAxes> corner_of(const std::array<std::int64_t, kAxes>& cell) {
  Point<kAxes> point;
  for (std::size_t i = 0; i < kAxes; ++i) {
    point.at[i] = static_cast<std::int32_t>(cell[i]) * kSide<kAxes>;
  }
  return point;
}

// each(cell) for all of a box.
template <int kAxes, class Each>
void for_cells(const std::array<std::int64_t, kAxes>& from,
               const std::array<std::int64_t, kAxes>& end, const Each& each) {
  std::array<std::int64_t, kAxes> cell = from;
  for (;;) {
    each(cell);
    std::size_t axis = 0;
    while (++cell[axis] == end[axis]) {
      cell[axis] = from[axis];
      if (++axis == kAxes) return;
    }
  }
}

// Lists of who is around all cells, against a plain array of cells.
template <int kAxes, int kCells>
void test_around(const std::array<std::int64_t, kAxes>& sides) {
  HostCells<kAxes> grid(sides);
  std::int64_t count = 1;
  for (const std::int64_t side : sides) count *= side;
  std::vector<std::int32_t> plain(static_cast<std::size_t>(count), -1);
  const auto place = [&](const std::array<std::int64_t, kAxes>& cell) {
    std::int64_t at = 0;
    for (std::size_t i = kAxes; i-- > 0;) at = at * sides[i] + cell[i];
    return static_cast<std::size_t>(at);
  };
  Random random(7);
  for (int round = 0; round < 3; ++round) {  // in which some are taken and some left
    for_cells<kAxes>({}, sides, [&](const auto& cell) {
      std::int32_t& who = plain[place(cell)];
      if (random.below(3) != 0) return;
      if (who >= 0) {
        grid.cells.leave(corner_of<kAxes>(cell));
        who = -1;
      } else {
        who = static_cast<std::int32_t>(place(cell)) + round;
        grid.cells.take(corner_of<kAxes>(cell), who);
      }
    });
  }
  for_cells<kAxes>({}, sides, [&](const auto& cell) {
    std::vector<std::int32_t> expected;
    std::array<std::int64_t, kAxes> from = cell;
    std::array<std::int64_t, kAxes> end = cell;
    for (std::size_t i = 0; i < kAxes; ++i) {
      from[i] = std::max<std::int64_t>(0, cell[i] - kCells);
      end[i] = std::min(sides[i], cell[i] + kCells + 1);
    }
    for_cells<kAxes>(from, end, [&](const auto& other) {
      if (plain[place(other)] >= 0) expected.push_back(plain[place(other)]);
    });
    std::vector<std::int32_t> found;
    const Around<kAxes, kCells> around(grid.cells, corner_of<kAxes>(cell));
    for (int chunk = 0; chunk < around.kChunks; ++chunk) {
      for (std::uint32_t left = around.taken(chunk); left != 0; left &= left - 1) {
        found.push_back(around.agent(chunk, lowest_bit(left)));
      }
    }
    ASSERT_EQ(found, expected);
  });
}

TEST(AgentsCells, WhoIsAround) {
  test_around<2, kAround>({1, 1});
  test_around<2, kAround>({70, 19});
  test_around<2, kAroundBirth<2>>({49, 23});
  test_around<3, kAround>({30, 7, 9});
  test_around<3, kAroundBirth<3>>({25, 6, 11});
}

// One thread after the other, pass after pass.
template <int kAxes, int kLanes>
class OneByOne final : public Engine<kAxes> {
 public:
  OneByOne(const Ground<kAxes>& ground, const std::vector<Point<kAxes>>& starts)
      : rules_(ground.rules()), grid_(ground.cells()) {
    for (const Point<kAxes>& start : starts) {
      grow();
      begin_at(crew(), grid_.cells, count() - 1, count(), start);
    }
  }

  void advance(std::int64_t first, std::int64_t steps, Family& family, Tally& tally,
               Progress&) override {
    for (std::int64_t step = first; step < first + steps; ++step) {
      for (std::int32_t part = 0; part < rules_.parts; ++part) {
        for (std::int32_t i = 0; i < count(); ++i) ask_as_they_move(i, step, part);
        decide_all<kAround>(step);
        for (const Verdict verdict : verdicts_) tally.add(verdict);
      }
      if (rules_.divides > 0) make_births(step, family);
    }
  }

  void list_places(const std::vector<std::int32_t>& positions, std::vector<Point<kAxes>>& to,
                   Progress&) const override {
    for (std::int32_t i = 0; i < count(); ++i) {
      const auto id = static_cast<std::size_t>(ids_[static_cast<std::size_t>(i)]);
      to[static_cast<std::size_t>(positions[id])] = place_of(crew(), i);
    }
  }

 private:
  std::int32_t count() const { return static_cast<std::int32_t>(ids_.size()); }
  void grow() {
    records_.emplace_back();
    ids_.emplace_back();
    memories_.emplace_back();
    moves_.emplace_back();
    verdicts_.emplace_back();
  }
  Crew<kAxes> crew() const {
    return {records_.data(), ids_.data(), memories_.data(), moves_.data(), verdicts_.data()};
  }

  void ask_as_they_move(std::int32_t i, std::int64_t step, std::int32_t part) {
    switch (rules_.motion) {
      case Motion::kRandom:
        return ask<Motion::kRandom>(crew(), grid_.cells, rules_, i, step, part);
      case Motion::kPersistent:
        return ask<Motion::kPersistent>(crew(), grid_.cells, rules_, i, step, part);
      case Motion::kGoals:
        return ask<Motion::kGoals>(crew(), grid_.cells, rules_, i, step, part);
      case Motion::kField:
        return ask<Motion::kField>(crew(), grid_.cells, rules_, i, step, part);
    }
  }
  template <int kCells>
  void decide_all(std::int64_t step) {
    for (std::int32_t i = 0; i < count(); ++i) {
      Verdict& verdict = verdicts_[static_cast<std::size_t>(i)];
      if (verdict != Verdict::kAsks) continue;
      bool place = false;
      bool request = false;
      for (int lane = 0; lane < kLanes; ++lane) {
        const Found found = look<kCells, kLanes>(crew(), grid_.cells, rules_.seed, step, i, lane);
        place |= found.place;
        request |= found.request;
      }
      verdict = verdict_of(place, request);
    }
  }
  void make_births(std::int64_t step, Family& family) {
    for (std::int32_t i = 0; i < count(); ++i) {
      ask_for_daughter(crew(), grid_.cells, rules_, i, step);
    }
    decide_all<kAroundBirth<kAxes>>(step);
    std::vector<Mother> mothers;
    for (std::int32_t i = count(); i-- > 0;) {
      Verdict& verdict = verdicts_[static_cast<std::size_t>(i)];
      if (verdict != Verdict::kAccepted) continue;
      mothers.push_back({ids_[static_cast<std::size_t>(i)], i, 0});
      verdict = Verdict::kNone;
    }
    family.divide(mothers);
    for (const Mother& mother : mothers) {
      grow();
      divide(crew(), grid_.cells, mother, count() - 1);
    }
  }

  const Rules<kAxes>& rules_;
  HostCells<kAxes> grid_;
  // Crews have pointers to what changes.
  mutable std::vector<Record<kAxes>> records_;
  mutable std::vector<std::int32_t> ids_;
  mutable std::vector<std::int32_t> memories_;
  mutable std::vector<Point<kAxes>> moves_;
  mutable std::vector<Verdict> verdicts_;
};

template <int kAxes, int kLanes>
void test_lanes(const Arena& arena, Options options) {
  NoProgress quiet;
  const Ground<kAxes> ground(arena, options, 1, quiet);
  const auto starts = random_starts(ground, options.agents, 1, 1, quiet);
  OneByOne<kAxes, kLanes> lanes(ground, starts);
  expect_the_cpus_tracks(ground, starts, lanes,
                         std::vector<std::int64_t>(static_cast<std::size_t>(options.steps), 1));
  EXPECT_GT(std::ssize(starts), 100);
}

Options options_of(Motion motion, double step) {
  Options options;
  options.radius = 2.5;
  options.agents = 1500;
  options.steps = 12;
  options.motion = motion;
  options.step = step;
  options.wander = 0.3;
  return options;
}

TEST(AgentsLanes, TracksOfDiscs) {
  const Shape shape{300, 260, 1};
  const BitVolume free = test::make_volume(
      shape, [](auto x, auto y, auto) { return x / 30 % 4 != 1 || y / 30 % 3 != 1; });
  const std::vector<Place> goals{{20, 20, 0}, {250, 200, 0}, {30, 220, 0}};
  const Arena arena{shape, &free, nullptr, &goals, nullptr};
  test_lanes<2, 1>(arena, options_of(Motion::kRandom, 1.3));
  test_lanes<2, 8>(arena, options_of(Motion::kPersistent, 1.3));
  test_lanes<2, 4>(arena, options_of(Motion::kGoals, 6));
  test_lanes<2, 32>({shape}, options_of(Motion::kRandom, 5));
  Options dividing = options_of(Motion::kRandom, 1);
  dividing.agents = 500;
  dividing.divide = 5;
  test_lanes<2, 1>(arena, dividing);
}

TEST(AgentsLanes, TracksOfSpheres) {
  const Shape shape{60, 50, 60};
  test_lanes<3, 1>({shape}, options_of(Motion::kRandom, 0.4));
  test_lanes<3, 8>({shape}, options_of(Motion::kPersistent, 3));
  Options dividing = options_of(Motion::kRandom, 0.4);
  dividing.agents = 300;
  dividing.divide = 5;
  test_lanes<3, 4>({shape}, dividing);
}

}  // namespace
}  // namespace bitvox::agents
