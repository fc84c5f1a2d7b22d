// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <queue>
#include <tuple>
#include <vector>

#include "core/volumes/shape.hpp"

// Dijkstra's method with a heap over (sum, steps, voxel before), written from the definition alone.
namespace bitvox::test {

struct ReferencePaths {
  std::vector<std::int64_t> sums;    // -1: not reached
  std::vector<std::int64_t> before;  // -1: the root
};

// Costs below 0 are walls. The length of a step along some axes is lengths[dx + 2 dy + 4 dz].
inline ReferencePaths reference_paths(const Shape& shape, const std::vector<std::int64_t>& costs,
                                      std::int64_t root, int most_axes,
                                      const std::vector<std::int64_t>& lengths) {
  using Entry = std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  ReferencePaths found{std::vector<std::int64_t>(costs.size(), -1),
                       std::vector<std::int64_t>(costs.size(), -1)};
  if (costs[static_cast<std::size_t>(root)] >= 0) queue.push({0, 0, -1, root});
  while (!queue.empty()) {
    const auto [sum, steps, before, voxel] = queue.top();
    queue.pop();
    const auto at = static_cast<std::size_t>(voxel);
    if (found.sums[at] >= 0) continue;
    found.sums[at] = sum;
    found.before[at] = before;
    const std::int64_t x = voxel % shape.width, y = voxel / shape.width % shape.height;
    const std::int64_t z = voxel / shape.width / shape.height;
    for (std::int64_t w = std::max<std::int64_t>(0, z - 1); w <= z + 1 && w < shape.depth; ++w) {
      for (std::int64_t v = std::max<std::int64_t>(0, y - 1); v <= y + 1 && v < shape.height; ++v) {
        for (std::int64_t u = std::max<std::int64_t>(0, x - 1); u <= x + 1 && u < shape.width;
             ++u) {
          const std::int64_t to = u + shape.width * (v + shape.height * w);
          const std::int64_t cost = costs[static_cast<std::size_t>(to)];
          const bool dx = u != x, dy = v != y, dz = w != z;
          if (to == voxel || dx + dy + dz > most_axes || cost < 0) continue;
          const auto kind = static_cast<std::size_t>(dx + 2 * dy + 4 * dz);
          queue.push({sum + cost * lengths[kind], steps + 1, voxel, to});
        }
      }
    }
  }
  return found;
}

inline std::vector<std::int64_t> reference_path(const ReferencePaths& paths, std::int64_t end) {
  std::vector<std::int64_t> path;
  if (paths.sums[static_cast<std::size_t>(end)] < 0) return path;
  for (std::int64_t at = end; at >= 0; at = paths.before[static_cast<std::size_t>(at)]) {
    path.push_back(at);
  }
  std::reverse(path.begin(), path.end());
  return path;
}

}  // namespace bitvox::test
