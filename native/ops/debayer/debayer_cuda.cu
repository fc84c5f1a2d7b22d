// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <memory>

#include "core/blocks/block_views.hpp"
#include "core/error.hpp"
#include "core/threads/progress_parts.hpp"
#include "cuda/copy.hpp"
#include "cuda/device_buffer.hpp"
#include "cuda/download.hpp"
#include "cuda/staging.hpp"
#include "cuda/upload.hpp"
#include "ops/debayer/debayer_kernels.hpp"
#include "ops/debayer/debayer_twins.hpp"

namespace bitvox::debayer {
namespace {

std::int64_t mosaic_bytes(const Job& job, const Block& block) {
  return block.read.shape().voxel_count() * bytes_per_pixel(job.in.type()) + kSpareBytes;
}

std::int64_t colour_bytes(const Job& job, const Block& block) {
  return job.colour_bytes(block.read.shape().voxel_count());
}

}  // namespace

struct CudaMemory {
  CudaMemory(const Job& job, const Block& largest)
      : mosaic(cuda::allocate<std::uint8_t>(mosaic_bytes(job, largest))),
        colours(cuda::allocate<std::uint8_t>(colour_bytes(job, largest))) {}

  cuda::DeviceBuffer<std::uint8_t> mosaic;
  cuda::DeviceBuffer<std::uint8_t> colours;
  cuda::Stream stream;
  cuda::Staging staging{stream};  // the last member: waits before the buffers go
};

MemoryUser GpuTwin::user() { return {"Debayer", "Choose backend 'auto' or crop the image."}; }

std::int64_t GpuTwin::bytes(const Job& job, const Block& block) {
  return mosaic_bytes(job, block) + colour_bytes(job, block);
}

std::int64_t GpuTwin::most_side(const Job& job) {
  constexpr std::int64_t kMostBytes = std::int64_t{1} << 30;
  const std::int64_t frame = job.colour_bytes(job.in.slice_pixels());
  return std::max<std::int64_t>(1, kMostBytes / frame);
}

GpuTwin::GpuTwin(const Job& job, Gpu, const Block& largest) : job_(job) {
  constexpr std::int64_t kLongestSide = std::int64_t{1} << 30;  // 32-bit indices along an axis
  const Shape shape = largest.read.shape();
  if (std::max(shape.width, shape.height) > kLongestSide ||
      shape.width * shape.height > std::int64_t{1} << 32) {
    throw DeviceOutOfMemory("the GPU debayers frames of up to 2^32 pixels.");
  }
  memory_ = std::make_shared<CudaMemory>(job_, largest);
}

NoNumbers GpuTwin::compute(const Block& block, SliceSink* out, Progress& progress) {
  if (out == nullptr) return {};
  auto [uploading, downloading] = progress_parts(progress, 1, 3);
  const GreyBox source(job_.in, block.read);
  cuda::upload(source, memory_->mosaic.get(), job_.threads, memory_->staging, uploading);
  // Words at the end of the last row are read beyond it.
  cuda::clear(memory_->mosaic.get() + mosaic_bytes(job_, block) - kSpareBytes, kSpareBytes,
              memory_->stream);
  demosaic(
      memory_->mosaic.get(), memory_->colours.get(),
      {source.shape(), source.type(), job_.phase(block), job_.options.method, job_.is_packed()},
      memory_->stream);
  const SliceFormat made = job_.format(source.shape());
  Shape slices = made.shape;
  slices.depth *= made.channels;
  cuda::download({slices, made.type, 0, memory_->colours.get()}, nullptr, *out, job_.threads,
                 memory_->staging, downloading);
  return {};
}

}  // namespace bitvox::debayer
