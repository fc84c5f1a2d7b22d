// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <limits>
#include <mutex>
#include <vector>

#include "core/memory/aligned_array.hpp"
#include "ops/geodesic/geodesic_search.hpp"

namespace bitvox::geodesic {

// Which object each voxel belongs to.
struct ObjectMap {
  AlignedArray<std::int32_t> labels;  // 1, 2, ... in raster order of first voxels; 0 in walls
  std::int64_t voxels = 0;
  std::int64_t objects = 0;
  int threads = 1;

  // body(object, first, end) for pieces of rows of one object, its label less 1; on several
  // threads.
  template <class Body>
  void each_piece(Progress& progress, const Body& body) const {
    each_part(voxels, threads, progress, [&](std::int64_t begin, std::int64_t end) {
      const std::int32_t* const of = labels.get();
      for (std::int64_t first = begin; first < end;) {
        std::int64_t after = first + 1;
        while (after < end && of[after] == of[first]) ++after;
        if (of[first] != 0) body(static_cast<std::size_t>(of[first] - 1), first, after);
        first = after;
      }
    });
  }

  std::vector<std::int64_t> count(Progress& progress) const {
    std::vector<std::atomic<std::int64_t>> counts(static_cast<std::size_t>(objects));
    each_piece(progress, [&](std::size_t object, std::int64_t first, std::int64_t end) {
      counts[object] += end - first;
    });
    return {counts.begin(), counts.end()};
  }
};

// The best voxel of each object: of the largest value(object, voxel), of these of the smallest
// tie(object, voxel), of these the first.
template <class Value>
struct BestVoxels {
  std::vector<Value> values;
  std::vector<std::int64_t> voxels;
};

template <class Value, class ValueOf, class TieOf>
BestVoxels<Value> best_voxels(const ObjectMap& map, const ValueOf& value, const TieOf& tie,
                              Progress& progress) {
  auto [looking, choosing] = progress_parts(progress, 1, 1);
  const auto objects = static_cast<std::size_t>(map.objects);
  std::vector<std::atomic<Value>> largest(objects);  // 0
  map.each_piece(looking, [&](std::size_t object, std::int64_t first, std::int64_t end) {
    Value most = 0;
    for (std::int64_t i = first; i < end; ++i) most = std::max(most, value(object, i));
    for (Value known = largest[object];
         known < most && !largest[object].compare_exchange_weak(known, most);) {
    }
  });
  BestVoxels<Value> best{{largest.begin(), largest.end()},
                         std::vector<std::int64_t>(objects, map.voxels)};
  std::vector<double> ties(objects, std::numeric_limits<double>::infinity());
  constexpr std::size_t kLocks = 64;
  std::array<std::mutex, kLocks> locks;
  map.each_piece(choosing, [&](std::size_t object, std::int64_t first, std::int64_t end) {
    const Value most = best.values[object];
    double least = std::numeric_limits<double>::infinity();
    std::int64_t where = end;
    for (std::int64_t i = first; i < end; ++i) {
      if (value(object, i) != most) continue;
      const double here = tie(object, i);
      if (where < end && !(here < least)) continue;
      least = here;
      where = i;
    }
    if (where == end) return;
    const std::lock_guard guard(locks[object % kLocks]);
    if (least < ties[object] || (least == ties[object] && where < best.voxels[object])) {
      ties[object] = least;
      best.voxels[object] = where;
    }
  });
  return best;
}

template <class Value, class ValueOf>
BestVoxels<Value> best_voxels(const ObjectMap& map, const ValueOf& value, Progress& progress) {
  return best_voxels<Value>(
      map, value, [](std::size_t, std::int64_t) { return 0.0; }, progress);
}

}  // namespace bitvox::geodesic
