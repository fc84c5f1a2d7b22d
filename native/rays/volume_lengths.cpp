// SPDX-License-Identifier: BSD-2-Clause
#include "rays/volume_lengths.hpp"

#include <algorithm>
#include <utility>

#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"

namespace bitvox::rays {
namespace {

// Bricks pay while fewer of them are of several materials.
constexpr double kMostMixed = 0.4;

constexpr std::int64_t kRowsOfTask = 4;
constexpr std::int64_t kColumnsOfTask = 16;

}  // namespace

VolumeLengths::VolumeLengths(const MaterialSource& source, const Spacing& spacing, BeamKind beam,
                             Axis axis, Walk walk, const MemoryUser& user, int threads,
                             Progress& progress)
    : shape_(source.shape()), spacing_(spacing) {
  auto [reading, unpacking] = progress_parts(progress, 9, 1);
  if (walk == Walk::kSlices || (walk == Walk::kAuto && beam == BeamKind::kParallel)) {
    require_memory(user, host_memory(), MaterialColumns::bytes(source, axis));
    columns_ = std::make_unique<MaterialColumns>(source, axis, threads, progress);
    voxels_ = columns_->voxels();
    return;
  }
  require_memory(user, host_memory(), shape_.voxel_count());
  bricks_ = std::make_unique<MaterialBricks>(source, threads, reading);
  voxels_ = bricks_->voxels();
  if (walk == Walk::kCells || (walk == Walk::kAuto && bricks_->mixed() > kMostMixed)) {
    require_memory(user, host_memory(), shape_.voxel_count());
    cells_ = std::make_unique<MaterialCells>(bricks_->unpack(threads, unpacking));
    bricks_.reset();
  }
  progress.report(1, 1);
}

void VolumeLengths::measure(std::span<const View> views, const DetectorPart& part, int threads,
                            float* lengths, Progress& progress) const {
  const bool together = columns_ != nullptr;
  const std::int64_t all = together ? part.columns : part.rows;
  const std::int64_t of_task = together ? kColumnsOfTask : kRowsOfTask;
  const std::int64_t tasks = (all + of_task - 1) / of_task;
  parallel_for(std::ssize(views) * tasks, threads, progress, [&](std::int64_t i) {
    const std::int64_t view = i / tasks, first = i % tasks * of_task;
    const std::int64_t count = std::min(of_task, all - first);
    float* const to = lengths + view * materials() * part.pixels();
    const View& from = views[static_cast<std::size_t>(view)];
    if (together) {
      measure_columns(from, part, first, count, to);
    } else {
      measure_rows(from, part, first, count, to);
    }
  });
}

void VolumeLengths::measure_rows(const View& view, const DetectorPart& part, std::int64_t first,
                                 std::int64_t count, float* lengths) const {
  std::vector<std::int64_t> ticks(voxels_.size());
  for (std::int64_t r = first; r < first + count; ++r) {
    for (std::int64_t c = 0; c < part.columns; ++c) {
      const Ray ray = view.ray(c, part.first_row + r);
      const VolumeRay within(ray, spacing_, shape_);
      float* const to = lengths + r * part.columns + c;
      if (within.misses()) {
        for (std::int64_t m = 0; m < materials(); ++m) to[m * part.pixels()] = 0;
        continue;
      }
      std::fill(ticks.begin(), ticks.end(), std::int64_t{0});
      if (bricks_ != nullptr) {
        bricks_->walk(within, ticks.data());
      } else {
        cells_->walk(within, ticks.data());
      }
      const double tick = length(ray.direction) / kTicks;
      for (std::size_t m = 1; m < ticks.size(); ++m) {
        to[static_cast<std::int64_t>(m - 1) * part.pixels()] =
            static_cast<float>(static_cast<double>(ticks[m]) * tick);
      }
    }
  }
}

void VolumeLengths::measure_columns(const View& view, const DetectorPart& part, std::int64_t first,
                                    std::int64_t count, float* lengths) const {
  const std::int64_t slices = columns_->slices();
  std::vector<std::int64_t> slice_of;  // of each row
  std::int64_t lowest = slices, highest = -1;
  for (std::int64_t r = 0; r < part.rows; ++r) {
    const std::int64_t slice =
        columns_->slice_of(VolumeRay(view.ray(0, part.first_row + r), spacing_, shape_));
    slice_of.push_back(slice);
    if (slice < 0) continue;
    lowest = std::min(lowest, slice);
    highest = std::max(highest, slice);
  }
  std::vector<std::int64_t> ticks(voxels_.size() * static_cast<std::size_t>(slices));
  for (std::int64_t c = first; c < first + count; ++c) {
    const Ray ray = view.ray(c, part.first_row);
    if (highest >= 0) {
      std::fill(ticks.begin(), ticks.end(), std::int64_t{0});
      columns_->walk(VolumeRay(ray, spacing_, shape_), {lowest, highest - lowest + 1},
                     ticks.data());
    }
    const double tick = length(ray.direction) / kTicks;
    for (std::int64_t m = 1; m <= materials(); ++m) {
      const std::int64_t* const of = ticks.data() + m * slices;
      float* to = lengths + (m - 1) * part.pixels() + c;
      for (const std::int64_t slice : slice_of) {
        *to = slice < 0 ? 0.0F : static_cast<float>(static_cast<double>(of[slice]) * tick);
        to += part.columns;
      }
    }
  }
}

}  // namespace bitvox::rays
