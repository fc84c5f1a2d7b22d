// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "core/backends/instruction_set.hpp"
#include "core/blocks/block.hpp"
#include "core/blocks/block_views.hpp"
#include "core/blocks/run_blocks.hpp"
#include "core/memory/memory.hpp"
#include "core/threads/progress.hpp"
#include "core/volumes/slice_sink.hpp"
#include "ops/morphology/morphology.hpp"
#include "ops/morphology/morphology_steps.hpp"

// The twins, over blocks, of what is made of steps. Each block is a volume of its own: what lies
// outside it changes only voxels that do not belong to its core.
namespace bitvox::morphology {

// Checked and ready. The blocks write their cores to `out`, all of its words; where memory is
// planned for, it may be null.
struct Job {
  const VolumeSource& in;
  const VolumeSource* second = nullptr;  // with Plan::Last::kSecond
  Plan plan;
  int threads = 1;
  BitVolume* out = nullptr;
};

// What a block sees of the inputs.
struct BlockInputs {
  BlockInputs(const Job& job, const Block& block) : in(job.in, block.read) {
    if (job.second != nullptr) second.emplace(*job.second, block.read);
  }
  const VolumeSource* second_or_null() const { return second ? &*second : nullptr; }

  BoxSource in;
  std::optional<BoxSource> second;
};

Reach reach_of(const Job& job);

class CpuTwin {
 public:
  using Partial = NoNumbers;
  static MemoryUser user();
  static std::int64_t bytes(const Job& job, const Block& block);  // with that of `out`
  CpuTwin(const Job& job, InstructionSet instructions, const Block& largest);
  NoNumbers compute(const Block& block, SliceSink* none, Progress& progress);

 private:
  Job job_;
  InstructionSet instructions_;
};

struct CudaMemory;
class GpuTwin {
 public:
  using Partial = NoNumbers;
  static MemoryUser user();
  static std::int64_t bytes(const Job& job, const Block& block);
  GpuTwin(const Job& job, Gpu gpu, const Block& largest);
  NoNumbers compute(const Block& block, SliceSink* none, Progress& progress);

 private:
  Job job_;
  std::shared_ptr<CudaMemory> memory_;  // none where the map of distances is made elsewhere
};

// ---- One block, for who goes through those of a volume elsewhere -------------------------------

// Of elements, or of two volumes. Throws InvalidInput for operations of components, and as apply().
Job job_of(const VolumeSource& in, const VolumeSource* second, const Options& options,
           BitVolume* out);

// Foreground voxels of cores.
struct Voxels {
  std::int64_t before = 0;
  std::int64_t after = 0;

  void add(const Voxels& other);

  template <class Each>
  static void fields(Each&& field) {
    field("before", &Voxels::before);
    field("after", &Voxels::after);
  }
};

// The job's inputs are placed volumes, and `out` is the core as a volume of its own.
Voxels apply_to_block(const Job& job, const Block& block, const Options& options, RunReport& report,
                      Progress& progress);

}  // namespace bitvox::morphology
