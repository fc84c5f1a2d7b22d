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
#include "ops/debayer/debayer.hpp"

// The twins, over blocks, of all pixels that a block reads. The border rule holds at every face of
// these; at faces within the image it changes only pixels that do not belong to the core.
namespace bitvox::debayer {

// Checked and ready.
struct Job {
  const GreySource& in;
  const Options& options;
  int threads = 1;

  bool is_packed() const { return options.result == ResultType::kRgb; }
  SliceFormat format(const Shape& shape) const {
    return is_packed() ? SliceFormat{shape, PixelType::kInt32, 1}
                       : SliceFormat{shape, in.type(), 3};
  }
  // Of the colours of so many pixels.
  std::int64_t colour_bytes(std::int64_t pixels) const {
    const SliceFormat made = format({});
    return pixels * made.channels * bytes_per_pixel(made.type);
  }
  // Of what a block reads.
  bayer::Phase phase(const Block& block) const {
    return bayer::phase_of(options.pattern).from(block.read.begin[0], block.read.begin[1]);
  }
};

Reach reach_of(const Job& job);

class CpuTwin {
 public:
  using Partial = NoNumbers;
  static MemoryUser user();
  // However deep the block is: frames are computed in batches.
  static std::int64_t bytes(const Job& job, const Block& block);
  CpuTwin(const Job& job, InstructionSet instructions, const Block& largest);
  NoNumbers compute(const Block& block, SliceSink* out, Progress& progress);

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
  // Frames go on in parts, whatever fits.
  static std::int64_t most_side(const Job& job);
  GpuTwin(const Job& job, Gpu gpu, const Block& largest);
  NoNumbers compute(const Block& block, SliceSink* out, Progress& progress);

 private:
  Job job_;
  std::shared_ptr<CudaMemory> memory_;
};

}  // namespace bitvox::debayer
