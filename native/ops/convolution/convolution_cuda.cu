// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <memory>
#include <vector>

#include "core/blocks/block_views.hpp"
#include "core/error.hpp"
#include "core/threads/progress_parts.hpp"
#include "cuda/copy.hpp"
#include "cuda/device_buffer.hpp"
#include "cuda/device_memory.hpp"
#include "cuda/download.hpp"
#include "cuda/staging.hpp"
#include "cuda/upload.hpp"
#include "ops/convolution/convolution_passes.cuh"
#include "ops/convolution/convolution_twins.hpp"

namespace bitvox::convolution {
namespace {

// One kernel as its passes take it.
struct LoadedKernel {
  const Kernel& kernel;
  Radii radii;
  Passes passes;
  DeviceRow x;
  DeviceRow y;
  DeviceRow z;

  explicit LoadedKernel(const Kernel& host)
      : kernel(host), radii(radii_of(host)), passes(passes_of(host.separable)) {
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

// As wide and high as what is read, as deep as the core.
Shape slices_of(const Block& block) {
  Shape shape = block.read.shape();
  shape.depth = block.core.shape().depth;
  return shape;
}

}  // namespace

struct CudaMemory {
  CudaMemory(const Job& job, const Block& largest)
      : input(cuda::allocate<float>(largest.read.shape().voxel_count())),
        front(cuda::allocate<float>(largest.read.shape().voxel_count())),
        back(cuda::allocate<float>(largest.read.shape().voxel_count())) {
    if (is_magnitude(job.options)) {
      sums = cuda::allocate<float>(slices_of(largest).voxel_count());
    }
    for (const Kernel& kernel : job.options.kernels) kernels.emplace_back(kernel);
  }

  cuda::DeviceBuffer<float> input;
  cuda::DeviceBuffer<float> front;
  cuda::DeviceBuffer<float> back;
  cuda::DeviceBuffer<float> sums;  // of squares
  std::vector<LoadedKernel> kernels;
  cuda::Stream stream;
  cuda::Staging staging{stream};  // the last member: waits before the buffers go
};

namespace {

// A block on the GPU.
class Run {
 public:
  Run(CudaMemory& memory, const Job& job, const Block& part)
      : memory_(memory),
        stream_(memory.stream),
        job_(job),
        part_(part),
        shape_(part.read.shape()),
        plane_(shape_.width * shape_.height),
        core_planes_(part.core.shape().depth) {}

  // All that the block reads, as floats.
  void upload(Progress& progress) {
    const GreyBox source(job_.in, part_.read);
    const PixelType type = source.type();
    const bool floats = type == PixelType::kFloat32;
    void* const pixels = floats ? memory_.input.get() : memory_.front.get();
    cuda::upload(source, pixels, job_.threads, memory_.staging, progress);
    if (!floats) {
      to_floats(pixels, type, shape_.voxel_count(), memory_.input.get(), stream_);
    }
  }

  // Applies all kernels; returns where the planes of the core lie.
  const float* filter(Progress& progress) {
    float* const sums = memory_.sums.get();
    const std::int64_t pixels = core_planes_ * plane_;
    if (sums != nullptr) {
      cuda::clear(sums, pixels, stream_);
    }
    const float* result = nullptr;
    const auto count = std::ssize(memory_.kernels);
    for (std::int64_t k = 0; k < count; ++k) {
      PhaseProgress of_kernel(progress, k, k + 1, count);
      result = filter(memory_.kernels[static_cast<std::size_t>(k)], of_kernel);
      if (sums != nullptr) {
        add_squares(result, pixels, sums, stream_);
      }
    }
    if (sums == nullptr) {
      return result;
    }
    take_roots(pixels, sums, stream_);
    return sums;
  }

  void download(const float* result, SliceSink& out, Progress& progress) {
    const PixelType type = output_type(job_.in.type(), job_.options);
    const auto make = [&](std::int64_t start, std::int64_t count, void* pixels) {
      from_floats(result + start, type, count, pixels, stream_);
    };
    cuda::download({slices_of(part_), type}, make, out, job_.threads, memory_.staging, progress);
  }

 private:
  const float* filter(const LoadedKernel& kernel, Progress& progress) {
    const Border edges = job_.options.edges;
    // What this one of the kernels reads.
    const Box read = block_at(part_.whole, part_.core, reach_of(kernel.kernel, edges)).read;
    const std::int64_t planes = read.shape().depth;
    const OutputPlanes core{part_.core.begin[2] - read.begin[2], core_planes_, planes};
    const float* from = memory_.input.get() + (read.begin[2] - part_.read.begin[2]) * plane_;
    float* to = memory_.front.get();
    if (kernel.kernel.full) {
      filter_full_in_parts(kernel, from, core, to, progress);
      return to;
    }
    const auto passed = [&] {
      from = to;
      to = to == memory_.front.get() ? memory_.back.get() : memory_.front.get();
    };
    if (kernel.passes.x) {
      filter_x(from, to, shape_.width, planes * shape_.height, kernel.x, edges, stream_);
      passed();
    }
    if (kernel.passes.y) {
      filter_y(from, to, shape_.width, shape_.height, planes, kernel.y, edges, stream_);
      passed();
    }
    if (kernel.passes.z) {
      filter_z(from, to, plane_, core, kernel.z, edges, stream_);
      passed();
    }
    return from;
  }

  // So much at a time that the user can stop it.
  void filter_full_in_parts(const LoadedKernel& loaded, const float* from, const OutputPlanes& core,
                            float* to, Progress& progress) {
    const FullKernel& kernel = *loaded.kernel.full;
    constexpr std::int64_t kAdditions = std::int64_t{1} << 38;
    const auto each = static_cast<std::int64_t>(kernel.coefficients.size());
    const std::int64_t at_once = std::max<std::int64_t>(1, kAdditions / each / plane_);
    for (std::int64_t z = 0; z < core.count; z += at_once) {
      const OutputPlanes planes{core.first + z, std::min(at_once, core.count - z), core.in_count};
      filter_full(from, to + z * plane_, shape_.width, shape_.height, planes, kernel,
                  loaded.kernel.scale, job_.options.edges, stream_);
      if (planes.count < core.count) {
        stream_.wait();
        progress.report(z + planes.count, core.count);
      }
    }
  }

  CudaMemory& memory_;
  const cuda::Stream& stream_;
  const Job& job_;
  const Block& part_;
  const Shape shape_;  // of what is read
  const std::int64_t plane_;
  const std::int64_t core_planes_;
};

}  // namespace

MemoryUser GpuTwin::user() {
  return {"the convolution", "Choose backend 'auto' or crop the image."};
}

std::int64_t GpuTwin::bytes(const Job& job, const Block& block) {
  const Shape slices = slices_of(block);
  const std::int64_t sums = is_magnitude(job.options) ? slices.voxel_count() : 0;
  return (3 * block.read.shape().voxel_count() + sums) * std::int64_t{sizeof(float)} +
         cuda::download_bytes({slices, PixelType::kFloat32});
}

GpuTwin::GpuTwin(const Job& job, Gpu, const Block& largest) : job_(job) {
  constexpr std::int64_t kLongestSide = std::int64_t{1} << 30;  // 32-bit indices along an axis
  const Shape shape = largest.read.shape();
  if (std::max({shape.width, shape.height, shape.depth}) > kLongestSide) {
    throw DeviceOutOfMemory("the GPU convolves images of up to 2^30 voxels along each axis.");
  }
  memory_ = std::make_shared<CudaMemory>(job_, largest);
}

NoNumbers GpuTwin::compute(const Block& block, SliceSink* out, Progress& progress) {
  auto [uploading, filtering, downloading] = progress_parts(progress, 4, 2, 4);
  Run run(*memory_, job_, block);
  run.upload(uploading);
  const float* const result = run.filter(filtering);
  if (out != nullptr) run.download(result, *out, downloading);
  return {};
}

}  // namespace bitvox::convolution
