// SPDX-License-Identifier: BSD-2-Clause
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>

#include "core/memory.hpp"
#include "core/slabs.hpp"
#include "core/slice_range.hpp"
#include "cuda/copy.hpp"
#include "cuda/device_buffer.hpp"
#include "cuda/device_memory.hpp"
#include "cuda/launch.hpp"
#include "cuda/staging.hpp"
#include "cuda/stream.hpp"
#include "cuda/upload.hpp"
#include "cuda/warp.cuh"
#include "ops/minkowski/minkowski.hpp"

namespace bitvox::minkowski {
namespace {

#define BITVOX_INLINE __device__ __forceinline__
#include "ops/minkowski/minkowski_window.inl"
#undef BITVOX_INLINE

constexpr int kThreads = 256;
constexpr int kLayersPerThread = 64;          // of windows; their sums fit 32 bits
constexpr std::int64_t kMostBlocksY = 65535;  // of a grid

// Slices `first` .. `end` - 1 of a volume are in memory. Layer z of windows lies between slices
// z - 1 and z; those outside memory are background.
struct SlicesInMemory {
  const std::uint64_t* words;
  std::int64_t first, end;
  std::int64_t height, words_per_row;
};
struct LayerRange {
  std::int64_t first, end;
};

// A thread marches along z with a column of windows 64 wide. Planar: a layer has its slice alone,
// and its own counts.
template <CountSet kSet>
__global__ void __launch_bounds__(kThreads)
    count_windows_kernel(SlicesInMemory in, LayerRange layers, std::int64_t window_words,
                         unsigned long long* counts) {
  constexpr bool kPlanar = kSet == CountSet::kPlanar;
  constexpr std::int64_t kLayers = kPlanar ? 1 : kLayersPerThread;
  __shared__ unsigned block_sums[kCounts];

  const std::int64_t column = static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x;
  const std::int64_t y = column / window_words;
  const std::int64_t i = column % window_words;
  const std::int64_t slice_words = in.height * in.words_per_row;
  // Of the rows y - 1 and y the words i - 1 and i.
  const bool low_row = y >= 1 && y <= in.height;
  const bool high_row = y < in.height;
  const bool low_word = i >= 1;
  const bool high_word = i < in.words_per_row;

  for (std::int64_t begin = layers.first + blockIdx.y * kLayers; begin < layers.end;
       begin += gridDim.y * kLayers) {
    if (threadIdx.x < kCounts) block_sums[threadIdx.x] = 0;
    __syncthreads();
    unsigned sums[kCounts] = {};
    std::uint64_t v[8] = {};
    const auto load_slice = [&](std::int64_t z) {
      const bool there = z >= in.first && z < in.end;
      const std::uint64_t* const row =
          in.words + (z - in.first) * slice_words + y * in.words_per_row + i;
      const auto word = [&](bool row_there, bool word_there, std::int64_t offset) {
        return there && row_there && word_there ? row[offset] : std::uint64_t{0};
      };
      v[5] = word(low_row, high_word, -in.words_per_row);
      v[4] = v[5] << 1 | word(low_row, low_word, -in.words_per_row - 1) >> 63;
      v[7] = word(high_row, high_word, 0);
      v[6] = v[7] << 1 | word(high_row, low_word, -1) >> 63;
    };
    const auto move_down = [&] {
#pragma unroll
      for (int k = 0; k < 4; ++k) v[k] = v[4 + k];
    };
    if (!kPlanar) {
      load_slice(begin - 1);
      move_down();
    }
    const std::int64_t end = begin + kLayers < layers.end ? begin + kLayers : layers.end;
    for (std::int64_t z = begin; z < end; ++z) {
      load_slice(z);
      count_window<kSet>(v, [&](int index, std::uint64_t bits) {
        sums[index] += static_cast<unsigned>(__popcll(bits));
      });
      move_down();
    }
#pragma unroll
    for (int k = 0; k < kCounts; ++k) {
      if (is_counted(kSet, k)) {
        const unsigned sum = cuda::warp_sum(sums[k]);
        if (cuda::this_lane() == 0 && sum != 0) atomicAdd(block_sums + k, sum);
      }
    }
    __syncthreads();
    if (threadIdx.x < kCounts && block_sums[threadIdx.x] != 0) {
      unsigned long long* const to = counts + (kPlanar ? begin * kCounts : 0);
      atomicAdd(to + threadIdx.x, static_cast<unsigned long long>(block_sums[threadIdx.x]));
    }
    __syncthreads();
  }
}

using CountKernel = void (*)(SlicesInMemory, LayerRange, std::int64_t, unsigned long long*);

CountKernel kernel_of(CountSet set) {
  switch (set) {
    case CountSet::kPlanar:
      return count_windows_kernel<CountSet::kPlanar>;
    case CountSet::kAxes:
      return count_windows_kernel<CountSet::kAxes>;
    case CountSet::kAll:
      break;
  }
  return count_windows_kernel<CountSet::kAll>;
}

void count_layers(const SlicesInMemory& slices, const LayerRange& layers, std::int64_t window_words,
                  CountSet set, unsigned long long* counts, const cuda::Stream& stream) {
  const std::int64_t each = set == CountSet::kPlanar ? 1 : kLayersPerThread;
  const std::int64_t parts = (layers.end - layers.first + each - 1) / each;
  const dim3 blocks(cuda::blocks_for(window_words * (slices.height + 1), kThreads),
                    static_cast<unsigned>(std::min(parts, kMostBlocksY)));
  cuda::launch(kernel_of(set), {blocks, kThreads}, stream, slices, layers, window_words, counts);
}

}  // namespace

std::vector<Counts> count_cuda(const VolumeSource& in, CountSet set, std::int64_t slab_depth,
                               int threads, Progress& progress) {
  const Shape& shape = in.shape();
  const bool planar = set == CountSet::kPlanar;
  const std::int64_t results = planar ? shape.depth : 1;
  const std::int64_t slice_words = shape.words_per_slice();
  constexpr std::int64_t kMostWords = std::int64_t{1} << 27;  // some milliseconds of work
  const std::int64_t most = std::clamp<std::int64_t>(kMostWords / slice_words, 1, shape.depth);
  const SlabLimits limits{slab_depth > 0 ? std::min(slab_depth, shape.depth) : most, 1};
  const std::int64_t result_bytes = results * static_cast<std::int64_t>(sizeof(Counts));
  // A slab, and the slice before it.
  const std::int64_t depth = plan_slab_depth(
      limits, {"Shape Numbers", "Choose backend 'auto' or crop the image."}, cuda::device_memory(),
      [&](std::int64_t slices) {
        return (slices + 1) * slice_words * static_cast<std::int64_t>(sizeof(std::uint64_t)) +
               result_bytes;
      });

  const auto words = cuda::allocate<std::uint64_t>((depth + 1) * slice_words);
  const auto counts = cuda::allocate<unsigned long long>(results * kCounts);
  const cuda::Stream stream;
  cuda::Staging staging(stream);
  cuda::clear(counts.get(), results * kCounts, stream);
  for (std::int64_t first = 0; first < shape.depth; first += depth) {
    const std::int64_t before = first > 0 && !planar ? 1 : 0;
    const std::int64_t end = std::min(shape.depth, first + depth);
    PhaseProgress part(progress, 1000 * first / shape.depth, 1000 * end / shape.depth);
    const SliceRange slab(in, first - before, end - first + before);
    cuda::upload(slab, words.get(), threads, staging, part);
    // The last layer of windows lies above the last slice.
    const std::int64_t end_layer = end == shape.depth && !planar ? end + 1 : end;
    count_layers({words.get(), first - before, end, shape.height, shape.words_per_row()},
                 {first, end_layer}, shape.width / 64 + 1, set, counts.get(), stream);
    stream.wait();
  }
  std::vector<Counts> all(static_cast<std::size_t>(results));
  static_assert(sizeof(Counts) == kCounts * sizeof(unsigned long long));
  cuda::read_back(reinterpret_cast<unsigned long long*>(all.data()), counts.get(),
                  results * kCounts, stream);
  return all;
}

}  // namespace bitvox::minkowski
