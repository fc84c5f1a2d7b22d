// SPDX-License-Identifier: BSD-2-Clause
#include "ops/register_mi/register_mi.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

#include "core/error.hpp"
#include "core/number.hpp"
#include "core/parallel.hpp"
#include "ops/register_mi/register_mi_geometry.hpp"
#include "ops/register_mi/register_mi_matcher.hpp"
#include "ops/register_mi/register_mi_search.hpp"

namespace bitvox::register_mi {
namespace {

// Below this the CPU is done before a GPU has been given its work.
constexpr std::int64_t kGpuPaysVoxels = std::int64_t{1} << 16;

std::string readable(double value) {
  std::string text = std::to_string(value);
  text.erase(text.find_last_not_of('0') + 1);
  return text.back() == '.' ? text + "0" : text;
}

void check_options(const Options& options) {
  if (options.bins < kFewestBins || options.bins > kMostBins) {
    throw InvalidInput("bins=" + std::to_string(options.bins) + " is not allowed; use " +
                       std::to_string(kFewestBins) + " to " + std::to_string(kMostBins));
  }
  if (!(options.max_angle >= 0 && options.max_angle <= kLargestAngle)) {
    throw InvalidInput("max_angle=" + readable(options.max_angle) +
                       " is not allowed; use 0 to 180 degrees");
  }
  if (!(options.pixel_aspect > 0) || !std::isfinite(options.pixel_aspect)) {
    throw InvalidInput("the size of a pixel must be above 0");
  }
  if (options.pixel_aspect < 1e-6 || options.pixel_aspect > 1e6) {
    throw InvalidInput("pixels that are " + short_number(options.pixel_aspect) +
                       " times as high as wide are not allowed; use 1e-6 to 1e6 times");
  }
  if (!std::isfinite(options.fill)) {
    throw InvalidInput("fill must be a finite number");
  }
  if (options.max_shift) {
    for (const double shift : {options.max_shift->x, options.max_shift->y, options.max_shift->z}) {
      if (!(shift >= 0) || !std::isfinite(shift)) {
        throw InvalidInput("max_shift must be 0 or more, along every axis");
      }
    }
  }
}

void check_shapes(const Shape& moving, const Shape& fixed) {
  constexpr std::int64_t kShortest = 8;
  constexpr std::int64_t kLongest = std::int64_t{1} << 20;  // exact enough in 32 bits
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
}

Result register_by(Matcher& matcher, const Task& task, const Geometry& geometry,
                   const Options& options, SliceSink& out, Progress& progress) {
  const SearchLimits limits = search_limits(geometry, options);
  PhaseProgress searching(progress, 200, 900);
  const FoundMotion found =
      find_motion(matcher, geometry, task.levels, limits, options.bins, searching);
  Result result;
  result.motion = found.motion;
  result.before = found.before;
  result.after = found.after;
  result.bins = found.bins;
  result.run.note = limit_note(found.motion, limits, found.last_steps);
  PhaseProgress resampling(progress, 900, 1000);
  const PointMap map = geometry.map(found.motion, Role::kFixed, LevelFactors{});
  const Resampling how{map, options.interpolation, static_cast<float>(options.fill),
                       task.fixed.shape()};
  out.begin({task.fixed.shape(), task.moving.type()});
  result.overlap = matcher.resample(how, out, resampling);
  return result;
}

}  // namespace

Result align(const GreySource& moving, const GreySource& fixed, const Options& options,
             SliceSink& out, Progress& progress) {
  check_options(options);
  require_grey(moving.type());
  require_grey(fixed.type());
  check_shapes(moving.shape(), fixed.shape());
  const Task task{moving, fixed, pyramid_levels(moving.shape(), fixed.shape()),
                  thread_count(options.threads)};
  const Geometry geometry(moving.shape(), fixed.shape(), options.pixel_aspect);
  const std::int64_t voxels = std::max(moving.shape().voxel_count(), fixed.shape().voxel_count());
  const GpuUse gpu = voxels < kGpuPaysVoxels ? GpuUse::kTooSmall : GpuUse::kPays;
  PhaseProgress loading(progress, 0, 200);
  RunReport run;
  const std::unique_ptr<Matcher> matcher = run_on(
      options.backend, gpu, run, [&] { return make_matcher_cuda(task, loading); },
      [&](InstructionSet instructions) { return make_matcher_cpu(instructions, task, loading); },
      nullptr, &loading);
  Result result = register_by(*matcher, task, geometry, options, out, progress);
  const std::string& found = result.run.note;
  run.note += (run.note.empty() || found.empty() ? "" : " ") + found;
  result.run = run;
  return result;
}

}  // namespace bitvox::register_mi
