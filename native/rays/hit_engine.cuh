// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

#include "core/memory/memory.hpp"
#include "cuda/copy.hpp"
#include "cuda/device_buffer.hpp"
#include "cuda/device_memory.hpp"
#include "cuda/launch.hpp"
#include "cuda/pacer.hpp"
#include "cuda/staging.hpp"
#include "cuda/stream.hpp"
#include "cuda/upload.hpp"
#include "rays/device_hit_sort.cuh"
#include "rays/device_ray_list.cuh"
#include "rays/ray_hits.hpp"

namespace bitvox::rays {
namespace {

constexpr MemoryUser kDeviceUser{"Work on meshes", "Choose backend 'auto' or smaller meshes."};

// Memory on the GPU that grows as needed and is kept from call to call. When it grows, what it held
// is lost, and all work of the GPU is waited for.
template <class T>
class GrowingBuffer {
 public:
  T* get() const { return memory_.get(); }
  T* reserve(std::int64_t count) {
    constexpr std::int64_t kWorthAsking = std::int64_t{1} << 22;  // bytes; asking takes time
    if (count <= count_) return get();
    if (memory_ != nullptr) cuda::check(cudaDeviceSynchronize(), "waiting for the GPU");
    memory_.reset();
    count_ = 0;
    const std::int64_t bytes = count * static_cast<std::int64_t>(sizeof(T));
    if (bytes >= kWorthAsking) require_memory(kDeviceUser, cuda::device_memory(), bytes);
    memory_ = cuda::allocate<T>(count);
    count_ = count;
    return get();
  }

 private:
  cuda::DeviceBuffer<T> memory_;
  std::int64_t count_ = 0;
};

// The triangles of a scene on the GPU: all vertices, and the corners of a pass.
class SceneOnGpu {
 public:
  SceneOnGpu(const Triangles& triangles, cuda::Staging& staging, int threads, Progress& progress)
      : triangles_(triangles), staging_(staging), threads_(threads) {
    const auto vertices = static_cast<std::int64_t>(triangles.vertices.size());
    put(triangles.vertices.data(), vertices, vertices_.reserve(std::max<std::int64_t>(1, vertices)),
        progress);
    if (triangles.material_count > 1) {
      put(triangles.materials.data(), triangles.count(),
          materials_.reserve(std::max<std::int64_t>(1, triangles.count())), progress);
    }
  }

  // Where so many vertices go that the GPU makes itself, instead of those of the triangles.
  DevicePoint* make_vertices(std::int64_t count) {
    return reinterpret_cast<DevicePoint*>(vertices_.reserve(std::max<std::int64_t>(1, count)));
  }

  const std::uint16_t* materials() const {
    return triangles_.material_count > 1 ? materials_.get() : nullptr;
  }

  // Triangles first .. first + count - 1, which stay until others are asked for.
  DeviceTriangles pass(std::int64_t first, std::int64_t count, Progress& progress) {
    if (first != first_ || count != count_) {
      count_ = -1;
      put(triangles_.corners.data() + first, count,
          corners_.reserve(std::max<std::int64_t>(1, count)), progress);
      first_ = first;
      count_ = count;
    }
    return {reinterpret_cast<const DevicePoint*>(vertices_.get()),
            reinterpret_cast<const DeviceCorners*>(corners_.get()),
            materials() == nullptr ? nullptr : materials() + first,
            static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(count)};
  }

  const Triangles& triangles() const { return triangles_; }

 private:
  template <class T>
  void put(const T* from, std::int64_t count, T* to, Progress& progress) const {
    cuda::upload(from, count * static_cast<std::int64_t>(sizeof(T)), to, threads_, staging_,
                 progress);
  }

  static_assert(sizeof(DevicePoint) == sizeof(Point) && sizeof(DeviceCorners) == sizeof(Corners));
  Triangles triangles_;
  cuda::Staging& staging_;
  int threads_;
  GrowingBuffer<Point> vertices_;
  GrowingBuffer<std::uint16_t> materials_;
  GrowingBuffer<Corners> corners_;
  std::int64_t first_ = 0;
  std::int64_t count_ = -1;
};

// Triangles of passes, sorted into tiles.
class BinsOnGpu {
 public:
  explicit BinsOnGpu(const cuda::Stream& stream) : stream_(stream) {}

  // Triangles from `first` on, as many as fit; returns them. The same pass is sorted once.
  template <bool kIsParallel>
  DeviceTriangles sort(SceneOnGpu& scene, const DeviceViews& views, std::int64_t first,
                       const PassLimits& limits, Progress& progress) {
    constexpr std::int64_t kMostAtOnce = std::int64_t{1} << 22;  // a launch is over soon
    constexpr std::int64_t kMostEntries = std::int64_t{1} << 31;
    const std::int32_t tiles = views.first_tile[views.count];
    const std::int64_t left = scene.triangles().count() - first;
    std::int64_t count = std::min({left, std::max<std::int64_t>(1, limits.triangles), kMostAtOnce});
    std::uint32_t* const counts = counts_.reserve(tiles);
    std::uint32_t* const places = places_.reserve(tiles);
    starts_.reserve(std::int64_t{tiles} + 1);
    unsigned long long* const all = all_.reserve(2);
    for (;; count = std::max<std::int64_t>(1, count / 2)) {
      const DeviceTriangles pass = scene.pass(first, count, progress);
      boxes_.reserve(std::max<std::int64_t>(1, count * views.count));
      cuda::clear(counts, tiles, stream_);
      cuda::clear(all, 2, stream_);
      const cuda::LaunchShape shape{dim3(std::max(1U, cuda::blocks_for(count, kBinThreads)),
                                         static_cast<unsigned>(views.count)),
                                    kBinThreads};
      cuda::launch(count_entries_kernel<kIsParallel>, shape, stream_, pass, views, boxes_.get(),
                   counts, all);
      cuda::launch(scan_kernel, {1, kScanThreads}, stream_, counts, std::int64_t{tiles},
                   starts_.get(), places, all + 1);
      entries_ = static_cast<std::int64_t>(cuda::read_back(all, stream_));
      if (count > 1 && entries_ > std::min(limits.entries, kMostEntries)) continue;
      entry_list_.reserve(std::max<std::int64_t>(1, entries_));
      cuda::launch(fill_entries_kernel, shape, stream_, pass.count, views, boxes_.get(), places,
                   entry_list_.get());
      return pass;
    }
  }

  // each(first tile, tiles) for all tiles, so many at a time that it is over soon.
  template <class Each>
  void in_pieces(std::int64_t tiles, const Each& each) const {
    constexpr std::int64_t kEntriesAtOnce = std::int64_t{1} << 24;
    const std::int64_t pieces = 1 + entries_ / kEntriesAtOnce;
    const std::int64_t piece = (tiles + pieces - 1) / pieces;
    for (std::int64_t first = 0; first < tiles; first += piece) {
      each(static_cast<std::int32_t>(first), std::min(piece, tiles - first));
    }
  }

  DeviceBins bins() const { return {boxes_.get(), starts_.get(), entry_list_.get()}; }
  std::int64_t entries() const { return entries_; }

 private:
  const cuda::Stream& stream_;
  GrowingBuffer<DeviceBox> boxes_;
  GrowingBuffer<std::uint32_t> counts_, places_, starts_, entry_list_;
  GrowingBuffer<unsigned long long> all_;
  std::int64_t entries_ = 0;
};

// Rays, their images and how kernels find hits on them.
struct RaysOnGpu {
  DeviceViews views{};
  DeviceSlots slots{};
  bool is_parallel = false;
  int shift = 0;
  DeviceGrid grid{};  // of a detector
  DeviceList list{};  // of others

  std::int32_t tiles() const { return views.first_tile[views.count]; }
  std::int64_t groups() const { return (std::int64_t{slots.rays} + kGroupRays - 1) / kGroupRays; }
};

inline WholeRay whole(const Direction& d) { return {d[0], d[1], d[2]}; }

// Of each material; none are given where all are 0.
inline std::vector<std::int32_t> expected_of(const std::vector<int>& winding, int materials) {
  std::vector<std::int32_t> expected(static_cast<std::size_t>(materials), 0);
  std::copy(winding.begin(), winding.end(), expected.begin());
  return expected;
}

inline RaysOnGpu rays_of(const RayGrid& grid) {
  RaysOnGpu rays;
  rays.is_parallel = grid.beam == BeamKind::kParallel;
  rays.shift = grid.shift;
  rays.views.view[0] = DeviceView(projection_of(grid));
  rays.views.count = 1;
  rays.views.columns[0] = (grid.width + kSmallTile - 1) / kSmallTile;
  const std::int32_t rows = (grid.height + kSmallTile - 1) / kSmallTile;
  rays.views.first_tile[1] = rays.views.columns[0] * rows;
  rays.slots = {true, grid.width, grid.height, rays.views.columns[0],
                static_cast<std::uint32_t>(rays.views.first_tile[1]) * kTilePixels};
  rays.grid = {whole(grid.first), whole(grid.across), whole(grid.down), grid.width, grid.height, 0};
  double largest = 0;
  const auto take = [&](const Direction& d, double times) {
    for (const std::int64_t x : d) {
      largest = std::max(largest, times * std::abs(static_cast<double>(x)));
    }
  };
  for (const std::int32_t column : {0, grid.width + kSmallTile}) {
    for (const std::int32_t row : {0, grid.height + kSmallTile}) take(grid(column, row), 1);
  }
  take(grid.across, kSmallTile);
  take(grid.down, kSmallTile);
  constexpr double kRounding = 1.0 / (std::int64_t{1} << 47);
  rays.grid.rounding = largest * kRounding;
  return rays;
}

}  // namespace
}  // namespace bitvox::rays
