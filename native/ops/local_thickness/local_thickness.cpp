// SPDX-License-Identifier: BSD-2-Clause
#include "ops/local_thickness/local_thickness.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/backends/run_on.hpp"
#include "core/blocks/plan_blocks.hpp"
#include "core/error.hpp"
#include "core/options/check_fields.hpp"
#include "core/volumes/check_mask.hpp"
#include "core/volumes/counting_source.hpp"
#include "core/volumes/packing.hpp"
#include "cpu/packing_rows.hpp"

namespace bitvox::local_thickness {
namespace {

// Below this the CPU is done before a GPU has been given its work.
constexpr std::int64_t kGpuPaysVoxels = std::int64_t{1} << 19;

// The first slice that is all of the phase. There is one.
std::int64_t first_slice_full_of(Phase phase, const VolumeSource& in) {
  const Shape& shape = in.shape();
  const std::int64_t full = phase == Phase::kForeground ? shape.width * shape.height : 0;
  std::vector<std::uint64_t> words(static_cast<std::size_t>(shape.words_per_slice()));
  const auto reader = in.open();
  std::int64_t z = 0;
  for (; z + 1 < shape.depth; ++z) {
    reader->read_slices(z, 1, words.data());
    if (packing_rows().count_bits(words.data(), shape.words_per_slice()) == full) break;
  }
  return z;
}

bool has(Phase phase, const CountingSource& in) {
  const std::int64_t none = phase == Phase::kForeground ? 0 : in.shape().voxel_count();
  return in.voxels() != none;
}

}  // namespace

void refuse_infinite(const Job& job) {
  const VolumeSource& in = job.field.in;
  const bool one_of_many = job.field.planar && in.shape().depth > 1;
  throw InvalidInput((one_of_many
                          ? "slice " + std::to_string(1 + first_slice_full_of(job.phase, in))
                          : "the image") +
                     " has no " + (job.phase == Phase::kForeground ? "background" : "foreground") +
                     " voxels, so its thickness is infinite; use edges=background");
}

void Counts::add(Counts other) {
  if (voxels.empty()) voxels.swap(other.voxels);
  for (const auto& [pixel, count] : other.voxels) voxels[pixel] += count;
}

GpuUse gpu_for(const Shape& shape) {
  return shape.voxel_count() < kGpuPaysVoxels ? GpuUse::kTooSmall : GpuUse::kPays;
}

distance_map::ValueType values_for(const Job& job) {
  constexpr double kSquaresOf16Bits = 32000;  // that all twins can tell
  return job.radius * job.radius > kSquaresOf16Bits ? wide_type(job.field) : first_type(job.field);
}

Reach reach_of(const Job& job) {
  const auto along = [&](double step) {
    constexpr double kFarthest = 1 << 30;  // longer than any side
    const auto radius =
        static_cast<std::int64_t>(std::min(std::ceil(job.radius / step), kFarthest));
    return 2 * radius + 1;
  };
  const Spacing& steps = job.field.steps;
  const Index reach{along(steps.x), along(steps.y), job.field.planar ? 0 : along(steps.z)};
  return {reach, reach};
}

Counts run(const Job& job, const std::string& backend, SliceSink* out, RunReport& report,
           Progress& progress) {
  const Shape& shape = job.field.in.shape();
  std::optional<WatchedSink> watched;
  if (out != nullptr) {
    watched.emplace(*out);
    watched->begin({shape, job.pixels()});
  }
  WatchedSink* const to = watched ? &*watched : nullptr;
  return run_on(
      backend, gpu_for(shape), report, [&](Gpu) { return measure_cuda(job, to, progress); },
      [&](InstructionSet instructions) { return measure_cpu(instructions, job, to, progress); },
      to);
}

Result measure(const VolumeSource& in, const VolumeSource* mask, const Options& options,
               SliceSink* map, Progress& progress) {
  check_fields(options);
  check_mask(in, mask);
  check_sides(options.block);
  Result result;
  const CountingSource counted(in);
  Job job{field_of(counted, options), options.phase};
  job.field.mask = mask;
  job.block = options.block;
  const Counts counts = run(job, options.backend, map, result.run, progress);
  for (const auto& [thickness, voxels] : counts.voxels) {
    if (thickness == 0) continue;  // not of the object
    result.thickness.push_back(thickness);
    result.voxels.push_back(voxels);
  }
  const std::string name = options.phase == Phase::kForeground ? "foreground" : "background";
  if (result.voxels.empty() && mask != nullptr && has(options.phase, counted)) {
    throw InvalidInput("there are no " + name + " voxels within the mask");
  }
  if (result.voxels.empty()) throw UnsuitableImage("the image has no " + name + " voxels");
  return result;
}

}  // namespace bitvox::local_thickness
