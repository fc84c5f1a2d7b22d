// SPDX-License-Identifier: BSD-2-Clause
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>

#include "core/blocks/block_views.hpp"
#include "core/blocks/write_core.hpp"
#include "core/threads/progress_parts.hpp"
#include "core/volumes/keeping_source.hpp"
#include "cuda/copy.hpp"
#include "cuda/device_arena.hpp"
#include "cuda/device_memory.hpp"
#include "cuda/download.hpp"
#include "cuda/launch.hpp"
#include "cuda/staging.hpp"
#include "cuda/stream.hpp"
#include "cuda/upload.hpp"
#include "ops/skeleton2d/skeleton2d_tiles.cuh"
#include "ops/skeleton2d/skeleton2d_twins.hpp"

namespace bitvox::skeleton2d {
namespace {

using ThinKernel = void (*)(ThinState, ThinRange);

ThinKernel kernel_of(const ThinningStage& stage) {
  switch (stage.first_pass) {
    case kHilditchPass:
      return thin_tiles_kernel<kHilditchPass, 1>;
    case kGuoHallNorthEast:
      return thin_tiles_kernel<kGuoHallNorthEast, 2>;
    case kImageJFirst:
      return thin_tiles_kernel<kImageJFirst, 2>;
    default:
      return thin_tiles_kernel<kImageJStrayFirst, 2>;
  }
}

std::int64_t tiles_of_slice(const Shape& shape) {
  return ((shape.width + kTileSide - 1) / kTileSide) * ((shape.height + kTileSide - 1) / kTileSide);
}

ThinState take_state(cuda::DeviceArena& arena, const Shape& shape) {
  const ThinTiles tiles(shape);
  ThinState state{tiles, {}, {}, nullptr};
  for (std::uint32_t*& picture : state.pictures) {
    picture = arena.take<std::uint32_t>(2 * shape.word_count());
  }
  state.active = cuda::ActiveTiles<1>(arena, tiles.count);
  state.counters = arena.take<ThinCounters>(1);
  return state;
}

std::int64_t state_bytes(const Shape& shape) {
  cuda::DeviceArena arena;
  take_state(arena, shape);
  return arena.used();
}

}  // namespace

struct CudaMemory {
  explicit CudaMemory(const Shape& largest)
      : arena(state_bytes(largest)), state(take_state(arena, largest)) {}

  cuda::DeviceArena arena;
  ThinState state;
  cuda::Stream stream;
  cuda::Staging staging{stream};  // the last member: waits before the arrays go
};

namespace {

// The slices of a block on the GPU.
class SlicesOnGpu {
 public:
  // The arrays of `memory` may be larger than needed.
  SlicesOnGpu(const Shape& shape, int threads, CudaMemory& memory)
      : shape_(shape),
        state_(memory.state),
        threads_(threads),
        staging_(memory.staging),
        stream_(memory.stream) {
    state_.tiles = ThinTiles(shape);
  }

  void upload(const VolumeSource& slices, Progress& progress) {
    cuda::upload(slices, picture(kFirstStep), threads_, staging_, progress);
    // Tiles do not write the padding of rows, but read it.
    cuda::clear(picture(kFirstStep + 1), shape_.word_count(), stream_);
    state_.active.clear(stream_);
    step_ = kFirstStep;
  }

  void download(std::uint64_t* words) {
    NoProgress quick;
    cuda::download(picture(step_), shape_.word_count(), words, threads_, staging_, quick);
  }

  // Returns how often the stage's passes were repeated. Calls meanwhile() after each launch, while
  // the GPU is at work.
  template <class Meanwhile>
  std::int64_t thin(const ThinningStage& stage, Meanwhile&& meanwhile) {
    const ThinKernel kernel = kernel_of(stage);
    const auto blocks = std::min(static_cast<unsigned>(cuda::resident_blocks(kernel, kThinThreads)),
                                 cuda::blocks_for(state_.tiles.count, kThinThreads / kWarp));
    cuda::clear(state_.counters, 1, stream_);
    ThinCounters counters{};
    ThinRange range{step_, step_};
    do {
      cuda::launch_cooperative(kernel, {blocks, kThinThreads}, stream_, state_, range);
      meanwhile();
      counters = cuda::read_back(state_.counters, stream_);
      range.begin = counters.next_step;
    } while (state_.active.count(range.begin, stream_) != 0);
    step_ = range.begin;
    return counters.rounds + 1;
  }

 private:
  // What a step reads.
  std::uint64_t* picture(int step) const {
    return reinterpret_cast<std::uint64_t*>(state_.pictures[step % 2]);
  }

  const Shape shape_;
  ThinState state_;
  const int threads_;
  cuda::Staging& staging_;
  const cuda::Stream& stream_;
  int step_ = kFirstStep;
};

}  // namespace

MemoryUser GpuTwin::user() { return {"Skeleton 2D", "Choose backend 'auto' or crop the image."}; }

std::int64_t GpuTwin::bytes(const Job&, const Block& block) {
  return state_bytes(block.read.shape());
}

std::int64_t GpuTwin::most_side(const Job& job) {
  return std::max<std::int64_t>(1, kTilesPerLaunch / tiles_of_slice(job.in.shape()));
}

GpuTwin::GpuTwin(const Job& job, Gpu, const Block& largest) : job_(job) {
  require_memory({"Skeleton 2D", "Crop the image."}, host_memory(), bytes_beside_core(largest));
  memory_ = std::make_shared<CudaMemory>(largest.read.shape());
}

Thinned GpuTwin::compute(const Block& block, SliceSink*, Progress& progress) {
  const Shape shape = block.read.shape();
  const BoxSource in(job_.in, block.read);
  Thinned thinned;
  make_core_words(block, *job_.out, job_.threads, [&](std::uint64_t* slices) {
    auto [reading, rest, counting] = progress_parts(progress, 18, 72, 10);
    StandingProgress thinning(rest);
    SlicesOnGpu on_gpu(shape, job_.threads, *memory_);
    on_gpu.upload(KeepingSource(in, slices), reading);
    bool counted = false;
    const auto meanwhile = [&] {
      thinning.report(0, 1);
      if (std::exchange(counted, true)) return;
      thinned.before = count_in_slices(slices, shape, job_.threads, thinning);
    };
    for (std::size_t i = 0; i < kMostStages; ++i) {
      const ThinningStage& stage = kThinningStages[static_cast<int>(job_.rule)][i];
      if (stage.passes != 0) thinned.rounds[i] = on_gpu.thin(stage, meanwhile);
    }
    on_gpu.download(slices);
    thinned.after = count_in_slices(slices, shape, job_.threads, counting);
  });
  return counted_once(block, thinned);
}

}  // namespace bitvox::skeleton2d
