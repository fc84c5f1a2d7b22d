// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "core/blocks/block_views.hpp"
#include "core/threads/progress_parts.hpp"
#include "cuda/copy.hpp"
#include "cuda/download.hpp"
#include "cuda/staging.hpp"
#include "cuda/upload.hpp"
#include "ops/distance_map/distance_map_cuda_field.cuh"
#include "ops/distance_map/distance_map_pixels.cuh"
#include "ops/local_thickness/local_thickness_bands.cuh"
#include "ops/local_thickness/local_thickness_counts.hpp"
#include "ops/local_thickness/local_thickness_object.hpp"
#include "ops/local_thickness/local_thickness_sizes.cuh"

namespace bitvox::local_thickness {

using distance_map::CellField;
using distance_map::CellFieldMaker;
using distance_map::Pairs;

// T of what a block reads, on the GPU.
template <class V>
class BlockPainter {
 public:
  // Squares of 16 bits are counted on the GPU.
  static constexpr bool kCounts = std::is_same_v<V, Pairs>;

  BlockPainter(const Job& job, const Block& part, const cuda::Stream& stream,
               cuda::DeviceArena& arena)
      : job_(job),
        part_(part),
        shape_(part.read.shape()),
        stream_(stream),
        volume_(make_volume()),
        painter_(volume_, stream),
        maker_(shape_, job.field.steps, job.field.metric, job.field.planar, stream, arena) {
    take(arena);
  }

  // What it takes of an arena.
  static std::int64_t arena_bytes(const Job& job, const Block& part) {
    const cuda::Stream stream;
    cuda::DeviceArena arena;
    const BlockPainter measuring(job, part, stream, arena);
    return arena.used();
  }

  void upload(cuda::Staging& staging, Progress& progress) {
    if (kCounts) cuda::clear(counts_, kBins, stream_);
    if (!job_.limits.empty()) cuda::copy(limits_, job_.limits.data(), limit_count(), stream_);
    const int threads = job_.field.threads;
    auto [object, mask] = progress_parts(progress, 1, mask_ != nullptr ? 1 : 0);
    cuda::upload(ClosedObject(job_.field.in, job_.phase, part_), maker_.words(), threads, staging,
                 object);
    if (mask_ != nullptr) {
      cuda::upload(BoxSource(*job_.field.mask, part_.read), mask_, threads, staging, mask);
    }
  }

  // The squared distances. Returns the largest.
  double measure(Progress& progress) {
    volume_.largest = maker_.make(Phase::kForeground, job_.field.edges, field_, progress);
    return volume_.largest;
  }

  // T, and the counts.
  void paint(Progress& progress) {
    cuda::Pacer pacer(stream_, progress, painter_.work());
    painter_.paint(pacer);
    constexpr std::int64_t kManyBlocks = 4096;
    const std::int64_t rows = shape_.height * shape_.depth;
    cuda::launch(cover_rest_kernel<V>,
                 {static_cast<unsigned>(std::min(kManyBlocks, rows)), kRowThreads}, stream_,
                 volume_, rows, cuda::CountedPart(part_, mask_), kBins, counts_);
    pacer.finish();
  }

  // The pixels of the core's slices, as wide and high as what is read.
  static cuda::MadeSlices slices_of(const Job& job, const Block& part) {
    const Shape read = part.read.shape();
    return {{read.width, read.height, part.core.shape().depth}, job.pixels()};
  }

  void hand_out(SliceSink& out, cuda::Staging& staging, Progress& progress) {
    const std::int64_t begin = part_.core_in_read().begin[2] * shape_.width * shape_.height;
    const auto write = [&](std::int64_t first, std::int64_t count, void* pixels) {
      write_pixels(begin + first, count, pixels);
    };
    cuda::download(slices_of(job_, part_), write, out, job_.field.threads, staging, progress);
  }

  // Of the object's voxels that count.
  Counts counts() const {
    std::vector<unsigned long long> bins(kBins);
    cuda::read_back(bins.data(), counts_, kBins, stream_);
    Counts counts;
    for (std::size_t square = 1; square < bins.size(); ++square) {
      const auto voxels = static_cast<std::int64_t>(bins[square]);
      if (voxels > 0) counts.voxels[pixel_of(job_, static_cast<double>(square))] += voxels;
    }
    return counts;
  }

 private:
  static constexpr int kRowThreads = 256;  // a block a row
  static constexpr int kBins = kCounts ? static_cast<int>(Pairs::kInfinite) : 0;

  Volume<V> make_volume() const {
    Volume<V> volume{};
    volume.width = static_cast<int>(shape_.width);
    volume.height = static_cast<int>(shape_.height);
    volume.depth = static_cast<int>(shape_.depth);
    volume.planar = job_.field.planar;
    const Spacing& steps = job_.field.steps;
    volume.step_x = steps.x;
    volume.step_y = steps.y;
    volume.step_z = steps.z;
    const double shortest = std::min(steps.x * steps.x, steps.y * steps.y);
    volume.smallest = job_.field.planar ? shortest : std::min(shortest, steps.z * steps.z);
    return volume;
  }

  int limit_count() const { return static_cast<int>(job_.limits.size()); }

  void take(cuda::DeviceArena& arena) {
    field_ = distance_map::take_field<V>(arena, shape_, shape_.height);
    thickest_ = distance_map::take_field<ThickestOf<V>>(arena, shape_, shape_.height);
    painter_.take(arena);
    counts_ = kCounts ? arena.take<unsigned long long>(kBins) : nullptr;
    limits_ = arena.take<double>(limit_count());
    if (kCounts && job_.field.mask != nullptr) {
      mask_ = arena.take<std::uint64_t>(shape_.word_count());
    }
    volume_.squares = reinterpret_cast<const typename Volume<V>::Value*>(field_.cells);
    volume_.pitch = field_.pitch * V::kColumns;
    volume_.thickest = thickest_.cells;
  }

  // `count` pixels from number `first` on.
  void write_pixels(std::int64_t first, std::int64_t count, void* pixels) {
    using T = ThickestOf<V>;
    const std::int64_t rows = (first + count - 1) / shape_.width - first / shape_.width + 1;
    const cuda::LaunchShape size{static_cast<unsigned>(rows), kRowThreads};
    if (job_.limits.empty()) {
      const distance_map::PixelRule rule{2 * job_.field.scale, true, false};
      cuda::launch(distance_map::write_pixels_kernel<T>, size, stream_, thickest_, CellField<T>{},
                   rule, shape_.width, first, count, pixels);
    } else {
      cuda::launch(write_sizes_kernel<T>, size, stream_, thickest_, Limits{limits_, limit_count()},
                   shape_.width, first, count, static_cast<std::uint16_t*>(pixels));
    }
  }

  const Job& job_;
  const Block& part_;
  const Shape shape_;
  const cuda::Stream& stream_;
  Volume<V> volume_;
  BandPainter<V> painter_;
  CellFieldMaker<V> maker_;
  CellField<V> field_{};
  CellField<ThickestOf<V>> thickest_{};
  unsigned long long* counts_ = nullptr;  // of voxels, by T
  double* limits_ = nullptr;
  std::uint64_t* mask_ = nullptr;  // where it is counted in
};

}  // namespace bitvox::local_thickness
