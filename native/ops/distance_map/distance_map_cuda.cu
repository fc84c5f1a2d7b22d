// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/memory/aligned_array.hpp"
#include "core/volumes/counting_source.hpp"
#include "cuda/copy.hpp"
#include "cuda/device_memory.hpp"
#include "cuda/download.hpp"
#include "cuda/staging.hpp"
#include "cuda/upload.hpp"
#include "ops/distance_map/distance_map.hpp"
#include "ops/distance_map/distance_map_count.cuh"
#include "ops/distance_map/distance_map_cuda_field.cuh"
#include "ops/distance_map/distance_map_pixels.cuh"
#include "ops/distance_map/distance_map_plan.hpp"

namespace bitvox::distance_map {
namespace {

constexpr int kBlock = 256;
constexpr MemoryUser kUser{"Distance Map", "Choose backend 'auto' or crop the image."};

template <class V>
class Run {
 public:
  explicit Run(const Job& job)
      : job_(job),
        shape_(job.in.shape()),
        slab_(plan_slab(job, shape_.height, sizeof(typename V::Cell) / V::kColumns, kUser,
                        cuda::device_memory(), [&](std::int64_t rows) { return bytes(rows); })),
        arena_(arena_bytes(slab_)),
        maker_(job, stream_, arena_) {
    for (int i = 0; i < job_.fields(); ++i) fields_[i] = take_field<V>(arena_, shape_, slab_);
    if (slab_ < shape_.height) {
      slab_pixels_ =
          arena_.take<unsigned char>(slab_ * shape_.width * shape_.depth * pixel_bytes());
    }
    mask_ = take_mask(arena_);
  }

  // Nothing where a value is too large and a wider type is to be taken.
  std::optional<Found> run(SliceSink* out, Progress& progress) {
    PhaseProgress uploading(progress, 0, 200);
    const std::int64_t voxels = upload(uploading);
    Found found;
    if (slab_ == shape_.height) {
      PhaseProgress making(progress, 200, out != nullptr ? 500 : 1000);
      if (!make(0, found, making)) return std::nullopt;
      if (job_.mask == nullptr) found.voxels = voxels;
      if (out == nullptr) return found;
      PhaseProgress downloading(progress, 500, 1000);
      const auto write = [&](std::int64_t first, std::int64_t count, void* pixels) {
        write_pixels(shape_.width, first, count, pixels);
      };
      cuda::download({shape_, job_.pixels(), 0, made_pixels()}, write, *out, job_.threads, staging_,
                     downloading);
      return found;
    }
    AlignedArray<unsigned char> map;
    if (out != nullptr) {
      require_memory({kUser.name, "Crop the image."}, host_memory(), map_bytes());
      map = aligned_array<unsigned char>(map_bytes());
    }
    for (std::int64_t first = 0; first < shape_.height; first += slab_) {
      const std::int64_t end = std::min(shape_.height, first + slab_);
      PhaseProgress part(progress, 200 + 700 * first / shape_.height,
                         200 + 700 * end / shape_.height);
      if (!make(first, found, part)) return std::nullopt;
      if (out != nullptr) gather(first, end - first, map.get());
    }
    for (std::int64_t z = 0; z < shape_.depth && out != nullptr; ++z) {
      progress.report(900 + 100 * z / shape_.depth, 1000);
      out->write_slice(z, map.get() + z * slice_pixels() * pixel_bytes());
    }
    if (job_.mask == nullptr) found.voxels = voxels;
    progress.report(1000, 1000);
    return found;
  }

 private:
  std::int64_t slice_pixels() const { return shape_.width * shape_.height; }
  std::int64_t pixel_bytes() const { return bytes_per_pixel(job_.pixels()); }
  std::int64_t map_bytes() const { return shape_.voxel_count() * pixel_bytes(); }

  std::int64_t arena_bytes(std::int64_t rows) const {
    cuda::DeviceArena arena;
    const Workspace<V> workspace(arena, shape_);
    for (int i = 0; i < job_.fields(); ++i) take_field<V>(arena, shape_, rows);
    if (rows < shape_.height) {
      arena.take<unsigned char>(rows * shape_.width * shape_.depth * pixel_bytes());
    }
    take_mask(arena);
    return arena.used();
  }

  // The mask's bits, and what is seen in it.
  struct Mask {
    std::uint64_t* words = nullptr;
    SeenOnGpu* seen = nullptr;
  };
  Mask take_mask(cuda::DeviceArena& arena) const {
    if (job_.mask == nullptr) return {};
    return {arena.take<std::uint64_t>(shape_.word_count()), arena.take<SeenOnGpu>(1)};
  }

  // Returns how many voxels are foreground.
  std::int64_t upload(Progress& progress) {
    PhaseProgress object(progress, 0, job_.mask != nullptr ? 500 : 1000);
    const CountingSource counted(job_.in);
    cuda::upload(counted, maker_.words(), job_.threads, staging_, object);
    PhaseProgress mask(progress, 500, 1000);
    if (job_.mask != nullptr) {
      cuda::upload(*job_.mask, mask_.words, job_.threads, staging_, mask);
    }
    return counted.voxels();
  }

  std::int64_t bytes(std::int64_t rows) const {
    return arena_bytes(rows) +
           (rows < shape_.height ? 0 : cuda::download_bytes({shape_, job_.pixels()}));
  }

  // The fields' rows from number `first` on. False where a wider type is to be taken.
  bool make(std::int64_t first, Found& found, Progress& progress) {
    const auto field = [&](int i, Phase phase, Edges edges, double& largest, Progress& part) {
      fields_[i].first_row = first;
      fields_[i].rows = std::min(slab_, shape_.height - first);
      double most = maker_.make(phase, edges, fields_[i], part);
      if (most >= V::kInfinite && V::kColumns > 1) return false;
      if (job_.mask != nullptr) {
        const SeenOnGpu seen = look_at_mask(fields_[i]);
        most = std::bit_cast<double>(seen.largest);
        if (i == 0) found.voxels += of_object(seen, phase);
      }
      largest = std::max(largest, number_of(job_, most, V::kInfinite));
      return true;
    };
    return make_fields(job_, found, progress, field);
  }

  SeenOnGpu look_at_mask(const CellField<V>& field) {
    cuda::clear(mask_.seen, 1, stream_);
    const Box core{{0, field.first_row, 0},
                   {shape_.width, field.first_row + field.rows, shape_.depth}};
    const std::int64_t rows = field.rows * shape_.depth;
    const unsigned blocks = std::min(static_cast<unsigned>(8 * cuda::multiprocessors()),
                                     cuda::blocks_for(rows, kSeenThreads / cuda::kWarp));
    cuda::launch(look_at_kernel<V>, {blocks, kSeenThreads}, stream_, field, rows, shape_.width,
                 cuda::CountedPart({shape_, box_of(shape_), core}, mask_.words), mask_.seen);
    return cuda::read_back(mask_.seen, stream_);
  }

  // The field itself, if it is already what the map is to be.
  const void* made_pixels() const {
    const bool same = V::kColumns == 2 && job_.numbers == Numbers::kIntegers &&
                      shape_.width == fields_[0].pitch * V::kColumns;
    return same ? fields_[0].cells : nullptr;
  }

  void write_pixels(std::int64_t width, std::int64_t first, std::int64_t count, void* pixels) {
    const std::int64_t rows = (first + count - 1) / width - first / width + 1;
    const PixelRule rule{job_.scale, job_.roots(), job_.numbers == Numbers::kIntegers, job_.above};
    cuda::launch(write_pixels_kernel<V>, {static_cast<unsigned>(rows), kBlock}, stream_, fields_[0],
                 fields_[1], rule, width, first, count, pixels);
  }

  // A slab's pixels to their places in the map.
  void gather(std::int64_t first, std::int64_t rows, unsigned char* map) {
    const std::int64_t row_bytes = shape_.width * pixel_bytes();
    // So many slices at a time that a launch has fewer than 2^31 blocks.
    const std::int64_t at_once = std::max<std::int64_t>(1, (std::int64_t{1} << 30) / rows);
    for (std::int64_t z = 0; z < shape_.depth; z += at_once) {
      const std::int64_t count = std::min(at_once, shape_.depth - z);
      const std::int64_t pixel = z * rows * shape_.width;
      write_pixels(shape_.width, pixel, count * rows * shape_.width,
                   slab_pixels_ + pixel * pixel_bytes());
    }
    cuda::check(cudaMemcpy2DAsync(
                    map + first * row_bytes, static_cast<std::size_t>(shape_.height * row_bytes),
                    slab_pixels_, static_cast<std::size_t>(rows * row_bytes),
                    static_cast<std::size_t>(rows * row_bytes),
                    static_cast<std::size_t>(shape_.depth), cudaMemcpyDeviceToHost, stream_.get()),
                "copying from the GPU");
    stream_.wait();
  }

  const Job& job_;
  const Shape shape_;
  const std::int64_t slab_;
  cuda::DeviceArena arena_;
  cuda::Stream stream_;
  CellFieldMaker<V> maker_;
  CellField<V> fields_[2] = {};
  unsigned char* slab_pixels_ = nullptr;
  Mask mask_;
  cuda::Staging staging_{stream_};  // the last member: waits before the arena goes
};

template <class V>
std::optional<Found> run(const Job& job, SliceSink* out, Progress& progress) {
  return Run<V>(job).run(out, progress);
}

}  // namespace

Found measure_cuda(const Job& job, SliceSink* out, Progress& progress) {
  require_short_sides(job.in.shape());
  PhaseProgress first(progress, 0, 500);
  PhaseProgress again(progress, 500, 1000);
  Progress* left = &progress;
  if (first_type(job) == ValueType::k16) {
    if (const auto done = run<Pairs>(job, out, first)) {
      progress.report(1000, 1000);
      return *done;
    }
    left = &again;
  }
  return wide_type(job) == ValueType::k32 ? *run<Words>(job, out, *left)
                                          : *run<Doubles>(job, out, *left);
}

}  // namespace bitvox::distance_map
