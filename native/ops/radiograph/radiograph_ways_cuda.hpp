// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <optional>

#include "core/memory/memory.hpp"
#include "core/threads/progress_parts.hpp"
#include "cuda/device_memory.hpp"
#include "cuda/staging.hpp"
#include "ops/radiograph/radiograph_series.hpp"
#include "rays/path_lengths_cuda.hpp"
#include "rays/volume_lengths_cuda.hpp"

// How the GPU measures lengths, in its memory.
namespace bitvox::radiograph {

inline constexpr MemoryUser kHostUser{"Radiograph", "Crop the image, or scale it down."};
inline constexpr MemoryUser kDeviceUser{"Radiograph", "Choose backend 'auto' or crop the image."};

inline constexpr MemoryUser kMeshDeviceUser{
    "Radiograph", "Choose backend 'auto', smaller meshes, or fewer columns and rows."};

class VolumeWaysCuda final : public Ways {
 public:
  // bytes_of_images: of all that is needed besides.
  VolumeWaysCuda(const rays::MaterialSource& volume, const Options& options,
                 const rays::DetectorPart& part, std::int64_t bytes_of_images,
                 cuda::Staging& staging, Progress& progress)
      : options_(options), part_(part) {
    auto [reading, sending] = progress_parts(progress, 4, 1);
    const int threads = thread_count(options.threads);
    host_.emplace(volume, options.spacing, options.detector.beam, options.detector.axis,
                  rays::Walk::kAuto, kHostUser, threads, reading);
    require_memory(kDeviceUser, cuda::device_memory(),
                   rays::VolumeLengthsCuda::bytes(*host_) + bytes_of_images);
    ways_.emplace(*host_, kDeviceUser, threads, staging, sending);
  }

  void begin(Result& result) const override {
    result.voxels.assign(host_->voxels().begin() + 1, host_->voxels().end());
  }
  void measure(std::int64_t first, std::int64_t count, float* lengths, Result&,
               Progress& progress) override {
    ways_->measure(views_of(options_, host_->shape(), first, count), part_, lengths, progress);
  }

 private:
  const Options& options_;
  const rays::DetectorPart& part_;
  std::optional<rays::VolumeLengths> host_;
  std::optional<rays::VolumeLengthsCuda> ways_;
};

class MeshWaysCuda final : public Ways {
 public:
  MeshWaysCuda(const rays::MaterialMeshes& meshes, const Options& options,
               const rays::DetectorPart& part, std::int64_t bytes_of_images, Progress& progress)
      : options_(options), part_(part) {
    auto [placing, sending] = progress_parts(progress, 1, 1);
    views_.emplace(meshes, placing);
    require_memory(kMeshDeviceUser, cuda::device_memory(),
                   rays::MeshLengthsCuda::bytes(*views_, part.pixels()) + bytes_of_images);
    ways_.emplace(*views_, thread_count(options.threads), sending);
  }

  void begin(Result&) const override {}
  void measure(std::int64_t first, std::int64_t count, float* lengths, Result& result,
               Progress& progress) override {
    measure_meshes(*views_, options_, part_, first, count, lengths, result, progress,
                   [&](const rays::MeshViews::At& at, float* of_angle, Progress& own) {
                     return ways_->measure(at, of_angle, own);
                   });
  }

 private:
  const Options& options_;
  const rays::DetectorPart& part_;
  std::optional<rays::MeshViews> views_;
  std::optional<rays::MeshLengthsCuda> ways_;
};

}  // namespace bitvox::radiograph
