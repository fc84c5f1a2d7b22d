// SPDX-License-Identifier: BSD-2-Clause
#include "ops/minkowski/minkowski.hpp"

#include <algorithm>
#include <functional>
#include <string>

#include "core/blocks/run_block.hpp"
#include "core/error.hpp"
#include "core/options/check_fields.hpp"
#include "core/threads/parallel.hpp"
#include "core/volumes/check_mask.hpp"
#include "ops/minkowski/minkowski_numbers.hpp"

namespace bitvox::minkowski {
namespace {

// Below this the CPU is done before a GPU has been given its work.
constexpr std::int64_t kGpuPaysVoxels = std::int64_t{1} << 24;

void check(const Options& options, const Shape& shape, bool planar) {
  check_fields(options);
  const Spacing& size = options.spacing;
  check_spacing({size.x, size.y, planar ? size.x : size.z});
  check_sides(options.block);
  if (options.edges == Edges::kClipped &&
      (shape.width < 2 || shape.height < 2 || (!planar && shape.depth < 2))) {
    throw InvalidInput("edges=clipped needs two voxels at least along each axis, not " +
                       std::to_string(shape.width) + " x " + std::to_string(shape.height) + " x " +
                       std::to_string(shape.depth));
  }
}

CountSet set_for(const Options& options, bool planar) {
  if (planar) {
    return CountSet::kPlanar;
  }
  return options.directions == Directions::kThree ? CountSet::kAxes : CountSet::kAll;
}

GpuUse gpu_for(const Shape& shape) {
  return shape.voxel_count() < kGpuPaysVoxels ? GpuUse::kTooSmall : GpuUse::kPays;
}

// Where there is no mask, all voxels are of it.
SliceCounts with_voxels(const Job& job, const Shape& counted, SliceCounts counts) {
  if (job.mask != nullptr) return counts;
  const std::int64_t voxels = counted.width * counted.height * (job.planar() ? 1 : counted.depth);
  for (auto& [z, c] : counts.slices) c[kMaskVoxels] = voxels;
  return counts;
}

}  // namespace

void SliceCounts::add(const SliceCounts& other) {
  for (const auto& [z, counts] : other.slices) {
    Counts& sum = slices.try_emplace(z, Counts{}).first->second;
    std::transform(counts.begin(), counts.end(), sum.begin(), sum.begin(), std::plus<>());
  }
}

Reach reach_of(const Job& job) { return {{1, 1, job.planar() ? 0 : 1}, {}}; }

Job job_of(const VolumeSource& in, const VolumeSource* mask, const Options& options) {
  const Shape& shape = in.shape();
  const bool planar = options.extent == Extent::kPerSlice || shape.depth == 1;
  check(options, shape, planar);
  check_mask(in, mask);
  return {in, mask, set_for(options, planar), options.edges, thread_count(options.threads)};
}

SliceCounts measure_block(const Job& job, const Block& block, const Options& options,
                          RunReport& report, Progress& progress) {
  return with_voxels(
      job, block.core.shape(),
      run_block<CpuTwin, GpuTwin>(job, block, options.backend, gpu_for(block.read.shape()), {},
                                  report, progress));
}

Result finish(const Job& job, const SliceCounts& counts, const Options& options) {
  Result result;
  for (const auto& [z, c] : counts.slices) {
    result.numbers.push_back(job.planar() ? numbers_of_slice(c, options)
                                          : numbers_of_volume(c, options));
  }
  return result;
}

Result measure(const VolumeSource& in, const VolumeSource* mask, const Options& options,
               Progress& progress) {
  const Shape& shape = in.shape();
  const Job job = job_of(in, mask, options);
  RunReport run;
  const SliceCounts counts =
      run_twins<CpuTwin, GpuTwin>(job, {shape, reach_of(job), options.block}, options.backend,
                                  gpu_for(shape), {}, run, progress);
  Result result = finish(job, with_voxels(job, shape, counts), options);
  result.run = run;
  return result;
}

}  // namespace bitvox::minkowski
