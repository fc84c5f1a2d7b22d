// SPDX-License-Identifier: BSD-2-Clause
#include "core/memory/memory.hpp"
#include "core/threads/progress_parts.hpp"
#include "cuda/copy.hpp"
#include "cuda/device_arena.hpp"
#include "cuda/device_memory.hpp"
#include "cuda/download.hpp"
#include "cuda/staging.hpp"
#include "cuda/upload.hpp"
#include "ops/register_mi/register_mi_apply.hpp"
#include "ops/register_mi/register_mi_kernels.cuh"

namespace bitvox::register_mi {
namespace {

// What lies on the GPU.
struct Arrays {
  std::uint8_t* pixels;
  unsigned long long* inside;

  Arrays(cuda::DeviceArena& arena, const GreySource& moving)
      : pixels(arena.take<std::uint8_t>(moving.shape().voxel_count() *
                                        bytes_per_pixel(moving.type()))),
        inside(arena.take<unsigned long long>(1)) {}
};

}  // namespace

std::int64_t apply_cuda(const GreySource& moving, const Resampling& how, int threads,
                        SliceSink& out, Progress& progress) {
  const cuda::MadeSlices slices{how.shape, moving.type()};
  cuda::DeviceArena measure;
  const Arrays measured(measure, moving);
  require_memory({"moving the image", "Choose backend 'auto' or crop the image."},
                 cuda::device_memory(), measure.used() + cuda::download_bytes(slices));
  cuda::DeviceArena arena(measure.used());
  const Arrays arrays(arena, moving);
  cuda::Stream stream;
  cuda::Staging staging{stream};  // the last: waits before the buffers go
  auto [loading, resampling] = progress_parts(progress, 3, 7);
  cuda::upload(moving, arrays.pixels, threads, staging, loading);
  cuda::clear(arrays.inside, 1, stream);
  const DeviceVolume in{arrays.pixels, moving.type(), moving.shape()};
  const auto make = [&](std::int64_t first, std::int64_t count, void* pixels) {
    resample(in, how, first, count, pixels, arrays.inside, stream);
  };
  cuda::download(slices, make, out, threads, staging, resampling);
  return static_cast<std::int64_t>(cuda::read_back(arrays.inside, stream));
}

}  // namespace bitvox::register_mi
