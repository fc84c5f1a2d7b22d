// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "asked_progress.hpp"
#include "colour/assignment.hpp"
#include "colour/nearby.hpp"
#include "colour/tracks.hpp"
#include "core/random.hpp"
#include "test_volumes.hpp"

namespace bitvox::colour {
namespace {

struct Loss {
  std::size_t column;
  double loss;
};
using Rows = std::vector<std::vector<Loss>>;

// The least sum of losses, by trying everything.
double least_sum(const Rows& rows, double out, std::size_t row, std::vector<bool>& taken) {
  if (row == rows.size()) return 0;
  double least = out + least_sum(rows, out, row + 1, taken);
  for (const Loss& link : rows[row]) {
    if (taken[link.column]) continue;
    taken[link.column] = true;
    least = std::min(least, link.loss + least_sum(rows, out, row + 1, taken));
    taken[link.column] = false;
  }
  return least;
}

TEST(Assignment, HasTheLeastSum) {
  Random random(5);
  NoProgress progress;
  for (int round = 0; round < 3000; ++round) {
    const auto columns = static_cast<std::size_t>(1 + random.below(6));
    // Small whole numbers: many choices are equally good.
    const std::int64_t out = round % 2 == 0 ? 4 : 1000;
    Rows rows(static_cast<std::size_t>(random.below(7)));
    for (std::vector<Loss>& row : rows) {
      for (std::size_t column = 0; column < columns; ++column) {
        if (random.below(3) > 0) row.push_back({column, static_cast<double>(random.below(out))});
      }
    }
    const auto each_link = [&](std::size_t row, const auto& body) {
      for (const Loss& link : rows[row]) body(link.column, link.loss);
    };
    const std::vector<std::size_t> chosen =
        assign(rows.size(), columns, static_cast<double>(out), each_link, progress);
    std::vector<bool> taken(columns, false);
    double sum = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      sum += chosen[i] == kUnassigned ? static_cast<double>(out) : 0;
      if (chosen[i] == kUnassigned) continue;
      ASSERT_FALSE(taken[chosen[i]]);
      taken[chosen[i]] = true;
      const auto link = std::find_if(rows[i].begin(), rows[i].end(),
                                     [&](const Loss& loss) { return loss.column == chosen[i]; });
      ASSERT_NE(link, rows[i].end());
      sum += link->loss;
    }
    std::vector<bool> none(columns, false);
    ASSERT_EQ(sum, least_sum(rows, static_cast<double>(out), 0, none)) << round;
  }
}

// However many rows a path goes through.
TEST(Assignment, AsksAfterFewLinks) {
  std::int64_t links = 0;
  class Counting final : public Progress {
   public:
    explicit Counting(std::int64_t& links) : links_(links) {}
    void report(std::int64_t, std::int64_t) override {
      most = std::max(most, links_);
      links_ = 0;
    }
    std::int64_t most = 0;

   private:
    std::int64_t& links_;
  };
  Counting progress(links);
  constexpr std::size_t kColumns = 300;
  const auto each_link = [&](std::size_t row, const auto& body) {
    for (std::size_t column = 0; column < kColumns; ++column, ++links) {
      body(column, static_cast<double>((row * 7919 + column * 104729) % 1009));
    }
  };
  assign(2 * kColumns, kColumns, 1e4, each_link, progress);
  EXPECT_GT(progress.most, 0);
  EXPECT_LE(progress.most, 70'000);
}

TEST(Nearby, FindsAllThatAreNear) {
  Random random(2);
  for (const std::int64_t width : {0, 1, 100, 100'000}) {
    for (const std::int64_t count : {0, 1, 2, 500}) {
      std::vector<Place> places;
      for (std::int64_t i = 0; i < count; ++i) {
        places.push_back({static_cast<double>(random.below(width + 1)) - 50,
                          static_cast<double>(random.below(40))});
      }
      for (const double reach : {1e-9, 3.0, 20.0, 1e12}) {
        const Nearby nearby(places, reach);
        for (const Place at : {Place{0, 0}, Place{17, 20}, Place{-1e9, 3}, Place{30, 1e9}}) {
          std::vector<int> seen(places.size());
          nearby.each(at, reach, [&](std::size_t i) { ++seen[i]; });
          for (std::size_t i = 0; i < places.size(); ++i) {
            EXPECT_LE(seen[i], 1);
            const bool is_near = std::hypot(places[i].x - at.x, places[i].y - at.y) <= reach;
            EXPECT_GE(seen[i], is_near ? 1 : 0);
          }
        }
      }
    }
  }
}

// Looking about in many cells is for those that are near alone.
TEST(Nearby, LooksAtFewOfMany) {
  Random random(4);
  std::vector<Place> places;
  for (int i = 0; i < 100'000; ++i) {
    places.push_back(
        {static_cast<double>(random.below(1000)), static_cast<double>(random.below(1000))});
  }
  const Nearby nearby(places, 5);
  int seen = 0;
  nearby.each({500, 500}, 5, [&](std::size_t) { ++seen; });
  EXPECT_LT(seen, 60);  // 22 are in 15 x 15
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

// Places in noise: far more pairs than memory could hold.
TEST(Tracks, OfVeryManyCanBeStopped) {
  Random random(6);
  std::vector<Detection> seen;
  for (std::int64_t frame = 0; frame < 2; ++frame) {
    for (int i = 0; i < 150'000; ++i) {
      seen.push_back({frame, static_cast<double>(random.below(100'000)) / 70,
                      static_cast<double>(random.below(100'000)) / 100});
    }
  }
  test::AskedProgress asked(100);
  EXPECT_THROW(linked(seen, TrackRule{1e6, 0}, asked), Cancelled);
}

TEST(Tracks, CanBeStopped) {
  std::vector<Detection> seen;
  for (std::int64_t frame = 0; frame < 10; ++frame) seen.push_back({frame, 0, 0});
  test::CancelAfter cancel(3);
  EXPECT_THROW(linked(seen, TrackRule{1, 0}, cancel), Cancelled);
}

}  // namespace
}  // namespace bitvox::colour
