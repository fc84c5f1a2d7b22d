// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <memory>

#include "core/backends/instruction_set.hpp"
#include "core/blocks/block.hpp"
#include "core/blocks/run_blocks.hpp"
#include "core/memory/memory.hpp"
#include "core/threads/progress.hpp"
#include "core/volumes/grey_volume.hpp"
#include "core/volumes/slice_sink.hpp"
#include "ops/convolution/convolution.hpp"

// The twins, over blocks. The border rule holds at every face of what a block reads. Where that is
// a face of the volume, it gives the same there as with the whole volume, since it takes voxels
// from as far within as the kernel reaches beyond; where it is not, it changes only voxels that do
// not belong to the core. To wrap around a block reads everything.
namespace bitvox::convolution {

// Checked and ready.
struct Job {
  const GreySource& in;
  const Options& options;
  int threads = 1;
};

Reach reach_of(const Kernel& kernel, Border edges);
Reach reach_of(const Job& job);  // of its kernels

struct CpuFilters;
class CpuTwin {
 public:
  using Partial = NoNumbers;
  static MemoryUser user();
  // However deep the block is: slices are computed in batches that stay near the cache, of as many
  // as this twin finds memory for.
  static std::int64_t bytes(const Job& job, const Block& block);
  CpuTwin(const Job& job, InstructionSet instructions, const Block& largest);
  NoNumbers compute(const Block& block, SliceSink* out, Progress& progress);

 private:
  Job job_;
  InstructionSet instructions_;
  std::int64_t batch_;  // slices
  std::shared_ptr<CpuFilters> filters_;
};

struct CudaMemory;
class GpuTwin {
 public:
  using Partial = NoNumbers;
  static MemoryUser user();
  static std::int64_t bytes(const Job& job, const Block& block);
  GpuTwin(const Job& job, Gpu gpu, const Block& largest);
  NoNumbers compute(const Block& block, SliceSink* out, Progress& progress);

 private:
  Job job_;
  std::shared_ptr<CudaMemory> memory_;
};

// ---- One block, for who goes through those of a volume elsewhere -------------------------------

// The options must outlive it. Throws InvalidInput as convolve() does.
Job job_of(const GreySource& in, const Options& options);

// The core goes to `out`; the job's input is a placed volume.
void convolve_block(const Job& job, const Block& block, SliceSink& out, RunReport& report,
                    Progress& progress);

}  // namespace bitvox::convolution
