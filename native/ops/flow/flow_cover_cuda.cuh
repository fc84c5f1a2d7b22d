// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "core/error.hpp"
#include "cuda/copy.hpp"
#include "cuda/device_buffer.hpp"
#include "cuda/launch.hpp"
#include "cuda/pinned_buffer.hpp"
#include "ops/flow/flow_bodies.hpp"
#include "ops/flow/flow_cover.cuh"

namespace bitvox::flow {
namespace {

// Bodies on the GPU: they move on the host, and cover cells here.
class CoverCuda {
 public:
  // Completes `all`.
  CoverCuda(DeviceCells& all, const Bodies& bodies, double tau, const cuda::Stream& stream)
      : bodies_(bodies), tau_(tau) {
    const auto count = static_cast<std::int64_t>(bodies.all().size());
    const std::int64_t groups = (all.cells + cuda::kWarp - 1) / cuda::kWarp;
    owners_ = cuda::allocate<unsigned long long>(all.cells);
    covered_ = cuda::allocate<std::uint8_t>(groups);
    momenta_ = cuda::allocate<float>(std::int64_t{3} * all.cells);
    placed_ = cuda::allocate<Placed>(count);
    found_ = cuda::allocate<double>(kSums * count);
    received_ = cuda::allocate_pinned<double>(kSums * count);
    cuda::clear(covered_.get(), groups, stream);
    all.owners = owners_.get();
    all.covered = covered_.get();
    all.momenta = momenta_.get();
    all.bodies = placed_.get();
    all.body_count = static_cast<int>(count);
  }

  // Covers cells with the bodies where they are now, and no longer where they were.
  void place(const DeviceCells& all, const cuda::Stream& stream) {
    if (rows_ > 0) cuda::launch(uncover_kernel, shape(most_voxels_), stream, all);
    const std::vector<Placed> placed = bodies_.place();
    const Placed& last = placed.back();
    const std::int64_t voxels = last.first_voxel + last.size[0] * last.size[1] * last.size[2];
    if (voxels >= std::numeric_limits<std::uint32_t>::max()) {
      throw DeviceOutOfMemory("the bodies of the flow are too large for the GPU");
    }
    const std::int64_t rows = last.first_row + last.size[1] * last.size[2];
    if (rows > rows_) {
      stream.wait();
      rows_ = rows + rows / 4;
      sums_ = cuda::allocate<double>(kSums * rows_);
    }
    most_voxels_ = most_rows_ = 0;
    for (const Placed& body : placed) {
      const std::int64_t of_body = body.size[1] * body.size[2];
      most_rows_ = std::max(most_rows_, of_body);
      most_voxels_ = std::max(most_voxels_, of_body * body.size[0]);
    }
    // Memory that is not page-locked has been read when this returns.
    cuda::copy(placed_.get(), placed.data(), std::ssize(placed), stream);
    cuda::launch(cover_kernel, shape(most_voxels_), stream, all, tau_);
  }

  // After a step; waits for it.
  std::vector<Bodies::Momentum> momenta(const DeviceCells& all, const cuda::Stream& stream) {
    const auto count = static_cast<unsigned>(all.body_count);
    cuda::launch(momenta_kernel, shape(most_rows_ * cuda::kWarp), stream, all, sums_.get());
    cuda::launch(fold_momenta_kernel, {kSums * count, cuda::kFoldThreads}, stream, all, sums_.get(),
                 found_.get());
    cuda::read_back(received_.get(), found_.get(), std::int64_t{kSums} * count, stream);
    std::vector<Bodies::Momentum> all_of_them(count);
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t c = 0; c < kSums; ++c) all_of_them[i][c] = received_[kSums * i + c];
    return all_of_them;
  }

 private:
  // So many threads for each body, or fewer that go on.
  cuda::LaunchShape shape(std::int64_t threads) const {
    constexpr std::int64_t kMostBlocks = 1024, kMostBodies = 65535;
    const auto blocks =
        std::clamp<std::int64_t>((threads + kThreads - 1) / kThreads, 1, kMostBlocks);
    const auto bodies = std::min<std::int64_t>(std::ssize(bodies_.all()), kMostBodies);
    return {dim3(static_cast<unsigned>(blocks), static_cast<unsigned>(bodies)), kThreads};
  }

  const Bodies& bodies_;
  const double tau_;
  cuda::DeviceBuffer<unsigned long long> owners_;
  cuda::DeviceBuffer<std::uint8_t> covered_;
  cuda::DeviceBuffer<float> momenta_;
  cuda::DeviceBuffer<Placed> placed_;
  cuda::DeviceBuffer<double> sums_;
  cuda::DeviceBuffer<double> found_;
  cuda::PinnedBuffer<double> received_;
  std::int64_t rows_ = 0;                         // that sums_ has room for
  std::int64_t most_voxels_ = 0, most_rows_ = 0;  // of a body's box
};

}  // namespace
}  // namespace bitvox::flow
