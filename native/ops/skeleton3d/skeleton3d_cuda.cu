// SPDX-License-Identifier: BSD-2-Clause
#include <cuda_runtime.h>

#include <algorithm>
#include <climits>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/error.hpp"
#include "core/threads/progress_parts.hpp"
#include "cuda/copy.hpp"
#include "cuda/device_arena.hpp"
#include "cuda/launch.hpp"
#include "cuda/pinned_buffer.hpp"
#include "cuda/stream.hpp"
#include "cuda/upload.hpp"
#include "ops/skeleton3d/skeleton3d_cuda.hpp"
#include "ops/skeleton3d/skeleton3d_grid.cuh"
#include "ops/skeleton3d/skeleton3d_thin.cuh"

namespace bitvox::skeleton3d {
namespace {

struct Workspace {
  std::int64_t row_words;
  std::uint64_t* rows;  // the image as it comes; at the end a list of RowWord
  ThinState state;

  Workspace(cuda::DeviceArena& arena, const Shape& shape, const Job& job)
      : row_words(std::max(shape.word_count(), 2 * shape.words_per_slice())), state(shape) {
    rows = arena.take<std::uint64_t>(row_words);
    const std::int64_t words = state.grid.words();
    const std::int64_t tiles = state.grid.tiles();
    state.pictures[0] = arena.take<std::uint32_t>(words);
    state.pictures[1] = arena.take<std::uint32_t>(words);
    state.anchors = job.anchors != nullptr ? arena.take<std::uint32_t>(words) : nullptr;
    state.counted = job.counted != nullptr ? arena.take<std::uint32_t>(words) : nullptr;
    constexpr std::int64_t kMostSubiterations = kMostRounds * kDirections;
    static_assert(kMostSubiterations < INT_MAX - kSubiterations);
    if (job.max_rounds > 0) state.end = static_cast<int>(job.max_rounds) * kDirections;
    state.stamps = arena.take<int>(state.grid.bricks);
    state.active = ActiveTiles(arena, tiles);
    state.weights = arena.take<int>(tiles);
    state.counters = arena.take<ThinCounters>(1);
  }

  std::int64_t list_words() const {
    constexpr std::int64_t kWords = sizeof(RowWord) / sizeof(std::uint64_t);
    return row_words / kWords;
  }
};

// One call of thin_cuda().
class Run {
 public:
  Run(const Job& job, const ThinLimits& limits, cuda::DeviceArena& arena,
      const cuda::Stream& stream)
      : shape_(job.in.shape()),
        limits_(limits),
        work_(arena, shape_, job),
        stream_(stream),
        counters_(cuda::allocate_pinned<ThinCounters>(1)),
        counts_(cuda::allocate_pinned<ActiveTiles::Counts>(ActiveTiles::kCounts)),
        first_words_(cuda::allocate_pinned<RowWord>(kFirstWords)),
        staging_(stream),
        many_(kernels_for(job).many),
        few_(kernels_for(job).few),
        steps_(work_.state.end == INT_MAX
                   ? INT_MAX
                   : (work_.state.end + kSubiterations - 1) / kSubiterations) {}

  void read_anchors(const VolumeSource& anchors, int threads, Progress& progress) {
    read_others(anchors, work_.state.anchors, threads, progress);
  }
  void read_counted(const VolumeSource& counted, int threads, Progress& progress) {
    read_others(counted, work_.state.counted, threads, progress);
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

  // Clears `out` while the GPU works.
  Thinning thin(BitVolume& out, int threads, Progress& progress) {
    Thinning result;
    std::vector<std::int64_t> deleted;
    std::int64_t all_deleted = 0;
    int step = kFirstStep;
    int count = work_.state.grid.tiles();  // at most
    while (count > 0 && step - kFirstStep < steps_) {
      const std::int64_t first_round =
          std::int64_t{step - kFirstStep} * kSubiterations / kDirections;
      cuda::clear(work_.state.counters->deleted, kRoundsPerLaunch, stream_);
      if (count <= limits_.tiles) {
        // Later lists may be longer.
        const int steps = std::min(kStepsPerLaunch, steps_ - (step - kFirstStep));
        launch({step, steps, 0, std::numeric_limits<int>::max(), limits_.nanoseconds});
      }
      for (int begin = 0; count > limits_.tiles && begin < count; begin += limits_.tiles) {
        launch({step, 1, begin, std::min(count, begin + limits_.tiles), limits_.nanoseconds});
        progress.report(all_deleted, std::max<std::int64_t>(1, result.voxels_before));
      }
      cuda::copy(counters_.get(), work_.state.counters, 1, stream_);
      cuda::copy(counts_.get(), work_.state.active.counts, ActiveTiles::kCounts, stream_);
      if (step == kFirstStep) {
        StandingProgress still(progress);
        out.clear(threads, still);
      }
      stream_.wait();
      step = counters_[0].next_step;
      count = counts_[static_cast<std::size_t>(step % ActiveTiles::kCounts)].all();
      result.voxels_before = static_cast<std::int64_t>(counters_[0].voxels);
      deleted.resize(static_cast<std::size_t>(first_round) + kRoundsPerLaunch);
      for (int i = 0; i < kRoundsPerLaunch; ++i) {
        const auto in_round = static_cast<std::int64_t>(counters_[0].deleted[i]);
        deleted[static_cast<std::size_t>(first_round + i)] += in_round;
        all_deleted += in_round;
      }
      progress.report(all_deleted, std::max<std::int64_t>(1, result.voxels_before));
    }
    picture_ = work_.state.pictures[step % 2];
    while (!deleted.empty() && deleted.back() == 0) {
      deleted.pop_back();
    }
    const std::int64_t most = work_.state.end / kDirections;
    if (std::ssize(deleted) < most) deleted.push_back(0);
    result.deleted = std::move(deleted);
    return result;
  }

  // Only words with voxels cross the bus. Where the list of all would not fit, that of half of the
  // slices does.
  void write(BitVolume& out) {
    if (write_slices(0, shape_.depth, out)) return;
    const std::int64_t slices = shape_.depth / 2;
    for (std::int64_t z = 0; z < shape_.depth; z += slices) {
      write_slices(z, std::min(shape_.depth, z + slices), out);
    }
  }

 private:
  using Kernel = void (*)(ThinState, LaunchRange);
  struct Kernels {
    Kernel many;
    Kernel few;
  };
  template <bool kAnchored, Thinned kThinned>
  static Kernels kernels() {
    return {
        thin_kernel<kAnchored, kThinned, kForManyTiles.threads, kForManyTiles.on_multiprocessor>,
        thin_kernel<kAnchored, kThinned, kForFewTiles.threads, kForFewTiles.on_multiprocessor>};
  }
  template <bool kAnchored>
  static Kernels kernels_for(const Job& job) {
    return job.is_part() ? kernels<kAnchored, Thinned::kPart>()
                         : kernels<kAnchored, Thinned::kWhole>();
  }
  static Kernels kernels_for(const Job& job) {
    return job.anchors != nullptr ? kernels_for<true>(job) : kernels_for<false>(job);
  }

  // Voxels besides the image.
  void read_others(const VolumeSource& others, std::uint32_t* words, int threads,
                   Progress& progress) {
    cuda::upload(others, work_.rows, threads, staging_, progress);
    cuda::clear(work_.state.counters, 1, stream_);  // counted too, and forgotten
    pack(words);
  }

  static constexpr int kBlock = 256;
  static constexpr std::int64_t kFirstWords = 1 << 14;  // of the skeleton, 256 KiB

  void pack(std::uint32_t* words) {
    const ThinState& state = work_.state;
    cuda::clear(words, state.grid.words(), stream_);
    const std::int64_t blocks = RowBlock::count(state.grid, 0, shape_.depth);
    cuda::launch(pack_words_kernel, {cuda::blocks_for(blocks, kBlock), kBlock}, stream_, state.grid,
                 blocks, work_.rows, words, &state.counters->voxels);
  }

  void launch(LaunchRange range) {
    cuda::clear(work_.state.counters->taken, 3, stream_);
    if (range.steps == 1) {
      start(many_, kForManyTiles, range);
      return;
    }
    range.few = cuda::multiprocessors();
    range.part = ThinPart::kManyTiles;
    start(many_, kForManyTiles, range);
    range.part = ThinPart::kFewTiles;
    start(few_, kForFewTiles, range);
  }

  void start(Kernel kernel, const ThinBlocks& blocks, const LaunchRange& range) {
    const int most =
        std::min(cuda::resident_blocks(kernel, blocks.threads), work_.state.grid.tiles());
    cuda::launch_cooperative(kernel,
                             {static_cast<unsigned>(most), static_cast<unsigned>(blocks.threads)},
                             stream_, work_.state, range);
  }

  // Whether the list of their words fits; else nothing is written.
  bool write_slices(std::int64_t first, std::int64_t end, BitVolume& out) {
    auto* const list = reinterpret_cast<RowWord*>(work_.rows);
    unsigned long long* const listed = &work_.state.counters->listed;
    const ThinGrid& grid = work_.state.grid;
    const std::int64_t most = work_.list_words();
    cuda::clear(listed, 1, stream_);
    cuda::launch(list_row_words_kernel,
                 {cuda::blocks_for(RowBlock::count(grid, first, end), kBlock), kBlock}, stream_,
                 grid, first, end, picture_, list, most, listed);
    // Most skeletons are small: their words are there as soon as their number is.
    cuda::copy(&counters_[0].listed, listed, 1, stream_);
    cuda::copy(first_words_.get(), list, std::min(most, kFirstWords), stream_);
    stream_.wait();
    const auto count = static_cast<std::int64_t>(counters_[0].listed);
    if (count > most) return false;
    put(first_words_.get(), std::min(count, kFirstWords), out);
    if (count > kFirstWords) {
      std::vector<RowWord> others(static_cast<std::size_t>(count - kFirstWords));
      cuda::read_back(others.data(), list + kFirstWords, std::ssize(others), stream_);
      put(others.data(), std::ssize(others), out);
    }
    return true;
  }

  // They lie anywhere, so that memory is asked for them in advance.
  static void put(const RowWord* words, std::int64_t count, BitVolume& out) {
    constexpr std::int64_t kAhead = 32;
    for (std::int64_t i = 0; i < count; ++i) {
      __builtin_prefetch(out.words() + words[std::min(i + kAhead, count - 1)].index, 1);
      out.words()[words[i].index] = words[i].voxels;
    }
  }

  const Shape shape_;
  const ThinLimits limits_;
  Workspace work_;
  const cuda::Stream& stream_;
  cuda::PinnedBuffer<ThinCounters> counters_;
  cuda::PinnedBuffer<ActiveTiles::Counts> counts_;
  cuda::PinnedBuffer<RowWord> first_words_;
  cuda::Staging staging_;  // waits before the buffers above go
  Kernel many_;
  Kernel few_;
  int steps_;                               // in all
  const std::uint32_t* picture_ = nullptr;  // where the skeleton is
};

}  // namespace

std::int64_t bytes_cuda(const Job& job, const Shape& shape) {
  cuda::DeviceArena arena;
  Workspace(arena, shape, job);
  return arena.used();
}

Thinning thin_cuda(const Job& job, BitVolume& out, Progress& progress) {
  return thin_cuda(job, ThinLimits(), out, progress);
}

Thinning thin_cuda(const Job& job, const ThinLimits& limits, BitVolume& out, Progress& progress) {
  auto [reading_others, reading, thinning] = progress_parts(progress, 2, 3, 5);
  cuda::DeviceArena arena(bytes_cuda(job, job.in.shape()));
  const cuda::Stream stream;
  Run run(job, limits, arena, stream);
  auto [reading_anchors, reading_counted] = progress_parts(reading_others, 1, 1);
  if (job.anchors != nullptr) {
    run.read_anchors(*job.anchors, job.threads, reading_anchors);
  }
  if (job.counted != nullptr) {
    run.read_counted(*job.counted, job.threads, reading_counted);
  }
  run.read_image(job.in, job.threads, reading);
  Thinning result = run.thin(out, job.threads, thinning);
  run.write(out);
  thinning.report(1, 1);
  return result;
}

}  // namespace bitvox::skeleton3d
