// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <string>

#include "core/error.hpp"
#include "core/memory.hpp"
#include "cuda/cuda_check.hpp"
#include "cuda/device_buffer.hpp"
#include "cuda/device_memory.hpp"
#include "cuda/download.hpp"
#include "cuda/pinned_buffer.hpp"
#include "cuda/stream.hpp"
#include "cuda/upload.hpp"
#include "ops/register_mi/register_mi_information.hpp"
#include "ops/register_mi/register_mi_kernels.cuh"
#include "ops/register_mi/register_mi_matcher.hpp"

namespace bitvox::cuda {
namespace {

constexpr std::int64_t kTableCells = std::int64_t{1} << 22;  // of the tables filled at a time
constexpr int kMostMaps = 1024;                              // matched at a time

// A volume on the GPU and the means of it, level by level.
class Pyramid {
 public:
  Pyramid(const GreySource& source, const std::vector<LevelFactors>& levels, int threads,
          const Stream& stream, Progress& progress)
      : full_(
            allocate<std::uint8_t>(source.shape().voxel_count() * bytes_per_pixel(source.type()))) {
    upload(source, full_.get(), threads, stream, progress);
    volumes_.push_back({full_.get(), source.type(), source.shape()});
    for (std::size_t i = 1; i < levels.size(); ++i) {
      const LevelFactors by{levels[i].x / levels[i - 1].x, levels[i].y / levels[i - 1].y,
                            levels[i].z / levels[i - 1].z};
      const Shape shape = level_shape(volumes_.back().shape, by);
      means_.push_back(allocate<float>(shape.voxel_count()));
      halve(volumes_.back(), by, means_.back().get(), stream.get());
      volumes_.push_back({means_.back().get(), PixelType::kFloat32, shape});
    }
  }

  const DeviceVolume& level(std::size_t i) const { return volumes_[i]; }

 private:
  DeviceBuffer<std::uint8_t> full_;
  std::vector<DeviceBuffer<float>> means_;
  std::vector<DeviceVolume> volumes_;
};

class Matcher final : public RegisterMatcher {
 public:
  Matcher(const RegisterTask& task, Progress& first, Progress& second)
      : moving_(task.moving, task.levels, task.threads, stream_, first),
        fixed_(task.fixed, task.levels, task.threads, stream_, second),
        maps_(allocate<PointMap>(kMostMaps)),
        sums_(allocate<MatchSums>(kMostMaps)),
        tables_(allocate<std::uint32_t>(kTableCells)),
        places_(allocate<float>(3 * kMostPoints)),
        values_(allocate<float>(kMostPoints)),
        bins_(allocate<std::uint8_t>(kMostPoints)),
        logs_(allocate<std::int64_t>(kLogs + 1)),
        total_(allocate<unsigned long long>(1)),
        host_maps_(allocate_pinned<PointMap>(kMostMaps)),
        host_sums_(allocate_pinned<MatchSums>(kMostMaps)) {
    check(cudaMemsetAsync(tables_.get(), 0, kTableCells * sizeof(std::uint32_t), stream_.get()),
          "clearing tables");
    check(cudaMemcpyAsync(logs_.get(), logs(), (kLogs + 1) * sizeof(std::int64_t),
                          cudaMemcpyHostToDevice, stream_.get()),
          "copying to the GPU");
  }

  std::vector<float> values(Role role, std::size_t level, const PointGrid& grid,
                            Progress& progress) override {
    progress.report(0, 1);
    place(role, level, grid);
    std::vector<float> all(static_cast<std::size_t>(grid.count()));
    check(cudaMemcpyAsync(all.data(), values_.get(), all.size() * sizeof(float),
                          cudaMemcpyDeviceToHost, stream_.get()),
          "copying values from the GPU");
    wait();
    return all;
  }

  std::int64_t set_points(const MatchPoints& setup, Progress& progress) override {
    progress.report(0, 1);
    setup_ = setup;
    place(setup.role, setup.level, setup.grid);
    clear_total();
    bins_of(values_.get(), setup.grid.count(), setup.own, bins_.get(), total_.get(), stream_.get());
    return read_total();
  }

  std::vector<MatchSums> match(const std::vector<PointMap>& maps, Progress& progress) override {
    const int bins = setup_.other.bins;
    const DeviceVolume& volume =
        pyramid(setup_.role == Role::kMoving ? Role::kFixed : Role::kMoving).level(setup_.level);
    const auto all = static_cast<std::int64_t>(maps.size());
    const std::int64_t batch = std::min<std::int64_t>(kMostMaps, kTableCells / (bins * bins));
    std::vector<MatchSums> sums(maps.size());
    progress.report(0, all);
    for (std::int64_t first = 0; first < all; first += batch) {
      const auto count = static_cast<std::size_t>(std::min(batch, all - first));
      std::copy_n(maps.begin() + first, count, host_maps_.get());
      check(cudaMemcpyAsync(maps_.get(), host_maps_.get(), count * sizeof(PointMap),
                            cudaMemcpyHostToDevice, stream_.get()),
            "copying to the GPU");
      count_pairs(volume, points(), setup_.other, maps_.get(), static_cast<int>(count),
                  tables_.get(), stream_.get());
      sum_tables(tables_.get(), static_cast<int>(count), bins, logs_.get(), sums_.get(),
                 stream_.get());
      check(cudaMemcpyAsync(host_sums_.get(), sums_.get(), count * sizeof(MatchSums),
                            cudaMemcpyDeviceToHost, stream_.get()),
            "copying sums from the GPU");
      wait();
      std::copy_n(host_sums_.get(), count, sums.begin() + first);
      progress.report(first + static_cast<std::int64_t>(count), all);
    }
    return sums;
  }

  std::int64_t resample(const Resampling& how, GreySink& out, Progress& progress) override {
    const DeviceVolume& in = moving_.level(0);
    clear_total();
    const auto make = [&](std::int64_t first, std::int64_t count, void* pixels) {
      cuda::resample(in, how, first, count, pixels, total_.get(), stream_.get());
    };
    download(how.shape, in.type, make, out, stream_, progress);
    return read_total();
  }

 private:
  const Pyramid& pyramid(Role role) const { return role == Role::kMoving ? moving_ : fixed_; }

  void wait() const { check(cudaStreamSynchronize(stream_.get()), "waiting for the GPU"); }

  // The points of a grid, and the values there.
  void place(Role role, std::size_t level, const PointGrid& grid) {
    setup_.grid = grid;
    place_points(grid, places_.get(), stream_.get());
    values_at(pyramid(role).level(level), points(), values_.get(), stream_.get());
  }

  DevicePoints points() const {
    const std::int64_t count = setup_.grid.count();
    return {places_.get(), places_.get() + count, places_.get() + 2 * count, bins_.get(), count};
  }

  void clear_total() {
    check(cudaMemsetAsync(total_.get(), 0, sizeof(unsigned long long), stream_.get()), "clearing");
  }
  std::int64_t read_total() {
    unsigned long long total = 0;
    check(
        cudaMemcpyAsync(&total, total_.get(), sizeof(total), cudaMemcpyDeviceToHost, stream_.get()),
        "copying from the GPU");
    wait();
    return static_cast<std::int64_t>(total);
  }

  Stream stream_;
  Pyramid moving_;
  Pyramid fixed_;
  DeviceBuffer<PointMap> maps_;
  DeviceBuffer<MatchSums> sums_;
  DeviceBuffer<std::uint32_t> tables_;
  DeviceBuffer<float> places_;  // of the points
  DeviceBuffer<float> values_;  // there
  DeviceBuffer<std::uint8_t> bins_;
  DeviceBuffer<std::int64_t> logs_;
  DeviceBuffer<unsigned long long> total_;
  PinnedBuffer<PointMap> host_maps_;
  PinnedBuffer<MatchSums> host_sums_;
  MatchPoints setup_;
  Drain drain_{stream_};  // the last member: waits before the buffers go
};

void check_memory(const RegisterTask& task) {
  std::int64_t needed = std::int64_t{96} << 20;  // points, tables, batches of the result
  for (const Role role : {Role::kMoving, Role::kFixed}) {
    const GreySource& source = task.source(role);
    needed += source.shape().voxel_count() * bytes_per_pixel(source.type());
    for (std::size_t i = 1; i < task.levels.size(); ++i) {
      needed += 4 * level_shape(source.shape(), task.levels[i]).voxel_count();
    }
  }
  const std::int64_t available = available_bytes();
  if (needed > available) {
    throw DeviceOutOfMemory("the registration needs " + readable_bytes(needed) + " on the GPU, " +
                            readable_bytes(available) +
                            " are free. Choose backend 'auto' or crop the images.");
  }
}

}  // namespace

std::unique_ptr<RegisterMatcher> make_matcher(const RegisterTask& task, Progress& progress) {
  choose_device();
  check_memory(task);
  PhaseProgress first(progress, 0, 500);
  PhaseProgress second(progress, 500, 1000);
  return std::make_unique<Matcher>(task, first, second);
}

}  // namespace bitvox::cuda
