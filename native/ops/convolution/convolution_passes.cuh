// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "core/volumes/pixel_type.hpp"
#include "cuda/stream.hpp"
#include "ops/convolution/convolution.hpp"

// The steps of a convolution on pixels that lie on the GPU: floats, x fastest, without padding.
// Nothing here waits. Every sum is taken in the order that convolution.hpp states.
namespace bitvox::convolution {

// Coefficients, the same for all threads, travel as parameters of a launch: so they are read
// without taking the way of the pixels.
struct DeviceRow {
  float coefficients[kLongestRow];
  int taps = 1;
  float scale = 1.0F;
};

// At most kLongestRow coefficients.
DeviceRow device_row(const std::vector<float>& coefficients, float scale);

// `rows` rows of `width` floats, along x.
void filter_x(const float* in, float* out, std::int64_t width, std::int64_t rows,
              const DeviceRow& row, Border edges, const cuda::Stream& stream);

// Along y: `planes` times `height` rows of `width` floats.
void filter_y(const float* in, float* out, std::int64_t width, std::int64_t height,
              std::int64_t planes, const DeviceRow& row, Border edges, const cuda::Stream& stream);

// Planes first .. first + count - 1 of in_count are computed: out begins with the first of them.
struct OutputPlanes {
  std::int64_t first = 0;
  std::int64_t count = 0;
  std::int64_t in_count = 0;
};

// Along z, of planes of `plane` floats.
void filter_z(const float* in, float* out, std::int64_t plane, const OutputPlanes& planes,
              const DeviceRow& row, Border edges, const cuda::Stream& stream);

// A full kernel.
void filter_full(const float* in, float* out, std::int64_t width, std::int64_t height,
                 const OutputPlanes& planes, const FullKernel& kernel, float scale, Border edges,
                 const cuda::Stream& stream);

// Pixels to floats and back, rounding half up, clamping, NaN to 0.
void to_floats(const void* pixels, PixelType type, std::int64_t count, float* values,
               const cuda::Stream& stream);
void from_floats(const float* values, PixelType type, std::int64_t count, void* pixels,
                 const cuda::Stream& stream);

// sums[i] += values[i]^2, and sums[i] = sqrt(sums[i]).
void add_squares(const float* values, std::int64_t count, float* sums, const cuda::Stream& stream);
void take_roots(std::int64_t count, float* sums, const cuda::Stream& stream);

}  // namespace bitvox::convolution
