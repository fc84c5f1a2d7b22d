// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <cstdint>
#include <memory>

#include "core/threads/onward.hpp"
#include "core/threads/progress_parts.hpp"
#include "cuda/pacer.hpp"
#include "cuda/stream.hpp"
#include "ops/granulometry/granulometry.hpp"
#include "ops/granulometry/granulometry_run.cuh"

namespace bitvox::granulometry {

MemoryUser GpuTwin::user() { return {"Granulometry", "Choose backend 'auto' or crop the image."}; }

std::int64_t GpuTwin::bytes(const Job& job, const Block& block) {
  const Shape shape = block.read.shape();
  return arena_bytes(job, shape, planes_for(job.max_radius + 1)) +
         cuda::download_bytes(map_of(shape, shape.depth));
}

GpuTwin::GpuTwin(const Job& job, Gpu, const Block& largest) : job_(job) {
  memory_ = std::make_shared<CudaMemory>(job, largest.read.shape());
}

Sizes GpuTwin::compute(const Block& block, SliceSink* map, Progress& whole) {
  Onward progress(whole);  // the mask's reports are among those of the kernels
  const cuda::Stream& stream = memory_->stream;
  const cuda::Drain drain(stream);
  memory_->arena.reset();
  Run run(*memory_, job_, block);

  // More planes cost time: first see how large the distances are.
  int largest = job_.max_radius + 1;
  const bool is_measured = planes_for(largest) > 6;
  auto [uploading, measuring, growing, downloading] = progress_parts(
      progress, 14, is_measured ? 3 : 0, is_measured ? 3 : 6, map == nullptr ? 0 : 20);
  Progress& computing = growing;
  Progress& writing = downloading;
  run.upload_object(job_.threads, uploading);
  if (is_measured) {
    cuda::Pacer pacer(stream, measuring, erosion_launches(job_.max_radius));
    run.measure_largest(pacer);
    largest = std::max(1, run.largest_distance());
  }
  return with_planes(planes_for(largest), [&](auto planes) {
    constexpr int P = decltype(planes)::value;
    const Values<P> values(memory_->arena, block.read.shape());
    cuda::Pacer pacer(stream, computing, erosion_launches(job_.max_radius) + largest);
    run.compute<P>(values, largest, pacer);
    if (job_.mask != nullptr) {
      run.upload_mask(job_.threads, computing);
    }
    Sizes sizes = run.count<P>(values, pacer);
    if (map != nullptr) {
      run.write_map<P>(values, *map, job_.threads, writing);
    }
    return sizes;
  });
}

}  // namespace bitvox::granulometry
