// SPDX-License-Identifier: BSD-2-Clause
#include "ops/split_objects/split_objects_flood.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <numeric>
#include <queue>
#include <tuple>

#include "core/disjoint_sets.hpp"
#include "core/threads/progress_parts.hpp"
#include "core/threads/pulse.hpp"
#include "ops/split_objects/split_objects_pass_order.hpp"

namespace bitvox::split_objects {
namespace {

// Of slopes, numbered from 0.
using Sets = DisjointSets<std::uint32_t>;

// The passes of each of the slopes, one after the other.
class Ways {
 public:
  struct Way {
    std::uint32_t to;
    std::uint32_t height;
  };

  Ways(std::size_t slopes, const std::vector<Pass>& passes, Progress& progress)
      : starts_(slopes + 1), ways_(2 * passes.size()) {
    Pulse pulse(progress);
    for (const Pass& pass : passes) {
      pulse.beat();
      ++starts_[pass.low];
      ++starts_[pass.high];
    }
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
    std::vector<std::size_t> next = starts_;
    for (const Pass& pass : passes) {
      pulse.beat();
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

std::int64_t count_connected(std::size_t slopes, const std::vector<Pass>& passes,
                             Progress& progress) {
  Pulse pulse(progress);
  Sets objects(slopes);
  auto count = static_cast<std::int64_t>(slopes);
  for (const Pass& pass : passes) {
    pulse.beat();
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
  auto [sorting, joining] = progress_parts(progress, 1, 1);
  sort_passes(
      order, [](const Pass& pass) { return ~pass.height; }, sorting);
  Sets parts(count), groups(count);       // what passes connect; peaks that are one marker
  std::vector<std::uint32_t> top(count);  // of a part, by its root: one of the highest peaks
  std::iota(top.begin(), top.end(), std::uint32_t{0});
  std::vector<std::uint8_t> is_marker(count, 1);  // of a group, by its root
  Pulse pulse(joining);
  for (const Pass& pass : order) {
    pulse.beat();
    const std::uint32_t a = parts.root(pass.low - 1), b = parts.root(pass.high - 1);
    if (a == b) continue;
    std::uint32_t higher = top[a], lower = top[b];
    if (heights[higher] < heights[lower]) std::swap(higher, lower);
    if (number_of(heights[lower]) - number_of(pass.height) <= tolerance) {
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
  progress.report(1, 1);
  return markers;
}

std::vector<std::uint32_t> flood(std::vector<std::uint32_t> markers,
                                 const std::vector<Pass>& passes, Progress& progress) {
  const std::size_t count = markers.size();
  auto [listing, going, joining] = progress_parts(progress, 1, 3, 1);
  const Ways ways(count, passes, listing);
  Pulse pulse(going);
  // Highest first, then after fewest steps, then with the smaller marker.
  using Arrival = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>;
  std::priority_queue<Arrival, std::vector<Arrival>, std::greater<>> queue;
  constexpr std::uint32_t kTop = std::numeric_limits<std::uint32_t>::max();
  const auto go_on = [&](std::uint32_t from, std::uint32_t height, std::uint32_t steps) {
    ways.each(from, [&](const Ways::Way& way) {
      pulse.beat();
      if (markers[way.to] != 0) return;
      const std::uint32_t lowest = std::min(height, way.height);
      queue.emplace(kTop - lowest, lowest == height ? steps + 1 : 1, markers[from], way.to);
    });
  };
  for (std::size_t i = 0; i < count; ++i) {
    if (markers[i] != 0) go_on(static_cast<std::uint32_t>(i), kTop, 0);
  }
  while (!queue.empty()) {
    const auto [depth, steps, marker, to] = queue.top();
    queue.pop();
    pulse.beat();
    if (markers[to] != 0) continue;
    markers[to] = marker;
    go_on(to, kTop - depth, steps);
  }
  // What is left has no marker.
  if (std::find(markers.begin(), markers.end(), 0U) == markers.end()) return markers;
  Sets objects(count);
  Pulse last(joining);
  for (const Pass& pass : passes) {
    last.beat();
    objects.join(pass.low - 1, pass.high - 1);
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (markers[i] == 0) markers[i] = objects.root(static_cast<std::uint32_t>(i)) + 1;
  }
  progress.report(1, 1);
  return markers;
}

}  // namespace bitvox::split_objects
