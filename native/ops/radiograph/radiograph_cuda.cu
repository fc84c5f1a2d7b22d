// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/memory/memory.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "cuda/copy.hpp"
#include "cuda/device_buffer.hpp"
#include "cuda/device_memory.hpp"
#include "cuda/download.hpp"
#include "cuda/launch.hpp"
#include "cuda/staging.hpp"
#include "ops/radiograph/radiograph.hpp"
#include "rays/attenuation_cuda.hpp"
#include "rays/volume_lengths_cuda.hpp"

namespace bitvox::radiograph {
namespace {

constexpr MemoryUser kHostUser{"Radiograph", "Crop the image, or scale it down."};
constexpr MemoryUser kDeviceUser{"Radiograph", "Choose backend 'auto' or crop the image."};

constexpr int kThreads = 128;

// Floats of the angles that are computed at once.
constexpr std::int64_t kFloatsAtOnce = std::int64_t{1} << 24;
constexpr std::int64_t kMostAtOnce = 64;

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
        part_{options.detector.columns, options.row == 0 ? 0 : options.row - 1,
              options.row == 0 ? options.detector.rows : 1},
        at_once_(std::clamp<std::int64_t>(kFloatsAtOnce / (part_.pixels() * materials), 1,
                                          std::min<std::int64_t>(kMostAtOnce, options.angles))) {
    if (options.noise > 0) noise_ = {options.noise, static_cast<std::uint64_t>(options.seed)};
  }

  Result run(const rays::MaterialSource& volume, Progress& progress) {
    auto [reading, sending, projecting] = progress_parts(progress, 4, 1, 5);
    const rays::VolumeLengths host(volume, options_.spacing, options_.detector.beam,
                                   options_.detector.axis, rays::Walk::kAuto, kHostUser, threads_,
                                   reading);
    require_memory(kDeviceUser, cuda::device_memory(),
                   rays::VolumeLengthsCuda::bytes(host) + bytes_of_images());
    const rays::VolumeLengthsCuda ways(host, kDeviceUser, threads_, staging_, sending);
    allocate();
    begin();
    result_.voxels.assign(host.voxels().begin() + 1, host.voxels().end());
    result_.longest.resize(static_cast<std::size_t>(materials_));
    result_.projected.resize(static_cast<std::size_t>(materials_));
    const Shape& shape = volume.shape();
    const rays::Vec3 size{static_cast<double>(shape.width) * options_.spacing.x,
                          static_cast<double>(shape.height) * options_.spacing.y,
                          static_cast<double>(shape.depth) * options_.spacing.z};
    for (std::int64_t first = 0; first < options_.angles; first += at_once_) {
      const std::int64_t count = std::min(at_once_, options_.angles - first);
      PhaseProgress batch(projecting, first, first + count, options_.angles);
      auto [walking, arriving, handing] = progress_parts(batch, 2, 1, 2);
      std::vector<rays::View> views;
      for (std::int64_t i = first; i < first + count; ++i) {
        views.push_back(rays::view_at(options_.detector, size, angle_of(options_, i)));
      }
      ways.measure(views, part_, lengths_.get(), walking);
      add(count);
      if (photons_ != nullptr) attenuate(first, count, arriving);
      hand_out(first, count, handing);
    }
    const double area =
        options_.detector.pixel_width * options_.detector.pixel_height / options_.angles;
    for (double& projected : result_.projected) projected *= area;
    result_.rays = part_.pixels() * options_.angles;
    result_.through = static_cast<std::int64_t>(cuda::read_back(through_.get(), stream_));
    progress.report(1, 1);
    return std::move(result_);
  }

 private:
  std::int64_t images() const { return at_once_ * (materials_ + (photons_ != nullptr ? 2 : 0)); }
  std::int64_t bytes_of_images() const {
    const cuda::MadeSlices most{{part_.columns, part_.rows, at_once_ * materials_},
                                PixelType::kFloat32};
    return images() * part_.pixels() * 4 +
           images() * part_.rows * static_cast<std::int64_t>(sizeof(RowSum)) +
           cuda::download_bytes(most);
  }

  void allocate() {
    lengths_ = cuda::allocate<float>(at_once_ * materials_ * part_.pixels());
    sums_ = cuda::allocate<RowSum>(at_once_ * materials_ * part_.rows);
    through_ = cuda::allocate<unsigned long long>(1);
    cuda::clear(through_.get(), 1, stream_);
    if (photons_ == nullptr) return;
    transmission_ = cuda::allocate<float>(at_once_ * part_.pixels());
    attenuation_ = cuda::allocate<float>(at_once_ * part_.pixels());
    attenuate_.emplace(*photons_, noise_, stream_);
  }

  void begin() {
    const Shape shape{part_.columns, part_.rows, options_.angles};
    const auto announce = [&](SliceSink* sink, int channels) {
      if (sink != nullptr) sink->begin({shape, PixelType::kFloat32, channels});
    };
    announce(outputs_.lengths, materials_);
    announce(outputs_.transmission, 1);
    announce(outputs_.attenuation, 1);
  }

  std::vector<RowSum> rows_of(const float* images, std::int64_t count) {
    const std::int64_t rows = count * part_.rows;
    std::vector<RowSum> sums(static_cast<std::size_t>(rows));
    cuda::launch(add_rows_kernel, {cuda::blocks_for(rows, kThreads), kThreads}, stream_, images,
                 part_.columns, rows, sums_.get());
    cuda::read_back(sums.data(), sums_.get(), rows, stream_);
    return sums;
  }

  // Sums are of rows, and then of their sums, as on the CPU.
  void add(std::int64_t angles) {
    const std::int64_t rays = angles * part_.pixels();
    cuda::launch(count_through_kernel, {cuda::blocks_for(rays, kThreads), kThreads}, stream_,
                 lengths_.get(), part_.pixels(), std::int64_t{materials_}, rays, through_.get());
    const std::vector<RowSum> rows = rows_of(lengths_.get(), angles * materials_);
    const RowSum* row = rows.data();
    for (std::int64_t i = 0; i < angles; ++i) {
      for (std::size_t m = 0; m < result_.longest.size(); ++m) {
        for (std::int64_t r = 0; r < part_.rows; ++r, ++row) {
          result_.longest[m] = std::max<double>(result_.longest[m], row->most);
          result_.projected[m] += row->sum;
        }
      }
    }
  }

  void attenuate(std::int64_t first, std::int64_t count, Progress& progress) {
    const std::int64_t pixels = part_.pixels();
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
      cuda::download({{part_.columns, part_.rows, count * channels},
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
  rays::DetectorPart part_;
  std::int64_t at_once_;  // angles
  std::optional<rays::PhotonNoise> noise_;
  cuda::DeviceBuffer<float> lengths_, transmission_, attenuation_;
  cuda::DeviceBuffer<RowSum> sums_;
  cuda::DeviceBuffer<unsigned long long> through_;
  cuda::Stream stream_;
  cuda::Staging staging_{stream_};
  std::optional<rays::AttenuationCuda> attenuate_;
  Result result_;
};

}  // namespace

Result project_cuda(const rays::MaterialSource& volume, const Photons* photons,
                    const Options& options, const Outputs& outputs, Progress& progress) {
  return ProjectorCuda(photons, options, outputs, volume.materials()).run(volume, progress);
}

}  // namespace bitvox::radiograph
