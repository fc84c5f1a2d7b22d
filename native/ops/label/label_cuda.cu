// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <cstdint>
#include <memory>

#include "core/blocks/plan_blocks.hpp"
#include "core/memory/memory.hpp"
#include "core/threads/progress_parts.hpp"
#include "core/volumes/keeping_source.hpp"
#include "core/volumes/read_volume.hpp"
#include "cuda/device_memory.hpp"
#include "cuda/download.hpp"
#include "ops/label/components_blocks.hpp"
#include "ops/label/label_components.cuh"

namespace bitvox::label {
namespace {

// For a volume that is `in`, or is put there by `read` before it is needed otherwise.
template <class Read>
std::unique_ptr<Components> find_on_gpu(const VolumeSource& in, const Job& job, const Read& read,
                                        Progress& progress) {
  const std::vector<Block> parts = plan_blocks(
      {job.volume.shape(), reach_of(job), job.block}, GpuTwin::user(), cuda::device_memory(),
      [&](const Block& part) { return GpuTwin::bytes(job, part); });
  if (parts.size() == 1) {
    return std::make_unique<ComponentsCuda>(in, job.connectivity, job.extent, job.threads,
                                            progress);
  }
  auto [reading, finding] = progress_parts(progress, 1, 4);
  read(reading);
  return components_in_blocks(std::make_unique<GpuTwin>(job, Gpu{}, largest_of(parts)), parts,
                              finding);
}

}  // namespace

MemoryUser GpuTwin::user() { return kGpuUser; }

// Whatever is in it: at most 32 runs a word with their labels, and either as many sizes, or copies
// of the labels, or pixels. Each of the arrays is rounded up.
std::int64_t GpuTwin::bytes(const Job&, const Block& part) {
  const Shape shape = part.read.shape();
  const std::int64_t words = shape.word_count();
  const std::int64_t runs = words * kMostRunsOfWord;
  constexpr std::int64_t kRounding = std::int64_t{16} << 20;
  return kRounding + words * 12 + runs * 4 +
         std::max(runs * sum_bytes(shape) + Scan::bytes(runs),
                  cuda::download_bytes({shape, PixelType::kInt32, 0}));
}

GpuTwin::GpuTwin(const Job& job, Gpu, const Block& largest) : BlockTwin(job) {
  require_memory(kHostUser, host_memory(), 8 * largest.read.shape().word_count());
}

std::unique_ptr<Components> GpuTwin::find(const BitVolume& volume, Progress& progress) const {
  return std::make_unique<ComponentsCuda>(volume, job().connectivity, job().extent, job().threads,
                                          progress);
}

std::unique_ptr<Components> components_cuda(const Job& job, Progress& progress) {
  const auto is_there = [](Progress&) {};
  return find_on_gpu(job.volume, job, is_there, progress);
}

std::unique_ptr<Components> components_cuda(const VolumeSource& in, BitVolume& volume,
                                            const Job& job, Progress& progress) {
  const auto read = [&](Progress& part) { read_volume(in, volume, job.threads, part); };
  return find_on_gpu(KeepingSource(in, volume), job, read, progress);
}

}  // namespace bitvox::label
