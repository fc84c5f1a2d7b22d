// SPDX-License-Identifier: BSD-2-Clause
#include <cuda_runtime.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <vector>

#include "core/memory.hpp"
#include "cuda/copy.hpp"
#include "cuda/device_buffer.hpp"
#include "cuda/device_memory.hpp"
#include "cuda/launch.hpp"
#include "cuda/pacer.hpp"
#include "cuda/stream.hpp"
#include "ops/permeability/permeability_flow.hpp"
#include "ops/permeability/permeability_kernels.cuh"

namespace bitvox::permeability {
namespace {

constexpr MemoryUser kUser{"Permeability", "Choose backend 'auto' or crop the image."};

class FlowCuda final : public LatticeFlow {
 public:
  FlowCuda(const Grid& grid, Progress& progress) : grid_(grid) {
    const std::int64_t words = grid.shape().word_count();
    const std::int64_t cells = grid.cells();
    const std::int64_t stride = (cells + 31) / 32 * 32;
    require_memory(kUser, cuda::device_memory(),
                   kSlots * 4 * stride + 4 * cells + (8 + 4) * words + kSmallBytes);
    progress.report(0, 1);
    words_ = cuda::allocate<std::uint64_t>(words);
    ranks_ = cuda::allocate<std::uint32_t>(words);
    voxels_ = cuda::allocate<std::uint32_t>(cells);
    populations_ = cuda::allocate<float>(kSlots * stride);
    const Shape& s = grid.shape();
    planes_ = cuda::allocate<unsigned long long>(std::max({s.width, s.height, s.depth}));
    largest_ = cuda::allocate<unsigned>(1);
    cuda::copy(words_.get(), grid.pores.words(), words, stream_);
    cuda::copy(ranks_.get(), grid.ranks.data(), words, stream_);
    cuda::copy(voxels_.get(), grid.voxels.data(), cells, stream_);
    cuda::clear(populations_.get(), kSlots * stride, stream_);
    stream_.wait();
    PorePlaces pores = grid.places();
    pores.words = words_.get();
    pores.ranks = ranks_.get();
    cells_ = {pores, voxels_.get(), cells, populations_.get(), stride};
    progress.report(1, 1);
  }

  void start_from(const LatticeFlow& coarse_flow, float velocity_factor, const Rates& rates,
                  Progress& progress) override {
    const auto& coarse = dynamic_cast<const FlowCuda&>(coarse_flow);
    cuda::launch(start_kernel, blocks(), stream_, cells_, coarse.cells_, velocity_factor, rates);
    stream_.wait();
    progress.report(1, 1);
  }

  void run(std::int64_t steps, const Rates& rates, Progress& progress) override {
    const bool few = kSlots * cells_.stride <= std::numeric_limits<std::int32_t>::max();
    const auto odd = few ? odd_step_kernel<std::int32_t> : odd_step_kernel<std::int64_t>;
    cuda::Pacer pacer(stream_, progress, steps);
    for (std::int64_t step = 0; step < steps; ++step) {
      cuda::launch((steps_ + step) % 2 == 0 ? even_step_kernel : odd, blocks(), stream_, cells_,
                   rates);
      pacer.enqueued(step + 1);
    }
    pacer.finish();
    steps_ += steps;
  }

  PlaneSums sums(int axis, double scale, const Rates& rates, Progress& progress) override {
    const auto kernel = steps_ % 2 == 0 ? sum_planes_kernel<StepsBefore::kEven>
                                        : sum_planes_kernel<StepsBefore::kOdd>;
    const int planes = cells_.pores.size[axis];
    cuda::clear(planes_.get(), planes, stream_);
    cuda::clear(largest_.get(), 1, stream_);
    cuda::launch(kernel, blocks(), stream_, cells_, rates, axis, scale, planes_.get(),
                 largest_.get());
    std::vector<unsigned long long> found(static_cast<std::size_t>(planes));
    cuda::read_back(found.data(), planes_.get(), planes, stream_);
    progress.report(1, 1);
    return {{found.begin(), found.end()},
            std::bit_cast<float>(cuda::read_back(largest_.get(), stream_))};
  }

  float largest_square(const Rates& rates, Progress& progress) override {
    cuda::clear(largest_.get(), 1, stream_);
    cuda::launch(largest_square_kernel, blocks(), stream_, cells_, rates, largest_.get());
    progress.report(1, 1);
    return std::bit_cast<float>(cuda::read_back(largest_.get(), stream_));
  }

  void velocities(std::int64_t first, std::int64_t end, const Rates& rates, float* out) override {
    const std::int64_t count = end - first;
    if (count == 0) return;
    const auto found = cuda::allocate<float>(3 * count);
    const cuda::Drain drain(stream_);
    cuda::launch(velocities_kernel, {cuda::blocks_for(count, kThreads), kThreads}, stream_, cells_,
                 rates, first, count, found.get());
    cuda::read_back(out, found.get(), 3 * count, stream_);
  }

 private:
  static constexpr std::int64_t kSmallBytes = std::int64_t{1} << 20;

  cuda::LaunchShape blocks() const { return {cuda::blocks_for(cells_.cells, kThreads), kThreads}; }

  const Grid& grid_;
  std::int64_t steps_ = 0;
  cuda::DeviceBuffer<std::uint64_t> words_;
  cuda::DeviceBuffer<std::uint32_t> ranks_;
  cuda::DeviceBuffer<std::uint32_t> voxels_;
  cuda::DeviceBuffer<float> populations_;
  cuda::DeviceBuffer<unsigned long long> planes_;
  cuda::DeviceBuffer<unsigned> largest_;
  DeviceCells cells_{};
  cuda::Stream stream_;
};

}  // namespace

std::unique_ptr<LatticeFlow> make_flow_cuda(const Grid& grid, Progress& progress) {
  return std::make_unique<FlowCuda>(grid, progress);
}

}  // namespace bitvox::permeability
