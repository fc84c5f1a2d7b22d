// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "core/threads/progress_parts.hpp"
#include "rays/hit_engine.cuh"
#include "rays/store_hits.cuh"

namespace bitvox::rays {
namespace {

// Finds, stores and sorts all hits, in the GPU's memory.
class HitsOnGpu {
 public:
  explicit HitsOnGpu(const cuda::Stream& stream) : stream_(stream), bins_(stream) {}

  // Throws TooManyHits.
  void find(SceneOnGpu& scene, const RaysOnGpu& rays, const std::vector<int>& winding,
            const HitLimits& limits, Progress& progress) {
    if (rays.is_parallel) {
      find_all<true>(scene, rays, winding, limits, progress);
    } else {
      find_all<false>(scene, rays, winding, limits, progress);
    }
  }

  // Rays have slots; where the hits of each begin, and how many there are.
  const std::uint64_t* hits() const { return hits_.get(); }
  const std::uint32_t* starts() const { return ray_starts_.get(); }
  const std::uint32_t* kept() const { return kept_.get(); }
  std::int64_t slots() const { return slots_; }
  std::int64_t stored() const { return stored_; }  // those beyond the rays' ends included
  const DeviceTotals& totals() const { return totals_; }

 private:
  template <bool kIsParallel>
  void find_all(SceneOnGpu& scene, const RaysOnGpu& rays, const std::vector<int>& winding,
                const HitLimits& limits, Progress& progress) {
    StandingProgress standing(progress);
    const std::int64_t slots = slots_ = rays.slots.rays;
    const std::int64_t triangles = scene.triangles().count();
    totals_ = {};
    stored_ = 0;
    std::uint32_t* const counts = counts_.reserve(std::max<std::int64_t>(1, slots));
    ray_starts_.reserve(std::max<std::int64_t>(1, slots));
    kept_.reserve(std::max<std::int64_t>(1, slots));
    if (slots == 0) return;
    std::uint32_t* const group_hits = group_hits_.reserve(rays.groups());
    cuda::clear(counts, slots, stream_);
    cuda::clear(group_hits, rays.groups(), stream_);
    cuda::Pacer pacer(stream_, progress, std::max<std::int64_t>(1, 2 * triangles));
    std::int64_t first = 0;
    DeviceTriangles pass{};
    std::int64_t passes = 0;
    while (first < triangles) {
      pass = bins_.sort<kIsParallel>(scene, rays.views, first, limits.pass, standing);
      ++passes;
      first += pass.count;
      bins_.in_pieces(rays.tiles(), [&](std::int32_t tile, std::int64_t tiles) {
        const cuda::LaunchShape shape{static_cast<unsigned>(tiles), kTileThreads};
        if (rays.slots.is_grid) {
          cuda::launch(count_grid_kernel<kIsParallel>, shape, stream_, pass, rays.views, rays.grid,
                       bins_.bins(), tile, counts, group_hits);
        } else {
          cuda::launch(count_list_kernel, shape, stream_, pass, rays.views, rays.list, bins_.bins(),
                       tile, counts);
        }
        pacer.enqueued(first);
      });
    }
    place(rays, limits);
    for (first = 0; first < triangles; first += pass.count) {
      if (passes > 1)
        pass = bins_.sort<kIsParallel>(scene, rays.views, first, limits.pass, standing);
      bins_.in_pieces(rays.tiles(), [&](std::int32_t tile, std::int64_t tiles) {
        const cuda::LaunchShape shape{static_cast<unsigned>(tiles), kTileThreads};
        if (rays.slots.is_grid) {
          cuda::launch(store_grid_kernel<kIsParallel>, shape, stream_, pass, rays.views, rays.grid,
                       rays.shift, bins_.bins(), tile, cursors_.get(), hits_.get());
        } else {
          cuda::launch(store_list_kernel, shape, stream_, pass, rays.views, rays.list, rays.shift,
                       bins_.bins(), tile, cursors_.get(), hits_.get());
        }
        pacer.enqueued(triangles + first + pass.count);
      });
    }
    sort(scene, rays, winding);
    pacer.finish();
    totals_ = cuda::read_back(device_totals_.get(), stream_);
  }

  // Where the hits of each ray will be.
  void place(const RaysOnGpu& rays, const HitLimits& limits) {
    const auto groups = static_cast<unsigned>(rays.groups());
    if (!rays.slots.is_grid) {
      cuda::launch(sum_groups_kernel, {groups, kGroupRays}, stream_, counts_.get(), rays.slots.rays,
                   group_hits_.get());
    }
    group_starts_.reserve(std::int64_t{groups} + 1);
    cuda::launch(scan_kernel, {1, kScanThreads}, stream_, group_hits_.get(), std::int64_t{groups},
                 group_starts_.get(), nullptr, all_.reserve(1));
    stored_ = static_cast<std::int64_t>(cuda::read_back(all_.get(), stream_));
    constexpr std::int64_t kMost = (std::int64_t{1} << 32) - 1;
    if (stored_ > std::min(limits.hits, kMost)) throw TooManyHits();
    hits_.reserve(std::max<std::int64_t>(1, stored_));
    cuda::launch(place_rays_kernel, {groups, kGroupRays}, stream_, counts_.get(), rays.slots.rays,
                 group_starts_.get(), ray_starts_.get(), cursors_.reserve(rays.slots.rays));
  }

  void sort(const SceneOnGpu& scene, const RaysOnGpu& rays, const std::vector<int>& winding) {
    const int materials = scene.triangles().material_count;
    const std::vector<std::int32_t> expected = expected_of(winding, materials);
    cuda::copy(expected_.reserve(materials), expected.data(), materials, stream_);
    std::int32_t around = 0;
    for (const std::int32_t times : expected) around += times != 0 ? 1 : 0;
    const DeviceWinding of_scene = {scene.materials(), expected_.get(), materials, around};
    cuda::clear(device_totals_.reserve(1), 1, stream_);
    const auto kernel = materials > 1 ? sort_hits_kernel<false> : sort_hits_kernel<true>;
    cuda::launch(kernel, {static_cast<unsigned>(rays.groups()), kSortThreads}, stream_, 0U,
                 ray_starts_.get(), counts_.get(), rays.slots, of_scene, hits_.get(), kept_.get(),
                 device_totals_.get());
  }

  const cuda::Stream& stream_;
  BinsOnGpu bins_;
  GrowingBuffer<std::uint32_t> counts_, group_hits_, group_starts_, ray_starts_, cursors_, kept_;
  GrowingBuffer<std::uint64_t> hits_;
  GrowingBuffer<std::int32_t> expected_;
  GrowingBuffer<unsigned long long> all_;
  GrowingBuffer<DeviceTotals> device_totals_;
  DeviceTotals totals_{};
  std::int64_t slots_ = 0;
  std::int64_t stored_ = 0;
};

// Rays of a list, sorted; and their slots.
class ListOnGpu {
 public:
  explicit ListOnGpu(const cuda::Stream& stream) : stream_(stream) {}

  // rays: on the GPU.
  RaysOnGpu sort(const WholeRay* rays, std::int64_t count) {
    const auto bounds = bound(rays, count);
    RaysOnGpu sorted;
    sorted.shift = kEndShift;
    FaceGrids grids{};
    std::int64_t in_all = 0;
    double largest = 0;
    for (std::size_t face = 0; face < kCubeFaces; ++face) {
      if (bounds[face].count == 0) continue;
      in_all += static_cast<std::int64_t>(bounds[face].count);
      largest = std::max(largest, from_ordered(bounds[face].largest));
      add_face(static_cast<int>(face), bounds[face], grids.of[face], sorted.views);
    }
    sorted.slots = {false, 0, 0, 0, static_cast<std::uint32_t>(in_all)};
    slots_.reserve(std::max<std::int64_t>(1, count));
    if (count == 0) return sorted;
    const std::int64_t cells = std::int64_t{sorted.tiles()} * kTilePixels;
    const auto groups = static_cast<unsigned>(sorted.tiles());
    const cuda::LaunchShape each_ray{cuda::blocks_for(count, kRayThreads), kRayThreads};
    cuda::clear(counts_.reserve(std::max<std::int64_t>(1, cells)), cells, stream_);
    cuda::launch(count_cells_kernel, each_ray, stream_, rays, static_cast<std::uint32_t>(count),
                 grids, slots_.get(), counts_.get());
    if (cells == 0) return sorted;
    cuda::launch(sum_groups_kernel, {groups, kGroupRays}, stream_, counts_.get(),
                 static_cast<std::uint32_t>(cells), groups_.reserve(groups));
    cuda::launch(scan_kernel, {1, kScanThreads}, stream_, groups_.get(), std::int64_t{groups},
                 group_starts_.reserve(std::int64_t{groups} + 1), nullptr, all_.reserve(1));
    starts_.reserve(cells + 1);
    cuda::copy(starts_.get() + cells, group_starts_.get() + groups, 1, stream_);
    cuda::launch(place_rays_kernel, {groups, kGroupRays}, stream_, counts_.get(),
                 static_cast<std::uint32_t>(cells), group_starts_.get(), starts_.get(),
                 places_.reserve(cells));
    cuda::launch(sort_rays_kernel, each_ray, stream_, rays, static_cast<std::uint32_t>(count),
                 slots_.get(), places_.get(), rays_.reserve(in_all));
    sorted.list = {rays_.get(), starts_.get(), largest};
    return sorted;
  }

  // Of each ray; kNoCell for one without length.
  const std::uint32_t* slots() const { return slots_.get(); }

 private:
  std::array<FaceBounds, kCubeFaces> bound(const WholeRay* rays, std::int64_t count) {
    std::array<FaceBounds, kCubeFaces> bounds;
    bounds.fill({~0ULL, ~0ULL, 0, 0, 0, 0});
    if (count == 0) return bounds;
    constexpr unsigned kBlocksOfProcessor = 4;
    cuda::copy(bounds_.reserve(kCubeFaces), bounds.data(), kCubeFaces, stream_);
    const unsigned blocks =
        std::min(cuda::blocks_for(count, kRayThreads),
                 kBlocksOfProcessor * static_cast<unsigned>(cuda::multiprocessors()));
    cuda::launch(bound_rays_kernel, {blocks, kRayThreads}, stream_, rays,
                 static_cast<std::uint32_t>(count), bounds_.get());
    cuda::read_back(bounds.data(), bounds_.get(), kCubeFaces, stream_);
    return bounds;
  }

  // About a ray a cell, in whole tiles.
  static void add_face(int face, const FaceBounds& bounds, FaceGrid& grid, DeviceViews& views) {
    constexpr double kMostTiles = 64;
    constexpr double kFinest = 1e-9;  // cells finer than this were no finer than rounding
    const double side = std::sqrt(static_cast<double>(bounds.count));
    grid.tiles =
        static_cast<std::int32_t>(std::clamp(std::ceil(side / kSmallTile), 1.0, kMostTiles));
    grid.size = grid.tiles * kSmallTile;
    grid.first_tile = views.first_tile[views.count];
    grid.low_p = from_ordered(bounds.low_p);
    grid.low_q = from_ordered(bounds.low_q);
    grid.across = grid.size / std::max(from_ordered(bounds.high_p) - grid.low_p, kFinest);
    grid.down = grid.size / std::max(from_ordered(bounds.high_q) - grid.low_q, kFinest);
    DeviceView view{};
    const int axis = face / 2;
    const double sign = face % 2 == 0 ? 1 : -1;
    view.matrix[0][(axis + 1) % 3] = grid.across;
    view.matrix[0][axis] = -sign * grid.low_p * grid.across;
    view.matrix[1][(axis + 2) % 3] = grid.down;
    view.matrix[1][axis] = -sign * grid.low_q * grid.down;
    view.matrix[2][axis] = sign;
    view.width = view.height = grid.size;
    view.in_cells = true;
    views.view[views.count] = view;
    views.columns[views.count] = grid.tiles;
    views.first_tile[views.count + 1] = grid.first_tile + grid.tiles * grid.tiles;
    ++views.count;
  }

  const cuda::Stream& stream_;
  GrowingBuffer<FaceBounds> bounds_;
  GrowingBuffer<std::uint32_t> counts_, groups_, group_starts_, starts_, places_, slots_;
  GrowingBuffer<unsigned long long> all_;
  GrowingBuffer<WholeRay> rays_;
};

}  // namespace
}  // namespace bitvox::rays
