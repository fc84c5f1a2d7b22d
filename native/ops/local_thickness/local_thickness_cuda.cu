// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/memory.hpp"
#include "cuda/copy.hpp"
#include "cuda/device_memory.hpp"
#include "cuda/download.hpp"
#include "cuda/staging.hpp"
#include "cuda/upload.hpp"
#include "ops/distance_map/distance_map_cuda_field.cuh"
#include "ops/distance_map/distance_map_pixels.cuh"
#include "ops/local_thickness/local_thickness_bands.cuh"
#include "ops/local_thickness/local_thickness_counts.hpp"
#include "ops/local_thickness/local_thickness_sizes.cuh"

namespace bitvox::local_thickness {
namespace {

using distance_map::CellField;
using distance_map::CellFieldMaker;
using distance_map::Doubles;
using distance_map::Pairs;
using distance_map::ValueType;
using distance_map::Words;

constexpr int kBlock = 256;

template <class V>
class Run {
 public:
  explicit Run(const Job& job)
      : job_(job),
        shape_(job.field.in.shape()),
        volume_(make_volume()),
        painter_(volume_, stream_),
        arena_(arena_bytes()),
        maker_(job.field, stream_, arena_) {
    take(arena_);
  }

  // Nothing where squared distances are too large and a wider type is to be taken.
  std::optional<Counts> run(SliceSink* out, Progress& progress) {
    PhaseProgress uploading(progress, 0, 100);
    cuda::upload(job_.field.in, maker_.words(), job_.field.threads, staging_, uploading);
    PhaseProgress measuring(progress, 100, 200);
    volume_.largest = maker_.make(job_.phase, job_.field.edges, field_, measuring);
    if (volume_.largest >= V::kInfinite) {
      if (V::kColumns > 1) return std::nullopt;
      refuse_infinite(job_);
    }
    PhaseProgress painting(progress, 200, 600);
    paint(painting);
    PhaseProgress handing_out(progress, 600, 1000);
    if (kCountsHere) {
      if (out != nullptr) hand_out(*out, handing_out);
      return counts();
    }
    CountingSink counting(job_, out);
    hand_out(counting, handing_out);
    return counting.counts();
  }

 private:
  // Squares of 16 bits are counted on the GPU.
  static constexpr bool kCountsHere = std::is_same_v<V, Pairs>;
  static constexpr int kBins = kCountsHere ? static_cast<int>(Pairs::kInfinite) : 0;

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

  std::int64_t rows() const { return shape_.height * shape_.depth; }
  int limit_count() const { return static_cast<int>(job_.limits.size()); }

  void take(cuda::DeviceArena& arena) {
    field_ = distance_map::take_field<V>(arena, shape_, shape_.height);
    thickest_ = distance_map::take_field<ThickestOf<V>>(arena, shape_, shape_.height);
    painter_.take(arena);
    counts_ = arena.take<unsigned long long>(kBins);
    limits_ = arena.take<double>(limit_count());
    volume_.squares = reinterpret_cast<const typename Volume<V>::Value*>(field_.cells);
    volume_.pitch = field_.pitch * V::kColumns;
    volume_.thickest = thickest_.cells;
  }

  std::int64_t arena_bytes() {
    cuda::DeviceArena arena;
    const distance_map::Workspace<V> workspace(arena, shape_);
    take(arena);
    require_memory({job_.name, "Choose backend 'auto' or crop the image."}, cuda::device_memory(),
                   arena.used() + cuda::download_bytes({shape_, job_.pixels()}));
    return arena.used();
  }

  void paint(Progress& progress) {
    cuda::Pacer pacer(stream_, progress, painter_.work());
    painter_.paint(pacer);
    if (kCountsHere) cuda::clear(counts_, kBins, stream_);
    constexpr unsigned kManyBlocks = 4096;
    cuda::launch(cover_rest_kernel<V>,
                 {static_cast<unsigned>(std::min<std::int64_t>(kManyBlocks, rows())), kBlock},
                 stream_, volume_, rows(), kBins, kCountsHere ? counts_ : nullptr);
    pacer.finish();
  }

  void hand_out(SliceSink& out, Progress& progress) {
    using T = ThickestOf<V>;
    if (!job_.limits.empty()) {
      cuda::copy(limits_, job_.limits.data(), limit_count(), stream_);
    }
    const auto write = [&](std::int64_t first, std::int64_t count, void* pixels) {
      const std::int64_t rows = (first + count - 1) / shape_.width - first / shape_.width + 1;
      const cuda::LaunchShape size{static_cast<unsigned>(rows), kBlock};
      if (job_.limits.empty()) {
        const distance_map::PixelRule rule{2 * job_.field.scale, true, false};
        cuda::launch(distance_map::write_pixels_kernel<T>, size, stream_, thickest_, CellField<T>{},
                     rule, shape_.width, first, count, pixels);
      } else {
        cuda::launch(write_sizes_kernel<T>, size, stream_, thickest_,
                     Limits{limits_, limit_count()}, shape_.width, first, count,
                     static_cast<std::uint16_t*>(pixels));
      }
    };
    cuda::download({shape_, job_.pixels()}, write, out, staging_, progress);
  }

  Counts counts() {
    std::vector<unsigned long long> bins(kBins);
    cuda::read_back(bins.data(), counts_, kBins, stream_);
    Counts counts;
    std::int64_t rest = shape_.voxel_count();
    for (std::size_t square = 1; square < bins.size(); ++square) {
      const auto voxels = static_cast<std::int64_t>(bins[square]);
      if (voxels == 0) continue;
      counts[pixel_of(job_, static_cast<double>(square))] += voxels;
      rest -= voxels;
    }
    if (rest > 0) counts[0] += rest;
    return counts;
  }

  const Job& job_;
  const Shape shape_;
  Volume<V> volume_;
  BandPainter<V> painter_;
  CellField<V> field_{};
  CellField<ThickestOf<V>> thickest_{};
  unsigned long long* counts_ = nullptr;  // of voxels, by T
  double* limits_ = nullptr;
  cuda::DeviceArena arena_;
  cuda::Stream stream_;
  CellFieldMaker<V> maker_;
  cuda::Staging staging_{stream_};  // the last member: waits before the arena goes
};

}  // namespace

Counts measure_cuda(const Job& job, SliceSink* out, Progress& progress) {
  cuda::choose_device();
  distance_map::require_short_sides(job.field.in.shape());
  PhaseProgress first(progress, 0, 500);
  PhaseProgress again(progress, 500, 1000);
  Progress* left = &progress;
  if (first_type(job.field) == ValueType::k16) {
    if (auto counts = Run<Pairs>(job).run(out, first)) {
      progress.report(1000, 1000);
      return *std::move(counts);
    }
    left = &again;
  }
  return wide_type(job.field) == ValueType::k32 ? *Run<Words>(job).run(out, *left)
                                                : *Run<Doubles>(job).run(out, *left);
}

}  // namespace bitvox::local_thickness
