// SPDX-License-Identifier: BSD-2-Clause
#include "core/threads/progress_parts.hpp"
#include "cuda/download.hpp"
#include "rays/hits_on_gpu.cuh"
#include "rays/ray_hits_cuda.hpp"

namespace bitvox::rays {

class HitFinderCuda::Run {
 public:
  Run(const Triangles& triangles, int threads, Progress& progress)
      : threads_(threads), scene_(triangles, staging_, threads, progress) {}

  RayHits find(const RayGrid& grid, const std::vector<int>& winding, const HitLimits& limits,
               Progress& progress) {
    auto [finding, fetching] = progress_parts(progress, 2, 1);
    hits_.find(scene_, rays_of(grid), winding, limits, finding);
    RayHits result(grid.count());
    const std::int64_t columns = (grid.width + kSmallTile - 1) / kSmallTile;
    fetch(result, fetching, [&](std::int64_t ray) {
      const std::int64_t column = ray % grid.width;
      const std::int64_t row = ray / grid.width;
      return (row / kSmallTile * columns + column / kSmallTile) * kTilePixels +
             row % kSmallTile * kSmallTile + column % kSmallTile;
    });
    return result;
  }

  RayHits find(std::span<const Direction> ends, const std::vector<int>& winding,
               const HitLimits& limits, Progress& progress) {
    static_assert(sizeof(Direction) == sizeof(WholeRay));
    auto [uploading, finding, fetching] = progress_parts(progress, 1, 8, 4);
    const auto count = static_cast<std::int64_t>(ends.size());
    Direction* const rays = ends_.reserve(std::max<std::int64_t>(1, count));
    cuda::upload(ends.data(), count * static_cast<std::int64_t>(sizeof(Direction)), rays, threads_,
                 staging_, uploading);
    const RaysOnGpu sorted = list_.sort(reinterpret_cast<const WholeRay*>(rays), count);
    hits_.find(scene_, sorted, winding, limits, finding);
    std::vector<std::uint32_t> slots(ends.size());
    if (count > 0) cuda::read_back(slots.data(), list_.slots(), count, stream_);
    RayHits result(count);
    fetch(result, fetching, [&](std::int64_t ray) {
      const std::uint32_t slot = slots[static_cast<std::size_t>(ray)];
      return slot == kNoCell ? std::int64_t{-1} : std::int64_t{slot};
    });
    return result;
  }

 private:
  template <class SlotOf>
  void fetch(RayHits& result, Progress& progress, const SlotOf& slot_of) {
    constexpr std::int64_t kAtOnce = std::int64_t{1} << 16;
    const DeviceTotals& totals = hits_.totals();
    result.hits = static_cast<std::int64_t>(totals.kept);
    result.deepest = totals.deepest;
    result.odd_rays = static_cast<std::int64_t>(totals.odd);
    const std::int64_t slots = hits_.slots();
    if (slots == 0 || hits_.stored() == 0) {
      progress.report(1, 1);
      return;
    }
    auto [copying, naming] = progress_parts(progress, 3, 1);
    static_assert(sizeof(Hit) == sizeof(std::uint64_t));
    std::unique_ptr<Hit[]> block(new Hit[static_cast<std::size_t>(hits_.stored())]);
    cuda::download(hits_.hits(), hits_.stored(), reinterpret_cast<std::uint64_t*>(block.get()),
                   threads_, staging_, copying);
    std::vector<std::uint32_t> starts(static_cast<std::size_t>(slots));
    std::vector<std::uint32_t> kept(static_cast<std::size_t>(slots));
    cuda::read_back(starts.data(), hits_.starts(), slots, stream_);
    cuda::read_back(kept.data(), hits_.kept(), slots, stream_);
    for (std::int64_t ray = 0; ray < result.rays(); ++ray) {
      if (ray % kAtOnce == 0) naming.report(ray, result.rays());
      const std::int64_t slot = slot_of(ray);
      if (slot < 0) continue;
      const auto at = static_cast<std::size_t>(slot);
      if (kept[at] > 0) result.set(ray, {block.get() + starts[at], kept[at]});
    }
    result.keep(std::move(block));
    naming.report(1, 1);
  }

  int threads_;
  cuda::Stream stream_;
  cuda::Staging staging_{stream_};
  SceneOnGpu scene_;
  GrowingBuffer<Direction> ends_;
  ListOnGpu list_{stream_};
  HitsOnGpu hits_{stream_};
  cuda::Drain drain_{stream_};
};

HitFinderCuda::HitFinderCuda(const Triangles& triangles, int threads, Progress& progress)
    : run_(std::make_unique<Run>(triangles, threads, progress)) {}
HitFinderCuda::~HitFinderCuda() = default;

RayHits HitFinderCuda::find(const RayGrid& grid, const std::vector<int>& winding,
                            const HitLimits& limits, Progress& progress) {
  return run_->find(grid, winding, limits, progress);
}
RayHits HitFinderCuda::find(std::span<const Direction> ends, const std::vector<int>& winding,
                            const HitLimits& limits, Progress& progress) {
  return run_->find(ends, winding, limits, progress);
}

}  // namespace bitvox::rays
