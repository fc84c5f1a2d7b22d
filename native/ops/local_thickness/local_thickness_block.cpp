// SPDX-License-Identifier: BSD-2-Clause
#include "ops/local_thickness/local_thickness_block.hpp"

#include <cmath>
#include <optional>
#include <string>

#include "core/blocks/object_box.hpp"
#include "core/error.hpp"
#include "core/options/check_fields.hpp"
#include "core/volumes/check_mask.hpp"

namespace bitvox::local_thickness {

distance_map::Options distances_for(const Options& options) {
  distance_map::Options distances;
  distances.backend = options.backend;
  distances.threads = options.threads;
  distances.edges = options.edges;
  distances.extent = options.extent;
  distances.spacing = options.spacing;
  return distances;
}

distance_map::BlockDistances measure_radius(const VolumeSource& in, const Block& block,
                                            const Options& options, Progress& progress) {
  check_fields(options);
  const ObjectBox object(in, options.phase, box_of(in.shape()));
  return distance_map::measure_block(object, nullptr, block, distances_for(options), nullptr,
                                     progress);
}

double largest_radius(const distance_map::Found& found) {
  return found.largest_inside * (1 + 1e-6);  // numbers of the map are rounded
}

double radius_of(const distance_map::Found& found, const Options& options) {
  if (std::isinf(found.largest_inside)) {
    const bool flat = options.extent == Extent::kPerSlice;
    throw InvalidInput(std::string(flat ? "a slice has no " : "the image has no ") +
                       (options.phase == Phase::kForeground ? "background" : "foreground") +
                       " voxels, so its thickness is infinite; use edges=background");
  }
  return largest_radius(found);
}

Job job_of(const VolumeSource& in, const VolumeSource* mask, const Options& options,
           double radius) {
  check_fields(options);
  check_mask(in, mask);
  if (!(radius >= 0) || std::isinf(radius)) {
    throw InvalidInput("the radius of the largest ball is not known; measure it first");
  }
  Job job{field_of(in, options), options.phase};
  job.field.mask = mask;
  job.radius = radius / job.field.scale;
  job.field.values = values_for(job);
  return job;
}

Counts measure_block(const Job& job, const Block& block, const Options& options, SliceSink* map,
                     RunReport& report, Progress& progress) {
  const SliceFormat format{block.core.shape(), job.pixels()};
  std::optional<WatchedSink> watched;
  if (map != nullptr) watched.emplace(*map).begin(format);
  return run_block<CpuTwin, GpuTwin>(job, block, options.backend, gpu_for(block.read.shape()),
                                     {watched ? &*watched : nullptr, format}, report, progress);
}

Result finish(const Counts& counts, const Options& options, double radius) {
  Result result;
  for (const auto& [thickness, voxels] : counts.voxels) {
    if (thickness == 0) continue;  // not of the object
    result.thickness.push_back(thickness);
    result.voxels.push_back(voxels);
  }
  const std::string name = options.phase == Phase::kForeground ? "foreground" : "background";
  if (result.voxels.empty() && radius > 0) {
    throw InvalidInput("there are no " + name + " voxels within the mask");
  }
  if (result.voxels.empty()) throw UnsuitableImage("the image has no " + name + " voxels");
  return result;
}

}  // namespace bitvox::local_thickness
