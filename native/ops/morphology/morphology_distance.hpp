// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <functional>

#include "ops/distance_map/distance_map.hpp"
#include "ops/morphology/morphology_steps.hpp"

namespace bitvox::morphology {

// Balls by the distance map: a voxel stays where its squared distance to the nearest voxel that is
// not set is larger than r^2. The time hardly depends on the radius.

// From this radius on it is faster than rows.
inline constexpr std::int64_t kDistanceFromRadiusCpu = 24;
inline constexpr std::int64_t kDistanceFromRadiusCuda = 8;

// On the GPU, up to this radius, 16 bits and words of the result do; above it the map is made by
// the twin of distance_map, in slabs where memory is short, and packed on the host.
inline constexpr std::int64_t kDistanceOnGpuToRadius = 180;

inline bool pays_by_distance(const Step& step, std::int64_t from_radius) {
  return step.element == Element::kBall && step.radius >= from_radius;
}

// One of the twins of distance_map, with all but the job and the sink.
using MeasureDistances = std::function<void(const distance_map::Job& job, SliceSink& out)>;

// Writes all of `to`. Throws what the twin throws.
void step_by_distance(const Step& step, const VolumeSource& from, BitVolume& to, int threads,
                      const MeasureDistances& measure);

}  // namespace bitvox::morphology
