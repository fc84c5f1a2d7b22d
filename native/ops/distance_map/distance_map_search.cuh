// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "ops/distance_map/distance_map_lines.cuh"

namespace bitvox::distance_map {

using cuda::kAllLanes;

// The search along lines on the GPU: a team has a group of places, and goes from there outwards,
// group by group, to where nothing can be better.
template <class V>
struct SearchRule {
  const typename V::Cell* weights;  // what k steps along the line cost, see weights_of()
  bool largest;
  bool outside_is_background;
};

// A table of what 0, 1, ... steps cost has so many entries for lines of this length.
__host__ __device__ constexpr int weights_of(int length) {
  return (groups_of(length) + 2) * kGroup;
}

template <class V, bool kLargest>
struct LineSearch {
  using Cell = typename V::Cell;
  const Lines<V>& lines;
  const SearchRule<V>& rule;

  // From 8 steps fewer on than there are between groups that are `apart`. The table is aligned.
  __device__ void load_weights(int apart, Cell (&weights)[2 * kGroup]) const {
    constexpr int kCells = sizeof(uint4) / sizeof(Cell);
    const auto* const from =
        reinterpret_cast<const uint4*>(rule.weights) + (apart - 1) * (kGroup / kCells);
#pragma unroll
    for (int i = 0; i < 2 * kGroup / kCells; ++i) {
      const uint4 bits = __ldg(from + i);
      memcpy(&weights[i * kCells], &bits, sizeof bits);
    }
  }

  __device__ static Cell nearer(Cell found, Cell value, Cell weight) {
    return kLargest ? V::least(V::largest(value, weight), found)
                    : V::least_sum(value, weight, found);
  }

  __device__ static Cell worst(const Cell (&found)[kGroup]) {
    Cell most = found[0];
#pragma unroll
    for (int j = 1; j < kGroup; ++j) most = V::largest(most, found[j]);
    return most;
  }

  // Whether places that have this value or more, and are this far or farther, could be better.
  __device__ static bool promises(Cell value, Cell weight, Cell most) {
    const Cell bound = kLargest ? V::largest(value, weight) : V::least_sum(value, weight, most);
    return V::below(bound, most);
  }

  __device__ bool is_there(int group) const { return group >= 0 && group < lines.group_count(); }

  // The groups `apart` or up to 15 more from this one.
  __device__ bool supers_promise(int group, int apart, Cell weight, Cell most) const {
    Cell least = V::infinite();
    if (group - apart >= 0) {
      least = V::least(lines.super((group - apart) / kSuper),
                       lines.super(max(0, group - apart - kSuper + 1) / kSuper));
    }
    const int last = lines.group_count() - 1;
    if (group + apart <= last) {
      least = V::least(least, lines.super((group + apart) / kSuper));
      least = V::least(least, lines.super(min(last, group + apart + kSuper - 1) / kSuper));
    }
    return promises(least, weight, most);
  }

  // All places of a group on one side; weights: as loaded for groups so far apart.
  template <bool kBehind>
  __device__ void search_group(int group, const Cell (&weights)[2 * kGroup],
                               Cell (&found)[kGroup]) const {
    const Cell* const from = lines.group(group);
#pragma unroll
    for (int i = 0; i < kGroup; ++i) {
      const Cell value = from[i * kWide];
#pragma unroll
      for (int j = 0; j < kGroup; ++j) {
        found[j] = nearer(found[j], value, weights[kGroup + (kBehind ? i - j : j - i)]);
      }
    }
  }

  // Of the places of a group, of which those behind the line's end become 0. All lanes of the warp
  // call.
  __device__ void search(int group, Cell (&found)[kGroup]) const {
    search_own(group, found);
    Cell most = worst(found);
    for (int apart = 1; apart < lines.group_count(); ++apart) {
      Cell weights[2 * kGroup];
      load_weights(apart, weights);
      const Cell nearest = weights[1];
      if (!__any_sync(kAllLanes, V::below(nearest, most))) return;
      if (apart % kSuper == 1 && apart > kSuper &&
          !__any_sync(kAllLanes, supers_promise(group, apart, nearest, most))) {
        apart += kSuper - 1;
        continue;
      }
      const int before = group - apart;
      const int behind = group + apart;
      const bool promise_before = is_there(before) && promises(lines.least(before), nearest, most);
      if (__any_sync(kAllLanes, promise_before)) {
        if (is_there(before)) search_group<false>(before, weights, found);
        most = worst(found);
      }
      const bool promise_behind = is_there(behind) && promises(lines.least(behind), nearest, most);
      if (__any_sync(kAllLanes, promise_behind)) {
        if (is_there(behind)) search_group<true>(behind, weights, found);
        most = worst(found);
      }
    }
  }

  __device__ void search_own(int group, Cell (&found)[kGroup]) const {
    Cell own[kGroup];
    Cell weights[2 * kGroup];
    load_weights(1, weights);
#pragma unroll
    for (int i = 0; i < kGroup; ++i) own[i] = lines.group(group)[i * kWide];
#pragma unroll
    for (int j = 0; j < kGroup; ++j) {
      found[j] = own[j];
#pragma unroll
      for (int i = 0; i < kGroup; ++i) {
        if (i != j) found[j] = nearer(found[j], own[i], weights[i < j ? j - i : i - j]);
      }
    }
    const int there = min(kGroup, lines.length - group * kGroup);
    if (rule.outside_is_background) {
#pragma unroll
      for (int j = 0; j < kGroup; ++j) {
        const int at = min(group * kGroup + j, lines.length - 1);
        found[j] = V::least(found[j], rule.weights[min(at + 1, lines.length - at)]);
      }
    }
    if (there < kGroup) {
#pragma unroll
      for (int j = 0; j < kGroup; ++j) {
        if (j >= there) found[j] = Cell{0};
      }
    }
  }
};

// Of a warp's values, for the field's largest.
template <class V>
__device__ void note_largest(typename V::Cell most, unsigned long long* largest) {
  double number = V::number(most, 0);
  if (V::kColumns > 1) number = fmax(number, V::number(most, 1));
  for (int step = cuda::kWarp / 2; step > 0; step /= 2) {
    number = fmax(number, __shfl_down_sync(kAllLanes, number, static_cast<unsigned>(step)));
  }
  // Doubles that are not negative are ordered as their bits are. Most warps have nothing new.
  const auto bits = static_cast<unsigned long long>(__double_as_longlong(number));
  if (cuda::this_lane() == 0 && bits > __ldcg(largest)) atomicMax(largest, bits);
}

// Searches places first .. end - 1 of filled lines, and hands what is found to put(place, cell).
// Teams take groups by turns: this one number `team`, team + step, ... Notes the largest value
// where `largest` is not null.
template <class V, class Put>
__device__ void search_lines(const Lines<V>& lines, const SearchRule<V>& rule, int first, int end,
                             int team, int step, unsigned long long* largest, Put&& put) {
  using Cell = typename V::Cell;
  const int first_group = first / kGroup;
  const int groups = groups_of(end) - first_group;
  Cell most{0};
  for_items_of_team(groups, team, step, [&](int item, bool there) {
    const int g = first_group + min(item, groups - 1);
    Cell found[kGroup];
    if (rule.largest) {
      LineSearch<V, true>{lines, rule}.search(g, found);
    } else {
      LineSearch<V, false>{lines, rule}.search(g, found);
    }
#pragma unroll
    for (int j = 0; j < kGroup; ++j) {
      const int place = g * kGroup + j;
      if (there && place >= first && place < end) {
        most = V::largest(most, found[j]);
        put(place, found[j]);
      }
    }
  });
  if (largest != nullptr) note_largest<V>(most, largest);
}

}  // namespace bitvox::distance_map
