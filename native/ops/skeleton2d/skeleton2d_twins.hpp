// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "core/backends/instruction_set.hpp"
#include "core/blocks/block.hpp"
#include "core/memory/memory.hpp"
#include "core/threads/progress.hpp"
#include "core/volumes/bit_volume.hpp"
#include "core/volumes/slice_sink.hpp"
#include "core/volumes/volume_source.hpp"
#include "ops/skeleton2d/objects.hpp"
#include "ops/skeleton2d/passes.hpp"
#include "ops/skeleton2d/skeleton2d.hpp"

// The twins, over blocks.
namespace bitvox::skeleton2d {

// Checked and ready. The blocks write their cores to `out`, all of its words.
struct Job {
  const VolumeSource& in;
  Rule rule = Rule::kGuoHall;
  int threads = 1;
  BitVolume* out = nullptr;
};

// What is known of thinned slices besides their skeletons.
struct Thinned {
  PixelCount before;
  PixelCount after;
  std::array<std::int64_t, kMostStages> rounds{};  // of each stage, for the slowest slice

  // Rounds are those of the slowest slice of both, so iterations are summed at the end only.
  void add(const Thinned& other);
  std::int64_t iterations() const;

  template <class Each>
  static void fields(Each&& field) {
    field("before", &Thinned::before);
    field("after", &Thinned::after);
    field("rounds", &Thinned::rounds);
  }
};

// A pixel may depend on all others of its slice.
Reach reach_of(const Job& job);

// What a block adds: of all blocks with voxels of the same slices, which thin them as well, only
// the first one counts.
Thinned counted_once(const Block& block, Thinned thinned);

struct Crews;
class CpuTwin {
 public:
  using Partial = Thinned;
  static MemoryUser user();
  static std::int64_t bytes(const Job& job, const Block& block);
  CpuTwin(const Job& job, InstructionSet instructions, const Block& largest);
  Thinned compute(const Block& block, SliceSink* none, Progress& progress);

 private:
  Job job_;
  std::shared_ptr<Crews> crews_;
};

struct CudaMemory;
class GpuTwin {
 public:
  using Partial = Thinned;
  static MemoryUser user();
  static std::int64_t bytes(const Job& job, const Block& block);
  static std::int64_t most_side(const Job& job);  // slices that make one launch
  GpuTwin(const Job& job, Gpu gpu, const Block& largest);
  Thinned compute(const Block& block, SliceSink* none, Progress& progress);

 private:
  Job job_;
  std::shared_ptr<CudaMemory> memory_;
};

// What a block takes in memory of the host besides, where it thins more than its core.
inline std::int64_t bytes_beside_core(const Block& block) {
  return block.reads_core_slices() ? 0 : 8 * block.read.shape().word_count();
}

// ---- One block, for who goes through those of a volume elsewhere -------------------------------

Job job_of(const VolumeSource& in, const Options& options, BitVolume* out);

// The job's input is a placed volume, and `out` is the core as a volume of its own.
Thinned thin_block(const Job& job, const Block& block, const Options& options, RunReport& report,
                   Progress& progress);

// The numbers of the result. Throws InvalidInput (no foreground pixel at all).
void finish(const Thinned& thinned, Result& result);

}  // namespace bitvox::skeleton2d
