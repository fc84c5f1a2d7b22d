// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>

#include "cuda/copy.hpp"
#include "cuda/launch.hpp"
#include "ops/register_mi/register_mi_kernels.cuh"

namespace bitvox::register_mi {
namespace {

constexpr int kThreads = 256;

struct Row {
  float weights[2 * kMostReach + 1];
  int reach;
};

Row row_of(const SmoothingRow& by) {
  Row row{};
  std::copy(by.begin(), by.end(), row.weights);
  row.reach = static_cast<int>(reach(by));
  return row;
}

// Along one axis, on which neighbours are `stride` voxels apart in memory, and lines `side` long.
template <class Pixel>
__global__ void __launch_bounds__(kThreads)
    smooth_kernel(const Pixel* in, std::int64_t voxels, std::int64_t stride, std::int64_t side,
                  Row row, float* out) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x;
  if (i >= voxels) return;
  const std::int64_t at = i / stride % side;
  const auto own = static_cast<float>(in[i]);
  float sum = 0;
  for (int k = -row.reach; k <= row.reach; ++k) {
    const bool there = at + k >= 0 && at + k < side;
    const float v = there ? static_cast<float>(in[i + k * stride]) : own;
    sum += row.weights[k + row.reach] * (isfinite(v) ? v : own);
  }
  out[i] = sum;
}

template <class Pixel>
void pass(const Pixel* in, const Shape& shape, std::int64_t stride, std::int64_t side,
          const SmoothingRow& by, float* out, const cuda::Stream& stream) {
  const std::int64_t voxels = shape.voxel_count();
  cuda::launch(smooth_kernel<Pixel>, {cuda::blocks_for(voxels, kThreads), kThreads}, stream, in,
               voxels, stride, side, row_of(by), out);
}

}  // namespace

void smooth(const DeviceVolume& in, const Smoothing& by, float* between, float* out,
            const cuda::Stream& stream) {
  const Shape& s = in.shape;
  with_pixel_type(in.type, [&](auto pixel) {
    using Pixel = decltype(pixel);
    pass(static_cast<const Pixel*>(in.pixels), s, 1, s.width, by.x, between, stream);
  });
  pass(between, s, s.width, s.height, by.y, out, stream);
  if (by.z.size() == 1) return;
  pass(out, s, s.width * s.height, s.depth, by.z, between, stream);
  cuda::copy(out, between, s.voxel_count(), stream);
}

}  // namespace bitvox::register_mi
