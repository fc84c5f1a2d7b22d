// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <memory>

#include "core/memory/memory.hpp"
#include "core/threads/progress_parts.hpp"
#include "cuda/copy.hpp"
#include "cuda/device_buffer.hpp"
#include "cuda/device_memory.hpp"
#include "cuda/download.hpp"
#include "cuda/grid_rounds.cuh"
#include "cuda/launch.hpp"
#include "cuda/pacer.hpp"
#include "cuda/staging.hpp"
#include "cuda/stream.hpp"
#include "cuda/upload.hpp"
#include "cuda/warp.cuh"
#include "ops/label/components.hpp"
#include "ops/label/label_scan.cuh"
#include "ops/label/label_slices.hpp"
#include "ops/split_objects/split_objects_items.hpp"

namespace bitvox::split_objects {
namespace {

constexpr MemoryUser kDeviceUser{"Split Objects", "Choose backend 'auto' or crop the image."};

constexpr int kItemThreads = 256;

__device__ __forceinline__ std::int64_t item_of_block(std::int64_t first) {
  return first + static_cast<std::int64_t>(blockIdx.x) * kItemThreads + threadIdx.x;
}

template <class Body>
__global__ void __launch_bounds__(kItemThreads)
    each_item_kernel(const __grid_constant__ Body body, std::int64_t first, std::int64_t end) {
  const std::int64_t i = item_of_block(first);
  if (i < end) body(i);
}

template <class Body>
__global__ void __launch_bounds__(kItemThreads)
    count_items_kernel(const __grid_constant__ Body body, std::int64_t first, std::int64_t end,
                       unsigned long long* count) {
  const std::int64_t i = item_of_block(first);
  const int its = __syncthreads_count(i < end && body(i) ? 1 : 0);
  if (threadIdx.x == 0 && its != 0) atomicAdd(count, static_cast<unsigned long long>(its));
}

// Layer after layer, until one is empty or the time is up. *first is where the list goes on.
template <class Body>
__global__ void __launch_bounds__(kItemThreads)
    spread_layers_kernel(const __grid_constant__ Body body, Layers layers,
                         cuda::GridRounds::State* state, std::uint32_t* first_place,
                         unsigned long long most_nanoseconds) {
  std::uint32_t first = *first_place;
  cuda::GridRounds rounds(state, most_nanoseconds);
  const bool leads = blockIdx.x == 0 && threadIdx.x == 0;
  for (;;) {
    const unsigned long long number = rounds.round();
    const std::uint32_t count = words::load(layers.count(number));
    if (count == 0) return;
    const std::uint32_t next = first + count;
    if (leads) words::store(layers.count(number + 2), 0);  // was of the one before
    for (std::uint32_t i = blockIdx.x * kItemThreads + threadIdx.x; i < count;
         i += gridDim.x * kItemThreads) {
      body(number, first, next, i);
    }
    first = next;
    const bool goes_on = rounds.next();
    if (goes_on) continue;
    if (leads) *first_place = first;
    return;
  }
}

// A warp for each word of 64 voxels: those that have a label.
__global__ void __launch_bounds__(kItemThreads)
    pack_labels_kernel(const std::uint32_t* labels, std::int64_t width, std::int64_t words_per_row,
                       std::int64_t first, std::int64_t end, std::uint64_t* out) {
  const std::int64_t word = item_of_block(first * cuda::kWarp) / cuda::kWarp;
  if (word >= end) return;
  const std::int64_t row = word / words_per_row;
  const std::int64_t begin = word % words_per_row * 64;
  std::uint64_t bits = 0;
  for (int half = 0; half < 2; ++half) {
    const std::int64_t x = begin + half * cuda::kWarp + cuda::this_lane();
    const bool is_set = x < width && labels[row * width + x] != 0;
    bits |= std::uint64_t{__ballot_sync(cuda::kAllLanes, is_set)} << (half * cuda::kWarp);
  }
  if (cuda::this_lane() == 0) out[word] = bits;
}

template <class Pixel>
struct WritePixel {
  const std::uint32_t* labels;
  Pixel* pixels;
  __device__ void operator()(std::int64_t i) const { pixels[i] = static_cast<Pixel>(labels[i]); }
};

// Memory on the GPU that waits for its work before it goes.
struct GiveBackWhenDone {
  const cuda::Stream* stream = nullptr;
  void operator()(void* pointer) const noexcept {
    cudaStreamSynchronize(stream->get());
    cuda::give_back_device_memory(pointer);
  }
};

// What split_objects_by_items.hpp asks for.
class RunCuda {
 public:
  template <class U>
  using Array = std::unique_ptr<U[], GiveBackWhenDone>;

  explicit RunCuda(int threads) : threads_(threads) {}

  const cuda::Stream& stream() const { return stream_; }
  cuda::Staging& staging() { return staging_; }
  int threads() const { return threads_; }

  template <class U>
  Array<U> array(std::int64_t count) const {
    constexpr std::int64_t kWorthAsking = std::int64_t{1} << 20;  // bytes; asking takes time
    const std::int64_t most = std::max<std::int64_t>(count, 1);
    const std::int64_t bytes = most * static_cast<std::int64_t>(sizeof(U));
    if (bytes >= kWorthAsking) require_memory(kDeviceUser, cuda::device_memory(), bytes);
    return Array<U>(cuda::allocate<U>(most).release(), GiveBackWhenDone{&stream_});
  }
  template <class U>
  void fill(U* array, unsigned char byte, std::int64_t count) const {
    cuda::fill(array, byte, count, stream_);
  }
  template <class U>
  void put(U* to, const U* host, std::int64_t count) const {
    if (count > 0) cuda::copy(to, host, count, stream_);
  }
  template <class U>
  void fetch(U* host, const U* from, std::int64_t count) const {
    if (count > 0) cuda::read_back(host, from, count, stream_);
  }
  // download() copies 64-bit words; one of 32 may be left.
  void fetch(std::uint32_t* host, const std::uint32_t* from, std::int64_t count,
             Progress& progress) {
    cuda::download(reinterpret_cast<const std::uint64_t*>(from), count / 2,
                   reinterpret_cast<std::uint64_t*>(host), threads_, staging_, progress);
    if (count % 2 != 0) fetch(host + count - 1, from + count - 1, 1);
  }

  template <class Body>
  void each(std::int64_t count, const Body& body, Progress& progress) const {
    in_pieces(count, kItemThreads, progress, [&](std::int64_t first, std::int64_t end) {
      cuda::launch(each_item_kernel<Body>, shape_for(end - first, kItemThreads), stream_, body,
                   first, end);
    });
  }

  template <class Body>
  std::int64_t count(std::int64_t count, const Body& body, Progress& progress) const {
    const auto all = array<unsigned long long>(1);
    fill(all.get(), 0, 1);
    in_pieces(count, kItemThreads, progress, [&](std::int64_t first, std::int64_t end) {
      cuda::launch(count_items_kernel<Body>, shape_for(end - first, kItemThreads), stream_, body,
                   first, end, all.get());
    });
    return static_cast<std::int64_t>(cuda::read_back(all.get(), stream_));
  }

  template <class Flag>
  class Ranked {
   public:
    Ranked(std::int64_t count, const Flag& flag, const cuda::Stream& stream)
        : count_(count), flag_(flag), stream_(stream), scan_(count), drain_(stream) {
      scan_.sum(flag_, count_, stream_);
      total_ = static_cast<std::int64_t>(cuda::read_back(scan_.total(), stream_));
    }
    std::int64_t total() const { return total_; }
    template <class Use>
    void take(const Use& use) {
      scan_.use_sums(flag_, use, count_, stream_);
    }

   private:
    std::int64_t count_;
    Flag flag_;
    const cuda::Stream& stream_;
    label::Scan scan_;
    cuda::Drain drain_;
    std::int64_t total_ = 0;
  };
  template <class Flag>
  Ranked<Flag> ranked(std::int64_t count, const Flag& flag) const {
    require_memory(kDeviceUser, cuda::device_memory(), label::Scan::bytes(count));
    return {count, flag, stream_};
  }

  template <class Body>
  void spread(const Body& body, const Layers& layers, std::int64_t most, Progress& progress) const {
    constexpr unsigned long long kNanoseconds = 50'000'000;  // of a launch
    const auto state = array<cuda::GridRounds::State>(1);
    const auto first = array<std::uint32_t>(1);
    fill(state.get(), 0, 1);
    fill(first.get(), 0, 1);
    const std::int64_t resident = cuda::resident_blocks(spread_layers_kernel<Body>, kItemThreads);
    const std::int64_t blocks =
        std::min<std::int64_t>(resident, cuda::blocks_for(most, kItemThreads));
    std::uint32_t counts[kLayers];
    for (std::uint64_t number = 0;;) {
      progress.report(0, 1);
      cuda::launch_cooperative(spread_layers_kernel<Body>,
                               {static_cast<unsigned>(blocks), kItemThreads}, stream_, body, layers,
                               state.get(), first.get(), kNanoseconds);
      number = cuda::read_back(state.get(), stream_).round;
      fetch(counts, layers.counts, kLayers);
      if (counts[number % kLayers] == 0) break;
    }
    progress.report(1, 1);
  }

  static std::int64_t count_objects(const Ground& ground, Progress& progress) {
    const Options& options = ground.options;
    return label::components_cuda(
               {ground.volume, options.connectivity, options.extent, ground.threads, {}}, progress)
        ->count();
  }

  void write(const std::uint32_t* labels, const Shape& s, BitVolume& out, Progress& progress) {
    constexpr int kWords = kItemThreads / cuda::kWarp;  // of a block
    auto [packing, fetching] = progress_parts(progress, 1, 3);
    const auto words = array<std::uint64_t>(s.word_count());
    in_pieces(s.word_count(), kWords, packing, [&](std::int64_t first, std::int64_t end) {
      cuda::launch(pack_labels_kernel, shape_for(end - first, kWords), stream_, labels, s.width,
                   s.words_per_row(), first, end, words.get());
    });
    cuda::download(words.get(), s.word_count(), out.words(), threads_, staging_, fetching);
  }

  void write(const std::uint32_t* labels, const Shape& s, PixelType type, SliceSink& out,
             Progress& progress) {
    const cuda::MadeSlices slices{s, type, 0};
    require_memory(kDeviceUser, cuda::device_memory(), cuda::download_bytes(slices));
    out.begin({s, type});
    const auto make = [&](std::int64_t first, std::int64_t count, void* pixels) {
      label::with_label_type(type, [&](auto pixel) {
        using Write = WritePixel<decltype(pixel)>;
        const Write write{labels + first, static_cast<decltype(pixel)*>(pixels)};
        cuda::launch(each_item_kernel<Write>, shape_for(count, kItemThreads), stream_, write,
                     std::int64_t{0}, count);
      });
    };
    cuda::download(slices, make, out, threads_, staging_, progress);
  }

 private:
  static cuda::LaunchShape shape_for(std::int64_t items, int of_block) {
    return {cuda::blocks_for(items, of_block), kItemThreads};
  }

  // launch(first, end) for all items, so many at a time that it is over soon.
  template <class Launch>
  void in_pieces(std::int64_t items, int of_block, Progress& progress, const Launch& launch) const {
    constexpr std::int64_t kBlocksOfPiece = std::int64_t{1} << 13;
    const std::int64_t piece = kBlocksOfPiece * of_block;
    cuda::Pacer pacer(stream_, progress, std::max<std::int64_t>(1, items));
    for (std::int64_t first = 0; first < items; first += piece) {
      const std::int64_t end = std::min(items, first + piece);
      launch(first, end);
      pacer.enqueued(end);
    }
    pacer.finish();
  }

  const int threads_;
  cuda::Stream stream_;
  cuda::Staging staging_{stream_};
};

}  // namespace
}  // namespace bitvox::split_objects
