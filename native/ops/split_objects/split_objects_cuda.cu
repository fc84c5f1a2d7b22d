// SPDX-License-Identifier: BSD-2-Clause
#include <memory>
#include <utility>

#include "core/backends/dispatch.hpp"
#include "core/threads/progress_parts.hpp"
#include "ops/split_objects/split_objects_heights_cuda.cuh"
#include "ops/split_objects/split_objects_splitter.hpp"

namespace bitvox::split_objects {
namespace {

template <class T>
std::unique_ptr<Watershed> watershed_of(std::unique_ptr<RunCuda> run, const Ground& ground,
                                        HeightsCuda<T> made) {
  return std::make_unique<WatershedByItems<RunCuda, T>>(std::move(run), ground, std::move(made));
}

// Heights of grey images are made where the image is: they are as many bytes as its floats.
std::unique_ptr<Watershed> of_grey_image(const HeightJob& job, const Ground& ground,
                                         Progress& progress) {
  auto [making, uploading] = progress_parts(progress, 2, 1);
  const std::int64_t voxels = ground.volume.shape().voxel_count();
  require_memory(kUser, host_memory(), 8 * voxels);
  const AlignedArray<std::uint32_t> heights =
      grey_heights(job, *ground.grey, ground.volume, making);
  auto run = std::make_unique<RunCuda>(ground.threads);
  auto on_gpu = run->array<std::uint32_t>(voxels);
  cuda::upload(heights.get(), 4 * voxels, on_gpu.get(), ground.threads, run->staging(), uploading);
  return watershed_of<std::uint32_t>(std::move(run), ground, {std::move(on_gpu), {}});
}

std::unique_ptr<Watershed> of_distances(const HeightJob& job, const Ground& ground,
                                        Progress& progress) {
  auto [narrow, wide] = progress_parts(progress, 1, 1);
  const distance_map::Job distance = distance_job(job, ground.volume);
  auto run = std::make_unique<RunCuda>(ground.threads);
  if (auto made = squared_distances_cuda(*run, distance, ground.volume, narrow)) {
    return watershed_of<std::uint16_t>(std::move(run), ground, std::move(*made));
  }
  auto made = distance_map::wide_type(distance) == distance_map::ValueType::k32
                  ? distances_cuda<distance_map::Words>(*run, distance, ground.volume, wide)
                  : distances_cuda<distance_map::Doubles>(*run, distance, ground.volume, wide);
  return watershed_of<std::uint32_t>(std::move(run), ground, std::move(made));
}

// Of a voxel, at the same time: heights and what they are made of, then heights and a label.
std::int64_t bytes_of_voxel(const Options& options) {
  const Spacing& size = options.spacing;
  const bool cubes = size.x == size.y && size.x == size.z;
  if (options.heights == Heights::kDistance) return cubes ? 6 : 12;
  return 8;
}

std::unique_ptr<Watershed> watershed_cuda(const Ground& ground, Progress& progress) {
  const Shape& shape = ground.volume.shape();
  const Options& options = ground.options;
  distance_map::require_short_sides(shape);
  require_memory(kDeviceUser, cuda::device_memory(), shape.voxel_count() * bytes_of_voxel(options));
  const bool planar = options.extent == Extent::kPerSlice || shape.depth == 1;
  const HeightJob job{best_cpu(), options, ground.threads, planar};
  return options.heights == Heights::kDistance ? of_distances(job, ground, progress)
                                               : of_grey_image(job, ground, progress);
}

}  // namespace

Result split_cuda(const VolumeSource& in, const Images& images, const Options& options,
                  const Outputs& outputs, Progress& progress) {
  return split_by(watershed_cuda, in, images, options, outputs, progress);
}

}  // namespace bitvox::split_objects
