// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>

#include "core/blocks/object_box.hpp"
#include "core/blocks/run_twins.hpp"
#include "core/threads/progress_parts.hpp"
#include "ops/local_thickness/local_thickness.hpp"

namespace bitvox::local_thickness {

// What the twins share.

// Slices are cut, since whole slices go on as they come, unless balls reach through so many of them
// that another axis has more to cut.
inline std::size_t axis_to_cut(const Shape& whole, const Reach& reach) {
  const Index sides = sides_of(whole);
  const auto balls_along = [&](std::size_t axis) {
    return static_cast<double>(sides[axis]) / static_cast<double>(1 + reach.low[axis]);
  };
  const std::size_t other = balls_along(0) > balls_along(1) ? 0 : 1;
  return 2 * balls_along(2) < balls_along(other) ? other : 2;
}

// The largest radius, in the unit of steps, by the distance map's own blocks: measure(job,
// progress). Somewhat more, as numbers of the map are rounded.
template <class Measure>
double largest_radius(const Job& job, const Measure& measure, Progress& progress) {
  const ObjectBox object(job.field.in, job.phase, box_of(job.field.in.shape()));
  distance_map::Job field(object);
  field.edges = job.field.edges;
  field.planar = job.field.planar;
  field.steps = job.field.steps;
  field.threads = job.field.threads;
  const double largest = measure(field, progress).largest_inside;
  if (std::isinf(largest)) refuse_infinite(job);
  return largest * (1 + 1e-6);
}

// The whole as one block.
template <class Twin, class Device>
Counts run_at_once(const Job& job, const Device& device, const Block& all, WatchedSink* out,
                   Progress& progress) {
  std::optional<CoreSink> cores;
  if (out != nullptr) cores.emplace(*out, SliceFormat{all.whole, job.pixels()});
  Twin twin(job, device, all);
  return run_blocks({all}, twin, cores ? &*cores : nullptr, progress);
}

// At once where memory() allows, with 16 bits where they do; else in blocks, for which the largest
// ball is looked for.
template <class Twin, class Device, class AskMemory, class Measure>
Counts run_wide_enough(Job job, const Device& device, const AskMemory& memory,
                       const Measure& measure, WatchedSink* out, Progress& progress) {
  using distance_map::ValueType;
  const Shape& whole = job.field.in.shape();
  const Block all = block_at(whole, box_of(whole), {});
  const auto fits = [&] { return job.block == Index{} && Twin::bytes(job, all) <= memory().free; };
  auto [first, again] = progress_parts(progress, 1, 1);
  Progress* left = &progress;
  job.field.values = first_type(job.field);
  if (job.field.values == ValueType::k16 && fits()) {
    try {
      Counts counts = run_at_once<Twin>(job, device, all, out, first);
      progress.report(1, 1);
      return counts;
    } catch (const distance_map::TooNarrow&) {
      job.field.values = wide_type(job.field);
      left = &again;
    }
  }
  if (job.field.values != ValueType::k16 && fits()) {
    return run_at_once<Twin>(job, device, all, out, *left);
  }

  auto [measuring, painting] = progress_parts(*left, 1, 9);
  job.radius = largest_radius(job, measure, measuring);
  job.field.values = values_for(job);
  BlockRules rules{whole, reach_of(job), job.block};
  rules.axis = axis_to_cut(whole, rules.reach);
  return run_twin<Twin>(job, rules, device, memory(), {out, {whole, job.pixels()}}, painting);
}

}  // namespace bitvox::local_thickness
