// SPDX-License-Identifier: BSD-2-Clause
#include <cuda_runtime.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "cuda/copy.hpp"
#include "cuda/device_arena.hpp"
#include "cuda/device_memory.hpp"
#include "cuda/download.hpp"
#include "paths/path_corridors_cuda.cuh"
#include "paths/path_sum_cuda.cuh"
#include "paths/path_sums_cuda.hpp"
#include "paths/path_tiles_cuda.cuh"

namespace bitvox::paths {
namespace {

template <class Word>
struct Seed {
  std::int64_t voxel;
  Word word;
};

constexpr int kSeedThreads = 256;

template <class Word>
__global__ void place_seeds_kernel(const Seed<Word>* seeds, std::int64_t count, Word* words) {
  const std::int64_t i = std::int64_t{blockIdx.x} * kSeedThreads + threadIdx.x;
  if (i < count) words[seeds[i].voxel] = seeds[i].word;
}

template <class Word>
__global__ void drop_far_words_kernel(std::int64_t count, Word* words) {
  const std::int64_t i = std::int64_t{blockIdx.x} * kSeedThreads + threadIdx.x;
  if (i < count && words[i] >= kLimit<Word>) words[i] = kFar<Word>;
}

// So much is copied or looked at between two looks whether to stop.
constexpr std::int64_t kPart = std::int64_t{1} << 22;

template <class Word>
class SumsOnGpu final : public SumsCuda<Word> {
 public:
  template <class Cost>
  SumsOnGpu(const MemoryUser& user, const Grid& grid, const Sum<Word, Cost>& sum, const Cost* costs,
            int threads, Progress& progress)
      : voxels_(grid.voxels()), threads_(threads), tiles_(grid, sum.shift) {
    cuda::DeviceArena measure;
    take<Cost>(measure);
    require_memory(user, cuda::device_memory(), measure.used());
    arena_ = cuda::DeviceArena(measure.used());
    Cost* const on_gpu = take<Cost>(arena_);
    StandingProgress standing(progress);
    for (std::int64_t first = 0; first < voxels_; first += 4 * kPart) {
      standing.report(first, voxels_);
      cuda::copy(on_gpu + first, costs + first, std::min(4 * kPart, voxels_ - first), stream_);
      stream_.wait();
    }
    algebra_ = {CostsCuda(on_gpu)};
    look_for_corridors(grid, sum.shift);
  }

  void settle(Word* words, Progress& progress) override {
    auto [placing, going, fetching] = progress_parts(progress, 20, 40, 40);
    cuda::fill(words_, 0xff, voxels_, stream_);
    place_seeds(words, placing);
    go(going);
    fetch(words, fetching);
  }

  void settle_from(std::int64_t root, Progress& progress) override {
    cuda::fill(words_, 0xff, voxels_, stream_);
    place({{root, Word{0}}});
    go(progress);
  }

  void read(std::int64_t first, std::int64_t count, Word* words) override {
    cuda::read_back(words, words_ + first, count, stream_);
  }

  void read_all(Word* words, Progress& progress) override { fetch(words, progress); }

  Word largest(Progress& progress) override {
    std::vector<Word> part(static_cast<std::size_t>(std::min(kPart, voxels_)));
    Word most = 0;
    for (std::int64_t first = 0; first < voxels_; first += kPart) {
      progress.report(first, voxels_);
      const std::int64_t count = std::min(kPart, voxels_ - first);
      read(first, count, part.data());
      for (std::int64_t i = 0; i < count; ++i) {
        const Word word = part[static_cast<std::size_t>(i)];
        if (word != kFar<Word>) most = std::max(most, word);
      }
    }
    return most;
  }

  typename SumsCuda<Word>::Work work() const override {
    if (corridors_) return {0, corridors_->nodes(), corridors_->left()};
    return {static_cast<std::int64_t>(tiles_.counts().taken), 0, 0};
  }

 private:
  template <class Cost>
  Cost* take(cuda::DeviceArena& arena) {
    tiles_.take(arena);
    words_ = arena.take<Word>(voxels_);
    seeds_ = arena.take<Seed<Word>>(kMostSeeds);
    counts_ = arena.take<CorridorCounts>(1);
    return arena.take<Cost>(voxels_);
  }

  // They pay where most open voxels have two neighbours at most, and there are many.
  void look_for_corridors(const Grid& grid, int shift) {
    constexpr int kEvery = 17;  // no even number: mazes have even rows and odd ones
    constexpr unsigned long long kFew = 1 << 12;
    constexpr std::int64_t kMostNodes = (std::int64_t{1} << 31) - 1;
    constexpr std::int64_t kMostEdges = (std::int64_t{1} << 32) - 1;
    const TiledVolume<Word> volume(grid, shift);
    const int neighbours = static_cast<int>(grid.neighbours);
    const CorridorVoxels<Word> voxels(volume, neighbours, algebra_.costs);
    const CorridorCounts sample = voxels.count(kEvery, counts_, stream_);
    if (2 * sample.narrow <= sample.open || sample.open * kEvery < kFew) return;
    const CorridorCounts all = voxels.count(1, counts_, stream_);
    if (all.open > kMostNodes || all.edges > kMostEdges) return;
    corridors_.emplace(volume, neighbours, algebra_.costs, all);
    cuda::DeviceArena measure;
    corridors_->take(measure);
    if (measure.used() > cuda::device_memory().free) {
      corridors_.reset();
      return;
    }
    corridors_arena_ = cuda::DeviceArena(measure.used());
    corridors_->take(corridors_arena_);
  }

  void go(Progress& progress) {
    if (corridors_) {
      corridors_->run(words_, stream_, progress);
    } else {
      tiles_.run(algebra_, words_, stream_, progress);
      drop_far_words();
    }
  }

  void drop_far_words() {
    cuda::launch(drop_far_words_kernel<Word>,
                 {cuda::blocks_for(voxels_, kSeedThreads), kSeedThreads}, stream_, voxels_, words_);
  }

  // Only they cross the bus, in parts of the volume, as many at a time as there are threads.
  void place_seeds(const Word* words, Progress& progress) {
    const std::int64_t parts = (voxels_ + kPart - 1) / kPart;
    std::vector<std::vector<Seed<Word>>> found(static_cast<std::size_t>(threads_));
    NoProgress quiet;
    for (std::int64_t first = 0; first < parts; first += threads_) {
      progress.report(first, parts);
      const std::int64_t count = std::min<std::int64_t>(threads_, parts - first);
      parallel_for(count, threads_, quiet, [&](std::int64_t i) {
        auto& seeds = found[static_cast<std::size_t>(i)];
        seeds.clear();
        const std::int64_t end = std::min(voxels_, (first + i + 1) * kPart);
        for (std::int64_t voxel = (first + i) * kPart; voxel < end; ++voxel) {
          if (words[voxel] != kFar<Word>) seeds.push_back({voxel, words[voxel]});
        }
      });
      for (std::int64_t i = 0; i < count; ++i) place(found[static_cast<std::size_t>(i)]);
    }
    progress.report(parts, parts);
  }

  void place(const std::vector<Seed<Word>>& seeds) {
    const auto all = static_cast<std::int64_t>(seeds.size());
    for (std::int64_t first = 0; first < all; first += kMostSeeds) {
      const std::int64_t count = std::min(kMostSeeds, all - first);
      cuda::copy(seeds_, seeds.data() + first, count, stream_);
      cuda::launch(place_seeds_kernel<Word>, {cuda::blocks_for(count, kSeedThreads), kSeedThreads},
                   stream_, seeds_, count, words_);
      stream_.wait();
    }
  }

  // download() copies 64-bit words; what is left of narrower ones follows.
  void fetch(Word* words, Progress& progress) {
    constexpr std::int64_t kEach = sizeof(std::uint64_t) / sizeof(Word);
    const std::int64_t whole = voxels_ / kEach;
    cuda::download(reinterpret_cast<const std::uint64_t*>(words_), whole,
                   reinterpret_cast<std::uint64_t*>(words), threads_, staging_, progress);
    const std::int64_t rest = voxels_ - whole * kEach;
    if (rest != 0) cuda::read_back(words + whole * kEach, words_ + whole * kEach, rest, stream_);
  }

  static constexpr std::int64_t kMostSeeds = 1 << 20;

  const std::int64_t voxels_;
  const int threads_;
  PathTiles<SumCuda<Word>> tiles_;
  cuda::DeviceArena arena_;
  Word* words_ = nullptr;
  Seed<Word>* seeds_ = nullptr;
  CorridorCounts* counts_ = nullptr;
  SumCuda<Word> algebra_;
  cuda::DeviceArena corridors_arena_;
  std::optional<CorridorsOnGpu<Word>> corridors_;
  cuda::Stream stream_;
  cuda::Staging staging_{stream_};  // the last member: waits before the arrays go
};

}  // namespace

template <class Word, class Cost>
std::unique_ptr<SumsCuda<Word>> sums_cuda(const MemoryUser& user, const Grid& grid,
                                          const Sum<Word, Cost>& sum, const Cost* costs,
                                          int threads, Progress& progress) {
  return std::make_unique<SumsOnGpu<Word>>(user, grid, sum, costs, threads, progress);
}

template std::unique_ptr<SumsCuda<std::uint32_t>> sums_cuda(const MemoryUser&, const Grid&,
                                                            const Sum<std::uint32_t, std::uint8_t>&,
                                                            const std::uint8_t*, int, Progress&);
template std::unique_ptr<SumsCuda<std::uint32_t>> sums_cuda(
    const MemoryUser&, const Grid&, const Sum<std::uint32_t, std::uint16_t>&, const std::uint16_t*,
    int, Progress&);
template std::unique_ptr<SumsCuda<std::uint64_t>> sums_cuda(const MemoryUser&, const Grid&,
                                                            const Sum<std::uint64_t, std::uint8_t>&,
                                                            const std::uint8_t*, int, Progress&);
template std::unique_ptr<SumsCuda<std::uint64_t>> sums_cuda(
    const MemoryUser&, const Grid&, const Sum<std::uint64_t, std::uint16_t>&, const std::uint16_t*,
    int, Progress&);

}  // namespace bitvox::paths
