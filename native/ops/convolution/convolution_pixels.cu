// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>

#include "cuda/launch.hpp"
#include "ops/convolution/convolution_passes.cuh"

// The steps that take each pixel on its own.
namespace bitvox::convolution {
namespace {

constexpr int kThreadsEach = 256;

template <class Body>
__global__ void __launch_bounds__(kThreadsEach) each_kernel(std::int64_t count, Body body) {
  const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * kThreadsEach;
  for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * kThreadsEach + threadIdx.x;
       i < count; i += step) {
    body(i);
  }
}

template <class Body>
void for_each(std::int64_t count, const cuda::Stream& stream, const Body& body) {
  const auto most = static_cast<unsigned>(32 * cuda::multiprocessors());
  const unsigned blocks = std::min(cuda::blocks_for(count, kThreadsEach), most);
  cuda::launch(each_kernel<Body>, {blocks, kThreadsEach}, stream, count, body);
}

template <class Pixel>
struct ToFloat {
  const Pixel* pixels;
  float* values;
  __device__ void operator()(std::int64_t i) const { values[i] = static_cast<float>(pixels[i]); }
};

template <class Pixel>
struct FromFloat {
  const float* values;
  Pixel* pixels;
  __device__ void operator()(std::int64_t i) const {
    constexpr float kLargest = static_cast<Pixel>(-1);
    const float low = values[i] > 0 ? values[i] : 0;
    const float cut = low < kLargest ? low : kLargest;
    pixels[i] = static_cast<Pixel>(static_cast<int>(cut + 0.5F));
  }
};

template <>
struct FromFloat<float> {
  const float* values;
  float* pixels;
  __device__ void operator()(std::int64_t i) const { pixels[i] = values[i]; }
};

struct AddSquare {
  const float* values;
  float* sums;
  __device__ void operator()(std::int64_t i) const {
    sums[i] = __fmaf_rn(values[i], values[i], sums[i]);
  }
};

struct TakeRoot {
  float* sums;
  __device__ void operator()(std::int64_t i) const { sums[i] = __fsqrt_rn(sums[i]); }
};

}  // namespace

DeviceRow device_row(const std::vector<float>& coefficients, float scale) {
  DeviceRow row;
  std::copy(coefficients.begin(), coefficients.end(), row.coefficients);
  row.taps = static_cast<int>(coefficients.size());
  row.scale = scale;
  return row;
}

void to_floats(const void* pixels, PixelType type, std::int64_t count, float* values,
               const cuda::Stream& stream) {
  with_pixel_type(type, [&](auto pixel) {
    using Pixel = decltype(pixel);
    for_each(count, stream, ToFloat<Pixel>{static_cast<const Pixel*>(pixels), values});
  });
}

void from_floats(const float* values, PixelType type, std::int64_t count, void* pixels,
                 const cuda::Stream& stream) {
  with_pixel_type(type, [&](auto pixel) {
    using Pixel = decltype(pixel);
    for_each(count, stream, FromFloat<Pixel>{values, static_cast<Pixel*>(pixels)});
  });
}

void add_squares(const float* values, std::int64_t count, float* sums, const cuda::Stream& stream) {
  for_each(count, stream, AddSquare{values, sums});
}

void take_roots(std::int64_t count, float* sums, const cuda::Stream& stream) {
  for_each(count, stream, TakeRoot{sums});
}

}  // namespace bitvox::convolution
