// SPDX-License-Identifier: BSD-2-Clause
#include "ops/split_objects/split_objects_flood.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <numeric>
#include <queue>
#include <tuple>

namespace bitvox::split_objects {
namespace {

constexpr std::size_t kOften = std::size_t{1} << 16;  // between reports

// Sets of slopes, numbered from 0; the smallest is the root.
class Sets {
 public:
  explicit Sets(std::size_t count) : parents_(count) {
    std::iota(parents_.begin(), parents_.end(), std::uint32_t{0});
  }

  std::uint32_t root(std::uint32_t i) {
    while (parents_[i] != i) i = parents_[i] = parents_[parents_[i]];
    return i;
  }
  // Returns the root of both.
  std::uint32_t join(std::uint32_t a, std::uint32_t b) {
    a = root(a);
    b = root(b);
    return parents_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::uint32_t> parents_;
};

// The passes of each of the slopes, one after the other.
class Ways {
 public:
  struct Way {
    std::uint32_t to;
    std::uint32_t height;
  };

  Ways(std::size_t slopes, const std::vector<Pass>& passes)
      : starts_(slopes + 1), ways_(2 * passes.size()) {
    for (const Pass& pass : passes) {
      ++starts_[pass.low];
      ++starts_[pass.high];
    }
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
    std::vector<std::size_t> next = starts_;
    for (const Pass& pass : passes) {
      ways_[next[pass.low - 1]++] = {pass.high - 1, pass.height};
      ways_[next[pass.high - 1]++] = {pass.low - 1, pass.height};
    }
  }

  template <class Body>
  void each(std::uint32_t from, const Body& body) const {
    for (std::size_t i = starts_[from]; i < starts_[from + 1]; ++i) body(ways_[i]);
  }

 private:
  std::vector<std::size_t> starts_;
  std::vector<Way> ways_;
};

}  // namespace

std::int64_t count_connected(std::size_t slopes, const std::vector<Pass>& passes) {
  Sets objects(slopes);
  auto count = static_cast<std::int64_t>(slopes);
  for (const Pass& pass : passes) {
    const std::uint32_t a = objects.root(pass.low - 1), b = objects.root(pass.high - 1);
    if (a == b) continue;
    objects.join(a, b);
    --count;
  }
  return count;
}

// Passes are gone through from the highest to the lowest. Of two parts that one connects, the lower
// top is a marker for good if it is high enough above the pass; else it never will be.
std::vector<std::uint32_t> markers_of(const std::vector<std::uint32_t>& heights,
                                      const std::vector<Pass>& passes, const NumberOf& number_of,
                                      double tolerance, Progress& progress) {
  const std::size_t count = heights.size();
  std::vector<Pass> order = passes;
  progress.report(0, 2);
  std::sort(order.begin(), order.end(),
            [](const Pass& a, const Pass& b) { return a.height > b.height; });
  Sets parts(count), groups(count);       // what passes connect; peaks that are one marker
  std::vector<std::uint32_t> top(count);  // of a part, by its root: one of the highest peaks
  std::iota(top.begin(), top.end(), std::uint32_t{0});
  std::vector<std::uint8_t> is_marker(count, 1);  // of a group, by its root
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i % kOften == 0) progress.report(1, 2);
    const std::uint32_t a = parts.root(order[i].low - 1), b = parts.root(order[i].high - 1);
    if (a == b) continue;
    std::uint32_t higher = top[a], lower = top[b];
    if (heights[higher] < heights[lower]) std::swap(higher, lower);
    if (number_of(heights[lower]) - number_of(order[i].height) <= tolerance) {
      if (heights[lower] == heights[higher]) {
        groups.join(lower, higher);
      } else {
        is_marker[groups.root(lower)] = 0;
      }
    }
    top[parts.join(a, b)] = higher;
  }
  std::vector<std::uint32_t> markers(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t root = groups.root(static_cast<std::uint32_t>(i));
    markers[i] = is_marker[root] != 0 ? root + 1 : 0;
  }
  progress.report(2, 2);
  return markers;
}

std::vector<std::uint32_t> flood(std::vector<std::uint32_t> markers,
                                 const std::vector<Pass>& passes, Progress& progress) {
  const std::size_t count = markers.size();
  const Ways ways(count, passes);
  // Highest first, then after fewest steps, then with the smaller marker.
  using Arrival = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>;
  std::priority_queue<Arrival, std::vector<Arrival>, std::greater<>> queue;
  constexpr std::uint32_t kTop = std::numeric_limits<std::uint32_t>::max();
  const auto go_on = [&](std::uint32_t from, std::uint32_t height, std::uint32_t steps) {
    ways.each(from, [&](const Ways::Way& way) {
      if (markers[way.to] != 0) return;
      const std::uint32_t lowest = std::min(height, way.height);
      queue.emplace(kTop - lowest, lowest == height ? steps + 1 : 1, markers[from], way.to);
    });
  };
  for (std::size_t i = 0; i < count; ++i) {
    if (i % kOften == 0) progress.report(0, 3);
    if (markers[i] != 0) go_on(static_cast<std::uint32_t>(i), kTop, 0);
  }
  std::size_t done = 0;
  while (!queue.empty()) {
    const auto [depth, steps, marker, to] = queue.top();
    queue.pop();
    if (++done % kOften == 0) progress.report(1, 3);
    if (markers[to] != 0) continue;
    markers[to] = marker;
    go_on(to, kTop - depth, steps);
  }
  // What is left has no marker.
  if (std::find(markers.begin(), markers.end(), 0U) == markers.end()) return markers;
  Sets objects(count);
  for (const Pass& pass : passes) objects.join(pass.low - 1, pass.high - 1);
  for (std::size_t i = 0; i < count; ++i) {
    if (markers[i] == 0) markers[i] = objects.root(static_cast<std::uint32_t>(i)) + 1;
  }
  progress.report(3, 3);
  return markers;
}

}  // namespace bitvox::split_objects
