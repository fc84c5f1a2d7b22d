// SPDX-License-Identifier: BSD-2-Clause
#include <type_traits>

#include "cuda/launch.hpp"
#include "ops/register_mi/register_mi_kernels.cuh"
#include "ops/register_mi/register_mi_lookup.cuh"

namespace bitvox::register_mi {
namespace {

constexpr int kThreads = 256;

// A thread for each.
cuda::LaunchShape each(std::int64_t count) { return {cuda::blocks_for(count, kThreads), kThreads}; }

template <class Pixel>
__device__ Pixel nearest(const Pixel* pixels, const Shape& shape, const Place& place) {
  const auto voxel = [](float at) { return static_cast<std::int64_t>(floorf(at + 0.5F)); };
  return pixels[(voxel(place.z) * shape.height + voxel(place.y)) * shape.width + voxel(place.x)];
}

// Half up, clamped, NaN to 0; as floats unchanged, but for the bits of NaN.
template <class Pixel>
__device__ Pixel rounded(float value) {
  if constexpr (std::is_same_v<Pixel, float>) {
    return isnan(value) ? nanf("") : value;
  } else {
    constexpr float kLargest = static_cast<Pixel>(-1);
    const float low = value > 0 ? value : 0;
    const float cut = low < kLargest ? low : kLargest;
    return static_cast<Pixel>(static_cast<int>(cut + 0.5F));
  }
}

template <class Pixel>
__global__ void __launch_bounds__(kThreads)
    halve_kernel(const Pixel* in, Shape shape, LevelFactors by, Shape small, float* out) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x;
  if (i >= small.width * small.height * small.depth) return;
  const std::int64_t x = i % small.width * by.x;
  const std::int64_t y = i / small.width % small.height * by.y;
  const std::int64_t z = i / small.width / small.height * by.z;
  float sum = 0;
  float finite = 0;  // the sum of the finite values
  int count = 0;
  for (std::int64_t dz = 0; dz < by.z; ++dz) {
    for (std::int64_t dy = 0; dy < by.y; ++dy) {
      const Pixel* const row = in + ((z + dz) * shape.height + y + dy) * shape.width + x;
      for (std::int64_t dx = 0; dx < by.x; ++dx) {
        const auto value = static_cast<float>(row[dx]);
        sum += value;
        if (!isfinite(value)) continue;
        finite += value;
        ++count;
      }
    }
  }
  if (isfinite(sum)) {
    out[i] = sum * (1.0F / static_cast<float>(by.x * by.y * by.z));
  } else {
    out[i] = count == 0 ? nanf("") : __fdiv_rn(finite, static_cast<float>(count));
  }
}

template <class Pixel>
__global__ void __launch_bounds__(kThreads)
    values_kernel(const Pixel* in, Shape shape, DevicePoints points, float* values) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x;
  if (i >= points.count) return;
  const PointMap same{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
  const Place place(same, points.x[i], points.y[i], points.z[i]);
  values[i] = linear(in, shape, place);
}

__global__ void __launch_bounds__(kThreads) place_points_kernel(PointGrid grid, float* places) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x;
  const std::int64_t count = grid.count();
  if (i >= count) return;
  const GridPoint point = point_of_cell(grid, i);
  places[i] = point.x;
  places[count + i] = point.y;
  places[2 * count + i] = point.z;
}

__global__ void __launch_bounds__(kThreads)
    bins_kernel(const float* values, std::int64_t count, BinScale scale, std::uint8_t* bins,
                unsigned long long* total) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x;
  const bool there = i < count && values[i] == values[i];
  if (i < count) {
    bins[i] = there ? static_cast<std::uint8_t>(bin_of(values[i], scale)) : kNoBin;
  }
  const int in_block = __syncthreads_count(there ? 1 : 0);
  if (threadIdx.x == 0) atomicAdd(total, static_cast<unsigned long long>(in_block));
}

template <class Pixel>
__global__ void __launch_bounds__(kThreads)
    resample_kernel(const Pixel* in, Shape shape, Resampling how, std::int64_t first,
                    std::int64_t count, Pixel* out, unsigned long long* inside) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x;
  bool found = false;
  if (i < count) {
    const std::int64_t voxel = first + i;
    const std::int64_t row = voxel / how.shape.width;
    Place place(how.map, static_cast<float>(voxel % how.shape.width),
                static_cast<float>(row % how.shape.height),
                static_cast<float>(row / how.shape.height));
    found = place.onto(shape, how.edge_tolerance);
    out[i] = !found ? rounded<Pixel>(how.fill)
             : how.interpolation == Interpolation::kNearest
                 ? nearest(in, shape, place)
                 : rounded<Pixel>(linear(in, shape, place));
  }
  const int in_block = __syncthreads_count(found ? 1 : 0);
  if (threadIdx.x == 0 && in_block != 0) {
    atomicAdd(inside, static_cast<unsigned long long>(in_block));
  }
}

}  // namespace

void halve(const DeviceVolume& in, const LevelFactors& by, float* out, const cuda::Stream& stream) {
  const Shape small = level_shape(in.shape, by);
  with_pixel_type(in.type, [&](auto pixel) {
    using Pixel = decltype(pixel);
    cuda::launch(halve_kernel<Pixel>, each(small.voxel_count()), stream,
                 static_cast<const Pixel*>(in.pixels), in.shape, by, small, out);
  });
}

void place_points(const PointGrid& grid, float* places, const cuda::Stream& stream) {
  cuda::launch(place_points_kernel, each(grid.count()), stream, grid, places);
}

void bins_of(const float* values, std::int64_t count, const BinScale& scale, std::uint8_t* bins,
             unsigned long long* total, const cuda::Stream& stream) {
  cuda::launch(bins_kernel, each(count), stream, values, count, scale, bins, total);
}

void values_at(const DeviceVolume& in, const DevicePoints& points, float* values,
               const cuda::Stream& stream) {
  with_pixel_type(in.type, [&](auto pixel) {
    using Pixel = decltype(pixel);
    cuda::launch(values_kernel<Pixel>, each(points.count), stream,
                 static_cast<const Pixel*>(in.pixels), in.shape, points, values);
  });
}

void resample(const DeviceVolume& in, const Resampling& how, std::int64_t first, std::int64_t count,
              void* out, unsigned long long* inside, const cuda::Stream& stream) {
  with_pixel_type(in.type, [&](auto pixel) {
    using Pixel = decltype(pixel);
    cuda::launch(resample_kernel<Pixel>, each(count), stream, static_cast<const Pixel*>(in.pixels),
                 in.shape, how, first, count, static_cast<Pixel*>(out), inside);
  });
}

}  // namespace bitvox::register_mi
