// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include "core/blocks/run_twins.hpp"
#include "core/threads/progress_parts.hpp"
#include "ops/distance_map/distance_map.hpp"

namespace bitvox::distance_map {

// What the twins share.

// By this twin, with 16 bits where they do. memory() is asked anew for other values.
template <class Twin, class Device, class AskMemory>
Found run_wide_enough(Job job, const Device& device, const AskMemory& memory, SliceSink* map,
                      Progress& progress) {
  const Shape& shape = job.in.shape();
  std::optional<WatchedSink> watched;
  if (map != nullptr) watched.emplace(*map);
  const auto run = [&](ValueType values, Progress& part) {
    job.values = values;
    return run_twin<Twin>(job, {shape, reach_of(job), job.block}, device, memory(),
                          {watched ? &*watched : nullptr, {shape, job.pixels()}}, part);
  };
  if (first_type(job) != ValueType::k16) return run(wide_type(job), progress);
  PhaseProgress first(progress, 0, 1, 2);
  try {
    const Found found = run(ValueType::k16, first);
    progress.report(1, 1);
    return found;
  } catch (const TooNarrow&) {
    PhaseProgress again(progress, 1, 2, 2);
    return run(wide_type(job), again);
  }
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

// Makes the fields of the region: field(i, phase, edges, largest, progress) makes number i, and
// notes the largest number.
template <class Field>
void make_fields(const Job& job, Found& found, Progress& progress, const Field& field) {
  const auto inside = [&](int i, Progress& part) {
    field(i, Phase::kForeground, job.edges, found.largest_inside, part);
  };
  const auto outside = [&](int i, Progress& part) {
    // Outside the volume there is no object to measure the distance to.
    field(i, Phase::kBackground, Edges::kClipped, found.largest_outside, part);
  };
  if (job.region == Region::kInside) return inside(0, progress);
  if (job.region == Region::kOutside) return outside(0, progress);
  auto [first, second] = progress_parts(progress, 1, 1);
  inside(0, first);
  outside(1, second);
}

}  // namespace bitvox::distance_map
