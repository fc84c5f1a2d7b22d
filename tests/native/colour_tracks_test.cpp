// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "colour/assignment.hpp"
#include "colour/tracks.hpp"
#include "core/random.hpp"
#include "test_volumes.hpp"

namespace bitvox::colour {
namespace {

// The largest sum of gains, by trying everything.
double best_sum(const std::vector<std::vector<Gain>>& rows, std::size_t row,
                std::vector<bool>& taken) {
  if (row == rows.size()) return 0;
  double best = best_sum(rows, row + 1, taken);
  for (const Gain& link : rows[row]) {
    if (taken[link.column]) continue;
    taken[link.column] = true;
    best = std::max(best, link.gain + best_sum(rows, row + 1, taken));
    taken[link.column] = false;
  }
  return best;
}

TEST(Assignment, HasTheLargestSum) {
  Random random(5);
  NoProgress progress;
  for (int round = 0; round < 3000; ++round) {
    const auto columns = static_cast<std::size_t>(1 + random.below(6));
    std::vector<std::vector<Gain>> rows(static_cast<std::size_t>(random.below(7)));
    for (std::vector<Gain>& row : rows) {
      for (std::size_t column = 0; column < columns; ++column) {
        // Small whole numbers: many choices are equally good.
        if (random.below(3) > 0) {
          row.push_back({column, static_cast<double>(1 + random.below(round % 2 == 0 ? 4 : 1000))});
        }
      }
    }
    const std::vector<std::size_t> chosen = assign(rows, columns, progress);
    std::vector<bool> taken(columns, false);
    double sum = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (chosen[i] == kUnassigned) continue;
      ASSERT_FALSE(taken[chosen[i]]);
      taken[chosen[i]] = true;
      const auto link = std::find_if(rows[i].begin(), rows[i].end(),
                                     [&](const Gain& gain) { return gain.column == chosen[i]; });
      ASSERT_NE(link, rows[i].end());
      sum += link->gain;
    }
    std::vector<bool> none(columns, false);
    ASSERT_EQ(sum, best_sum(rows, 0, none)) << round;
  }
}

// The number of the track of each detection, frame after frame.
std::vector<std::int64_t> linked(const std::vector<Detection>& detections, const TrackRule& rule,
                                 Progress& progress) {
  TrackLinker linker(rule);
  std::vector<std::int64_t> numbers;
  for (auto begin = detections.begin(); begin != detections.end();) {
    const auto end = std::find_if(begin, detections.end(), [&](const Detection& detection) {
      return detection.frame != begin->frame;
    });
    const std::vector<std::int64_t> of_frame = linker.add_frame({begin, end}, progress);
    numbers.insert(numbers.end(), of_frame.begin(), of_frame.end());
    begin = end;
  }
  return numbers;
}

std::vector<std::int64_t> linked(const std::vector<Detection>& detections, double gate,
                                 std::int64_t gaps = 0) {
  NoProgress progress;
  return linked(detections, TrackRule{gate, gaps}, progress);
}
using Numbers = std::vector<std::int64_t>;

TEST(Tracks, FollowWhatMoves) {
  EXPECT_EQ(linked({}, 5), Numbers{});
  EXPECT_EQ(linked({{0, 0, 0}, {0, 100, 0}, {1, 99, 1}, {1, 1, 1}}, 5), (Numbers{0, 1, 1, 0}));
  // What is as far as the gate is another.
  EXPECT_EQ(linked({{0, 0, 0}, {1, 3, 4}}, 5), (Numbers{0, 1}));
  EXPECT_EQ(linked({{0, 0, 0}, {1, 3, 3.99}}, 5), (Numbers{0, 0}));
}

TEST(Tracks, TakeTheBestOfAllLinksTogether) {
  // The nearest of the first is what the second alone can reach.
  EXPECT_EQ(linked({{0, 0, 0}, {0, 6, 0}, {1, 2, 0}, {1, -3, 0}}, 5), (Numbers{0, 1, 1, 0}));
}

TEST(Tracks, BridgeGaps) {
  const std::vector<Detection> seen{{0, 0, 0}, {3, 2, 0}, {7, 3, 0}};
  EXPECT_EQ(linked(seen, 5, 1), (Numbers{0, 1, 2}));
  EXPECT_EQ(linked(seen, 5, 2), (Numbers{0, 0, 1}));
  EXPECT_EQ(linked(seen, 5, 3), (Numbers{0, 0, 0}));
}

TEST(Tracks, OfManyWalkersAreKept) {
  Random random(3);
  std::vector<Detection> seen;
  std::vector<std::int64_t> truth;
  for (std::int64_t frame = 0; frame < 50; ++frame) {
    std::vector<std::int64_t> order(400);  // in any order, on a grid of 10 with steps of 2 at most
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::int64_t>(i);
    for (std::size_t i = order.size() - 1; frame > 0 && i > 0; --i) {
      std::swap(order[i],
                order[static_cast<std::size_t>(random.below(static_cast<std::int64_t>(i) + 1))]);
    }
    for (const std::int64_t walker : order) {
      seen.push_back(
          {frame, static_cast<double>(walker % 20) * 10 + static_cast<double>(random.below(3)),
           static_cast<double>(walker / 20) * 10 + static_cast<double>(random.below(3))});
      truth.push_back(walker);
    }
  }
  EXPECT_EQ(linked(seen, 4, 0), truth);
}

TEST(Tracks, CanBeStopped) {
  std::vector<Detection> seen;
  for (std::int64_t frame = 0; frame < 10; ++frame) seen.push_back({frame, 0, 0});
  test::CancelAfter cancel(3);
  EXPECT_THROW(linked(seen, TrackRule{1, 0}, cancel), Cancelled);
}

}  // namespace
}  // namespace bitvox::colour
