// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <string>

#include "core/blocks/slabs.hpp"
#include "core/error.hpp"
#include "cuda/copy.hpp"
#include "cuda/device_buffer.hpp"
#include "cuda/device_memory.hpp"
#include "cuda/download.hpp"
#include "cuda/staging.hpp"
#include "cuda/upload.hpp"
#include "ops/convolution/convolution.hpp"
#include "ops/convolution/convolution_passes.cuh"
#include "ops/convolution/convolution_slices.hpp"

namespace bitvox::convolution {
namespace {

// One kernel as its passes take it.
struct LoadedKernel {
  const Kernel& kernel;
  Reach reach;
  Passes passes;
  DeviceRow x;
  DeviceRow y;
  DeviceRow z;

  explicit LoadedKernel(const Kernel& host)
      : kernel(host), reach(reach_of(host)), passes(passes_of(host.separable)) {
    const auto row = [&](const std::vector<float>& taps, bool last) {
      return device_row(taps, last ? host.scale : 1.0F);
    };
    x = row(host.separable.x, !passes.y && !passes.z);
    y = row(host.separable.y, !passes.z);
    z = row(host.separable.z, true);
  }
};

// Whether several results are joined to a magnitude.
bool is_magnitude(const Options& options) { return options.kernels.size() > 1; }

std::int64_t apron_of(const Options& options) {
  std::int64_t apron = 0;
  for (const Kernel& kernel : options.kernels) {
    apron = std::max(apron, reach_of(kernel).z);
  }
  return apron;
}

std::int64_t bytes_needed(const Shape& shape, const Options& options, std::int64_t slab_depth) {
  const std::int64_t plane = shape.width * shape.height * std::int64_t{sizeof(float)};
  const std::int64_t expanded = 3 * plane * (slab_depth + 2 * apron_of(options));
  const Shape slab{shape.width, shape.height, slab_depth};
  return expanded + (is_magnitude(options) ? plane * slab_depth : 0) +
         cuda::download_bytes({slab, PixelType::kFloat32});
}

std::int64_t choose_slab_depth(const Shape& shape, const Options& options) {
  constexpr std::int64_t kLongestSide = std::int64_t{1} << 30;  // 32-bit indices along an axis
  if (std::max({shape.width, shape.height, shape.depth}) > kLongestSide) {
    throw DeviceOutOfMemory("the GPU convolves images of up to 2^30 voxels along each axis.");
  }
  return plan_slab_depth(slab_limits(shape.depth, 0, options.slab_depth),
                         {"the convolution", "Choose backend 'auto' or crop the image."},
                         cuda::device_memory(),
                         [&](std::int64_t depth) { return bytes_needed(shape, options, depth); });
}

class SlabConvolver {
 public:
  SlabConvolver(const GreySource& in, const Options& options, int threads, SliceSink& out)
      : in_(in),
        options_(options),
        threads_(threads),
        out_(out),
        shape_(in.shape()),
        plane_(in.slice_pixels()),
        apron_(apron_of(options)),
        slab_depth_(choose_slab_depth(shape_, options)),
        out_type_(output_type(in.type(), options)),
        input_(cuda::allocate<float>(plane_ * (slab_depth_ + 2 * apron_))),
        front_(cuda::allocate<float>(plane_ * (slab_depth_ + 2 * apron_))),
        back_(cuda::allocate<float>(plane_ * (slab_depth_ + 2 * apron_))) {
    if (is_magnitude(options)) sums_ = cuda::allocate<float>(plane_ * slab_depth_);
    for (const Kernel& kernel : options.kernels) kernels_.emplace_back(kernel);
  }

  void run(Progress& progress) {
    progress.report(0, 1000);
    for (std::int64_t first = 0; first < shape_.depth; first += slab_depth_) {
      const std::int64_t end = std::min(shape_.depth, first + slab_depth_);
      const auto at = [&](std::int64_t tenths) {
        return 100 * (10 * first + tenths * (end - first)) / shape_.depth;
      };
      PhaseProgress uploading(progress, at(0), at(4));
      upload(first, end, uploading);
      PhaseProgress filtering(progress, at(4), at(6));
      const float* const result = filter(end - first, filtering);
      PhaseProgress downloading(progress, at(6), at(10));
      download(first, end, result, downloading);
    }
  }

 private:
  // Reads slices first - apron .. end - 1 + apron, by the border rule, as floats.
  void upload(std::int64_t first, std::int64_t end, Progress& progress) {
    const std::int64_t slices = end - first + 2 * apron_;
    const ContinuedSlices source(in_, first - apron_, slices, options_.edges);
    const bool floats = in_.type() == PixelType::kFloat32;
    void* const pixels = floats ? input_.get() : front_.get();
    cuda::upload(source, pixels, threads_, staging_, progress);
    if (!floats) {
      to_floats(pixels, in_.type(), slices * plane_, input_.get(), stream_);
    }
  }

  // Applies all kernels; returns where the result lies.
  const float* filter(std::int64_t planes, Progress& progress) {
    if (sums_ != nullptr) {
      cuda::clear(sums_.get(), planes * plane_, stream_);
    }
    const float* result = nullptr;
    const auto count = static_cast<std::int64_t>(kernels_.size());
    for (std::int64_t k = 0; k < count; ++k) {
      PhaseProgress part(progress, 1000 * k / count, 1000 * (k + 1) / count);
      result = filter(kernels_[static_cast<std::size_t>(k)], planes, part);
      if (sums_ != nullptr) {
        add_squares(result, planes * plane_, sums_.get(), stream_);
      }
    }
    if (sums_ == nullptr) {
      return result;
    }
    take_roots(planes * plane_, sums_.get(), stream_);
    return sums_.get();
  }

  const float* filter(const LoadedKernel& kernel, std::int64_t planes, Progress& progress) {
    const std::int64_t in_planes = planes + 2 * kernel.reach.z;
    const float* from = input_.get() + (apron_ - kernel.reach.z) * plane_;
    if (kernel.kernel.full) {
      filter_full_in_parts(kernel, from, planes, progress);
      return front_.get();
    }
    float* to = front_.get();
    const auto passed = [&] {
      from = to;
      to = to == front_.get() ? back_.get() : front_.get();
    };
    if (kernel.passes.x) {
      filter_x(from, to, shape_.width, in_planes * shape_.height, kernel.x, options_.edges,
               stream_);
      passed();
    }
    if (kernel.passes.y) {
      filter_y(from, to, shape_.width, shape_.height, in_planes, kernel.y, options_.edges, stream_);
      passed();
    }
    if (kernel.passes.z) {
      filter_z(from, to, plane_, planes, kernel.z, stream_);
      passed();
    }
    return from;
  }

  // So much at a time that the user can stop it.
  void filter_full_in_parts(const LoadedKernel& loaded, const float* from, std::int64_t planes,
                            Progress& progress) {
    const FullKernel& kernel = *loaded.kernel.full;
    constexpr std::int64_t kAdditions = std::int64_t{1} << 38;
    const auto each = static_cast<std::int64_t>(kernel.coefficients.size());
    const std::int64_t part = std::max<std::int64_t>(1, kAdditions / each / plane_);
    for (std::int64_t z = 0; z < planes; z += part) {
      const std::int64_t count = std::min(part, planes - z);
      filter_full(from + z * plane_, front_.get() + z * plane_, shape_.width, shape_.height, count,
                  kernel, loaded.kernel.scale, options_.edges, stream_);
      if (count < planes) {
        stream_.wait();
        progress.report(z + count, planes);
      }
    }
  }

  void download(std::int64_t first, std::int64_t end, const float* result, Progress& progress) {
    const auto make = [&](std::int64_t start, std::int64_t count, void* pixels) {
      from_floats(result + start, out_type_, count, pixels, stream_);
    };
    cuda::download({{shape_.width, shape_.height, end - first}, out_type_, first}, make, out_,
                   threads_, staging_, progress);
  }

  const GreySource& in_;
  const Options& options_;
  int threads_;
  SliceSink& out_;
  Shape shape_;
  std::int64_t plane_;
  std::int64_t apron_;
  std::int64_t slab_depth_;
  PixelType out_type_;
  cuda::DeviceBuffer<float> input_;
  cuda::DeviceBuffer<float> front_;
  cuda::DeviceBuffer<float> back_;
  cuda::DeviceBuffer<float> sums_;
  std::vector<LoadedKernel> kernels_;
  cuda::Stream stream_;
  cuda::Staging staging_{stream_};  // the last member: waits before the buffers go
};

}  // namespace

void convolve_cuda(const GreySource& in, const Options& options, int threads, SliceSink& out,
                   Progress& progress) {
  cuda::choose_device();
  SlabConvolver(in, options, threads, out).run(progress);
}

}  // namespace bitvox::convolution
