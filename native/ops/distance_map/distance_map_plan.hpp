// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>

#include "core/blocks/slabs.hpp"
#include "core/memory/memory.hpp"
#include "ops/distance_map/distance_map.hpp"

namespace bitvox::distance_map {

// What the twins share.

// How many rows or columns, of `side` in a slice, are computed at a time: all, or so many that the
// values take a byte a voxel where all of them would pass 5 bytes, or fewer where memory is short.
// Then the map is gathered in memory before it leaves, since its slices are complete only when all
// slabs are. bytes(slab) must not fall with the slab.
inline std::int64_t plan_slab(const Job& job, std::int64_t side, std::int64_t value_bytes,
                              const MemoryUser& user, const Memory& memory,
                              const std::function<std::int64_t(std::int64_t slab)>& bytes) {
  constexpr std::int64_t kMostBytes = 5;  // a voxel
  const std::int64_t each = job.fields() * value_bytes;
  std::int64_t most = side;
  if (job.slab > 0) {
    most = std::min(job.slab, side);
  } else if (each > kMostBytes && memory.kind == Memory::Kind::kHost) {
    most = std::max<std::int64_t>(1, side / each);
  }
  return plan_slab_depth({most, 1}, user, memory, bytes);
}

// A value as a number of the map.
template <class T>
double number_of(const Job& job, T value, T infinite) {
  if (job.numbers == Numbers::kIntegers) {
    return std::clamp(static_cast<double>(value) - job.above, 0.0, 65535.0);
  }
  if (value == infinite) return std::numeric_limits<double>::infinity();
  const auto number = static_cast<double>(value);
  return static_cast<float>(job.scale * (job.roots() ? std::sqrt(number) : number));
}

// How many of what was seen of a phase's field is foreground: distances are above 0 in the phase.
template <class Seen>
std::int64_t of_object(const Seen& seen, Phase phase) {
  return static_cast<std::int64_t>(phase == Phase::kForeground ? seen.positive
                                                               : seen.voxels - seen.positive);
}

// Makes the fields of the region: field(i, phase, edges, largest, progress) makes number i, notes
// its largest value, and is false where a wider type is to be taken.
template <class Field>
bool make_fields(const Job& job, Found& found, Progress& progress, const Field& field) {
  const auto inside = [&](int i, Progress& part) {
    return field(i, Phase::kForeground, job.edges, found.largest_inside, part);
  };
  const auto outside = [&](int i, Progress& part) {
    // Outside the volume there is no object to measure the distance to.
    return field(i, Phase::kBackground, Edges::kClipped, found.largest_outside, part);
  };
  if (job.region == Region::kInside) return inside(0, progress);
  if (job.region == Region::kOutside) return outside(0, progress);
  PhaseProgress first(progress, 0, 500);
  PhaseProgress second(progress, 500, 1000);
  return inside(0, first) && outside(1, second);
}

}  // namespace bitvox::distance_map
