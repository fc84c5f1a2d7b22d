// SPDX-License-Identifier: BSD-2-Clause
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/error.hpp"
#include "cuda/device_arena.hpp"
#include "cuda/stream.hpp"
#include "cuda/upload.hpp"
#include "ops/skeleton3d/skeleton3d_cuda.hpp"
#include "ops/skeleton3d/skeleton3d_grid.cuh"
#include "ops/skeleton3d/skeleton3d_thin.cuh"

namespace bitvox::cuda {
namespace {

struct Workspace {
  std::uint64_t* rows;  // the image as it comes; at the end a list of RowWord
  ThinState state;

  Workspace(DeviceArena& arena, const Shape& shape, Anchors anchors) : state(shape) {
    rows = arena.take<std::uint64_t>(std::max(shape.word_count(), 2 * shape.words_per_slice()));
    const std::int64_t words = state.grid.words();
    const std::int64_t tiles = state.grid.tiles();
    state.pictures[0] = arena.take<std::uint32_t>(words);
    state.pictures[1] = arena.take<std::uint32_t>(words);
    state.anchors = anchors == Anchors::kSome ? arena.take<std::uint32_t>(words) : nullptr;
    state.stamps = arena.take<int>(state.grid.bricks);
    state.lists[0] = arena.take<int>(state.list_size());
    state.lists[1] = arena.take<int>(state.list_size());
    state.tags = arena.take<int>(tiles);
    state.weights = arena.take<int>(tiles);
    state.counters = arena.take<ThinCounters>(1);
  }
};

// One call of thin().
class Run {
 public:
  Run(const Shape& shape, Anchors anchors, const ThinLimits& limits, DeviceArena& arena,
      const Stream& stream)
      : shape_(shape), limits_(limits), work_(arena, shape, anchors), stream_(stream) {
    kernel_ = anchors == Anchors::kSome ? thin_kernel<true> : thin_kernel<false>;
    int device = 0;
    int multiprocessors = 0;
    int resident = 0;
    check(cudaGetDevice(&device), "choosing the GPU");
    check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device),
          "asking the GPU for its size");
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel_, kThinThreads, 0),
          "asking the GPU for its size");
    blocks_ = static_cast<int>(
        std::min<std::int64_t>(std::int64_t{multiprocessors} * resident, work_.state.grid.tiles()));
  }

  void read_anchors(const VolumeSource& anchors, int threads, Progress& progress) {
    upload(anchors, work_.rows, threads, stream_, progress);
    pack(work_.state.anchors);
  }

  void read_image(const VolumeSource& in, int threads, Progress& progress) {
    upload(in, work_.rows, threads, stream_, progress);
    clear(work_.state.counters, 1);
    clear(work_.state.tags, work_.state.grid.tiles());
    clear(work_.state.weights, work_.state.grid.tiles());
    clear(work_.state.stamps, work_.state.grid.bricks);
    std::uint32_t* const first = work_.state.pictures[kFirstStep % 2];
    pack(first);
    check(
        cudaMemcpyAsync(work_.state.pictures[(kFirstStep + 1) % 2], first,
                        static_cast<std::size_t>(work_.state.grid.words()) * sizeof(std::uint32_t),
                        cudaMemcpyDeviceToDevice, stream_.get()),
        "copying on the GPU");
    list_first_tiles_kernel<<<grid_for(std::int64_t{32} * work_.state.grid.tiles()), kBlock, 0,
                              stream_.get()>>>(work_.state);
    check(cudaGetLastError(), "listing tiles on the GPU");
  }

  Thinning thin(Progress& progress) {
    Thinning result;
    std::vector<std::int64_t> deleted;
    std::int64_t all_deleted = 0;
    int step = kFirstStep;
    int count = static_cast<int>(work_.state.grid.tiles());  // at most
    while (count > 0) {
      const std::int64_t first_round =
          std::int64_t{step - kFirstStep} * kSubiterations / kDirections;
      clear(work_.state.counters->deleted, kRoundsPerLaunch);
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
      count = counters_.counts[step % 3].all();
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
      clear(&work_.state.counters->listed, 1);
      list_row_words_kernel<<<grid_for(RowBlock::count(grid, z, end)), kBlock, 0, stream_.get()>>>(
          grid, z, end, picture_, list, &work_.state.counters->listed);
      check(cudaGetLastError(), "listing the skeleton on the GPU");
      read_counters();
      words.resize(static_cast<std::size_t>(counters_.listed));
      check(cudaMemcpyAsync(words.data(), list, words.size() * sizeof(RowWord),
                            cudaMemcpyDeviceToHost, stream_.get()),
            "copying the skeleton from the GPU");
      check(cudaStreamSynchronize(stream_.get()), "copying the skeleton from the GPU");
      for (const RowWord& word : words) {
        out.words()[word.index] = word.voxels;
      }
    }
  }

 private:
  static constexpr int kBlock = 256;

  static unsigned grid_for(std::int64_t threads) {
    return static_cast<unsigned>((threads + kBlock - 1) / kBlock);
  }

  template <class T>
  void clear(T* where, std::int64_t count) {
    check(cudaMemsetAsync(where, 0, static_cast<std::size_t>(count) * sizeof(T), stream_.get()),
          "clearing memory on the GPU");
  }

  void pack(std::uint32_t* words) {
    clear(words, work_.state.grid.words());
    const std::int64_t blocks = RowBlock::count(work_.state.grid, 0, shape_.depth);
    pack_words_kernel<<<grid_for(blocks), kBlock, 0, stream_.get()>>>(
        work_.state.grid, blocks, work_.rows, words, &work_.state.counters->voxels);
    check(cudaGetLastError(), "packing on the GPU");
  }

  void launch(LaunchRange range) {
    clear(work_.state.counters->taken, 3);
    void* arguments[] = {&work_.state, &range};
    check(cudaLaunchCooperativeKernel(kernel_, dim3(static_cast<unsigned>(blocks_)),
                                      dim3(kThinThreads), arguments, 0, stream_.get()),
          "thinning on the GPU");
  }

  void read_counters() {
    check(cudaMemcpyAsync(&counters_, work_.state.counters, sizeof(counters_),
                          cudaMemcpyDeviceToHost, stream_.get()),
          "reading from the GPU");
    check(cudaStreamSynchronize(stream_.get()), "thinning on the GPU");
  }

  const Shape shape_;
  const ThinLimits limits_;
  Workspace work_;
  const Stream& stream_;
  void (*kernel_)(ThinState, LaunchRange) = nullptr;
  int blocks_ = 0;
  ThinCounters counters_{};
  const std::uint32_t* picture_ = nullptr;  // where the skeleton is
};

}  // namespace

std::int64_t skeleton3d_bytes(const Shape& shape, Anchors anchors) {
  DeviceArena arena;
  Workspace(arena, shape, anchors);
  return arena.used();
}

Thinning thin(const VolumeSource& in, const VolumeSource* anchors, int threads, BitVolume& out,
              Progress& progress) {
  return thin(in, anchors, threads, ThinLimits(), out, progress);
}

Thinning thin(const VolumeSource& in, const VolumeSource* anchors, int threads,
              const ThinLimits& limits, BitVolume& out, Progress& progress) {
  choose_device();
  PhaseProgress reading_anchors(progress, 0, 200);
  PhaseProgress reading(progress, 200, 500);
  PhaseProgress thinning(progress, 500, 1000);
  const Anchors some = anchors != nullptr ? Anchors::kSome : Anchors::kNone;
  DeviceArena arena(skeleton3d_bytes(in.shape(), some));
  const Stream stream;
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

}  // namespace bitvox::cuda
