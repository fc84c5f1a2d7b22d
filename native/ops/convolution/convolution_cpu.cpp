// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <cstring>
#include <memory>
#include <string>

#include "core/error.hpp"
#include "core/memory.hpp"
#include "core/parallel.hpp"
#include "ops/convolution/convolution_filter.hpp"

namespace bitvox::cpu {
namespace {

// Slices at a time: enough for all threads, and few enough to stay in or near the cache.
std::int64_t choose_slab_depth(const Shape& shape, const ConvolutionOptions& options) {
  constexpr std::int64_t kPreferredFloats = std::int64_t{1} << 20;
  if (options.slab_depth > 0) {
    return std::min(options.slab_depth, shape.depth);
  }
  std::int64_t reach = 0;
  for (const ConvolutionKernel& kernel : options.kernels) {
    reach = std::max(reach, reach_of(kernel).z);
  }
  const std::int64_t preferred = kPreferredFloats / (shape.width * shape.height);
  return std::clamp<std::int64_t>(std::max(preferred, reach), 1, shape.depth);
}

void check_memory(const Shape& shape, const ConvolutionOptions& options, std::int64_t slab_depth) {
  std::int64_t needed = 8 * shape.width * shape.height * slab_depth;
  for (const ConvolutionKernel& kernel : options.kernels) {
    needed += KernelFilter::bytes(shape, kernel, slab_depth);
  }
  const std::int64_t available = available_host_bytes();
  if (needed > available) {
    throw HostOutOfMemory("the convolution needs " + readable_bytes(needed) +
                          " of memory outside the Java heap, " + readable_bytes(available) +
                          " are free. Crop the image or choose a smaller kernel.");
  }
}

void convert_row(const ConvolutionRows& rows, PixelType type, const float* values,
                 std::int64_t count, std::uint8_t* pixels) {
  switch (type) {
    case PixelType::kUint8:
      rows.to_u8(values, count, pixels);
      return;
    case PixelType::kUint16:
      rows.to_u16(values, count, reinterpret_cast<std::uint16_t*>(pixels));
      return;
    case PixelType::kFloat32:
      std::memcpy(pixels, values, static_cast<std::size_t>(count) * sizeof(float));
      return;
  }
}

}  // namespace

void convolve(const ConvolutionRows& rows, const GreySource& in, const ConvolutionOptions& options,
              int threads, GreySink& out, Progress& progress) {
  const Shape& shape = in.shape();
  const std::int64_t slab_depth = choose_slab_depth(shape, options);
  check_memory(shape, options, slab_depth);
  std::vector<std::unique_ptr<KernelFilter>> filters;
  for (const ConvolutionKernel& kernel : options.kernels) {
    filters.push_back(std::make_unique<KernelFilter>(rows, in, kernel, options.edges, slab_depth));
  }
  const auto kernels = static_cast<std::int64_t>(filters.size());
  const PixelType type =
      options.result == ConvolutionResult::kSame ? in.type() : PixelType::kFloat32;
  const std::int64_t row_bytes = shape.width * bytes_per_pixel(type);
  const auto pixels = std::make_unique_for_overwrite<std::uint8_t[]>(
      static_cast<std::size_t>(row_bytes * shape.height * slab_depth));
  Planes sums;  // of squares, where several kernels make a magnitude
  if (kernels > 1) {
    sums = Planes(slab_depth, shape.height, shape.width);
  }

  for (std::int64_t first = 0; first < shape.depth; first += slab_depth) {
    const std::int64_t end = std::min(shape.depth, first + slab_depth);
    for (std::int64_t k = 0; k < kernels; ++k) {
      const std::int64_t parts = shape.depth * kernels;
      const std::int64_t done = first * kernels + k * (end - first);
      PhaseProgress part(progress, 1000 * done / parts, 1000 * (done + end - first) / parts);
      const auto sink = [&](std::int64_t z, std::int64_t y, const float* row) {
        if (kernels > 1) {
          float* const sum = sums.row(z - first, y);
          if (k == 0) std::fill_n(sum, shape.width, 0.0F);
          rows.add_squares(row, shape.width, sum);
          if (k < kernels - 1) return;
          rows.take_roots(shape.width, sum);
          row = sum;
        }
        convert_row(rows, type, row, shape.width,
                    pixels.get() + ((z - first) * shape.height + y) * row_bytes);
      };
      filters[static_cast<std::size_t>(k)]->run(first, end, threads, part, sink);
    }
    for (std::int64_t z = first; z < end; ++z) {
      out.write_slice(z, pixels.get() + (z - first) * shape.height * row_bytes);
    }
  }
}

}  // namespace bitvox::cpu
