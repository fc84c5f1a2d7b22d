// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <cstring>
#include <memory>

#include "core/blocks/slabs.hpp"
#include "core/threads/parallel.hpp"
#include "cpu/conversion_rows.hpp"
#include "ops/convolution/convolution_filter.hpp"

namespace bitvox::convolution {
namespace {

// Slices at a time: enough for all threads, and few enough to stay in or near the cache.
SlabLimits preferred_slabs(const Shape& shape, const Options& options) {
  constexpr std::int64_t kPreferredFloats = std::int64_t{1} << 20;
  std::int64_t reach = 0;
  for (const Kernel& kernel : options.kernels) {
    reach = std::max(reach, reach_of(kernel).z);
  }
  const std::int64_t preferred = kPreferredFloats / (shape.width * shape.height);
  const std::int64_t wanted =
      options.slab_depth > 0 ? options.slab_depth : std::max(preferred, reach);
  return {std::clamp<std::int64_t>(wanted, 1, shape.depth), 1};
}

std::int64_t bytes_needed(const Shape& shape, const Options& options, std::int64_t slab_depth) {
  std::int64_t bytes = 8 * shape.width * shape.height * slab_depth;
  for (const Kernel& kernel : options.kernels) {
    bytes += KernelFilter::bytes(shape, kernel, slab_depth);
  }
  return bytes;
}

void convert_row(const conversion::Rows& rows, PixelType type, const float* values,
                 std::int64_t count, std::uint8_t* pixels) {
  switch (type) {
    case PixelType::kUint8:
      rows.to_u8(values, count, pixels);
      return;
    case PixelType::kUint16:
      rows.to_u16(values, count, reinterpret_cast<std::uint16_t*>(pixels));
      return;
    case PixelType::kInt32:  // refused before
    case PixelType::kFloat32:
      std::memcpy(pixels, values, static_cast<std::size_t>(count) * sizeof(float));
      return;
  }
}

}  // namespace

void convolve_cpu(InstructionSet instructions, const GreySource& in, const Options& options,
                  int threads, SliceSink& out, Progress& progress) {
  const Rows& rows = rows_for<Rows>(instructions);
  const auto& conversion = rows_for<conversion::Rows>(instructions);
  const Shape& shape = in.shape();
  const std::int64_t slab_depth = plan_slab_depth(
      preferred_slabs(shape, options),
      {"the convolution", "Crop the image or choose a smaller kernel."}, host_memory(),
      [&](std::int64_t depth) { return bytes_needed(shape, options, depth); });
  std::vector<std::unique_ptr<KernelFilter>> filters;
  for (const Kernel& kernel : options.kernels) {
    filters.push_back(
        std::make_unique<KernelFilter>(instructions, in, kernel, options.edges, slab_depth));
  }
  const auto kernels = static_cast<std::int64_t>(filters.size());
  const PixelType type = output_type(in.type(), options);
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
        convert_row(conversion, type, row, shape.width,
                    pixels.get() + ((z - first) * shape.height + y) * row_bytes);
      };
      filters[static_cast<std::size_t>(k)]->run(first, end, threads, part, sink);
    }
    for (std::int64_t z = first; z < end; ++z) {
      out.write_slice(z, pixels.get() + (z - first) * shape.height * row_bytes);
    }
  }
}

}  // namespace bitvox::convolution
