// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "core/host_and_device.hpp"
#include "ops/split_objects/split_objects_climb.hpp"
#include "ops/split_objects/split_objects_pass_table.hpp"

// What a thread of the GPU does for item number i, a voxel where nothing else is said. All items of
// a step may be done at once, or in any order; split_objects_by_items.hpp puts steps together.
namespace bitvox::split_objects {

template <class T>
struct SetTopHeight {  // of given markers' voxels
  const std::uint32_t* seeds;
  T* heights;
  BITVOX_BOTH void operator()(std::int64_t i) const { heights[seeds[i]] = static_cast<T>(-1); }
};

template <class T>
struct LookAround {
  Climb<T> climb;
  BITVOX_BOTH void operator()(std::int64_t i) const {
    climb.up[i] = climb.look_around(static_cast<std::uint32_t>(i));
  }
};

struct Send {  // voxels to places
  const std::uint32_t* voxels;
  const std::uint32_t* places;
  std::uint32_t* up;
  BITVOX_BOTH void operator()(std::int64_t i) const { up[voxels[i]] = places[i]; }
};

struct IsOnPlateau {
  const std::uint32_t* up;
  BITVOX_BOTH unsigned operator()(std::int64_t i) const { return up[i] == kOnPlateau ? 1 : 0; }
};

struct ListVoxel {
  std::uint32_t* list;
  BITVOX_BOTH void operator()(std::int64_t i, unsigned is_one, unsigned before) const {
    if (is_one != 0) list[before] = static_cast<std::uint32_t>(i);
  }
};

// The layers of all plateaus behind one another.
struct Layers {
  std::uint32_t* voxels;
  std::uint32_t* counts;  // of layer number n: [n % kLayers]

  BITVOX_BOTH std::uint32_t& count(std::uint64_t layer) const { return counts[layer % kLayers]; }
};

template <class T>
struct BeginLayers {  // of voxel i of the plateaus
  Climb<T> climb;
  const std::uint32_t* plateaus;
  Layers layers;
  BITVOX_BOTH void operator()(std::int64_t i) const {
    const std::uint32_t voxel = plateaus[i];
    if (!climb.is_in_first_layer(voxel)) return;
    words::store(climb.up[voxel], climb.layer(0));
    layers.voxels[words::count(layers.count(0))] = voxel;
  }
};

// A layer begins at `first` of the list, and the next one at `next`. Nobody adds to the one before.
template <class T>
struct SpreadLayer {
  Climb<T> climb;
  Layers layers;
  BITVOX_BOTH void operator()(std::uint64_t number, std::uint32_t first, std::uint32_t next,
                              std::uint32_t i) const {
    climb.spread(layers.voxels[first + i], number, [&](std::uint32_t other) {
      layers.voxels[next + words::count(layers.count(number + 1))] = other;
    });
  }
};

template <class T>
struct FindWay {  // of voxel i of the plateaus
  Climb<T> climb;
  const std::uint32_t* plateaus;
  std::uint32_t* ways;
  BITVOX_BOTH void operator()(std::int64_t i) const { ways[i] = climb.way(plateaus[i]); }
};

template <class T>
struct JoinPeak {  // when voxel i of the plateaus has gone its way
  Climb<T> climb;
  const std::uint32_t* plateaus;
  const std::uint32_t* ways;
  BITVOX_BOTH void operator()(std::int64_t i) const {
    if (ways[i] == plateaus[i]) climb.join_peak(plateaus[i]);
  }
};

template <class T>
struct ClimbToTop {
  Climb<T> climb;
  BITVOX_BOTH void operator()(std::int64_t i) const { climb.climb(static_cast<std::uint32_t>(i)); }
};

struct IsTop {
  const std::uint32_t* up;
  BITVOX_BOTH unsigned operator()(std::int64_t i) const { return up[i] == i ? 1 : 0; }
};

struct NameTop {
  std::uint32_t* up;
  std::uint32_t* peaks;
  BITVOX_BOTH void operator()(std::int64_t i, unsigned is_top, unsigned before) const {
    if (is_top == 0) return;
    peaks[before] = static_cast<std::uint32_t>(i);
    up[i] = kIsName | (before + 1);
  }
};

template <class T>
struct TakeName {
  Climb<T> climb;
  BITVOX_BOTH void operator()(std::int64_t i) const {
    words::store(climb.up[i], climb.name(static_cast<std::uint32_t>(i)));
  }
};

template <class T>
struct HeightOf {
  const std::uint32_t* voxels;
  const T* heights;
  std::uint32_t* to;
  BITVOX_BOTH void operator()(std::int64_t i) const { to[i] = heights[voxels[i]]; }
};

// Pairs with neighbours of smaller names; those of one name that follow one another are one.
template <class T>
struct AddPasses {
  Neighbours neighbours;
  const T* heights;
  const std::uint32_t* names;
  PassTable table;
  BITVOX_BOTH void operator()(std::int64_t i) const {
    const std::uint32_t name = names[i];
    if (name == 0) return;
    std::uint32_t low = 0, height = 0;
    neighbours.any(static_cast<std::uint32_t>(i), [&](std::uint32_t other) {
      const std::uint32_t its = names[other];
      if (its == 0 || its >= name) return false;
      if (its != low) {
        if (low != 0) table.add(low, name, height);
        low = its;
        height = 0;
      }
      const T lower = heights[i] < heights[other] ? heights[i] : heights[other];
      if (height < lower) height = lower;
      return false;
    });
    if (low != 0) table.add(low, name, height);
  }
};

struct ListPass {  // of place i of the table
  PassTable table;
  Pass* list;
  std::uint32_t* count;
  BITVOX_BOTH void operator()(std::int64_t i) const {
    const auto place = static_cast<std::uint64_t>(i);
    if (table.is_taken(place)) list[words::count(*count)] = table.pass(place);
  }
};

struct NoteFirst {
  Neighbours neighbours;
  const std::uint32_t* labels;
  std::uint32_t* firsts;
  BITVOX_BOTH void operator()(std::int64_t i) const {
    const auto voxel = static_cast<std::uint32_t>(i);
    const std::uint32_t label = labels[i];
    if (label == 0 || (!neighbours.begins_row(voxel) && labels[i - 1] == label)) return;
    if (voxel < words::load(firsts[label - 1])) words::lower(firsts[label - 1], voxel);
  }
};

struct Relabel {
  const std::uint32_t* new_labels;
  std::uint32_t* labels;
  BITVOX_BOTH void operator()(std::int64_t i) const { labels[i] = new_labels[labels[i]]; }
};

inline constexpr std::uint32_t kIsLine = std::uint32_t{1} << 31;  // a label that is to go

// Tells whether the voxel is of the line.
struct MarkLine {
  Neighbours neighbours;
  std::uint32_t* labels;
  BITVOX_BOTH bool operator()(std::int64_t i) const {
    const std::uint32_t label = words::load(labels[i]);
    if (label == 0) return false;
    const bool is_line = neighbours.any(static_cast<std::uint32_t>(i), [&](std::uint32_t other) {
      const std::uint32_t its = words::load(labels[other]) & ~kIsLine;
      return its != 0 && its < label;
    });
    if (is_line) words::store(labels[i], label | kIsLine);
    return is_line;
  }
};

struct ClearLine {
  std::uint32_t* labels;
  BITVOX_BOTH void operator()(std::int64_t i) const {
    if ((labels[i] & kIsLine) != 0) labels[i] = 0;
  }
};

}  // namespace bitvox::split_objects
