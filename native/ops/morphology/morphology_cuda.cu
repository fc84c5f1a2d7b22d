// SPDX-License-Identifier: BSD-2-Clause
#include <cstdint>
#include <memory>

#include "core/blocks/write_core.hpp"
#include "core/memory/memory.hpp"
#include "core/threads/progress_parts.hpp"
#include "cuda/device_memory.hpp"
#include "cuda/download.hpp"
#include "cuda/upload.hpp"
#include "ops/morphology/morphology_run.cuh"

namespace bitvox::morphology {
namespace {

// By the map of distances of the other operation.
void apply_by_map(const Job& job, const Block& block, BitVolume& to, Progress& progress) {
  const BlockInputs inputs(job, block);
  const auto run_step = [&](const Step& step, const BitVolume& from, BitVolume& result,
                            Progress& part) {
    step_by_distance(step, from, result, job.threads,
                     [&](const distance_map::Job& map, SliceSink& distances) {
                       distance_map::measure_cuda(map, &distances, part);
                     });
  };
  apply_in_memory(inputs.in, nullptr, job.plan, run_step, to, job.threads, progress);
}

}  // namespace

MemoryUser GpuTwin::user() { return {"Morphology", "Choose backend 'auto' or crop the image."}; }

std::int64_t GpuTwin::bytes(const Job& job, const Block& block) {
  if (has_distances(job.plan) && !has_short_distances(job.plan, block.whole)) {
    return 0;  // the distance map plans for itself
  }
  return arena_bytes(job.plan, block.read.shape());
}

GpuTwin::GpuTwin(const Job& job, Gpu, const Block& largest) : job_(job) {
  if (!largest.is_whole()) {
    require_memory({"Morphology", "Crop the image."}, host_memory(),
                   8 * largest.read.shape().word_count());
  }
  if (!has_distances(job.plan) || has_short_distances(job.plan, largest.whole)) {
    memory_ = std::make_shared<CudaMemory>(job.plan, largest.read.shape());
  }
}

NoNumbers GpuTwin::compute(const Block& block, SliceSink*, Progress& progress) {
  const int threads = job_.threads;
  make_core(block, *job_.out, threads, [&](BitVolume& to) {
    if (memory_ == nullptr) return apply_by_map(job_, block, to, progress);
    auto [uploading, computing, downloading] = progress_parts(progress, 3, 6, 1);
    const BlockInputs inputs(job_, block);
    Run run(to.shape(), job_.plan, *memory_);
    cuda::upload(inputs.in, run.input(), threads, memory_->staging, uploading);
    if (inputs.second) {
      NoProgress none;
      cuda::upload(*inputs.second, run.second_input(), threads, memory_->staging, none);
    }
    const std::uint64_t* const result = run.run(job_.plan, memory_->rings_or_null(), computing);
    const Box core = block.core_in_read();
    const std::int64_t slice_words = to.shape().words_per_slice();
    cuda::download(result + core.begin[2] * slice_words, core.shape().depth * slice_words,
                   to.slice(core.begin[2]), threads, memory_->staging, downloading);
  });
  return {};
}

}  // namespace bitvox::morphology
