// SPDX-License-Identifier: BSD-2-Clause
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/error.hpp"
#include "cuda/copy.hpp"
#include "cuda/device_arena.hpp"
#include "cuda/launch.hpp"
#include "cuda/stream.hpp"
#include "cuda/upload.hpp"
#include "ops/skeleton3d/skeleton3d_cuda.hpp"
#include "ops/skeleton3d/skeleton3d_grid.cuh"
#include "ops/skeleton3d/skeleton3d_thin.cuh"

namespace bitvox::skeleton3d {
namespace {

struct Workspace {
  std::uint64_t* rows;  // the image as it comes; at the end a list of RowWord
  ThinState state;

  Workspace(cuda::DeviceArena& arena, const Shape& shape, Anchors anchors) : state(shape) {
    rows = arena.take<std::uint64_t>(std::max(shape.word_count(), 2 * shape.words_per_slice()));
    const std::int64_t words = state.grid.words();
    const std::int64_t tiles = state.grid.tiles();
    state.pictures[0] = arena.take<std::uint32_t>(words);
    state.pictures[1] = arena.take<std::uint32_t>(words);
    state.anchors = anchors == Anchors::kSome ? arena.take<std::uint32_t>(words) : nullptr;
    state.stamps = arena.take<int>(state.grid.bricks);
    state.active = ActiveTiles(arena, tiles);
    state.weights = arena.take<int>(tiles);
    state.counters = arena.take<ThinCounters>(1);
  }
};

// One call of thin_cuda().
class Run {
 public:
  Run(const Shape& shape, Anchors anchors, const ThinLimits& limits, cuda::DeviceArena& arena,
      const cuda::Stream& stream)
      : shape_(shape),
        limits_(limits),
        work_(arena, shape, anchors),
        stream_(stream),
        staging_(stream),
        kernel_(anchors == Anchors::kSome ? thin_kernel<true> : thin_kernel<false>),
        blocks_(static_cast<unsigned>(
            std::min(cuda::resident_blocks(kernel_, kThinThreads), work_.state.grid.tiles()))) {}

  void read_anchors(const VolumeSource& anchors, int threads, Progress& progress) {
    cuda::upload(anchors, work_.rows, threads, staging_, progress);
    cuda::clear(work_.state.counters, 1, stream_);  // counted too, and forgotten
    pack(work_.state.anchors);
  }

  void read_image(const VolumeSource& in, int threads, Progress& progress) {
    cuda::upload(in, work_.rows, threads, staging_, progress);
    const ThinState& state = work_.state;
    cuda::clear(state.counters, 1, stream_);
    cuda::clear(state.weights, state.grid.tiles(), stream_);
    cuda::clear(state.stamps, state.grid.bricks, stream_);
    state.active.clear(stream_);
    std::uint32_t* const first = state.pictures[kFirstStep % 2];
    pack(first);
    cuda::copy(state.pictures[(kFirstStep + 1) % 2], first, state.grid.words(), stream_);
    cuda::launch(list_first_tiles_kernel,
                 {cuda::blocks_for(state.grid.tiles(), kBlock / kWarp), kBlock}, stream_, state);
  }

  Thinning thin(Progress& progress) {
    Thinning result;
    std::vector<std::int64_t> deleted;
    std::int64_t all_deleted = 0;
    int step = kFirstStep;
    int count = work_.state.grid.tiles();  // at most
    while (count > 0) {
      const std::int64_t first_round =
          std::int64_t{step - kFirstStep} * kSubiterations / kDirections;
      cuda::clear(work_.state.counters->deleted, kRoundsPerLaunch, stream_);
      if (count <= limits_.tiles) {
        // Later lists may be longer.
        launch({step, kStepsPerLaunch, 0, std::numeric_limits<int>::max(), limits_.nanoseconds});
      }
      for (int begin = 0; count > limits_.tiles && begin < count; begin += limits_.tiles) {
        launch({step, 1, begin, std::min(count, begin + limits_.tiles), limits_.nanoseconds});
        progress.report(all_deleted, std::max<std::int64_t>(1, result.voxels_before));
      }
      read_counters();
      step = counters_.next_step;
      count = work_.state.active.count(step, stream_);
      result.voxels_before = static_cast<std::int64_t>(counters_.voxels);
      deleted.resize(static_cast<std::size_t>(first_round) + kRoundsPerLaunch);
      for (int i = 0; i < kRoundsPerLaunch; ++i) {
        const auto in_round = static_cast<std::int64_t>(counters_.deleted[i]);
        deleted[static_cast<std::size_t>(first_round + i)] += in_round;
        all_deleted += in_round;
      }
      progress.report(all_deleted, std::max<std::int64_t>(1, result.voxels_before));
    }
    picture_ = work_.state.pictures[step % 2];
    while (!deleted.empty() && deleted.back() == 0) {
      deleted.pop_back();
    }
    deleted.push_back(0);
    result.deleted = std::move(deleted);
    return result;
  }

  // Only words with voxels cross the bus. Half of the slices at a time: then the list fits.
  void write(BitVolume& out) {
    auto* const list = reinterpret_cast<RowWord*>(work_.rows);
    const ThinGrid& grid = work_.state.grid;
    const std::int64_t slices = std::max<std::int64_t>(1, shape_.depth / 2);
    std::vector<RowWord> words;
    for (std::int64_t z = 0; z < shape_.depth; z += slices) {
      const std::int64_t end = std::min(shape_.depth, z + slices);
      cuda::clear(&work_.state.counters->listed, 1, stream_);
      cuda::launch(list_row_words_kernel,
                   {cuda::blocks_for(RowBlock::count(grid, z, end), kBlock), kBlock}, stream_, grid,
                   z, end, picture_, list, &work_.state.counters->listed);
      read_counters();
      words.resize(static_cast<std::size_t>(counters_.listed));
      cuda::read_back(words.data(), list, static_cast<std::int64_t>(words.size()), stream_);
      for (const RowWord& word : words) {
        out.words()[word.index] = word.voxels;
      }
    }
  }

 private:
  static constexpr int kBlock = 256;

  void pack(std::uint32_t* words) {
    const ThinState& state = work_.state;
    cuda::clear(words, state.grid.words(), stream_);
    const std::int64_t blocks = RowBlock::count(state.grid, 0, shape_.depth);
    cuda::launch(pack_words_kernel, {cuda::blocks_for(blocks, kBlock), kBlock}, stream_, state.grid,
                 blocks, work_.rows, words, &state.counters->voxels);
  }

  void launch(LaunchRange range) {
    cuda::clear(work_.state.counters->taken, 3, stream_);
    cuda::launch_cooperative(kernel_, {blocks_, kThinThreads}, stream_, work_.state, range);
  }

  void read_counters() { counters_ = cuda::read_back(work_.state.counters, stream_); }

  const Shape shape_;
  const ThinLimits limits_;
  Workspace work_;
  const cuda::Stream& stream_;
  cuda::Staging staging_;
  void (*kernel_)(ThinState, LaunchRange);
  unsigned blocks_;
  ThinCounters counters_{};
  const std::uint32_t* picture_ = nullptr;  // where the skeleton is
};

}  // namespace

std::int64_t bytes_cuda(const Shape& shape, Anchors anchors) {
  cuda::DeviceArena arena;
  Workspace(arena, shape, anchors);
  return arena.used();
}

Thinning thin_cuda(const VolumeSource& in, const VolumeSource* anchors, int threads, BitVolume& out,
                   Progress& progress) {
  return thin_cuda(in, anchors, threads, ThinLimits(), out, progress);
}

Thinning thin_cuda(const VolumeSource& in, const VolumeSource* anchors, int threads,
                   const ThinLimits& limits, BitVolume& out, Progress& progress) {
  cuda::choose_device();
  PhaseProgress reading_anchors(progress, 0, 200);
  PhaseProgress reading(progress, 200, 500);
  PhaseProgress thinning(progress, 500, 1000);
  const Anchors some = anchors != nullptr ? Anchors::kSome : Anchors::kNone;
  cuda::DeviceArena arena(bytes_cuda(in.shape(), some));
  const cuda::Stream stream;
  Run run(in.shape(), some, limits, arena, stream);
  if (anchors != nullptr) {
    run.read_anchors(*anchors, threads, reading_anchors);
  }
  run.read_image(in, threads, reading);
  Thinning result = run.thin(thinning);
  run.write(out);
  thinning.report(1, 1);
  return result;
}

}  // namespace bitvox::skeleton3d
