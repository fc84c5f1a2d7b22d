// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <memory>
#include <string>

#include "core/error.hpp"
#include "core/memory.hpp"
#include "core/parallel.hpp"
#include "ops/convolution/convolution.hpp"
#include "ops/convolution/convolution_rows.hpp"

namespace bitvox::cpu {
namespace {

std::int64_t rounded_up(std::int64_t n) { return (n + kRowGroup - 1) / kRowGroup * kRowGroup; }

// Slices of floats in rows that begin at whole groups, with room for the last group's taps.
class Planes {
 public:
  Planes(std::int64_t count, std::int64_t height, std::int64_t row_length)
      : stride_(rounded_up(row_length) + kRowGroup),
        height_(height),
        values_(static_cast<std::size_t>(count * height * stride_)) {}

  float* row(std::int64_t plane, std::int64_t y) {
    return values_.data() + (plane * height_ + y) * stride_;
  }
  static std::int64_t bytes(std::int64_t count, std::int64_t height, std::int64_t row_length) {
    return count * height * (rounded_up(row_length) + kRowGroup) * 4;
  }

 private:
  std::int64_t stride_;
  std::int64_t height_;
  std::vector<float> values_;
};

// Reads rows of the input as floats, continued beyond both ends by the border rule.
class RowReader {
 public:
  RowReader(const ConvolutionRows& rows, const GreySource& in, ConvolutionEdges edges,
            std::int64_t reach)
      : rows_(rows),
        type_(in.type()),
        width_(in.shape().width),
        reach_(reach),
        reader_(in.open()),
        pixels_(static_cast<std::size_t>(width_)) {
    for (std::int64_t i = 1; i <= reach; ++i) {
      before_.push_back(border_index(-i, width_, edges));
      after_.push_back(border_index(width_ - 1 + i, width_, edges));
    }
  }

  // to[0] is the pixel at -reach.
  void read(std::int64_t y, std::int64_t z, float* to) {
    float* const first = to + reach_;
    if (type_ == PixelType::kFloat32) {
      reader_->read(z, y * width_, width_, first);
    } else {
      reader_->read(z, y * width_, width_, pixels_.data());
      if (type_ == PixelType::kUint8) {
        rows_.from_u8(reinterpret_cast<const std::uint8_t*>(pixels_.data()), width_, first);
      } else {
        rows_.from_u16(pixels_.data(), width_, first);
      }
    }
    for (std::int64_t i = 1; i <= reach_; ++i) {
      const auto at = static_cast<std::size_t>(i - 1);
      first[-i] = before_[at] < 0 ? 0.0F : first[before_[at]];
      first[width_ - 1 + i] = after_[at] < 0 ? 0.0F : first[after_[at]];
    }
  }

 private:
  const ConvolutionRows& rows_;
  PixelType type_;
  std::int64_t width_;
  std::int64_t reach_;
  std::unique_ptr<GreyReader> reader_;
  std::vector<std::uint16_t> pixels_;  // the larger integer type; holds both
  std::vector<std::int64_t> before_;
  std::vector<std::int64_t> after_;
};

// Applies one kernel to slab after slab of the volume. A ring of planes holds what the last step
// takes its rows from: the input continued along x (full kernels), or the input after the pass
// along x, and the one along y where one along z follows. Plane e belongs to z = e - reach.z.
class KernelFilter {
 public:
  KernelFilter(const ConvolutionRows& rows, const GreySource& in, const ConvolutionKernel& kernel,
               ConvolutionEdges edges, std::int64_t slab_depth)
      : rows_(rows),
        in_(in),
        shape_(in.shape()),
        kernel_(kernel),
        edges_(edges),
        reach_(reach_of(kernel)),
        passes_(passes_of(kernel.separable)),
        capacity_(slab_depth + 2 * reach_.z),
        ring_(capacity_, shape_.height, plane_row(shape_, kernel)),
        zeros_(static_cast<std::size_t>(rounded_up(shape_.width + 2 * reach_.x) + kRowGroup)) {}

  static std::int64_t bytes(const Shape& shape, const ConvolutionKernel& kernel,
                            std::int64_t slab_depth) {
    return Planes::bytes(slab_depth + 2 * reach_of(kernel).z, shape.height,
                         plane_row(shape, kernel));
  }

  // Results for slices first .. end - 1, ascending from call to call, into out.
  void run(std::int64_t first, std::int64_t end, Planes& out, int threads, Progress& progress) {
    const std::int64_t bands = (shape_.height + kBand - 1) / kBand;
    const std::int64_t needed = end + 2 * reach_.z;
    PhaseProgress filling(progress, 0, 500);
    const std::int64_t start = filled_;
    parallel_for((needed - start) * bands, threads, filling,
                 [&](std::int64_t unit) { fill(start + unit / bands, unit % bands * kBand); });
    filled_ = needed;
    PhaseProgress combining(progress, 500, 1000);
    parallel_for((end - first) * bands, threads, combining, [&](std::int64_t unit) {
      combine(first + unit / bands, unit / bands, unit % bands * kBand, out);
    });
  }

 private:
  static constexpr std::int64_t kBand = 128;  // rows that one thread does at a time

  static std::int64_t plane_row(const Shape& shape, const ConvolutionKernel& kernel) {
    return kernel.full ? shape.width + 2 * reach_of(kernel).x : shape.width;
  }

  std::int64_t band_end(std::int64_t first) const { return std::min(shape_.height, first + kBand); }
  float* plane_row_at(std::int64_t plane, std::int64_t y) {
    return ring_.row(plane % capacity_, y);
  }

  void fill(std::int64_t plane, std::int64_t first) {
    const std::int64_t z = border_index(plane - reach_.z, shape_.depth, edges_);
    const std::int64_t end = band_end(first);
    if (z < 0) {
      for (std::int64_t y = first; y < end; ++y) {
        std::fill_n(plane_row_at(plane, y), plane_row(shape_, kernel_), 0.0F);
      }
      return;
    }
    RowReader reader(rows_, in_, edges_, reach_.x);
    if (kernel_.full) {
      for (std::int64_t y = first; y < end; ++y) reader.read(y, z, plane_row_at(plane, y));
      return;
    }
    std::vector<float> wide(zeros_.size());
    const auto filter_x = [&](std::int64_t y, float scale, float* to) {
      if (!passes_.x) {
        reader.read(y, z, to);
        return;
      }
      reader.read(y, z, wide.data());
      const float* const row = wide.data();
      rows_.correlate(&row, 1, kernel_.separable.x.data(), taps(kernel_.separable.x), scale,
                      shape_.width, to);
    };
    if (!passes_.z || !passes_.y) {
      const bool last = !passes_.z && !passes_.y;
      for (std::int64_t y = first; y < end; ++y) {
        filter_x(y, last ? kernel_.scale : 1.0F, plane_row_at(plane, y));
      }
      return;
    }
    // Along x into a band of its own, then along y into the plane.
    Planes band(1, end - first + 2 * reach_.y, shape_.width);
    std::vector<const float*> sources;
    for (std::int64_t y = first - reach_.y; y < end + reach_.y; ++y) {
      const std::int64_t from = border_index(y, shape_.height, edges_);
      float* const to = band.row(0, y - first + reach_.y);
      if (from < 0) {
        std::fill_n(to, shape_.width, 0.0F);
      } else {
        filter_x(from, 1.0F, to);
      }
      sources.push_back(to);
    }
    for (std::int64_t y = first; y < end; ++y) {
      rows_.correlate(sources.data() + (y - first), taps(kernel_.separable.y),
                      kernel_.separable.y.data(), 1, 1.0F, shape_.width, plane_row_at(plane, y));
    }
  }

  void combine(std::int64_t z, std::int64_t out_plane, std::int64_t first, Planes& out) {
    const std::int64_t end = band_end(first);
    const SeparableKernel& rows = kernel_.separable;
    std::vector<const float*> sources;
    for (std::int64_t y = first; y < end; ++y) {
      sources.clear();
      float* const to = out.row(out_plane, y);
      if (kernel_.full) {
        for (std::int64_t dz = 0; dz <= 2 * reach_.z; ++dz) add_rows(z + dz, y, sources);
        rows_.correlate(sources.data(), static_cast<std::int64_t>(sources.size()),
                        kernel_.full->coefficients.data(), kernel_.full->width, kernel_.scale,
                        shape_.width, to);
      } else if (passes_.z) {
        for (std::int64_t dz = 0; dz <= 2 * reach_.z; ++dz) {
          sources.push_back(plane_row_at(z + dz, y));
        }
        rows_.correlate(sources.data(), taps(rows.z), rows.z.data(), 1, kernel_.scale, shape_.width,
                        to);
      } else if (passes_.y) {
        add_rows(z, y, sources);
        rows_.correlate(sources.data(), taps(rows.y), rows.y.data(), 1, kernel_.scale, shape_.width,
                        to);
      } else {
        std::copy_n(plane_row_at(z, y), shape_.width, to);
      }
    }
  }

  // The rows y - reach.y .. y + reach.y of a plane, continued by the border rule.
  void add_rows(std::int64_t plane, std::int64_t y, std::vector<const float*>& sources) {
    for (std::int64_t dy = -reach_.y; dy <= reach_.y; ++dy) {
      const std::int64_t from = border_index(y + dy, shape_.height, edges_);
      sources.push_back(from < 0 ? zeros_.data() : plane_row_at(plane, from));
    }
  }

  static std::int64_t taps(const std::vector<float>& row) {
    return static_cast<std::int64_t>(row.size());
  }

  const ConvolutionRows& rows_;
  const GreySource& in_;
  Shape shape_;
  const ConvolutionKernel& kernel_;
  ConvolutionEdges edges_;
  Reach reach_;
  Passes passes_;
  std::int64_t capacity_;
  Planes ring_;
  std::vector<float> zeros_;
  std::int64_t filled_ = 0;  // planes so far
};

// Slices at a time: enough that the start of a ring and the change of phase do not show, within a
// quarter of what memory is free.
std::int64_t choose_slab_depth(const Shape& shape, const ConvolutionOptions& options) {
  constexpr std::int64_t kPreferredBytes = std::int64_t{64} << 20;
  if (options.slab_depth > 0) {
    return std::min(options.slab_depth, shape.depth);
  }
  const std::int64_t slice = Planes::bytes(1, shape.height, shape.width);
  return std::clamp<std::int64_t>(kPreferredBytes / slice, 1, shape.depth);
}

void check_memory(const Shape& shape, const ConvolutionOptions& options, std::int64_t slab_depth) {
  std::int64_t needed = 2 * Planes::bytes(slab_depth, shape.height, shape.width);
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
      std::copy_n(values, count, reinterpret_cast<float*>(pixels));
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
  const bool magnitude = filters.size() > 1;
  Planes values(slab_depth, shape.height, shape.width);
  Planes sums(magnitude ? slab_depth : 0, shape.height, shape.width);
  const PixelType type =
      options.result == ConvolutionResult::kSame ? in.type() : PixelType::kFloat32;
  const std::int64_t row_bytes = shape.width * bytes_per_pixel(type);
  std::vector<std::uint8_t> pixels(static_cast<std::size_t>(row_bytes * shape.height * slab_depth));
  NoProgress quiet;

  const auto kernels = static_cast<std::int64_t>(filters.size());
  for (std::int64_t first = 0; first < shape.depth; first += slab_depth) {
    const std::int64_t end = std::min(shape.depth, first + slab_depth);
    for (std::int64_t k = 0; k < kernels; ++k) {
      const std::int64_t parts = shape.depth * kernels;
      const std::int64_t done = first * kernels + k * (end - first);
      PhaseProgress part(progress, 1000 * done / parts, 1000 * (done + end - first) / parts);
      filters[static_cast<std::size_t>(k)]->run(first, end, values, threads, part);
      if (magnitude) {
        parallel_for(end - first, threads, quiet, [&](std::int64_t plane) {
          for (std::int64_t y = 0; y < shape.height; ++y) {
            float* const sum = sums.row(plane, y);
            if (k == 0) std::fill_n(sum, shape.width, 0.0F);
            rows.add_squares(values.row(plane, y), shape.width, sum);
            if (k == kernels - 1) rows.take_roots(shape.width, sum);
          }
        });
      }
    }
    parallel_for((end - first) * shape.height, threads, quiet, [&](std::int64_t row) {
      const std::int64_t plane = row / shape.height;
      const std::int64_t y = row % shape.height;
      convert_row(rows, type, (magnitude ? sums : values).row(plane, y), shape.width,
                  pixels.data() + row * row_bytes);
    });
    for (std::int64_t z = first; z < end; ++z) {
      out.write_slice(z, pixels.data() + (z - first) * shape.height * row_bytes);
    }
  }
}

}  // namespace bitvox::cpu
