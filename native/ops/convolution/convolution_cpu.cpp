// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <cstring>
#include <memory>

#include "core/blocks/block_views.hpp"
#include "core/blocks/slabs.hpp"
#include "core/threads/parallel.hpp"
#include "cpu/conversion_rows.hpp"
#include "ops/convolution/convolution_filter.hpp"
#include "ops/convolution/convolution_twins.hpp"

namespace bitvox::convolution {
namespace {

// Slices at a time: enough for all threads, and few enough to stay in or near the cache.
std::int64_t preferred_batch(const Job& job, const Block& block) {
  constexpr std::int64_t kPreferredFloats = std::int64_t{1} << 20;
  std::int64_t reach = 0;
  for (const Kernel& kernel : job.options.kernels) {
    reach = std::max(reach, radii_of(kernel).z);
  }
  const Shape shape = block.read.shape();
  const std::int64_t preferred = kPreferredFloats / (shape.width * shape.height);
  return std::clamp<std::int64_t>(std::max(preferred, reach), 1, block.core.shape().depth);
}

std::int64_t bytes_for(const Job& job, const Block& block, std::int64_t batch) {
  const Shape shape = block.read.shape();
  std::int64_t bytes = 8 * shape.width * shape.height * batch;
  for (const Kernel& kernel : job.options.kernels) {
    bytes += KernelFilter::bytes(shape, kernel, batch);
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

// What blocks that lie above one another read.
Box column_of(const Block& block) {
  Box column = block.read;
  column.begin[2] = 0;
  column.end[2] = block.whole.depth;
  return column;
}

}  // namespace

// All kernels, from the lowest slice of a column to the highest.
struct CpuFilters {
  CpuFilters(const Job& of, InstructionSet instructions, const Box& of_column, std::int64_t slices)
      : job(of),
        rows(rows_for<Rows>(instructions)),
        conversion(rows_for<conversion::Rows>(instructions)),
        column(of_column),
        in(of.in, of_column),
        type(output_type(of.in.type(), of.options)),
        batch(slices),
        pixels(std::make_unique_for_overwrite<std::uint8_t[]>(
            static_cast<std::size_t>(batch * slice_bytes()))) {
    for (const Kernel& kernel : job.options.kernels) {
      filters.push_back(
          std::make_unique<KernelFilter>(instructions, in, kernel, job.options.edges, batch));
    }
    if (filters.size() > 1) {
      sums = Planes(batch, in.shape().height, in.shape().width);
    }
  }

  std::int64_t row_bytes() const { return in.shape().width * bytes_per_pixel(type); }
  std::int64_t slice_bytes() const { return in.shape().height * row_bytes(); }

  // Slices first .. last - 1, which no call has computed before, nor any after them.
  void run(std::int64_t first, std::int64_t last, SliceSink* out, Progress& progress) {
    for (std::int64_t z = first; z < last; z += batch) {
      end = std::min(last, z + batch);
      PhaseProgress part(progress, z - first, end - first, last - first);
      compute_batch(z, part);
      for (std::int64_t i = z; i < end && out != nullptr; ++i) {
        out->write_slice(i - first, pixels.get() + (i - z) * slice_bytes());
      }
    }
  }

  // Slices first .. end - 1, to `pixels`.
  void compute_batch(std::int64_t first, Progress& progress) {
    const auto kernels = std::ssize(filters);
    const std::int64_t width = in.shape().width;
    for (std::int64_t k = 0; k < kernels; ++k) {
      PhaseProgress part(progress, k, k + 1, kernels);
      const auto sink = [&](std::int64_t z, std::int64_t y, const float* row) {
        if (kernels > 1) {
          float* const sum = sums.row(z - first, y);
          if (k == 0) std::fill_n(sum, width, 0.0F);
          rows.add_squares(row, width, sum);
          if (k < kernels - 1) return;
          rows.take_roots(width, sum);
          row = sum;
        }
        convert_row(conversion, type, row, width,
                    pixels.get() + (z - first) * slice_bytes() + y * row_bytes());
      };
      filters[static_cast<std::size_t>(k)]->run(first, end, job.threads, part, sink);
    }
  }

  const Job job;
  const Rows& rows;
  const conversion::Rows& conversion;
  const Box column;
  const GreyBox in;
  const PixelType type;
  const std::int64_t batch;
  std::unique_ptr<std::uint8_t[]> pixels;
  std::vector<std::unique_ptr<KernelFilter>> filters;
  Planes sums;           // of squares, where several kernels make a magnitude
  std::int64_t end = 0;  // of the slices that are done
};

MemoryUser CpuTwin::user() {
  return {"the convolution", "Crop the image or choose a smaller kernel."};
}

std::int64_t CpuTwin::bytes(const Job& job, const Block& block) { return bytes_for(job, block, 1); }

CpuTwin::CpuTwin(const Job& job, InstructionSet instructions, const Block& largest)
    : job_(job),
      instructions_(instructions),
      batch_(
          plan_slab_depth({preferred_batch(job, largest), 1}, user(), host_memory(),
                          [&](std::int64_t slices) { return bytes_for(job, largest, slices); })) {}

NoNumbers CpuTwin::compute(const Block& block, SliceSink* out, Progress& progress) {
  const Box column = column_of(block);
  const std::int64_t first = block.core.begin[2];
  const bool goes_on = filters_ != nullptr && filters_->column == column && first >= filters_->end;
  if (!goes_on) {
    filters_.reset();  // before its memory is taken again
    filters_ = std::make_shared<CpuFilters>(job_, instructions_, column, batch_);
  }
  filters_->run(first, block.core.end[2], out, progress);
  return {};
}

}  // namespace bitvox::convolution
