// SPDX-License-Identifier: BSD-2-Clause
#include "ops/register_mi/register_mi.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>

#include "core/backends/run_on.hpp"
#include "core/error.hpp"
#include "core/options/check_fields.hpp"
#include "core/options/number.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "ops/register_mi/register_mi_apply.hpp"
#include "ops/register_mi/register_mi_border.hpp"
#include "ops/register_mi/register_mi_geometry.hpp"
#include "ops/register_mi/register_mi_mask.hpp"
#include "ops/register_mi/register_mi_matcher.hpp"
#include "ops/register_mi/register_mi_search.hpp"

namespace bitvox::register_mi {
namespace {

// Below this the CPU is done before a GPU has been given its work.
constexpr std::int64_t kGpuPaysVoxels = std::int64_t{1} << 16;

// What moving the volume takes, whether the motion was searched or not.
void check_moving(const Options& options) {
  if (!(options.pixel_aspect > 0) || !std::isfinite(options.pixel_aspect)) {
    throw InvalidInput("the size of a pixel must be above 0");
  }
  if (options.pixel_aspect < 1e-6 || options.pixel_aspect > 1e6) {
    throw InvalidInput("pixels that are " + short_number(options.pixel_aspect) +
                       " times as high as wide are not allowed; use 1e-6 to 1e6 times");
  }
  if (!(options.slice_aspect >= 1e-6 && options.slice_aspect <= 1e6)) {
    throw InvalidInput("voxels that are " + short_number(options.slice_aspect) +
                       " times as deep as wide are not allowed; use 1e-6 to 1e6 times");
  }
  const VoxelRatio ratio = options.fixed_voxel.value_or(VoxelRatio{});
  for (const double part : {ratio.x, ratio.y, ratio.z}) {
    if (!(part >= 1e-3 && part <= 1e3)) {
      throw InvalidInput("voxels " + short_number(part) +
                         " times as large as those of the input are not allowed; use 1e-3 to 1e3 "
                         "times");
    }
  }
  if (!std::isfinite(options.fill)) {
    throw InvalidInput("fill must be a finite number");
  }
}

void check_motion(const RigidMotion& m) {
  for (const double value : {m.dx, m.dy, m.dz, m.angle, m.angle_x, m.angle_y}) {
    if (!(std::abs(value) <= 1e9)) {
      throw InvalidInput("a motion by " + short_number(value) +
                         " is not allowed; use -1e9 to 1e9 voxels and degrees");
    }
  }
}

void check_search(const Options& options) {
  check_fields(options);
  if (options.axes == Axes::kXyz && options.max_angle == 0) {
    throw InvalidInput("axes=xyz is not allowed; use axes=z, or a max_angle above 0");
  }
  if (options.start) check_motion(*options.start);
  if (options.max_shift) {
    for (const double shift : {options.max_shift->x, options.max_shift->y, options.max_shift->z}) {
      if (!(shift >= 0) || !std::isfinite(shift)) {
        throw InvalidInput("max_shift must be 0 or more, along every axis");
      }
    }
  }
}

constexpr std::int64_t kLongest = std::int64_t{1} << 20;  // exact enough in 32 bits

void check_shapes(const Shape& moving, const Shape& fixed, Axes axes) {
  constexpr std::int64_t kShortest = 8;
  for (const Shape& shape : {moving, fixed}) {
    if (std::min(shape.width, shape.height) < kShortest ||
        std::max({shape.width, shape.height, shape.depth}) > kLongest) {
      throw InvalidInput("slices of " + std::to_string(shape.width) + " x " +
                         std::to_string(shape.height) +
                         " voxels cannot be registered; sides of 8 to 1048576 can");
    }
  }
  if ((moving.depth == 1) != (fixed.depth == 1)) {
    throw InvalidInput("a single slice can only be registered to a single slice, not " +
                       std::to_string(moving.depth) + " to " + std::to_string(fixed.depth));
  }
  if (moving.depth == 1 && axes == Axes::kXyz) {
    throw InvalidInput("axes=xyz is not allowed; use axes=z: a single slice turns within itself");
  }
}

void check_placement(const Shape& moving, const Placement& placement) {
  for (const Shape& shape : {moving, placement.shape}) {
    if (std::min({shape.width, shape.height, shape.depth}) < 1 ||
        std::max({shape.width, shape.height, shape.depth}) > kLongest) {
      throw InvalidInput("a volume of " + std::to_string(shape.width) + " x " +
                         std::to_string(shape.height) + " x " + std::to_string(shape.depth) +
                         " voxels cannot be moved; sides of 1 to 1048576 can");
    }
  }
  check_motion(placement.motion);
  const Middle middle = placement.middle.value_or(Middle{});
  for (const double value : {middle.x, middle.y, middle.z}) {
    if (!(std::abs(value) <= 1e9)) {
      throw InvalidInput("a motion by " + short_number(value) +
                         " is not allowed; use -1e9 to 1e9 voxels and degrees");
    }
  }
}

// The result goes to `out`, if there is one. `seen` is `whole`, or what a mask leaves of it.
Result register_by(Matcher& matcher, const Task& task, const Geometry& whole, const Geometry& seen,
                   const Options& options, SliceSink* out, Progress& progress) {
  const SearchLimits limits = search_limits(whole, options);
  auto [searching, resampling] = progress_parts(progress, 7, out == nullptr ? 0 : 1);
  const bool smooth = !task.smooth_moving.empty() || !task.smooth_fixed.empty();
  const FoundMotion found = find_motion(matcher, seen, task.levels, limits, options,
                                        smooth ? Noise::kSmoothed : Noise::kNone, searching);
  Result result;
  result.motion = found.motion;
  result.before = found.before;
  result.after = found.after;
  result.bins = found.bins;
  result.run.note = found.note;
  add_sentence(result.run.note, limit_note(found.motion, limits, found.last_steps));
  if (!seen.has_window() && !free_parts(limits).empty()) {
    add_sentence(result.run.note, border_note(task.moving, task.fixed, found.motion));
  }
  result.trusted = result.run.note.empty();
  if (out == nullptr) {
    progress.report(1, 1);
    return result;
  }
  const PointMap map = whole.map(found.motion, Role::kFixed, LevelFactors{});
  const Shape& shape = whole.shape(Role::kFixed);
  const Resampling how{map, options.interpolation, static_cast<float>(options.fill), shape,
                       edge_tolerance(task.moving.shape(), shape)};
  out->begin({shape, task.moving.type()});
  result.overlap = matcher.resample(how, *out, resampling);
  return result;
}

// For every level; none where there is little noise.
std::vector<Smoothing> smoothing_against_noise(const GreySource& source, const Geometry& geometry,
                                               Role role, const std::vector<LevelFactors>& levels) {
  std::vector<Smoothing> all;
  const double sigma = sigma_for(noise_of(source));
  if (sigma == 0) return all;
  for (const LevelFactors& level : levels)
    all.push_back(smoothing_of(sigma, geometry, role, level));
  return all;
}

// mask and out may be null.
Result search(const GreySource& moving, const GreySource& fixed, const VolumeSource* mask,
              const Options& options, SliceSink* out, Progress& progress) {
  check_search(options);
  check_moving(options);
  require_grey(moving.type());
  require_grey(fixed.type());
  check_shapes(moving.shape(), fixed.shape(), options.axes);
  const int threads = thread_count(options.threads);
  auto [masking, first, rest] = progress_parts(progress, mask == nullptr ? 0 : 1, 1, 4);
  const Geometry whole(moving.shape(), fixed.shape(), options.pixel_aspect, options.slice_aspect,
                       options.fixed_voxel.value_or(VoxelRatio{}));
  Geometry seen = whole;
  std::optional<MaskedVolume> part;
  if (mask != nullptr) {
    part.emplace(masked(fixed, *mask, threads, masking));
    seen.look_through(part->window);
  }
  Task task{moving, part ? part->values : fixed,
            pyramid_levels(moving.shape(), seen.shape(Role::kFixed)), threads};
  task.result = fixed.shape();
  task.smooth_moving = smoothing_against_noise(moving, seen, Role::kMoving, task.levels);
  task.smooth_fixed = smoothing_against_noise(task.fixed, seen, Role::kFixed, task.levels);
  const std::int64_t voxels = std::max(moving.shape().voxel_count(), fixed.shape().voxel_count());
  const GpuUse gpu = voxels < kGpuPaysVoxels ? GpuUse::kTooSmall : GpuUse::kPays;
  Progress& loading = first;
  RunReport run;
  const std::unique_ptr<Matcher> matcher = run_on(
      options.backend, gpu, run, [&](Gpu) { return make_matcher_cuda(task, loading); },
      [&](InstructionSet instructions) { return make_matcher_cpu(instructions, task, loading); },
      nullptr, &loading);
  Result result = register_by(*matcher, task, whole, seen, options, out, rest);
  add_sentence(run.note, result.run.note);
  result.run = run;
  return result;
}

}  // namespace

Result align(const GreySource& moving, const GreySource& fixed, const Options& options,
             SliceSink& out, Progress& progress) {
  return search(moving, fixed, nullptr, options, &out, progress);
}

Result align(const GreySource& moving, const GreySource& fixed, const VolumeSource* mask,
             const Options& options, SliceSink& out, Progress& progress) {
  return search(moving, fixed, mask, options, &out, progress);
}

Result find(const GreySource& moving, const GreySource& fixed, const Options& options,
            Progress& progress) {
  return search(moving, fixed, nullptr, options, nullptr, progress);
}

Result find(const GreySource& moving, const GreySource& fixed, const VolumeSource* mask,
            const Options& options, Progress& progress) {
  return search(moving, fixed, mask, options, nullptr, progress);
}

Moved apply(const GreySource& moving, const Placement& placement, const Options& options,
            SliceSink& out, Progress& progress) {
  check_moving(options);
  require_grey(moving.type());
  check_placement(moving.shape(), placement);
  Geometry geometry(moving.shape(), placement.shape, options.pixel_aspect, options.slice_aspect,
                    options.fixed_voxel.value_or(VoxelRatio{}));
  if (placement.middle) geometry.turn_about(*placement.middle);
  const Resampling how{geometry.map(placement.motion, Role::kFixed, LevelFactors{}),
                       options.interpolation, static_cast<float>(options.fill), placement.shape,
                       edge_tolerance(moving.shape(), placement.shape)};
  const int threads = thread_count(options.threads);
  const std::int64_t voxels = std::max(moving.shape().voxel_count(), placement.shape.voxel_count());
  const GpuUse gpu = voxels < kGpuPaysVoxels ? GpuUse::kTooSmall : GpuUse::kPays;
  WatchedSink watched(out);
  watched.begin({placement.shape, moving.type()});
  Moved moved;
  moved.overlap = run_on(
      options.backend, gpu, moved.run,
      [&](Gpu) { return apply_cuda(moving, how, threads, watched, progress); },
      [&](InstructionSet instructions) {
        return apply_cpu(instructions, moving, how, threads, watched, progress);
      },
      &watched, &progress);
  return moved;
}

}  // namespace bitvox::register_mi
