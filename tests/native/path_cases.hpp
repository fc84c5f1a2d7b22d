// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "paths/path_grid.hpp"
#include "paths/path_sum.hpp"
#include "test_volumes.hpp"

// Volumes to find paths in, and their sums by Dijkstra's method with a heap.
namespace bitvox::paths {

template <class Word, class Cost>
struct Case {
  Grid grid;
  Sum<Word, Cost> sum;
  std::vector<Cost> costs;
  std::vector<Word> words;  // of the seeds
};

// Sums in 64 bits, those from kLimit of the words on are far.
template <class Word, class Cost>
std::vector<Word> by_dijkstra(const Case<Word, Cost>& c) {
  using Item = std::pair<std::uint64_t, std::int64_t>;
  const Shape& shape = c.grid.shape;
  std::vector<std::uint64_t> sums(c.words.size(), kFar<std::uint64_t>);
  std::priority_queue<Item, std::vector<Item>, std::greater<>> heap;
  const auto reach = [&](std::int64_t voxel, std::uint64_t sum) {
    std::uint64_t& known = sums[static_cast<std::size_t>(voxel)];
    if (sum >= known || sum >= kLimit<Word>) return;
    known = sum;
    heap.push({sum, voxel});
  };
  for (std::size_t i = 0; i < c.words.size(); ++i) {
    if (c.words[i] != kFar<Word>) reach(static_cast<std::int64_t>(i), c.words[i]);
  }
  while (!heap.empty()) {
    const auto [sum, voxel] = heap.top();
    heap.pop();
    if (sum != sums[static_cast<std::size_t>(voxel)]) continue;
    const std::int64_t x = voxel % shape.width;
    const std::int64_t y = voxel / shape.width % shape.height;
    const std::int64_t z = voxel / shape.width / shape.height;
    for (int i = 0; i < 27; ++i) {
      const int dx = i % 3 - 1, dy = i / 3 % 3 - 1, dz = i / 9 - 1;
      const unsigned code = step_code(dx, dy, dz);
      if (!c.grid.goes(code)) continue;
      if (x + dx < 0 || x + dx >= shape.width || y + dy < 0 || y + dy >= shape.height ||
          z + dz < 0 || z + dz >= shape.depth) {
        continue;
      }
      const std::int64_t to = voxel + (dz * shape.height + dy) * shape.width + dx;
      const Cost cost = c.costs[static_cast<std::size_t>(to)];
      if (cost == kWall<Cost>) continue;
      reach(to, sum + (std::uint64_t{cost} * c.grid.steps[code] << c.sum.shift));
    }
  }
  std::vector<Word> words;
  words.reserve(sums.size());
  for (const std::uint64_t sum : sums) {
    words.push_back(sum == kFar<std::uint64_t> ? kFar<Word> : static_cast<Word>(sum));
  }
  return words;
}

struct Look {
  Shape shape;
  Neighbours neighbours = Neighbours::kFaces;
  std::array<std::uint32_t, kStepCodes> steps{0, 3, 3, 4, 3, 4, 4, 5};
  int seeds = 1;
  int label_bits = 0;
  double walls = 0.2;
  double zeros = 0.1;
  std::int64_t most = 0;  // the largest cost; 0: the largest that there is
};

template <class Word, class Cost>
Case<Word, Cost> random_case(const Look& look, std::uint64_t seed) {
  test::Random random(seed);
  Case<Word, Cost> c;
  c.grid = {look.shape, look.neighbours, look.steps};
  c.sum.shift = look.label_bits;
  const auto count = static_cast<std::size_t>(c.grid.voxels());
  const std::int64_t most = look.most != 0 ? look.most : kWall<Cost> - 1;
  for (std::size_t i = 0; i < count; ++i) {
    const auto cost = static_cast<Cost>(1 + random.below(most));
    c.costs.push_back(random.chance(look.walls)   ? kWall<Cost>
                      : random.chance(look.zeros) ? Cost{0}
                                                  : cost);
  }
  c.words.assign(count, kFar<Word>);
  for (int i = 0; i < look.seeds; ++i) {
    const auto voxel = static_cast<std::size_t>(random.below(c.grid.voxels()));
    if (c.costs[voxel] != kWall<Cost>) c.words[voxel] = static_cast<Word>(i);
  }
  return c;
}

// The open voxels of a maze, dug depth-first between walls of one voxel; some walls are opened.
inline std::vector<bool> maze(const Shape& shape, double opened, test::Random& random) {
  const auto place = [&](std::int64_t x, std::int64_t y, std::int64_t z) {
    return static_cast<std::size_t>((z * shape.height + y) * shape.width + x);
  };
  std::vector<bool> open(static_cast<std::size_t>(shape.voxel_count()));
  std::vector<std::array<std::int64_t, 3>> way{{0, 0, 0}};
  open[0] = true;
  while (!way.empty()) {
    const auto [x, y, z] = way.back();
    std::vector<std::array<std::int64_t, 3>> steps;
    for (const auto& [dx, dy, dz] : {std::array<std::int64_t, 3>{1, 0, 0},
                                     {-1, 0, 0},
                                     {0, 1, 0},
                                     {0, -1, 0},
                                     {0, 0, 1},
                                     {0, 0, -1}}) {
      const std::int64_t to_x = x + 2 * dx, to_y = y + 2 * dy, to_z = z + 2 * dz;
      if (to_x >= 0 && to_x < shape.width && to_y >= 0 && to_y < shape.height && to_z >= 0 &&
          to_z < shape.depth && !open[place(to_x, to_y, to_z)]) {
        steps.push_back({dx, dy, dz});
      }
    }
    if (steps.empty()) {
      way.pop_back();
      continue;
    }
    const auto& [dx, dy, dz] = steps[static_cast<std::size_t>(random.below(std::ssize(steps)))];
    open[place(x + dx, y + dy, z + dz)] = true;
    open[place(x + 2 * dx, y + 2 * dy, z + 2 * dz)] = true;
    way.push_back({x + 2 * dx, y + 2 * dy, z + 2 * dz});
  }
  for (std::size_t i = 0; i < open.size(); ++i) {
    if (random.chance(opened)) open[i] = true;
  }
  return open;
}

template <class Word, class Cost>
Case<Word, Cost> maze_case(const Look& look, double opened, std::uint64_t seed) {
  test::Random random(seed);
  const std::vector<bool> open = maze(look.shape, opened, random);
  Look without_walls = look;
  without_walls.walls = 0;
  auto c = random_case<Word, Cost>(without_walls, seed + 1);
  for (std::size_t i = 0; i < open.size(); ++i) {
    if (open[i]) continue;
    c.costs[i] = kWall<Cost>;
    c.words[i] = kFar<Word>;
  }
  return c;
}

}  // namespace bitvox::paths
