// SPDX-License-Identifier: BSD-2-Clause
#include "ops/deformation/deformation_neighbours.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numbers>
#include <utility>

#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"

namespace bitvox::deformation {
namespace {

using Found = std::vector<std::pair<double, std::int32_t>>;  // squared distances, nodes

// body(own, first, end) for some nodes at a time, by several threads, each with memory of its own.
template <class Body>
void each_part(std::int64_t count, int threads, Progress& progress, const Body& body) {
  parallel_for((count + kNodesAtATime - 1) / kNodesAtATime, threads, progress,
               [] { return Found(); },
               [&](Found& own, std::int64_t part) {
                 body(own, part * kNodesAtATime, std::min(count, (part + 1) * kNodesAtATime));
               });
}

double squared_distance(const Vector& a, const Vector& b) {
  const double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
  return x * x + y * y + z * z;
}

// Finds the nodes nearer to one than `within`: nearest first, of equally near ones those that come
// first.
void list_within(const Nodes& nodes, std::int64_t node, double within, Found& found) {
  found.clear();
  const auto of = static_cast<std::size_t>(node);
  const std::array<std::int64_t, 3> at = nodes.cell_at(nodes.cell_of[of]);
  std::array<std::int64_t, 3> first{}, last{};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const auto cells = static_cast<std::int64_t>(std::ceil(within / nodes.cell[axis]));
    first[axis] = std::max<std::int64_t>(0, at[axis] - cells);
    last[axis] = std::min(nodes.cells[axis] - 1, at[axis] + cells);
  }
  for (std::int64_t z = first[2]; z <= last[2]; ++z)
    for (std::int64_t y = first[1]; y <= last[1]; ++y)
      for (std::int64_t x = first[0]; x <= last[0]; ++x) {
        const std::int32_t other = nodes.in_cell[static_cast<std::size_t>(nodes.index(x, y, z))];
        if (other < 0 || other == node) continue;
        const double squared =
            squared_distance(nodes.places[of], nodes.places[static_cast<std::size_t>(other)]);
        if (squared < within * within) found.emplace_back(squared, other);
      }
  std::sort(found.begin(), found.end());
}

// The nearest ones within reach and in sight; -1 behind them.
void list_nearest(const Nodes& nodes, const Sight& sight, std::int64_t node, double reach, int most,
                  Found& found, std::int32_t* to) {
  const Vector& here = nodes.places[static_cast<std::size_t>(node)];
  int count = 0;
  // Most have enough of them in half of the volume.
  for (const double within : {0.8 * reach, reach}) {
    count = 0;
    list_within(nodes, node, within, found);
    for (const auto& [squared, other] : found) {
      if (count == most) return;
      if (sight.is_clear(here, nodes.places[static_cast<std::size_t>(other)])) to[count++] = other;
    }
    if (count == most) return;
  }
  std::fill(to + count, to + most, -1);
}

}  // namespace

Neighbours find_neighbours(const Nodes& nodes, const Sight& sight, int most, int threads,
                           Progress& progress) {
  const std::int64_t count = nodes.count();
  require_memory(kMemoryUser, host_memory(), 2 * 4 * most * count);
  auto [searching, comparing] = progress_parts(progress, 9, 1);
  Neighbours out;
  out.most = most;
  out.reach = 1.5 * nodes.spacing() * cube_root((most + 1) * 3 / (4 * std::numbers::pi));
  std::vector<std::int32_t> nearest(static_cast<std::size_t>(most * count));
  const auto row = [&](std::vector<std::int32_t>& of, std::int64_t node) {
    return of.data() + node * most;
  };
  each_part(count, threads, searching, [&](Found& found, std::int64_t first, std::int64_t end) {
    for (std::int64_t node = first; node < end; ++node) {
      list_nearest(nodes, sight, node, out.reach, most, found, row(nearest, node));
    }
  });
  out.of.resize(nearest.size());
  std::atomic<std::int64_t> found{0}, mutual{0}, isolated{0};
  each_part(count, threads, comparing, [&](Found&, std::int64_t first, std::int64_t end) {
    std::int64_t nearest_here = 0, mutual_here = 0, isolated_here = 0;
    for (std::int64_t node = first; node < end; ++node) {
      const std::int32_t* const from = row(nearest, node);
      std::int32_t* const to = row(out.of, node);
      const std::int32_t* const from_end = std::find(from, from + most, -1);
      std::int32_t* const to_end = std::copy_if(from, from_end, to, [&](std::int32_t other) {
        const std::int32_t* const back = row(nearest, other);
        return std::find(back, back + most, static_cast<std::int32_t>(node)) != back + most;
      });
      std::fill(to_end, to + most, -1);
      nearest_here += from_end - from;
      mutual_here += to_end - to;
      isolated_here += to_end == to ? 1 : 0;
    }
    found += nearest_here;
    mutual += mutual_here;
    isolated += isolated_here;
  });
  out.found = found;
  out.mutual = mutual;
  out.isolated = isolated;
  return out;
}

}  // namespace bitvox::deformation
