// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "cuda/copy.hpp"
#include "cuda/download.hpp"
#include "cuda/staging.hpp"
#include "cuda/upload.hpp"
#include "ops/distance_map/distance_map_cuda_field.cuh"
#include "ops/distance_map/distance_map_pixels.cuh"
#include "ops/local_thickness/local_thickness_bands.cuh"
#include "ops/local_thickness/local_thickness_counts.hpp"
#include "ops/local_thickness/local_thickness_sizes.cuh"

namespace bitvox::local_thickness {

using distance_map::CellField;
using distance_map::CellFieldMaker;
using distance_map::Pairs;

// Rows first .. end - 1 of every slice.
struct RowRange {
  std::int64_t first;
  std::int64_t end;
  std::int64_t count() const { return end - first; }
};

// Some rows of every slice at a time, on the GPU: a region, of which the rows in the middle are the
// slab that is asked for. The others hold the balls that reach into the slab.
template <class V>
class RegionPainter {
 public:
  // Squares of 16 bits are counted on the GPU.
  static constexpr bool kCounts = std::is_same_v<V, Pairs>;

  RegionPainter(const Job& job, std::int64_t rows)
      : job_(job),
        shape_(job.field.in.shape()),
        region_{shape_.width, rows, shape_.depth},
        volume_(make_volume()),
        painter_(volume_, stream_),
        arena_(bytes(job, rows)),
        maker_(job.field, stream_, arena_) {
    take(arena_);
    if (kCounts) cuda::clear(counts_, kBins, stream_);
    if (!job_.limits.empty()) {
      cuda::copy(limits_, job_.limits.data(), limit_count(), stream_);
    }
  }

  // What it takes of the GPU's memory.
  static std::int64_t bytes(const Job& job, std::int64_t rows) {
    RegionPainter measuring(job, rows, cuda::DeviceArena());
    return measuring.arena_.used() + cuda::download_bytes({job.field.in.shape(), job.pixels()});
  }

  void upload(Progress& progress) {
    const bool counts_in_mask = mask_ != nullptr;
    PhaseProgress object(progress, 0, counts_in_mask ? 500 : 1000);
    cuda::upload(job_.field.in, maker_.words(), job_.field.threads, staging_, object);
    PhaseProgress mask(progress, 500, 1000);
    if (counts_in_mask) {
      cuda::upload(*job_.field.mask, mask_, job_.field.threads, staging_, mask);
    }
  }

  // The squared distances of a region from row `first` on. Returns the largest.
  double measure(std::int64_t first, Progress& progress) {
    field_.first_row = first;
    volume_.largest = maker_.make(job_.phase, job_.field.edges, field_, progress);
    return volume_.largest;
  }

  // T, and the counts of these rows of the volume, which lie in the region.
  void paint(const RowRange& slab, Progress& progress) {
    cuda::Pacer pacer(stream_, progress, painter_.work());
    painter_.paint(pacer);
    constexpr std::int64_t kManyBlocks = 4096;
    const std::int64_t rows = region_.height * region_.depth;
    const bitvox::Box core{{0, slab.first, 0}, {shape_.width, slab.end, shape_.depth}};
    cuda::launch(cover_rest_kernel<V>,
                 {static_cast<unsigned>(std::min(kManyBlocks, rows)), kRowThreads}, stream_,
                 volume_, rows, field_.first_row, counted(core), kBins, counts_);
    pacer.finish();
  }

  // The pixels of a region that is the whole volume.
  void hand_out(SliceSink& out, Progress& progress) {
    const auto write = [&](std::int64_t first, std::int64_t count, void* pixels) {
      write_pixels(first, count, pixels);
    };
    cuda::download({shape_, job_.pixels()}, write, out, job_.field.threads, staging_, progress);
  }

  // The pixels of a slab to their places in a map of the volume.
  void gather(const RowRange& slab, unsigned char* map) {
    const std::int64_t row_bytes = shape_.width * bytes_per_pixel(job_.pixels());
    const cuda::DeviceBuffer<unsigned char> pixels =
        cuda::allocate<unsigned char>(slab.count() * row_bytes);
    const cuda::Drain drain(stream_);
    for (std::int64_t z = 0; z < shape_.depth; ++z) {
      const std::int64_t first = z * region_.height + slab.first - field_.first_row;
      write_pixels(first * shape_.width, slab.count() * shape_.width, pixels.get());
      cuda::read_back(map + (z * shape_.height + slab.first) * row_bytes, pixels.get(),
                      slab.count() * row_bytes, stream_);
    }
  }

  // Of the object's voxels in all rows so far.
  Counts counts() {
    std::vector<unsigned long long> bins(kBins);
    cuda::read_back(bins.data(), counts_, kBins, stream_);
    Counts counts;
    for (std::size_t square = 1; square < bins.size(); ++square) {
      const auto voxels = static_cast<std::int64_t>(bins[square]);
      if (voxels > 0) counts[pixel_of(job_, static_cast<double>(square))] += voxels;
    }
    return counts;
  }

 private:
  static constexpr int kRowThreads = 256;  // a block a row
  static constexpr int kBins = kCounts ? static_cast<int>(Pairs::kInfinite) : 0;

  // Only measures.
  RegionPainter(const Job& job, std::int64_t rows, cuda::DeviceArena arena)
      : job_(job),
        shape_(job.field.in.shape()),
        region_{shape_.width, rows, shape_.depth},
        volume_(make_volume()),
        painter_(volume_, stream_),
        arena_(std::move(arena)),
        maker_(job.field, stream_, arena_) {
    take(arena_);
  }

  Volume<V> make_volume() const {
    Volume<V> volume{};
    volume.width = static_cast<int>(region_.width);
    volume.height = static_cast<int>(region_.height);
    volume.depth = static_cast<int>(region_.depth);
    volume.planar = job_.field.planar;
    const Spacing& steps = job_.field.steps;
    volume.step_x = steps.x;
    volume.step_y = steps.y;
    volume.step_z = steps.z;
    const double shortest = std::min(steps.x * steps.x, steps.y * steps.y);
    volume.smallest = job_.field.planar ? shortest : std::min(shortest, steps.z * steps.z);
    return volume;
  }

  // Of the whole volume.
  cuda::CountedPart counted(const bitvox::Box& core) const {
    return {Block{shape_, box_of(shape_), core}, mask_};
  }

  int limit_count() const { return static_cast<int>(job_.limits.size()); }

  void take(cuda::DeviceArena& arena) {
    field_ = distance_map::take_field<V>(arena, shape_, region_.height);
    thickest_ = distance_map::take_field<ThickestOf<V>>(arena, shape_, region_.height);
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

  // `count` pixels from number `first` of the region's on.
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
  const Shape shape_;
  const Shape region_;
  Volume<V> volume_;  // the region
  BandPainter<V> painter_;
  CellField<V> field_{};
  CellField<ThickestOf<V>> thickest_{};
  unsigned long long* counts_ = nullptr;  // of voxels, by T
  double* limits_ = nullptr;
  std::uint64_t* mask_ = nullptr;  // where it is counted in
  cuda::DeviceArena arena_;
  cuda::Stream stream_;
  CellFieldMaker<V> maker_;
  cuda::Staging staging_{stream_};  // the last member: waits before the arena goes
};

}  // namespace bitvox::local_thickness
