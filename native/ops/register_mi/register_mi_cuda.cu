// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <functional>
#include <string>

#include "core/error.hpp"
#include "core/memory/memory.hpp"
#include "core/threads/progress_parts.hpp"
#include "cuda/copy.hpp"
#include "cuda/device_arena.hpp"
#include "cuda/device_memory.hpp"
#include "cuda/download.hpp"
#include "cuda/pinned_buffer.hpp"
#include "cuda/staging.hpp"
#include "cuda/upload.hpp"
#include "ops/register_mi/register_mi_information.hpp"
#include "ops/register_mi/register_mi_kernels.cuh"
#include "ops/register_mi/register_mi_matcher.hpp"

namespace bitvox::register_mi {
namespace {

constexpr std::int64_t kTableCells = std::int64_t{1} << 22;  // of the tables filled at a time
constexpr int kMostMaps = 1024;                              // matched at a time

// A volume and the means of it, level by level: where they lie.
class Pyramid {
 public:
  Pyramid(cuda::DeviceArena& arena, const GreySource& source,
          const std::vector<LevelFactors>& levels, const std::vector<Smoothing>& smoothing)
      : smoothing_(smoothing) {
    const std::int64_t size = bytes_per_pixel(source.type());
    full_ = arena.take<std::uint8_t>(source.shape().voxel_count() * size);
    volumes_.push_back({full_, source.type(), source.shape()});
    for (std::size_t i = 1; i < levels.size(); ++i) {
      const Shape shape = level_shape(source.shape(), levels[i]);
      means_.push_back(arena.take<float>(shape.voxel_count()));
      steps_.push_back({levels[i].x / levels[i - 1].x, levels[i].y / levels[i - 1].y,
                        levels[i].z / levels[i - 1].z});
      volumes_.push_back({means_.back(), PixelType::kFloat32, shape});
    }
    if (!smoothing_.empty()) smoothed_ = arena.take<float>(source.shape().voxel_count());
  }

  // between: room for a volume of floats, where anything is smoothed.
  void fill(const GreySource& source, int threads, float* between, cuda::Staging& staging,
            Progress& progress) {
    cuda::upload(source, full_, threads, staging, progress);
    for (std::size_t i = 0; i < means_.size(); ++i) {
      halve(volumes_[i], steps_[i], means_[i], staging.stream());
    }
    if (smoothing_.empty()) return;
    smooth(volumes_[0], smoothing_[0], between, smoothed_, staging.stream());
    for (std::size_t i = 0; i < means_.size(); ++i) {
      smooth(volumes_[i + 1], smoothing_[i + 1], between, means_[i], staging.stream());
    }
  }

  const DeviceVolume& full() const { return volumes_[0]; }
  DeviceVolume level(std::size_t i) const {
    if (i > 0 || smoothed_ == nullptr) return volumes_[i];
    return {smoothed_, PixelType::kFloat32, volumes_[0].shape};
  }

 private:
  const std::vector<Smoothing>& smoothing_;
  std::uint8_t* full_;
  float* smoothed_ = nullptr;  // the volume itself
  std::vector<float*> means_;
  std::vector<LevelFactors> steps_;  // from level to level
  std::vector<DeviceVolume> volumes_;
};

// All that lies on the GPU.
struct Arrays {
  Pyramid moving;
  Pyramid fixed;
  float* between;  // where volumes are smoothed
  std::uint32_t* tables;
  float* places;  // of the points
  float* values;  // there
  std::uint8_t* bins;
  std::int64_t* logs;
  unsigned long long* total;

  Arrays(cuda::DeviceArena& arena, const Task& task)
      : moving(arena, task.moving, task.levels, task.smooth_moving),
        fixed(arena, task.fixed, task.levels, task.smooth_fixed),
        between(arena.take<float>(room_to_smooth(task))),
        tables(arena.take<std::uint32_t>(kTableCells)),
        places(arena.take<float>(3 * kMostPoints)),
        values(arena.take<float>(kMostPoints)),
        bins(arena.take<std::uint8_t>(kMostPoints)),
        logs(arena.take<std::int64_t>(kLogs + 1)),
        total(arena.take<unsigned long long>(1)) {}

  static std::int64_t room_to_smooth(const Task& task) {
    const auto room = [](const GreySource& source, const std::vector<Smoothing>& by) {
      return by.empty() ? 1 : source.shape().voxel_count();
    };
    return std::max(room(task.moving, task.smooth_moving), room(task.fixed, task.smooth_fixed));
  }
};

// The bytes of all arrays, which must fit.
std::int64_t bytes_needed(const Task& task) {
  cuda::DeviceArena measure;
  const Arrays arrays(measure, task);
  const std::int64_t needed =
      measure.used() +
      cuda::download_bytes({task.result.value_or(task.fixed.shape()), task.moving.type()});
  require_memory({"the registration", "Choose backend 'auto' or crop the images."},
                 cuda::device_memory(), needed);
  return measure.used();
}

class CudaMatcher final : public Matcher {
 public:
  CudaMatcher(const Task& task, Progress& progress)
      : arena_(bytes_needed(task)),
        arrays_(arena_, task),
        host_maps_(cuda::allocate_pinned<PointMap>(kMostMaps)),
        host_sums_(cuda::allocate_pinned<MatchSums>(kMostMaps)),
        threads_(task.threads) {
    auto [first, second] = progress_parts(progress, 1, 1);
    arrays_.moving.fill(task.moving, task.threads, arrays_.between, staging_, first);
    arrays_.fixed.fill(task.fixed, task.threads, arrays_.between, staging_, second);
    cuda::clear(arrays_.tables, kTableCells, stream_);
    cuda::copy(arrays_.logs, logs(), kLogs + 1, stream_);
  }

  std::vector<float> values(Role role, std::size_t level, const PointGrid& grid,
                            Progress& progress) override {
    progress.report(0, 1);
    place(role, level, grid);
    std::vector<float> all(static_cast<std::size_t>(grid.count()));
    cuda::read_back(all.data(), arrays_.values, grid.count(), stream_);
    return all;
  }

  std::int64_t set_points(const MatchPoints& setup, Progress& progress) override {
    progress.report(0, 1);
    setup_ = setup;
    place(setup.role, setup.level, setup.grid);
    clear_total();
    bins_of(arrays_.values, setup.grid.count(), setup.own, arrays_.bins, arrays_.total, stream_);
    return read_total();
  }

  std::vector<MatchSums> match(const std::vector<PointMap>& maps, Progress& progress) override {
    return match_while(maps, progress, [] {});
  }

  std::vector<MatchSums> match_while(const std::vector<PointMap>& maps, Progress& progress,
                                     const std::function<void()>& meanwhile) override {
    const int bins = setup_.other.bins;
    const DeviceVolume volume =
        pyramid(setup_.role == Role::kMoving ? Role::kFixed : Role::kMoving).level(setup_.level);
    const auto all = static_cast<std::int64_t>(maps.size());
    const std::int64_t batch = std::min<std::int64_t>(kMostMaps, kTableCells / (bins * bins));
    std::vector<MatchSums> sums(maps.size());
    progress.report(0, all);
    for (std::int64_t first = 0; first < all; first += batch) {
      const std::int64_t count = std::min(batch, all - first);
      std::copy_n(maps.begin() + first, count, host_maps_.get());
      // The GPU reads maps and writes sums in the host's memory: copies would take longer.
      count_pairs(volume, points(), setup_.other, host_maps_.get(), static_cast<int>(count),
                  arrays_.tables, stream_);
      sum_tables(arrays_.tables, static_cast<int>(count), bins, arrays_.logs, host_sums_.get(),
                 stream_);
      if (first == 0) meanwhile();
      stream_.wait();
      std::copy_n(host_sums_.get(), count, sums.begin() + first);
      progress.report(first + count, all);
    }
    return sums;
  }

  std::int64_t resample(const Resampling& how, SliceSink& out, Progress& progress) override {
    const DeviceVolume& in = arrays_.moving.full();
    clear_total();
    const auto make = [&](std::int64_t first, std::int64_t count, void* pixels) {
      register_mi::resample(in, how, first, count, pixels, arrays_.total, stream_);
    };
    cuda::download({how.shape, in.type}, make, out, threads_, staging_, progress);
    return read_total();
  }

 private:
  const Pyramid& pyramid(Role role) const {
    return role == Role::kMoving ? arrays_.moving : arrays_.fixed;
  }

  // The points of a grid, and the values there.
  void place(Role role, std::size_t level, const PointGrid& grid) {
    setup_.grid = grid;
    place_points(grid, arrays_.places, stream_);
    values_at(pyramid(role).level(level), points(), arrays_.values, stream_);
  }

  DevicePoints points() const {
    const std::int64_t count = setup_.grid.count();
    return {arrays_.places, arrays_.places + count, arrays_.places + 2 * count, arrays_.bins,
            count};
  }

  void clear_total() { cuda::clear(arrays_.total, 1, stream_); }
  std::int64_t read_total() {
    return static_cast<std::int64_t>(cuda::read_back(arrays_.total, stream_));
  }

  cuda::DeviceArena arena_;
  Arrays arrays_;
  cuda::PinnedBuffer<PointMap> host_maps_;
  cuda::PinnedBuffer<MatchSums> host_sums_;
  MatchPoints setup_;
  int threads_;
  cuda::Stream stream_;
  cuda::Staging staging_{stream_};  // the last member: waits before the buffers go
};

}  // namespace

std::unique_ptr<Matcher> make_matcher_cuda(const Task& task, Progress& progress) {
  return std::make_unique<CudaMatcher>(task, progress);
}

}  // namespace bitvox::register_mi
