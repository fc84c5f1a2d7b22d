// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "cuda/warp.cuh"
#include "ops/distance_map/distance_map_cells.cuh"

namespace bitvox::distance_map {

// The search along lines on the GPU, as distance_map_lines.inl does it on the CPU: a warp takes 32
// cells side by side, and a few places of each at a time.
inline constexpr int kGroup = 16;
inline constexpr int kPlaces = 4;
using cuda::kAllLanes;
using cuda::kWarp;

__host__ __device__ inline int groups_of(int length) { return (length + kGroup - 1) / kGroup; }

// Lines side by side, each lane's own beside the others', with the least values of groups of 16
// places and of 16 groups.
template <class V>
struct LinePlane {
  using Cell = typename V::Cell;
  Cell* places;  // place i of this lane's line is at i * stride
  Cell* groups;
  Cell* supers;
  std::int64_t stride;
  int length;
  int group_count;
};

// Places first .. first + count - 1 of a line are searched for.
struct SearchRule {
  Cost cost;
  bool largest;
  bool outside_is_background;
};

template <class V, bool kLargest>
struct LineSearch {
  using Cell = typename V::Cell;
  const LinePlane<V>& lines;
  const SearchRule& rule;

  __device__ Cell weight(int k) const { return V::weight(rule.cost, k); }

  __device__ static Cell nearer(Cell found, Cell value, Cell weight) {
    return kLargest ? V::least(V::largest(value, weight), found)
                    : V::least_sum(value, weight, found);
  }

  __device__ static Cell worst(const Cell (&found)[kPlaces]) {
    Cell most = found[0];
#pragma unroll
    for (int j = 1; j < kPlaces; ++j) most = V::largest(most, found[j]);
    return most;
  }

  // Whether any lane's group, of which the nearest place is k away, could have something better.
  __device__ bool promises(const Cell* from, int group, Cell weight, Cell most) const {
    const Cell value = from[group * lines.stride];
    const Cell bound = kLargest ? V::largest(value, weight) : V::least_sum(value, weight, most);
    return __any_sync(kAllLanes, V::below(bound, most));
  }

  __device__ void search_group(int group, int place, Cell (&found)[kPlaces]) const {
    const int first = group * kGroup;
    const int end = min(first + kGroup, lines.length);
    for (int i = first; i < end; ++i) {
      const Cell value = lines.places[i * lines.stride];
#pragma unroll
      for (int j = 0; j < kPlaces; ++j) {
        found[j] = nearer(found[j], value, weight(abs(i - place - j)));
      }
    }
  }

  template <int kStep>
  __device__ void search_groups(int group, int place, Cell (&found)[kPlaces]) const {
    while (group >= 0 && group < lines.group_count) {
      const int nearest =
          kStep > 0 ? group * kGroup - (place + kPlaces - 1) : place - (group + 1) * kGroup + 1;
      const Cell w = weight(max(nearest, kGroup));
      const Cell most = worst(found);
      if (!__any_sync(kAllLanes, V::below(w, most))) return;
      if (group % kGroup == (kStep > 0 ? 0 : kGroup - 1) &&
          !promises(lines.supers, group / kGroup, w, most)) {
        group += kStep * kGroup;
        continue;
      }
      if (promises(lines.groups, group, w, most)) search_group(group, place, found);
      group += kStep;
    }
  }

  // Of places place .. place + kPlaces - 1, of which those behind the line's end are copies of its
  // last one. All lanes of the warp call.
  __device__ void search(int place, Cell (&found)[kPlaces]) const {
    const int last = lines.length - 1;
#pragma unroll
    for (int j = 0; j < kPlaces; ++j) {
      const int at = min(place + j, last);
      found[j] = lines.places[at * lines.stride];
      if (rule.outside_is_background) {
        found[j] = V::least(found[j], weight(min(at + 1, lines.length - at)));
      }
    }
    Cell weight_at[kPlaces];  // of k, k + 1, ...
#pragma unroll
    for (int j = 0; j < kPlaces; ++j) weight_at[j] = weight(j + 1);
    Cell own[kPlaces];
#pragma unroll
    for (int i = 0; i < kPlaces; ++i) own[i] = lines.places[min(place + i, last) * lines.stride];
#pragma unroll
    for (int i = 0; i < kPlaces; ++i) {
#pragma unroll
      for (int j = 0; j < kPlaces; ++j) {
        if (i != j && place + i <= last) {
          found[j] = nearer(found[j], own[i], weight_at[(i < j ? j - i : i - j) - 1]);
        }
      }
    }
    for (int k = 1; k < kGroup; ++k) {
      if (!__any_sync(kAllLanes, V::below(weight_at[0], worst(found)))) return;
      const int below = place - k;
      const int above = place + kPlaces - 1 + k;
      if (below >= 0) {
        const Cell value = lines.places[below * lines.stride];
#pragma unroll
        for (int j = 0; j < kPlaces; ++j) found[j] = nearer(found[j], value, weight_at[j]);
      }
      if (above <= last) {
        const Cell value = lines.places[above * lines.stride];
#pragma unroll
        for (int j = 0; j < kPlaces; ++j) {
          found[j] = nearer(found[j], value, weight_at[kPlaces - 1 - j]);
        }
      }
#pragma unroll
      for (int j = 0; j + 1 < kPlaces; ++j) weight_at[j] = weight_at[j + 1];
      weight_at[kPlaces - 1] = weight(k + kPlaces);
    }
    if (place + kPlaces - 1 + kGroup <= last) {
      search_groups<1>((place + kPlaces - 1 + kGroup) / kGroup, place, found);
    }
    if (place >= kGroup) {
      search_groups<-1>((place - kGroup) / kGroup, place, found);
    }
  }
};

template <class V>
__device__ void search_line(const LinePlane<V>& lines, const SearchRule& rule, int place,
                            typename V::Cell (&found)[kPlaces]) {
  if (rule.largest) {
    LineSearch<V, true>{lines, rule}.search(place, found);
  } else {
    LineSearch<V, false>{lines, rule}.search(place, found);
  }
}

// The least of groups group, group + step, ... of 16 places, or groups.
template <class Cell, class Least>
__device__ void put_least(const Cell* from, int count, std::int64_t stride, Cell* to, int group,
                          int step, Least&& least) {
  for (; group * kGroup < count; group += step) {
    Cell value = from[group * kGroup * stride];
    const int end = min(count, (group + 1) * kGroup);
    for (int i = group * kGroup + 1; i < end; ++i) value = least(value, from[i * stride]);
    to[group * stride] = value;
  }
}

}  // namespace bitvox::distance_map
