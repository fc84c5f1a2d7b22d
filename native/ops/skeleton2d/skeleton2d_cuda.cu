// SPDX-License-Identifier: BSD-2-Clause
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>

#include "core/error.hpp"
#include "cuda/device_arena.hpp"
#include "cuda/device_memory.hpp"
#include "cuda/stream.hpp"
#include "ops/skeleton2d/skeleton2d.hpp"
#include "ops/skeleton2d/skeleton2d_tiles.cuh"

namespace bitvox::cuda {
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

ThinState take_state(DeviceArena& arena, const Shape& slab) {
  const std::int64_t words = 2 * slab.word_count();
  ThinState state{ThinTiles(slab), {}, {}, nullptr, nullptr};
  for (int i = 0; i < 2; ++i) {
    state.pictures[i] = arena.take<std::uint32_t>(words);
    state.lists[i] = arena.take<int>(state.tiles.count);
  }
  state.tags = arena.take<int>(state.tiles.count);
  state.counters = arena.take<ThinCounters>(1);
  return state;
}

// As many slices as make one launch, or as fit.
std::int64_t slices_at_once(const Shape& shape) {
  std::int64_t slices =
      std::clamp<std::int64_t>(kTilesPerLaunch / tiles_of_slice(shape), 1, shape.depth);
  const std::int64_t free = available_bytes();
  while (slices > 1 && skeleton2d_bytes(shape, slices) > free) {
    slices = (slices + 1) / 2;
  }
  return slices;
}

// Some slices on the GPU.
class Slab {
 public:
  // The arrays of `state` may be larger than needed.
  Slab(const Shape& slab, ThinState state, const Stream& stream)
      : slab_(slab), state_(state), stream_(stream) {
    state_.tiles = ThinTiles(slab);
    int device = 0;
    check(cudaGetDevice(&device), "choosing the GPU");
    check(cudaDeviceGetAttribute(&multiprocessors_, cudaDevAttrMultiProcessorCount, device),
          "asking the GPU for its size");
  }

  void upload(const std::uint64_t* words) {
    copy(state_.pictures[kFirstStep % 2], words, cudaMemcpyHostToDevice);
    clear(state_.tags, state_.tiles.count);
    clear(state_.counters, 1);
    step_ = kFirstStep;
  }

  void download(std::uint64_t* words) {
    copy(words, state_.pictures[step_ % 2], cudaMemcpyDeviceToHost);
    check(cudaStreamSynchronize(stream_.get()), "copying the skeleton from the GPU");
  }

  // Returns how often the stage's passes were repeated. Calls still_wanted() between launches.
  template <class StillWanted>
  std::int64_t run(const ThinningStage& stage, StillWanted&& still_wanted) {
    ThinRange range{step_, step_};
    clear(&state_.counters->rounds, 1);
    ThinCounters counters{};
    do {
      launch(kernel_of(stage), range);
      check(cudaMemcpyAsync(&counters, state_.counters, sizeof(counters), cudaMemcpyDeviceToHost,
                            stream_.get()),
            "reading from the GPU");
      check(cudaStreamSynchronize(stream_.get()), "thinning on the GPU");
      range.begin = counters.next_step;
      still_wanted();
    } while (counters.listed[range.begin % 3] != 0);
    step_ = range.begin;
    return counters.rounds + 1;
  }

 private:
  static constexpr int kFirstStep = 1;  // so that tags of 0 mean never

  void launch(ThinKernel kernel, ThinRange range) {
    int resident = 0;
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, kThinThreads, 0),
          "asking the GPU for its size");
    constexpr int kWarps = kThinThreads / 32;
    const int blocks =
        std::min(multiprocessors_ * resident, (state_.tiles.count + kWarps - 1) / kWarps);
    void* arguments[] = {&state_, &range};
    check(cudaLaunchCooperativeKernel(kernel, dim3(static_cast<unsigned>(blocks)),
                                      dim3(kThinThreads), arguments, 0, stream_.get()),
          "thinning on the GPU");
  }

  void copy(void* to, const void* from, cudaMemcpyKind kind) {
    check(cudaMemcpyAsync(to, from,
                          static_cast<std::size_t>(slab_.word_count()) * sizeof(std::uint64_t),
                          kind, stream_.get()),
          "copying slices to or from the GPU");
  }

  template <class T>
  void clear(T* where, std::int64_t count) {
    check(cudaMemsetAsync(where, 0, static_cast<std::size_t>(count) * sizeof(T), stream_.get()),
          "clearing memory on the GPU");
  }

  const Shape slab_;
  ThinState state_;
  const Stream& stream_;
  int multiprocessors_ = 0;
  int step_ = kFirstStep;
};

}  // namespace

std::int64_t skeleton2d_bytes(const Shape& shape, std::int64_t slices) {
  DeviceArena arena;
  take_state(arena, slab_of(shape, slices));
  return arena.used();
}

std::int64_t thin_slices(ThinningRule rule, BitVolume& volume, int, Progress& progress) {
  choose_device();
  const Shape& shape = volume.shape();
  const std::int64_t at_once = slices_at_once(shape);
  DeviceArena arena(skeleton2d_bytes(shape, at_once));
  const ThinState state = take_state(arena, slab_of(shape, at_once));
  const Stream stream;
  std::int64_t rounds[kMostStages] = {};
  for (std::int64_t first = 0; first < shape.depth; first += at_once) {
    const std::int64_t slices = std::min(at_once, shape.depth - first);
    Slab slab(slab_of(shape, slices), state, stream);
    slab.upload(volume.slice(first));
    for (int i = 0; i < kMostStages; ++i) {
      const ThinningStage& stage = kThinningStages[static_cast<int>(rule)][i];
      if (stage.passes != 0) {
        const std::int64_t repeated = slab.run(stage, [&] { progress.report(first, shape.depth); });
        rounds[i] = std::max(rounds[i], repeated);
      }
    }
    slab.download(volume.slice(first));
  }
  progress.report(shape.depth, shape.depth);
  return rounds[0] + rounds[1];
}

}  // namespace bitvox::cuda
