// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "core/host_and_device.hpp"
#include "ops/split_objects/split_objects_neighbours.hpp"
#include "ops/split_objects/split_objects_words.hpp"

namespace bitvox::split_objects {

// Step 1 of split_objects.hpp, voxel by voxel: what one thread does for one of them, so that the
// result is the same in whatever order and by however many threads voxels are taken.
//
// Of each voxel `up` knows a voxel further up (a peak's first voxel: itself), or one of these:
// - of what has no height, kOutside;
// - of plateaus, until their ways are found, kOnPlateau, and then the layer, counted from 0 for
//   voxels beside one that goes up. Layers count to three: those of neighbours differ by one.
// - When all is found, kIsName and the name of its slopes.
inline constexpr std::uint32_t kIsName = std::uint32_t{1} << 31;
inline constexpr std::uint32_t kOutside = kIsName - 1;
inline constexpr std::uint32_t kFirstLayer = kIsName;
inline constexpr std::uint32_t kLayers = 3;
inline constexpr std::uint32_t kOnPlateau = kFirstLayer + kLayers;

template <class T>
struct Climb {
  Neighbours neighbours;
  const T* heights;
  std::uint32_t* up;

  BITVOX_BOTH static std::uint32_t layer(std::uint64_t number) {
    return kFirstLayer + static_cast<std::uint32_t>(number % kLayers);
  }

  // Where a voxel goes, or what it is, as far as its neighbours tell: to the first of the highest
  // of those that are higher.
  BITVOX_BOTH std::uint32_t look_around(std::uint32_t voxel) const {
    const T own = heights[voxel];
    if (own == 0) return kOutside;
    T best = own;
    std::uint32_t place = voxel;
    bool is_flat = false;
    neighbours.any(voxel, [&](std::uint32_t other) {
      const T height = heights[other];
      is_flat = is_flat || height == own;
      if (height > best) {
        best = height;
        place = other;
      }
      return false;
    });
    return place == voxel && is_flat ? kOnPlateau : place;
  }

  // Whether a voxel of a plateau has a neighbour there that goes up: it is of the first layer.
  BITVOX_BOTH bool is_in_first_layer(std::uint32_t voxel) const {
    if (words::load(up[voxel]) != kOnPlateau) return false;  // a given marker
    return neighbours.any(voxel, [&](std::uint32_t other) {
      return heights[other] == heights[voxel] && goes_up(words::load(up[other]));
    });
  }

  // From a voxel of layer number `before` to the next one: append(neighbour) for those that are
  // found to be in it, each by one thread alone.
  template <class Append>
  BITVOX_BOTH void spread(std::uint32_t voxel, std::uint64_t before, const Append& append) const {
    neighbours.any(voxel, [&](std::uint32_t other) {
      if (heights[other] == heights[voxel] && words::load(up[other]) == kOnPlateau &&
          words::replace(up[other], kOnPlateau, layer(before + 1)) == kOnPlateau) {
        append(other);
      }
      return false;
    });
  }

  // Where a voxel of a plateau goes when all layers are known: to the first of its neighbours in
  // the layer before, those of peaks to themselves. `up` stays as it is while any asks.
  BITVOX_BOTH std::uint32_t way(std::uint32_t voxel) const {
    const std::uint32_t own = up[voxel];
    if (goes_up(own)) return own;
    std::uint32_t place = voxel;
    if (own == kOnPlateau) return place;
    const std::uint32_t before = layer(own - kFirstLayer + kLayers - 1);
    neighbours.any(voxel, [&](std::uint32_t other) {
      const std::uint32_t its = up[other];
      if (heights[other] != heights[voxel] || !(goes_up(its) || its == before)) return false;
      place = other;
      return true;
    });
    return place;
  }

  // Joins the trees of a peak's voxel and of the neighbours before it, when all voxels of the peak
  // go to themselves. The smallest is the root in the end.
  BITVOX_BOTH void join_peak(std::uint32_t voxel) const {
    neighbours.any(voxel, [&](std::uint32_t other) {
      if (other > voxel) return true;
      if (heights[other] == heights[voxel]) join(voxel, other);
      return false;
    });
  }

  // Makes a voxel go straight to the top, while others do the same: none writes but its own word,
  // which only gets further up, so that ways halve themselves.
  BITVOX_BOTH void climb(std::uint32_t voxel) const {
    std::uint32_t parent = words::load(up[voxel]);
    if (parent == kOutside) return;
    for (;;) {
      const std::uint32_t above = words::load(up[parent]);
      if (above == parent) return;
      words::store(up[voxel], above);
      parent = above;
    }
  }

  // The name of the slopes of a voxel, or 0, when all voxels go to the first one of their peak, and
  // those have names. Others may find their own, which takes kIsName away.
  BITVOX_BOTH std::uint32_t name(std::uint32_t voxel) const {
    const std::uint32_t at = words::load(up[voxel]);
    if (at == kOutside) return 0;
    return ((at & kIsName) != 0 ? at : words::load(up[at])) & ~kIsName;
  }

 private:
  BITVOX_BOTH static bool goes_up(std::uint32_t word) { return word < kIsName; }

  // Parents only ever get smaller, whoever comes first.
  BITVOX_BOTH void join(std::uint32_t a, std::uint32_t b) const {
    a = root(a);
    b = root(b);
    while (a != b) {
      const std::uint32_t larger = a > b ? a : b;
      const std::uint32_t smaller = a > b ? b : a;
      const std::uint32_t parent = words::lower(up[larger], smaller);
      if (parent == larger) return;
      a = parent;  // was no root any more
      b = smaller;
    }
  }
  BITVOX_BOTH std::uint32_t root(std::uint32_t voxel) const {
    std::uint32_t parent = words::load(up[voxel]);
    while (parent != voxel) {
      const std::uint32_t above = words::load(up[parent]);
      if (above != parent) words::lower(up[voxel], above);
      voxel = parent;
      parent = above;
    }
    return voxel;
  }
};

}  // namespace bitvox::split_objects
