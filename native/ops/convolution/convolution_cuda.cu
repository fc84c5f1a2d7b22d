// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <atomic>
#include <cstring>
#include <string>

#include "core/error.hpp"
#include "core/memory.hpp"
#include "core/parallel.hpp"
#include "cuda/cuda_check.hpp"
#include "cuda/device_buffer.hpp"
#include "cuda/device_memory.hpp"
#include "cuda/pinned_buffer.hpp"
#include "cuda/stream.hpp"
#include "ops/convolution/convolution.hpp"
#include "ops/convolution/convolution_passes.cuh"

namespace bitvox::cuda {
namespace {

constexpr std::int64_t kBlockPixels = 65536;              // gathered by one thread at a time
constexpr std::int64_t kBatchPixels = 32 * kBlockPixels;  // copied at a time

// One kernel as its passes take it.
struct LoadedKernel {
  const ConvolutionKernel& kernel;
  Reach reach;
  Passes passes;
  DeviceRow x;
  DeviceRow y;
  DeviceRow z;

  explicit LoadedKernel(const ConvolutionKernel& host)
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
bool is_magnitude(const ConvolutionOptions& options) { return options.kernels.size() > 1; }

std::int64_t apron_of(const ConvolutionOptions& options) {
  std::int64_t apron = 0;
  for (const ConvolutionKernel& kernel : options.kernels) {
    apron = std::max(apron, reach_of(kernel).z);
  }
  return apron;
}

std::int64_t bytes_needed(const Shape& shape, const ConvolutionOptions& options,
                          std::int64_t slab_depth) {
  const std::int64_t plane = shape.width * shape.height * std::int64_t{sizeof(float)};
  const std::int64_t expanded = 3 * plane * (slab_depth + 2 * apron_of(options));
  return expanded + (is_magnitude(options) ? plane * slab_depth : 0) + 8 * kBatchPixels;
}

std::int64_t choose_slab_depth(const Shape& shape, const ConvolutionOptions& options) {
  constexpr std::int64_t kLongestSide = std::int64_t{1} << 30;  // 32-bit indices along an axis
  if (std::max({shape.width, shape.height, shape.depth}) > kLongestSide) {
    throw DeviceOutOfMemory("the GPU convolves images of up to 2^30 voxels along each axis.");
  }
  const std::int64_t available = available_bytes();
  const std::int64_t wanted = options.slab_depth > 0 ? options.slab_depth : shape.depth;
  std::int64_t depth = std::min(wanted, shape.depth);
  while (depth > 1 && bytes_needed(shape, options, depth) > available) depth = (depth + 1) / 2;
  const std::int64_t needed = bytes_needed(shape, options, depth);
  if (needed > available) {
    throw DeviceOutOfMemory("the convolution needs " + readable_bytes(needed) + " on the GPU, " +
                            readable_bytes(available) +
                            " are free. Choose backend 'auto' or crop the image.");
  }
  return depth;
}

class SlabConvolver {
 public:
  SlabConvolver(const GreySource& in, const ConvolutionOptions& options, int threads, GreySink& out)
      : in_(in),
        options_(options),
        threads_(threads),
        out_(out),
        shape_(in.shape()),
        plane_(in.slice_pixels()),
        apron_(apron_of(options)),
        slab_depth_(choose_slab_depth(shape_, options)),
        out_type_(options.result == ConvolutionResult::kSame ? in.type() : PixelType::kFloat32),
        input_(allocate<float>(plane_ * (slab_depth_ + 2 * apron_))),
        front_(allocate<float>(plane_ * (slab_depth_ + 2 * apron_))),
        back_(allocate<float>(plane_ * (slab_depth_ + 2 * apron_))),
        staging_(allocate<std::uint8_t>(2 * kBatchPixels * 4)),
        slice_(static_cast<std::size_t>(plane_ * bytes_per_pixel(out_type_))) {
    if (is_magnitude(options)) sums_ = allocate<float>(plane_ * slab_depth_);
    for (auto& host : host_) host = allocate_pinned<std::uint8_t>(kBatchPixels * 4);
    for (const ConvolutionKernel& kernel : options.kernels) kernels_.emplace_back(kernel);
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
    const std::int64_t pixels = (end - first + 2 * apron_) * plane_;
    const std::int64_t size = bytes_per_pixel(in_.type());
    NoProgress quiet;
    for (std::int64_t start = 0; start < pixels; start += kBatchPixels) {
      const std::int64_t count = std::min(kBatchPixels, pixels - start);
      const int slot = next_slot();
      std::uint8_t* const host = host_[slot].get();
      // Blocks of the batch, cut where a slice ends.
      std::vector<std::int64_t> cuts;
      for (std::int64_t i = start; i < start + count;
           i = std::min({start + count, i + kBlockPixels, (i / plane_ + 1) * plane_})) {
        cuts.push_back(i);
      }
      cuts.push_back(start + count);
      const auto blocks = static_cast<std::int64_t>(cuts.size()) - 1;
      std::atomic<std::int64_t> next{0};
      run_team(static_cast<int>(std::min<std::int64_t>(threads_, blocks)), blocks, quiet,
               [&](Team& team, int) {
                 const auto reader = in_.open();
                 for (std::int64_t b = next++; b < blocks && !team.stopped(); b = next++) {
                   const std::int64_t from = cuts[static_cast<std::size_t>(b)];
                   const std::int64_t length = cuts[static_cast<std::size_t>(b) + 1] - from;
                   std::uint8_t* const to = host + (from - start) * size;
                   const std::int64_t z =
                       border_index(first - apron_ + from / plane_, shape_.depth, options_.edges);
                   if (z < 0) {
                     std::memset(to, 0, static_cast<std::size_t>(length * size));
                   } else {
                     reader->read(z, from % plane_, length, to);
                   }
                 }
               });
      std::uint8_t* const device = staging_.get() + slot * kBatchPixels * 4;
      check(cudaMemcpyAsync(device, host, static_cast<std::size_t>(count * size),
                            cudaMemcpyHostToDevice, stream_.get()),
            "copying pixels to the GPU");
      to_floats(device, in_.type(), count, input_.get() + start, stream_.get());
      ready_[slot].record(stream_);
      progress.report(start + count, pixels);
    }
  }

  // Applies all kernels; returns where the result lies.
  const float* filter(std::int64_t planes, Progress& progress) {
    if (sums_ != nullptr) {
      check(cudaMemsetAsync(sums_.get(), 0, static_cast<std::size_t>(planes * plane_) * 4,
                            stream_.get()),
            "clearing sums");
    }
    const float* result = nullptr;
    const auto count = static_cast<std::int64_t>(kernels_.size());
    for (std::int64_t k = 0; k < count; ++k) {
      PhaseProgress part(progress, 1000 * k / count, 1000 * (k + 1) / count);
      result = filter(kernels_[static_cast<std::size_t>(k)], planes, part);
      if (sums_ != nullptr) {
        add_squares(result, planes * plane_, sums_.get(), stream_.get());
      }
    }
    if (sums_ == nullptr) {
      return result;
    }
    take_roots(planes * plane_, sums_.get(), stream_.get());
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
               stream_.get());
      passed();
    }
    if (kernel.passes.y) {
      filter_y(from, to, shape_.width, shape_.height, in_planes, kernel.y, options_.edges,
               stream_.get());
      passed();
    }
    if (kernel.passes.z) {
      filter_z(from, to, plane_, planes, kernel.z, stream_.get());
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
                  kernel, loaded.kernel.scale, options_.edges, stream_.get());
      if (count < planes) {
        check(cudaStreamSynchronize(stream_.get()), "waiting for the GPU");
        progress.report(z + count, planes);
      }
    }
  }

  // Batches pass through pinned memory; a slice is handed on when all of it has arrived.
  void download(std::int64_t first, std::int64_t end, const float* result, Progress& progress) {
    const std::int64_t size = bytes_per_pixel(out_type_);
    const std::int64_t pixels = (end - first) * plane_;
    const auto begin = [&](std::int64_t start, int slot) {
      const std::int64_t count = std::min(kBatchPixels, pixels - start);
      std::uint8_t* const device = staging_.get() + slot * kBatchPixels * 4;
      from_floats(result + start, out_type_, count, device, stream_.get());
      check(cudaMemcpyAsync(host_[slot].get(), device, static_cast<std::size_t>(count * size),
                            cudaMemcpyDeviceToHost, stream_.get()),
            "copying pixels from the GPU");
      ready_[slot].record(stream_);
    };
    int slot = next_slot();
    begin(0, slot);
    for (std::int64_t start = 0; start < pixels; start += kBatchPixels) {
      const int arrived = slot;
      if (start + kBatchPixels < pixels) {
        slot = next_slot();
        begin(start + kBatchPixels, slot);
      }
      ready_[arrived].wait();
      const std::int64_t batch_end = std::min(pixels, start + kBatchPixels);
      for (std::int64_t i = start; i < batch_end;) {
        const std::int64_t slice_end = std::min(batch_end, (i / plane_ + 1) * plane_);
        std::memcpy(slice_.data() + i % plane_ * size, host_[arrived].get() + (i - start) * size,
                    static_cast<std::size_t>((slice_end - i) * size));
        if (slice_end % plane_ == 0) {
          out_.write_slice(first + slice_end / plane_ - 1, slice_.data());
        }
        i = slice_end;
      }
      progress.report(batch_end, pixels);
    }
  }

  // The pinned buffer used longest ago, when the GPU has done with it.
  int next_slot() {
    slot_ = 1 - slot_;
    ready_[slot_].wait();
    return slot_;
  }

  const GreySource& in_;
  const ConvolutionOptions& options_;
  int threads_;
  GreySink& out_;
  Shape shape_;
  std::int64_t plane_;
  std::int64_t apron_;
  std::int64_t slab_depth_;
  PixelType out_type_;
  DeviceBuffer<float> input_;
  DeviceBuffer<float> front_;
  DeviceBuffer<float> back_;
  DeviceBuffer<float> sums_;
  DeviceBuffer<std::uint8_t> staging_;
  PinnedBuffer<std::uint8_t> host_[2];
  std::vector<std::uint8_t> slice_;
  std::vector<LoadedKernel> kernels_;
  Event ready_[2];
  int slot_ = 0;
  Stream stream_;  // the last member: waits before the buffers go
};

}  // namespace

void convolve(const GreySource& in, const ConvolutionOptions& options, int threads, GreySink& out,
              Progress& progress) {
  choose_device();
  SlabConvolver(in, options, threads, out).run(progress);
}

}  // namespace bitvox::cuda
