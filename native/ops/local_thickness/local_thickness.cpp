// SPDX-License-Identifier: BSD-2-Clause
#include "ops/local_thickness/local_thickness.hpp"

#include <optional>

#include "core/error.hpp"

namespace bitvox::local_thickness {
namespace {

// Below this the CPU is done before a GPU has been given its work.
constexpr std::int64_t kGpuPaysVoxels = std::int64_t{1} << 19;

}  // namespace

void refuse_infinite(const Job& job) {
  const std::string what = job.phase == Phase::kForeground ? "background" : "foreground";
  throw InvalidInput(
      (job.field.planar && job.field.in.shape().depth > 1 ? "a slice" : "the image") +
      std::string(" has no ") + what + " voxels: its thickness is infinite; use edges=background");
}

Counts run(const Job& job, const std::string& backend, SliceSink* out, RunReport& report,
           Progress& progress) {
  const Shape& shape = job.field.in.shape();
  std::optional<WatchedSink> watched;
  if (out != nullptr) {
    watched.emplace(*out);
    watched->begin({shape, job.pixels()});
  }
  SliceSink* const to = watched ? &*watched : nullptr;
  return run_on(
      backend, shape.voxel_count() < kGpuPaysVoxels ? GpuUse::kTooSmall : GpuUse::kPays, report,
      [&] { return measure_cuda(job, to, progress); },
      [&](InstructionSet instructions) { return measure_cpu(instructions, job, to, progress); },
      watched ? &*watched : nullptr);
}

Result measure(const VolumeSource& in, const Options& options, SliceSink* map, Progress& progress) {
  Result result;
  Job job{field_of(in, options), options.phase};
  job.field.slab = options.slab_rows;
  const Counts counts = run(job, options.backend, map, result.run, progress);
  for (const auto& [thickness, voxels] : counts) {
    if (thickness == 0) continue;  // not of the object
    result.thickness.push_back(thickness);
    result.voxels.push_back(voxels);
  }
  if (result.voxels.empty()) {
    throw UnsuitableImage(options.phase == Phase::kForeground
                              ? "the image has no foreground voxels"
                              : "the image has no background voxels");
  }
  return result;
}

}  // namespace bitvox::local_thickness
