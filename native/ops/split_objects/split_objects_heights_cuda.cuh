// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <optional>

#include "core/threads/progress_parts.hpp"
#include "ops/distance_map/distance_map_cuda_field.cuh"
#include "ops/distance_map/distance_map_pixels.cuh"
#include "ops/split_objects/split_objects_by_items.hpp"
#include "ops/split_objects/split_objects_run_cuda.cuh"

// Heights of the distance map, which never leaves the GPU.
namespace bitvox::split_objects {
namespace {

template <class T>
using HeightsCuda = MadeHeights<RunCuda::Array<T>>;

// A field of distances, in memory of its own.
template <class V>
struct FieldCuda {
  using Cell = typename V::Cell;
  RunCuda::Array<Cell> cells;
  distance_map::CellField<V> field{};
  double largest = 0;
};

template <class V>
FieldCuda<V> make_field(RunCuda& run, const distance_map::Job& job, const BitVolume& volume,
                        Progress& progress) {
  const Shape& s = volume.shape();
  cuda::DeviceArena measure;
  { const distance_map::Workspace<V> workspace(measure, s); }
  measure.take<unsigned long long>(1);
  auto [uploading, making] = progress_parts(progress, 1, 2);
  FieldCuda<V> made;
  made.field.pitch = (s.width + V::kColumns - 1) / V::kColumns;
  made.field.rows = s.height;
  made.cells = run.array<typename V::Cell>(made.field.pitch * s.height * s.depth);
  made.field.cells = made.cells.get();
  require_memory(kDeviceUser, cuda::device_memory(), measure.used());
  cuda::DeviceArena arena(measure.used());
  const cuda::Drain drain(run.stream());
  distance_map::CellFieldMaker<V> maker(job, run.stream(), arena);
  made.field.largest = arena.take<unsigned long long>(1);
  cuda::upload(volume, maker.words(), run.threads(), run.staging(), uploading);
  made.largest = maker.make(Phase::kForeground, job.edges, made.field, making);
  made.field.largest = nullptr;  // goes with the arena
  return made;
}

// Rows of pairs may have a column too many.
struct CopyColumns {
  const std::uint16_t* from;
  std::int64_t pitch, width;
  std::uint16_t* to;
  __device__ void operator()(std::int64_t i) const { to[i] = from[i / width * pitch + i % width]; }
};

// Squared distances in voxels, where these are cubes and all are below Pairs::kInfinite.
inline std::optional<HeightsCuda<std::uint16_t>> squared_distances_cuda(
    RunCuda& run, const distance_map::Job& job, const BitVolume& volume, Progress& progress) {
  using distance_map::Pairs;
  if (distance_map::first_type(job) != distance_map::ValueType::k16) return std::nullopt;
  const Shape& s = volume.shape();
  auto [making, copying] = progress_parts(progress, 4, 1);
  FieldCuda<Pairs> made = make_field<Pairs>(run, job, volume, making);
  if (made.largest >= Pairs::kInfinite) return std::nullopt;
  const HeightNumbers numbers{true, job.scale};
  if (s.width % Pairs::kColumns != 0) {
    const auto* const from = reinterpret_cast<const std::uint16_t*>(made.cells.get());
    auto heights = run.array<std::uint16_t>(s.voxel_count());
    run.each(s.voxel_count(),
             CopyColumns{from, made.field.pitch * Pairs::kColumns, s.width, heights.get()},
             copying);
    return HeightsCuda<std::uint16_t>{std::move(heights), numbers};
  }
  return HeightsCuda<std::uint16_t>{
      RunCuda::Array<std::uint16_t>(reinterpret_cast<std::uint16_t*>(made.cells.release()),
                                    GiveBackWhenDone{&run.stream()}),
      numbers};
}

template <class V>
struct TakeDistance {
  distance_map::CellField<V> field;
  distance_map::PixelRule rule;
  std::int64_t width;
  std::uint32_t* heights;  // may be the field's
  __device__ void operator()(std::int64_t i) const {
    const float number = distance_map::distance_at(field, i / width, i % width, rule);
    heights[i] = number > 0 ? height_of(number) : 0;
  }
};

// All others, of which height_of() is kept.
template <class V>
HeightsCuda<std::uint32_t> distances_cuda(RunCuda& run, const distance_map::Job& job,
                                          const BitVolume& volume, Progress& progress) {
  const Shape& s = volume.shape();
  auto [making, taking] = progress_parts(progress, 4, 1);
  FieldCuda<V> made = make_field<V>(run, job, volume, making);
  const distance_map::PixelRule rule{job.scale, job.roots(), false};
  if constexpr (sizeof(typename V::Cell) == sizeof(std::uint32_t)) {
    run.each(s.voxel_count(), TakeDistance<V>{made.field, rule, s.width, made.cells.get()}, taking);
    return {std::move(made.cells), {}};
  } else {
    auto heights = run.array<std::uint32_t>(s.voxel_count());
    run.each(s.voxel_count(), TakeDistance<V>{made.field, rule, s.width, heights.get()}, taking);
    return {std::move(heights), {}};
  }
}

}  // namespace
}  // namespace bitvox::split_objects
