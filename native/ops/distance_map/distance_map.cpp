// SPDX-License-Identifier: BSD-2-Clause
#include "ops/distance_map/distance_map.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "core/backends/run_on.hpp"
#include "core/blocks/plan_blocks.hpp"
#include "core/error.hpp"
#include "core/options/check_fields.hpp"
#include "core/options/number.hpp"
#include "core/threads/parallel.hpp"
#include "core/volumes/check_mask.hpp"
#include "ops/distance_map/distance_map_plan.hpp"

namespace bitvox::distance_map {
namespace {

// Below this the CPU is done before a GPU has been given its work.
constexpr std::int64_t kGpuPaysVoxels = std::int64_t{1} << 20;

const char* name_of(Metric metric) {
  return metric == Metric::kCityBlock ? "city-block" : "chessboard";
}

// Of whole numbers; infinite where there are none to find.
double largest_value(const Job& job) {
  const Shape& shape = job.in.shape();
  const auto cost = [&](std::int64_t side) {
    const auto length = static_cast<double>(side);
    return job.metric == Metric::kEuclidean ? length * length : length;
  };
  return cost(shape.width) + cost(shape.height) + (job.planar ? 0 : cost(shape.depth));
}

}  // namespace

GpuUse gpu_for(const Shape& shape) {
  return shape.voxel_count() < kGpuPaysVoxels ? GpuUse::kTooSmall : GpuUse::kPays;
}

Job job_of(const VolumeSource& in, const Options& options) {
  const bool planar = options.extent == Extent::kPerSlice || in.shape().depth == 1;
  Spacing spacing = options.spacing;
  if (planar) spacing.z = spacing.x;
  check_spacing(spacing);
  const bool cubes = spacing.x == spacing.y && spacing.x == spacing.z;
  const std::string size = short_number(spacing.x) + " x " + short_number(spacing.y) +
                           (planar ? "" : " x " + short_number(spacing.z));
  if (!cubes && options.metric != Metric::kEuclidean) {
    throw InvalidInput(std::string("the ") + name_of(options.metric) +
                       " distance counts voxels, which must be cubes, not " + size);
  }
  if (!cubes && options.result == Numbers::kIntegers) {
    throw InvalidInput("whole numbers need voxels that are cubes, not " + size);
  }
  if (options.result == Numbers::kIntegers && options.region == Region::kSigned) {
    throw InvalidInput("signed distances are not whole numbers of 16 bits, which have no sign");
  }
  check_sides(options.block);
  Job job(in);
  job.metric = options.metric;
  job.region = options.region;
  job.edges = options.edges;
  job.planar = planar;
  job.numbers = options.result;
  job.steps = cubes ? Spacing{} : spacing;
  job.scale = cubes ? spacing.x : 1;
  job.block = options.block;
  job.threads = thread_count(options.threads);
  return job;
}

ValueType first_type(const Job& job) {
  if (!job.cubes()) return ValueType::kDouble;
  if (job.above > 0) return wide_type(job);
  return job.metric == Metric::kEuclidean || largest_value(job) < 30000 ? ValueType::k16
                                                                        : wide_type(job);
}

ValueType wide_type(const Job& job) {
  return job.cubes() && largest_value(job) < 0x7fffffff ? ValueType::k32 : ValueType::kDouble;
}

void Found::add(const Found& other) {
  largest_inside = std::max(largest_inside, other.largest_inside);
  largest_outside = std::max(largest_outside, other.largest_outside);
  voxels += other.voxels;
}

Reach reach_of(const Job&) {
  constexpr std::int64_t kAll = Reach::kEverything;
  return {{kAll, kAll, kAll}, {kAll, kAll, kAll}};
}

Result measure(const VolumeSource& in, const VolumeSource* mask, const Options& options,
               SliceSink* map, Progress& progress) {
  check_fields(options);
  check_mask(in, mask);
  Job job = job_of(in, options);
  job.mask = mask;
  if (job.cubes() && largest_value(job) > 0x1p53) {
    throw InvalidInput("the volume is too long: its squared distances could pass 2^53");
  }
  const Shape& shape = in.shape();
  std::optional<WatchedSink> watched;
  if (map != nullptr) watched.emplace(*map).begin({shape, job.pixels()});
  WatchedSink* const out = watched ? &*watched : nullptr;
  Result result;
  const Found found = run_on(
      options.backend, gpu_for(shape), result.run,
      [&](Gpu) { return measure_cuda(job, out, progress); },
      [&](InstructionSet instructions) { return measure_cpu(instructions, job, out, progress); },
      out);
  result.largest_inside = found.largest_inside;
  result.largest_outside = found.largest_outside;
  result.voxels = found.voxels;
  return result;
}

}  // namespace bitvox::distance_map
