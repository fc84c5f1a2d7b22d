// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "core/threads/progress_parts.hpp"
#include "rays/device_lengths.cuh"
#include "rays/hit_engine.cuh"

namespace bitvox::rays {
namespace {

// Adds up path lengths, in the GPU's memory.
class LengthsOnGpu {
 public:
  explicit LengthsOnGpu(const cuda::Stream& stream) : stream_(stream), bins_(stream) {}

  // Of a detector. Returns the number of odd rays.
  std::int64_t measure(SceneOnGpu& scene, const RaysOnGpu& rays, const std::vector<int>& winding,
                       const PassLimits& limits, Progress& progress) {
    if (rays.is_parallel) return measure_all<true>(scene, rays, winding, limits, progress);
    return measure_all<false>(scene, rays, winding, limits, progress);
  }

  const std::int64_t* sums() const { return sums_.get(); }  // [material][row][column]

 private:
  template <bool kIsParallel>
  std::int64_t measure_all(SceneOnGpu& scene, const RaysOnGpu& rays,
                           const std::vector<int>& winding, const PassLimits& limits,
                           Progress& progress) {
    StandingProgress standing(progress);
    const int materials = scene.triangles().material_count;
    const std::int64_t pixels = std::int64_t{rays.grid.width} * rays.grid.height;
    const std::int64_t triangles = scene.triangles().count();
    sums_.reserve(materials * pixels);
    signs_.reserve(materials * pixels);
    cuda::clear(sums_.get(), materials * pixels, stream_);
    cuda::clear(signs_.get(), materials * pixels, stream_);
    cuda::Pacer pacer(stream_, progress, std::max<std::int64_t>(1, triangles));
    for (std::int64_t first = 0; first < triangles;) {
      const DeviceTriangles pass =
          bins_.sort<kIsParallel>(scene, rays.views, first, limits, standing);
      first += pass.count;
      bins_.in_pieces(rays.tiles(), [&](std::int32_t tile, std::int64_t tiles) {
        const dim3 blocks(
            static_cast<unsigned>(tiles),
            static_cast<unsigned>((materials + kMaterialsAtOnce - 1) / kMaterialsAtOnce));
        cuda::launch(add_lengths_kernel<kIsParallel>, {blocks, kTileThreads}, stream_, pass,
                     rays.views, rays.grid, rays.shift, bins_.bins(), tile, materials, sums_.get(),
                     signs_.get());
        pacer.enqueued(first);
      });
    }
    unsigned long long* const odd = odd_.reserve(1);
    cuda::clear(odd, 1, stream_);
    const std::vector<std::int32_t> expected = expected_of(winding, materials);
    cuda::copy(expected_.reserve(materials), expected.data(), materials, stream_);
    cuda::launch(count_odd_kernel, {cuda::blocks_for(pixels, kBinThreads), kBinThreads}, stream_,
                 signs_.get(), pixels, materials, expected_.get(), odd);
    pacer.finish();
    return static_cast<std::int64_t>(cuda::read_back(odd, stream_));
  }

  const cuda::Stream& stream_;
  BinsOnGpu bins_;
  GrowingBuffer<std::int64_t> sums_;
  GrowingBuffer<std::int32_t> signs_, expected_;
  GrowingBuffer<unsigned long long> odd_;
};

}  // namespace
}  // namespace bitvox::rays
