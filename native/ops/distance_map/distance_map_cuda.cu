// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>

#include "core/threads/progress_parts.hpp"
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

class GpuTwin::Fields {
 public:
  virtual ~Fields() = default;
  virtual Found compute(const Block& block, CoreSink* map, Progress& progress) = 0;
};

namespace {

constexpr int kBlock = 256;

cuda::MadeSlices map_of(const Job& job, const Block& block) {
  return {{block.whole.width, block.whole.height, block.core.shape().depth}, job.pixels()};
}

// What blocks of this size take of an arena.
template <class V>
struct Arrays {
  Arrays(const Job& job, const Block& block, cuda::DeviceArena& arena)
      : seen(arena.take<SeenOnGpu>(1)) {
    const Shape core = block.core.shape();
    for (int i = 0; i < job.fields(); ++i) {
      fields[i] = take_field<V>(arena, block.whole, core.height);
    }
    if (!block.has_whole_slices()) {
      pixels = arena.take<unsigned char>(core.height * block.whole.width * core.depth *
                                         bytes_per_pixel(job.pixels()));
    }
    if (job.mask != nullptr) mask = arena.take<std::uint64_t>(block.whole.word_count());
  }

  static std::int64_t bytes(const Job& job, const Block& block) {
    cuda::DeviceArena arena;
    const Workspace<V> workspace(arena, block.whole);
    const Arrays arrays(job, block, arena);
    return arena.used();
  }

  SeenOnGpu* seen;
  CellField<V> fields[2] = {};
  unsigned char* pixels = nullptr;  // of the rows of the core, where slices are gathered
  std::uint64_t* mask = nullptr;    // bits
};

template <class V>
class CellFields final : public GpuTwin::Fields {
 public:
  CellFields(const Job& job, const Block& largest)
      : job_(job),
        shape_(largest.whole),
        arena_(Arrays<V>::bytes(job, largest)),
        maker_(job, stream_, arena_),
        arrays_(job, largest, arena_) {}

  static std::int64_t bytes(const Job& job, const Block& block) {
    return Arrays<V>::bytes(job, block) +
           (block.has_whole_slices() ? cuda::download_bytes(map_of(job, block)) : 0);
  }

  Found compute(const Block& block, CoreSink* map, Progress& progress) override {
    auto [uploading, making, writing] =
        progress_parts(progress, uploaded_ ? 0 : 2, map != nullptr ? 3 : 8, map != nullptr ? 5 : 0);
    upload(uploading);
    Found found;
    make(block, found, making);
    if (map == nullptr) return found;
    if (const auto places = map->places()) {
      gather(block, *places);
    } else {
      hand_out(block, *map, writing);
    }
    return found;
  }

 private:
  std::int64_t pixel_bytes() const { return bytes_per_pixel(job_.pixels()); }

  // The bits of the volume and the mask, once.
  void upload(Progress& progress) {
    if (uploaded_) return;
    auto [object, mask] = progress_parts(progress, 1, job_.mask != nullptr ? 1 : 0);
    const CountingSource counted(job_.in);
    cuda::upload(counted, maker_.words(), job_.threads, staging_, object);
    if (job_.mask != nullptr) {
      cuda::upload(*job_.mask, arrays_.mask, job_.threads, staging_, mask);
    }
    foreground_ = counted.voxels();
    uploaded_ = true;
  }

  void make(const Block& block, Found& found, Progress& progress) {
    const Shape core = block.core.shape();
    const bool all = job_.mask == nullptr && block.is_whole();
    make_fields(job_, found, progress,
                [&](int i, Phase phase, Edges edges, double& largest, Progress& part) {
                  CellField<V>& field = arrays_.fields[i];
                  field.first_row = block.core.begin[1];
                  field.rows = core.height;
                  double most = maker_.make(phase, edges, field, part);
                  if (most >= V::kInfinite && V::kColumns > 1) throw TooNarrow();
                  if (!all) {
                    const SeenOnGpu seen = look_at(field, block);
                    most = std::bit_cast<double>(seen.largest);
                    if (i == 0) found.voxels = of_object(seen, phase);
                  }
                  largest = std::max(largest, number_of(job_, most, V::kInfinite));
                });
    if (all) found.voxels = foreground_;
  }

  SeenOnGpu look_at(const CellField<V>& field, const Block& block) {
    cuda::clear(arrays_.seen, 1, stream_);
    const std::int64_t rows = field.rows * shape_.depth;
    const unsigned blocks = std::min(static_cast<unsigned>(8 * cuda::multiprocessors()),
                                     cuda::blocks_for(rows, kSeenThreads / cuda::kWarp));
    cuda::launch(look_at_kernel<V>, {blocks, kSeenThreads}, stream_, field, rows, shape_.width,
                 cuda::CountedPart(block, arrays_.mask), arrays_.seen);
    return cuda::read_back(arrays_.seen, stream_);
  }

  // `count` pixels from number `first` of the fields' on.
  void write_pixels(std::int64_t first, std::int64_t count, void* pixels) {
    const std::int64_t width = shape_.width;
    const std::int64_t rows = (first + count - 1) / width - first / width + 1;
    const PixelRule rule{job_.scale, job_.roots(), job_.numbers == Numbers::kIntegers, job_.above};
    cuda::launch(write_pixels_kernel<V>, {static_cast<unsigned>(rows), kBlock}, stream_,
                 arrays_.fields[0], arrays_.fields[1], rule, width, first, count, pixels);
  }

  void hand_out(const Block& block, SliceSink& map, Progress& progress) {
    const std::int64_t begin = block.core.begin[2] * shape_.width * shape_.height;
    const auto write = [&](std::int64_t first, std::int64_t count, void* pixels) {
      write_pixels(begin + first, count, pixels);
    };
    // The field itself, if it is already what the map is to be.
    cuda::MadeSlices slices = map_of(job_, block);
    const CellField<V>& field = arrays_.fields[0];
    if (V::kColumns == 2 && job_.numbers == Numbers::kIntegers &&
        shape_.width == field.pitch * V::kColumns) {
      slices.pixels = field.cells + begin / V::kColumns;
    }
    cuda::download(slices, write, map, job_.threads, staging_, progress);
  }

  // The core's pixels to their places.
  void gather(const Block& block, const CoreSink::Places& places) {
    const Shape core = block.core.shape();
    const std::int64_t row_bytes = shape_.width * pixel_bytes();
    const std::int64_t begin = block.core.begin[2] * core.height * shape_.width;
    // So many slices at a time that a launch has fewer than 2^31 blocks.
    const std::int64_t at_once = std::max<std::int64_t>(1, (std::int64_t{1} << 30) / core.height);
    for (std::int64_t z = 0; z < core.depth; z += at_once) {
      const std::int64_t count = std::min(at_once, core.depth - z);
      const std::int64_t pixel = z * core.height * shape_.width;
      write_pixels(begin + pixel, count * core.height * shape_.width,
                   arrays_.pixels + pixel * pixel_bytes());
    }
    if (core.width == shape_.width) {  // rows lie behind each other there too
      copy(arrays_.pixels, core.height * row_bytes, places.first, places.slice_bytes,
           core.height * row_bytes, core.depth);
    } else {
      for (std::int64_t z = 0; z < core.depth; ++z) {
        copy(arrays_.pixels + z * core.height * row_bytes + block.core.begin[0] * pixel_bytes(),
             row_bytes, places.first + z * places.slice_bytes, places.row_bytes,
             core.width * pixel_bytes(), core.height);
      }
    }
    stream_.wait();
  }

  // `count` pieces of so many bytes, each so far from the next.
  void copy(const unsigned char* from, std::int64_t from_step, char* to, std::int64_t to_step,
            std::int64_t bytes, std::int64_t count) {
    cuda::check(
        cudaMemcpy2DAsync(to, static_cast<std::size_t>(to_step), from,
                          static_cast<std::size_t>(from_step), static_cast<std::size_t>(bytes),
                          static_cast<std::size_t>(count), cudaMemcpyDeviceToHost, stream_.get()),
        "copying from the GPU");
  }

  const Job job_;
  const Shape shape_;
  cuda::DeviceArena arena_;
  cuda::Stream stream_;
  CellFieldMaker<V> maker_;
  Arrays<V> arrays_;
  bool uploaded_ = false;
  std::int64_t foreground_ = 0;     // voxels
  cuda::Staging staging_{stream_};  // the last member: waits before the arena goes
};

}  // namespace

MemoryUser GpuTwin::user() { return {"Distance Map", "Choose backend 'auto' or crop the image."}; }

std::int64_t GpuTwin::bytes(const Job& job, const Block& block) {
  return with_cells(job.values,
                    [&](auto cells) { return CellFields<decltype(cells)>::bytes(job, block); });
}

GpuTwin::GpuTwin(const Job& job, Gpu, const Block& largest) {
  with_cells(job.values, [&](auto cells) {
    fields_ = std::make_shared<CellFields<decltype(cells)>>(job, largest);
  });
}

Found GpuTwin::compute(const Block& block, CoreSink* map, Progress& progress) {
  return fields_->compute(block, map, progress);
}

Found measure_cuda(const Job& job, SliceSink* map, Progress& progress) {
  require_short_sides(job.in.shape());
  return run_wide_enough<GpuTwin>(job, Gpu{}, &cuda::device_memory, map, progress);
}

}  // namespace bitvox::distance_map
