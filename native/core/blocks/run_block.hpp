// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/blocks/placed.hpp"
#include "core/blocks/run_twins.hpp"
#include "cuda/use_gpu.hpp"

// One block on its own, for who goes through the blocks of a volume elsewhere: on many computers,
// say. The job's inputs are placed volumes; its slices and bits are those of the core.
namespace bitvox {

// What a block gives, beside its voxels.
struct BlockResult {
  // The results of its core, as to_numbers() writes them.
  std::vector<std::int64_t> numbers;
  RunReport run;

  template <class Each>
  static void fields(Each&& field) {
    field("numbers", &BlockResult::numbers);
    field("run", &BlockResult::run);
  }
};

// What computing a block takes in bytes, beside its inputs: on the CPU, or on the GPU (0 if there
// is none).
struct BlockMemory {
  std::int64_t host = 0;
  std::int64_t device = 0;

  template <class Each>
  static void fields(Each&& field) {
    field("host", &BlockMemory::host);
    field("device", &BlockMemory::device);
  }
};

// As run_twins() does: the same results as if the block were one of many there.
template <class CpuTwin, class GpuTwin, class Job>
typename CpuTwin::Partial run_block(const Job& job, const Block& block, std::string_view backend,
                                    GpuUse gpu, const BlockOutput& output, RunReport& report,
                                    Progress& progress) {
  return run_on(
      backend, gpu, report,
      [&](Gpu device) {
        return run_planned<GpuTwin>(job, {block}, device, cuda::device_memory(), output, progress);
      },
      [&](InstructionSet instructions) {
        return run_planned<CpuTwin>(job, {block}, instructions, host_memory(), output, progress);
      },
      output.to, &progress);
}

// bytes(): what is taken on the GPU, which it may ask for its size.
template <class Bytes>
std::int64_t bytes_on_gpu(Bytes&& bytes) {
  if constexpr (kBuiltWithCuda) {
    const Backend best = choose_backend("auto");
    if (!best.instructions) {
      cuda::use_gpu(best.gpu);
      return bytes();
    }
  }
  return 0;
}

template <class CpuTwin, class GpuTwin, class Job>
BlockMemory memory_of(const Job& job, const Block& block) {
  return {CpuTwin::bytes(job, block), bytes_on_gpu([&] { return GpuTwin::bytes(job, block); })};
}

}  // namespace bitvox
