// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "cuda/copy.hpp"
#include "cuda/device_buffer.hpp"
#include "cuda/download.hpp"
#include "cuda/launch.hpp"
#include "cuda/staging.hpp"
#include "ops/radiograph/radiograph_ways_cuda.hpp"
#include "rays/attenuation_cuda.hpp"

namespace bitvox::radiograph {
namespace {

constexpr int kThreads = 128;

// Floats of the angles that are computed at once.
constexpr std::int64_t kFloatsAtOnce = std::int64_t{1} << 24;

// What a row of an image comes to, in the order of its pixels.
struct RowSum {
  double sum;
  float least, most;
};

__global__ void __launch_bounds__(kThreads)
    add_rows_kernel(const float* images, std::int64_t columns, std::int64_t rows, RowSum* sums) {
  const std::int64_t row = static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x;
  if (row >= rows) return;
  const float* const from = images + row * columns;
  RowSum all{0, from[0], from[0]};
  for (std::int64_t c = 0; c < columns; ++c) {
    const float value = from[c];
    all.sum += value;
    all.least = value < all.least ? value : all.least;
    all.most = value > all.most ? value : all.most;
  }
  sums[row] = all;
}

// Rays that go through any of the materials.
__global__ void __launch_bounds__(kThreads)
    count_through_kernel(const float* lengths, std::int64_t pixels, std::int64_t materials,
                         std::int64_t rays, unsigned long long* through) {
  const std::int64_t ray = static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x;
  bool any = false;
  if (ray < rays) {
    const float* const from = lengths + ray / pixels * materials * pixels + ray % pixels;
    for (std::int64_t m = 0; m < materials && !any; ++m) any = from[m * pixels] > 0;
  }
  const int count = __syncthreads_count(any ? 1 : 0);
  if (threadIdx.x == 0 && count != 0) atomicAdd(through, static_cast<unsigned long long>(count));
}

class ProjectorCuda {
 public:
  ProjectorCuda(const Photons* photons, const Options& options, const Outputs& outputs,
                int materials)
      : photons_(photons),
        options_(options),
        outputs_(outputs),
        materials_(materials),
        threads_(thread_count(options.threads)),
        series_(options, materials, kFloatsAtOnce) {}

  Result run(const Object& object, Progress& progress) {
    auto [reading, projecting] = progress_parts(progress, 1, 1);
    const std::unique_ptr<Ways> ways = ways_of(object, reading);
    allocate();
    result_ = series_.begin(outputs_);
    ways->begin(result_);
    for (std::int64_t first = 0; first < options_.angles; first += series_.at_once()) {
      const std::int64_t count = std::min(series_.at_once(), options_.angles - first);
      PhaseProgress batch(projecting, first, first + count, options_.angles);
      auto [walking, arriving, handing] = progress_parts(batch, 2, 1, 2);
      ways->measure(first, count, lengths_.get(), result_, walking);
      add(count);
      if (photons_ != nullptr) attenuate(first, count, arriving);
      hand_out(first, count, handing);
    }
    series_.end(result_);
    result_.through = static_cast<std::int64_t>(cuda::read_back(through_.get(), stream_));
    progress.report(1, 1);
    return std::move(result_);
  }

 private:
  std::unique_ptr<Ways> ways_of(const Object& object, Progress& progress) {
    if (object.meshes != nullptr) {
      return std::make_unique<MeshWaysCuda>(*object.meshes, options_, series_.part(),
                                            bytes_of_images(), progress);
    }
    return std::make_unique<VolumeWaysCuda>(*object.volume, options_, series_.part(),
                                            bytes_of_images(), staging_, progress);
  }

  std::int64_t images() const {
    return series_.at_once() * (materials_ + (photons_ != nullptr ? 2 : 0));
  }
  std::int64_t bytes_of_images() const {
    const cuda::MadeSlices most{
        {series_.part().columns, series_.part().rows, series_.at_once() * materials_},
        PixelType::kFloat32};
    return images() * series_.part().pixels() * 4 +
           images() * series_.part().rows * static_cast<std::int64_t>(sizeof(RowSum)) +
           cuda::download_bytes(most);
  }

  void allocate() {
    lengths_ = cuda::allocate<float>(series_.at_once() * materials_ * series_.part().pixels());
    sums_ = cuda::allocate<RowSum>(series_.at_once() * materials_ * series_.part().rows);
    through_ = cuda::allocate<unsigned long long>(1);
    cuda::clear(through_.get(), 1, stream_);
    if (photons_ == nullptr) return;
    transmission_ = cuda::allocate<float>(series_.at_once() * series_.part().pixels());
    attenuation_ = cuda::allocate<float>(series_.at_once() * series_.part().pixels());
    attenuate_.emplace(*photons_, series_.noise(), stream_);
  }

  std::vector<RowSum> rows_of(const float* images, std::int64_t count) {
    const std::int64_t rows = count * series_.part().rows;
    std::vector<RowSum> sums(static_cast<std::size_t>(rows));
    cuda::launch(add_rows_kernel, {cuda::blocks_for(rows, kThreads), kThreads}, stream_, images,
                 series_.part().columns, rows, sums_.get());
    cuda::read_back(sums.data(), sums_.get(), rows, stream_);
    return sums;
  }

  // Sums are of rows, and then of their sums, as on the CPU.
  void add(std::int64_t angles) {
    const std::int64_t rays = angles * series_.part().pixels();
    cuda::launch(count_through_kernel, {cuda::blocks_for(rays, kThreads), kThreads}, stream_,
                 lengths_.get(), series_.part().pixels(), std::int64_t{materials_}, rays,
                 through_.get());
    const std::vector<RowSum> rows = rows_of(lengths_.get(), angles * materials_);
    const RowSum* row = rows.data();
    for (std::int64_t i = 0; i < angles; ++i) {
      for (std::size_t m = 0; m < result_.longest.size(); ++m) {
        for (std::int64_t r = 0; r < series_.part().rows; ++r, ++row) {
          result_.longest[m] = std::max<double>(result_.longest[m], row->most);
          result_.projected[m] += row->sum;
        }
      }
    }
  }

  void attenuate(std::int64_t first, std::int64_t count, Progress& progress) {
    const std::int64_t pixels = series_.part().pixels();
    for (std::int64_t i = 0; i < count; ++i) {
      PhaseProgress one(progress, i, i + 1, count);
      const float* const lengths = lengths_.get() + i * materials_ * pixels;
      result_.dark +=
          attenuate_
              ->attenuate(lengths, pixels, first + i,
                          {transmission_.get() + i * pixels, attenuation_.get() + i * pixels}, one)
              .dark;
    }
    bool is_first = first == 0;
    for (const RowSum& row : rows_of(transmission_.get(), count)) {
      result_.least = is_first ? row.least : std::min<double>(result_.least, row.least);
      is_first = false;
    }
    is_first = first == 0;
    for (const RowSum& row : rows_of(attenuation_.get(), count)) {
      result_.most = is_first ? row.most : std::max<double>(result_.most, row.most);
      is_first = false;
    }
  }

  void hand_out(std::int64_t first, std::int64_t count, Progress& progress) {
    auto [lengths, transmission, attenuation] = progress_parts(progress, 1, 1, 1);
    const auto give = [&](SliceSink* sink, const float* pixels, std::int64_t channels,
                          Progress& own) {
      if (sink == nullptr) return;
      InSeries series(*sink);
      cuda::download({{series_.part().columns, series_.part().rows, count * channels},
                      PixelType::kFloat32,
                      first * channels,
                      pixels},
                     {}, series, threads_, staging_, own);
    };
    give(outputs_.lengths, lengths_.get(), materials_, lengths);
    give(outputs_.transmission, transmission_.get(), 1, transmission);
    give(outputs_.attenuation, attenuation_.get(), 1, attenuation);
  }

  // Batches go to sinks that have begun.
  class InSeries final : public SliceSink {
   public:
    explicit InSeries(SliceSink& to) : to_(to) {}
    void write_slice(std::int64_t slice, const void* pixels) override {
      to_.write_slice(slice, pixels);
    }
    void write_slices(const SliceBatch& batch, int threads) override {
      to_.write_slices(batch, threads);
    }

   private:
    SliceSink& to_;
  };

  const Photons* photons_;
  const Options& options_;
  const Outputs& outputs_;
  int materials_;
  int threads_;
  Series series_;
  cuda::DeviceBuffer<float> lengths_, transmission_, attenuation_;
  cuda::DeviceBuffer<RowSum> sums_;
  cuda::DeviceBuffer<unsigned long long> through_;
  cuda::Stream stream_;
  cuda::Staging staging_{stream_};
  std::optional<rays::AttenuationCuda> attenuate_;
  Result result_;
};

}  // namespace

Result project_cuda(const Object& object, const Photons* photons, const Options& options,
                    const Outputs& outputs, Progress& progress) {
  return ProjectorCuda(photons, options, outputs, object.materials()).run(object, progress);
}

}  // namespace bitvox::radiograph
