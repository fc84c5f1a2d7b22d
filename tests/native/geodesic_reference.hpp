// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "collect_slices.hpp"
#include "grey_test_volumes.hpp"
#include "ops/geodesic/geodesic.hpp"

// Dijkstra's method with a heap, written from the definition alone.
namespace bitvox::test {

struct ReferenceDistances {
  std::vector<std::int64_t> sums;  // -1: not reached
  std::vector<int> labels;
};

// Costs below 0 are walls. The length of a step along some axes is lengths[dx + 2 dy + 4 dz].
inline ReferenceDistances dijkstra(const Shape& shape, const std::vector<std::int64_t>& costs,
                                   const std::vector<int>& seeds, int most_axes,
                                   const std::vector<std::int64_t>& lengths) {
  using Entry = std::pair<std::pair<std::int64_t, int>, std::int64_t>;  // sum, label; voxel
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  ReferenceDistances found{std::vector<std::int64_t>(costs.size(), -1),
                           std::vector<int>(costs.size(), 0)};
  for (std::size_t i = 0; i < costs.size(); ++i) {
    if (seeds[i] != 0 && costs[i] >= 0) {
      queue.push({{0, seeds[i]}, static_cast<std::int64_t>(i)});
    }
  }
  while (!queue.empty()) {
    const auto [word, voxel] = queue.top();
    queue.pop();
    const auto at = static_cast<std::size_t>(voxel);
    if (found.sums[at] >= 0) continue;
    found.sums[at] = word.first;
    found.labels[at] = word.second;
    const std::int64_t x = voxel % shape.width, y = voxel / shape.width % shape.height;
    const std::int64_t z = voxel / shape.width / shape.height;
    for (int step = 0; step < 27; ++step) {
      const int dx = step % 3 - 1, dy = step / 3 % 3 - 1, dz = step / 9 - 1;
      const int axes = std::abs(dx) + std::abs(dy) + std::abs(dz);
      if (axes == 0 || axes > most_axes) continue;
      if (x + dx < 0 || x + dx >= shape.width || y + dy < 0 || y + dy >= shape.height ||
          z + dz < 0 || z + dz >= shape.depth) {
        continue;
      }
      const std::int64_t to = voxel + dx + shape.width * (dy + shape.height * dz);
      const std::int64_t cost = costs[static_cast<std::size_t>(to)];
      if (cost < 0) continue;
      const int length = std::abs(dx) + 2 * std::abs(dy) + 4 * std::abs(dz);
      queue.push(
          {{word.first + cost * lengths[static_cast<std::size_t>(length)], word.second}, to});
    }
  }
  return found;
}

// Lengths of steps, by the same numbers, in thousandths of the shortest one.
inline std::vector<std::int64_t> thousandths(const Spacing& h) {
  std::vector<std::int64_t> lengths(8);
  const double least = std::min({h.x, h.y, h.z});
  for (std::size_t i = 1; i < 8; ++i) {
    const double x = i % 2 == 1 ? h.x : 0, y = i / 2 % 2 == 1 ? h.y : 0, z = i / 4 == 1 ? h.z : 0;
    lengths[i] = std::llround(1000 * std::sqrt(x * x + y * y + z * z) / least);
  }
  return lengths;
}

struct ComputedDistances {
  geodesic::Result result;
  std::vector<std::int64_t> sums;
  std::vector<float> distances, labels;
};

inline ComputedDistances compute(const geodesic::Inputs& inputs, const geodesic::Options& options,
                                 PixelType labels = PixelType::kUint16) {
  NoProgress progress;
  ComputedDistances computed;
  CollectSlices distance_slices, label_slices(labels);
  computed.sums.resize(static_cast<std::size_t>(inputs.image.shape().voxel_count()));
  const geodesic::Outputs outputs{&distance_slices, &label_slices, computed.sums.data()};
  computed.result = geodesic::measure(inputs, options, outputs, progress);
  computed.distances = distance_slices.values();
  computed.labels = label_slices.values();
  return computed;
}

}  // namespace bitvox::test
