// SPDX-License-Identifier: BSD-2-Clause
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "core/blocks/slabs.hpp"
#include "core/error.hpp"
#include "core/volumes/slice_range.hpp"
#include "cuda/copy.hpp"
#include "cuda/device_arena.hpp"
#include "cuda/device_memory.hpp"
#include "cuda/download.hpp"
#include "cuda/launch.hpp"
#include "cuda/staging.hpp"
#include "cuda/stream.hpp"
#include "cuda/upload.hpp"
#include "ops/skeleton2d/skeleton2d.hpp"
#include "ops/skeleton2d/skeleton2d_tiles.cuh"

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

Shape slab_of(const Shape& shape, std::int64_t slices) {
  return {shape.width, shape.height, slices};
}

std::int64_t tiles_of_slice(const Shape& shape) {
  return ((shape.width + kTileSide - 1) / kTileSide) * ((shape.height + kTileSide - 1) / kTileSide);
}

ThinState take_state(cuda::DeviceArena& arena, const Shape& slab) {
  const ThinTiles tiles(slab);
  ThinState state{tiles, {}, {}, nullptr};
  for (std::uint32_t*& picture : state.pictures) {
    picture = arena.take<std::uint32_t>(2 * slab.word_count());
  }
  state.active = cuda::ActiveTiles<1>(arena, tiles.count);
  state.counters = arena.take<ThinCounters>(1);
  return state;
}

// As many slices as make one launch, or as fit.
std::int64_t slices_at_once(const Shape& shape) {
  const std::int64_t launch = kTilesPerLaunch / tiles_of_slice(shape);
  return plan_slab_depth({std::clamp<std::int64_t>(launch, 1, shape.depth), 1},
                         {"Skeleton 2D", "Choose backend 'auto' or crop the image."},
                         cuda::device_memory(),
                         [&](std::int64_t slices) { return bytes_cuda(shape, slices); });
}

// Some slices on the GPU.
class Slab {
 public:
  // The arrays of `state` may be larger than needed.
  Slab(const Shape& slab, ThinState state, int threads, cuda::Staging& staging)
      : slab_(slab),
        state_(state),
        threads_(threads),
        staging_(staging),
        stream_(staging.stream()) {
    state_.tiles = ThinTiles(slab);
  }

  void upload(const VolumeSource& slices, Progress& progress) {
    cuda::upload(slices, picture(kFirstStep), threads_, staging_, progress);
    // Tiles do not write the padding of rows, but read it.
    cuda::clear(picture(kFirstStep + 1), slab_.word_count(), stream_);
    state_.active.clear(stream_);
    step_ = kFirstStep;
  }

  void download(std::uint64_t* words) {
    NoProgress quick;
    cuda::download(picture(step_), slab_.word_count(), words, threads_, staging_, quick);
  }

  // Returns how often the stage's passes were repeated. Calls meanwhile() after each launch, while
  // the GPU is at work.
  template <class Meanwhile>
  std::int64_t run(const ThinningStage& stage, Meanwhile&& meanwhile) {
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

  const Shape slab_;
  ThinState state_;
  const int threads_;
  cuda::Staging& staging_;
  const cuda::Stream& stream_;
  int step_ = kFirstStep;
};

}  // namespace

std::int64_t bytes_cuda(const Shape& shape, std::int64_t slices) {
  cuda::DeviceArena arena;
  take_state(arena, slab_of(shape, slices));
  return arena.used();
}

std::int64_t thin_cuda(Rule rule, const VolumeSource& in, BitVolume& out, int threads,
                       const Meanwhile& meanwhile, Progress& progress) {
  cuda::choose_device();
  const Shape& shape = in.shape();
  const std::int64_t at_once = slices_at_once(shape);
  cuda::DeviceArena arena(bytes_cuda(shape, at_once));
  const ThinState state = take_state(arena, slab_of(shape, at_once));
  const cuda::Stream stream;
  cuda::Staging staging(stream);
  std::int64_t rounds[kMostStages] = {};
  for (std::int64_t first = 0; first < shape.depth; first += at_once) {
    const std::int64_t slices = std::min(at_once, shape.depth - first);
    const std::int64_t begin = 1000 * first / shape.depth;
    const std::int64_t end = 1000 * (first + slices) / shape.depth;
    PhaseProgress reading(progress, begin, begin + (end - begin) / 5);
    PhaseProgress rest(progress, begin + (end - begin) / 5, end);
    StandingProgress thinning(rest);
    Slab slab(slab_of(shape, slices), state, threads, staging);
    slab.upload(SliceRange(in, first, slices), reading);
    bool called = false;
    const auto at_work = [&] {
      thinning.report(0, 1);
      if (!std::exchange(called, true)) meanwhile(first, slices, thinning);
    };
    for (int i = 0; i < kMostStages; ++i) {
      const ThinningStage& stage = kThinningStages[static_cast<int>(rule)][i];
      if (stage.passes != 0) {
        rounds[i] = std::max(rounds[i], slab.run(stage, at_work));
      }
    }
    slab.download(out.slice(first));
  }
  progress.report(shape.depth, shape.depth);
  return rounds[0] + rounds[1];
}

}  // namespace bitvox::skeleton2d
