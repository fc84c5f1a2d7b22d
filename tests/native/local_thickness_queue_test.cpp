// SPDX-License-Identifier: BSD-2-Clause
#include "ops/local_thickness/local_thickness_queue.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <random>
#include <vector>

#include "core/threads/parallel.hpp"

namespace bitvox::local_thickness {
namespace {

using Square = std::uint32_t;

bool reaches(std::int64_t dx, std::int64_t dy, std::int64_t dz, Square square) {
  return dx * dx + dy * dy + dz * dz < static_cast<std::int64_t>(square);
}

// Four tiles in a row, each with some balls.
struct Lists {
  Lists() {
    std::mt19937 random(3);
    const auto below = [&](std::uint32_t end) { return static_cast<std::uint8_t>(random() % end); };
    for (auto& list : lists) {
      for (int i = 0; i < 500; ++i) {
        list.push_back(
            {static_cast<Square>(1 + random() % 20000), below(64), below(50), below(40)});
      }
      std::sort(list.begin(), list.end(),
                [](const auto& a, const auto& b) { return a.square > b.square; });
    }
  }

  BallQueue<Square> queue_at(std::int64_t tile) const {
    BallQueue<Square> queue;
    queue.clear(grid.box(tile));
    for (std::size_t i = 0; i < lists.size(); ++i) queue.add(static_cast<int>(i), lists[i]);
    queue.start();
    return queue;
  }

  const TileGrid grid{{256, 50, 40}, false};
  std::vector<std::vector<Centre<Square>>> lists{4};
};

TEST(BallQueueTest, HandsOutTheLargestBallsFirstAndNeverMoreThanAskedFor) {
  const Lists all;
  const LocalBox open{10, 20, 0, 49, 3, 5};  // of tile 1
  std::vector<Square> expected;
  for (std::size_t tile = 0; tile < all.lists.size(); ++tile) {
    for (const Centre<Square>& centre : all.lists[tile]) {
      const std::int64_t x = static_cast<std::int64_t>(tile) * 64 - 64 + centre.x;
      if (reaches(gap(x, x, open.x0, open.x1), gap(centre.y, centre.y, open.y0, open.y1),
                  gap(centre.z, centre.z, open.z0, open.z1), centre.square)) {
        expected.push_back(centre.square);
      }
    }
  }
  std::sort(expected.begin(), expected.end(), std::greater<>());
  ASSERT_GT(expected.size(), 100U);
  for (const std::size_t most : {1U, 7U, 5000U}) {
    BallQueue<Square> queue = all.queue_at(1);
    std::vector<Square> handed_out;
    std::vector<Ball<Square>> balls;
    while (!queue.empty()) {
      queue.take(most, all.grid, open, reaches, balls);
      ASSERT_LE(balls.size(), most);
      for (const Ball<Square>& ball : balls) handed_out.push_back(ball.square);
    }
    EXPECT_EQ(handed_out, expected) << most;
  }
}

TEST(BallQueueTest, AsksWhetherToStop) {
  const Lists all;
  NoProgress progress;
  run_team(1, 1, progress, [&](Team& team, int) {
    BallQueue<Square> queue = all.queue_at(0);
    std::vector<Ball<Square>> balls;
    queue.take(10, all.grid, {0, 63, 0, 49, 0, 39}, reaches, balls);
    EXPECT_EQ(balls.size(), 10U);
    team.stop();
    EXPECT_THROW(queue.take(10, all.grid, {0, 63, 0, 49, 0, 39}, reaches, balls), Cancelled);
  });
}

}  // namespace
}  // namespace bitvox::local_thickness
