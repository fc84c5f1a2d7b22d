// SPDX-License-Identifier: BSD-2-Clause
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>

#include "core/blocks/block_views.hpp"
#include "core/threads/progress_parts.hpp"
#include "cuda/copy.hpp"
#include "cuda/device_arena.hpp"
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

// A box is in memory; what lies beyond it is background, and not in the mask. Layer z of windows
// lies between slices z - 1 and z.
struct BoxInMemory {
  const std::uint64_t* words;
  const std::uint64_t* mask;
  std::int64_t depth, height, words_per_row;
  std::uint64_t last_word_mask;
};
struct LayerRange {
  std::int64_t first, end;
};

// A thread marches along z with a column of windows 64 wide. Planar: a layer has its slice alone,
// and its own counts.
template <CountSet kSet, Edges kEdges, bool kMasked>
__global__ void __launch_bounds__(kThreads)
    count_windows_kernel(BoxInMemory in, LayerRange layers, std::int64_t window_words,
                         unsigned long long* counts) {
  constexpr bool kPlanar = kSet == CountSet::kPlanar;
  constexpr bool kInside = kEdges == Edges::kClipped;
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
    const auto add = [&](int index, std::uint64_t bits) {
      sums[index] += static_cast<unsigned>(__popcll(bits));
    };
    std::uint64_t v[8] = {};
    std::uint64_t inside_before = 0;  // squares of the slice that are wholly in the mask
    std::uint64_t inside = 0;
    std::uint64_t in_mask = 0;
    const auto load_slice = [&](std::int64_t z) {
      const bool there = z >= 0 && z < in.depth;
      const std::int64_t at = z * slice_words + y * in.words_per_row + i;
      const auto mask_word = [&](bool is_there, std::int64_t offset, std::int64_t index) {
        if (!is_there) return std::uint64_t{0};
        if (kMasked) return in.mask[at + offset];
        return index == in.words_per_row - 1 ? in.last_word_mask : ~std::uint64_t{0};
      };
      const auto word = [&](bool row_there, bool word_there, std::int64_t offset,
                            std::int64_t index, std::uint64_t& mask) {
        const bool is_there = there && row_there && word_there;
        if (kMasked || kInside) mask = mask_word(is_there, offset, index);
        const std::uint64_t object = is_there ? in.words[at + offset] : 0;
        return kMasked ? object & mask : object;
      };
      std::uint64_t m[4] = {};
      v[5] = word(low_row, high_word, -in.words_per_row, i, m[0]);
      v[4] = v[5] << 1 | word(low_row, low_word, -in.words_per_row - 1, i - 1, m[1]) >> 63;
      v[7] = word(high_row, high_word, 0, i, m[2]);
      v[6] = v[7] << 1 | word(high_row, low_word, -1, i - 1, m[3]) >> 63;
      in_mask = m[2];
      inside = m[0] & (m[0] << 1 | m[1] >> 63) & m[2] & (m[2] << 1 | m[3] >> 63);
    };
    const auto move_down = [&] {
#pragma unroll
      for (int k = 0; k < 4; ++k) v[k] = v[4 + k];
      inside_before = inside;
    };
    if (!kPlanar) {
      load_slice(begin - 1);
      move_down();
    }
    const std::int64_t end = begin + kLayers < layers.end ? begin + kLayers : layers.end;
    for (std::int64_t z = begin; z < end; ++z) {
      load_slice(z);
      if (kMasked) add(kMaskVoxels, in_mask);
      if constexpr (kInside) {
        const std::uint64_t windows = kPlanar ? inside : inside & inside_before;
        add(kVoxels, v[7]);
        add(kWindows, windows);
        std::uint64_t of_windows[8];
#pragma unroll
        for (int k = 0; k < 8; ++k) of_windows[k] = v[k] & windows;
        count_window_inside<kSet>(of_windows, add);
      } else {
        count_window<kSet>(v, add);
      }
      move_down();
    }
#pragma unroll
    for (int k = 0; k < kCounts; ++k) {
      const bool counted = kInside ? is_counted_inside(kSet, k) : is_counted(kSet, k);
      if (counted || (kMasked && k == kMaskVoxels)) {
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

using CountKernel = void (*)(BoxInMemory, LayerRange, std::int64_t, unsigned long long*);

template <CountSet kSet>
CountKernel kernel_of(Edges edges, bool masked) {
  if (edges == Edges::kClipped) {
    return masked ? count_windows_kernel<kSet, Edges::kClipped, true>
                  : count_windows_kernel<kSet, Edges::kClipped, false>;
  }
  return masked ? count_windows_kernel<kSet, Edges::kBackground, true>
                : count_windows_kernel<kSet, Edges::kBackground, false>;
}

CountKernel kernel_of(const Job& job) {
  const bool masked = job.mask != nullptr;
  switch (job.set) {
    case CountSet::kPlanar:
      return kernel_of<CountSet::kPlanar>(job.edges, masked);
    case CountSet::kAxes:
      return kernel_of<CountSet::kAxes>(job.edges, masked);
    case CountSet::kAll:
      break;
  }
  return kernel_of<CountSet::kAll>(job.edges, masked);
}

// On the GPU, of a box of this shape.
struct BoxArrays {
  BoxArrays(cuda::DeviceArena& arena, const Job& job, const Shape& shape)
      : results(job.planar() ? shape.depth : 1),
        words(arena.take<std::uint64_t>(shape.word_count())),
        mask(job.mask != nullptr ? arena.take<std::uint64_t>(shape.word_count()) : nullptr),
        counts(arena.take<unsigned long long>(results * kCounts)) {}

  std::int64_t results;
  std::uint64_t* words;
  std::uint64_t* mask;
  unsigned long long* counts;
};

std::int64_t arena_bytes(const Job& job, const Block& part) {
  cuda::DeviceArena arena;
  BoxArrays(arena, job, part.read.shape());
  return arena.used();
}

}  // namespace

struct CudaMemory {
  explicit CudaMemory(std::int64_t bytes) : arena(bytes) {}

  cuda::DeviceArena arena;
  cuda::Stream stream;
  cuda::Staging staging{stream};
};

namespace {

// Some layers at a time, so that a stop is heard.
void count_layers(const BoxArrays& arrays, const Job& job, const Shape& shape,
                  const cuda::Stream& stream, Progress& progress) {
  constexpr std::int64_t kMostWords = std::int64_t{1} << 27;  // some milliseconds of work
  const std::int64_t each = job.planar() ? 1 : kLayersPerThread;
  const std::int64_t layers = job.planar() ? shape.depth : shape.depth + 1;
  const std::int64_t at_once =
      std::max<std::int64_t>(1, kMostWords / shape.words_per_slice() / each) * each;
  const std::int64_t window_words = shape.width / 64 + 1;
  const BoxInMemory box{arrays.words, arrays.mask,           shape.depth,
                        shape.height, shape.words_per_row(), shape.last_word_mask()};
  for (std::int64_t first = 0; first < layers; first += at_once) {
    const LayerRange range{first, std::min(layers, first + at_once)};
    const std::int64_t parts = (range.end - range.first + each - 1) / each;
    const dim3 blocks(cuda::blocks_for(window_words * (shape.height + 1), kThreads),
                      static_cast<unsigned>(std::min(parts, kMostBlocksY)));
    cuda::launch(kernel_of(job), {blocks, kThreads}, stream, box, range, window_words,
                 arrays.counts);
    stream.wait();
    progress.report(range.end, layers);
  }
}

SliceCounts count_box(CudaMemory& memory, const Job& job, const Box& box, Progress& progress) {
  const cuda::Stream& stream = memory.stream;
  const Shape shape = box.shape();
  memory.arena.reset();
  const BoxArrays arrays(memory.arena, job, shape);
  cuda::clear(arrays.counts, arrays.results * kCounts, stream);
  const bool masked = arrays.mask != nullptr;
  auto [reading, masking, counting] = progress_parts(progress, 9, masked ? 9 : 0, masked ? 2 : 1);
  cuda::upload(BoxSource(job.in, box), arrays.words, job.threads, memory.staging, reading);
  if (masked) {
    cuda::upload(BoxSource(*job.mask, box), arrays.mask, job.threads, memory.staging, masking);
  }
  count_layers(arrays, job, shape, stream, counting);

  std::vector<Counts> all(static_cast<std::size_t>(arrays.results));
  static_assert(sizeof(Counts) == kCounts * sizeof(unsigned long long));
  cuda::read_back(reinterpret_cast<unsigned long long*>(all.data()), arrays.counts,
                  arrays.results * kCounts, stream);
  SliceCounts sum;
  for (std::int64_t z = 0; z < arrays.results; ++z) {
    sum.slices.emplace(job.planar() ? box.begin[2] + z : 0, all[static_cast<std::size_t>(z)]);
  }
  return sum;
}

}  // namespace

MemoryUser GpuTwin::user() { return {"Shape Numbers", "Choose backend 'auto' or crop the image."}; }

std::int64_t GpuTwin::bytes(const Job& job, const Block& block) { return arena_bytes(job, block); }

GpuTwin::GpuTwin(const Job& job, Gpu, const Block& largest) : job_(job) {
  memory_ = std::make_shared<CudaMemory>(arena_bytes(job, largest));
}

SliceCounts GpuTwin::compute(const Block& block, SliceSink*, Progress& progress) {
  const cuda::Drain drain(memory_->stream);
  return count_block(block, [&](const Box& box) {
    StandingProgress layer(progress);
    layer.move_to(1, 1);
    return count_box(*memory_, job_, box, box == block.read ? progress : layer);
  });
}

}  // namespace bitvox::minkowski
