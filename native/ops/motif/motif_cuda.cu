// SPDX-License-Identifier: BSD-2-Clause
#include <cuda_runtime.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/error.hpp"
#include "core/memory/memory.hpp"
#include "core/threads/stopwatch.hpp"
#include "cuda/copy.hpp"
#include "cuda/device_arena.hpp"
#include "cuda/device_memory.hpp"
#include "cuda/gpu_size.hpp"
#include "cuda/launch.hpp"
#include "cuda/pinned_buffer.hpp"
#include "cuda/stream.hpp"
#include "ops/motif/motif.hpp"
#include "ops/motif/motif_search.cuh"

namespace bitvox::motif {
namespace {

constexpr int kMostAbove = 2;          // letters from roots to leaves
constexpr int kFewestRootLetters = 4;  // so that there is work for all multiprocessors
constexpr int kPlaneSteps[] = {0, 2, 5, 16};
constexpr int kOrderThreads = 256;

// From the roots of a search to its leaves.
struct GpuPlan {
  explicit GpuPlan(const Problem& problem) {
    const int letters = problem.letters - kGpuLeafLetters;
    above = std::clamp(letters - kFewestRootLetters, 0, kMostAbove);
    root_letters = letters - above;
  }
  int root_letters, above;
};

// What fits into a multiprocessor, by registers.
constexpr int blocks_of(int planes) { return planes == 0 ? 11 : planes == 2 ? 6 : 4; }

// A block a root: the order in which its leaves ask the first sequences. Those that few words after
// the root are near exclude most, and take least time.
__global__ void __launch_bounds__(kOrderThreads)
    order_kernel(const __grid_constant__ GpuSearch search) {
  __shared__ float balls[kMostOrdered];
  __shared__ float sums[kMostOrdered];
  const int lane = cuda::this_lane();
  const int ordered = min(search.sequences, kMostOrdered);
  const int shift = 2 * (kGpuLeafLetters + search.above);
  if (threadIdx.x < 32) balls[lane] = search.balls[lane];
  __syncthreads();
  for (unsigned root = blockIdx.x; root < search.roots; root += gridDim.x) {
    const std::uint64_t prefix = search.root(root);
    for (int i = static_cast<int>(threadIdx.x) / 32; i < ordered; i += kOrderThreads / 32) {
      const long long end = search.first[i + 1];
      float sum = 0;
#pragma unroll 4
      for (long long k = search.first[i] + lane; k < end; k += 32) {
        const int budget = search.distance - mismatches(__ldg(search.windows + k) >> shift, prefix);
        if (budget >= 0) sum += balls[budget];
      }
      sum = cuda::warp_sum(sum);
      if (lane == 0) sums[i] = sum;
    }
    __syncthreads();
    if (static_cast<int>(threadIdx.x) < ordered) {
      const float own = sums[lane];
      int rank = 0;
      for (int i = 0; i < ordered; ++i) {
        rank += sums[i] < own || (sums[i] == own && i < lane) ? 1 : 0;
      }
      search.order[root * kMostOrdered + static_cast<unsigned>(rank)] =
          static_cast<unsigned char>(lane);
    }
    __syncthreads();
  }
}

template <int kPlanes, bool kLong>
__global__ void __launch_bounds__(kLeafThreads, blocks_of(kPlanes))
    search_kernel(const __grid_constant__ GpuSearch search) {
  __shared__ LeafMemory memory;
  LeafSearch<kPlanes, kLong> leaves(search, memory);
  const unsigned end = search.roots << (2 * search.above);
  unsigned next = 0;
  if (threadIdx.x == 0) next = atomicAdd(search.next_leaf, 1U);
  for (;;) {
    if (threadIdx.x == 0) {
      memory.leaf = next;
      memory.too_many = *static_cast<volatile unsigned*>(search.found_count) > search.most;
    }
    __syncthreads();
    const unsigned leaf = memory.leaf;
    if (leaf >= end || memory.too_many) return;
    if (threadIdx.x == 0) next = atomicAdd(search.next_leaf, 1U);  // long before it is needed
    leaves.search_leaf(leaf);
    __syncthreads();
  }
}

using SearchKernel = void (*)(GpuSearch);

SearchKernel kernel_of(const Problem& problem) {
  const int planes = std::bit_width(static_cast<unsigned>(problem.misses));
  if (planes <= kPlaneSteps[0]) {
    constexpr int kShort = 16 + kGpuLeafLetters;
    return problem.letters <= kShort ? search_kernel<kPlaneSteps[0], false>
                                     : search_kernel<kPlaneSteps[0], true>;
  }
  if (planes <= kPlaneSteps[1]) return search_kernel<kPlaneSteps[1], true>;
  if (planes <= kPlaneSteps[2]) return search_kernel<kPlaneSteps[2], true>;
  return search_kernel<kPlaneSteps[3], true>;
}

struct GpuArrays {
  GpuArrays(cuda::DeviceArena& arena, std::int64_t window_count, std::int64_t firsts,
            std::int64_t most, std::int64_t roots)
      : windows(arena.take<std::uint64_t>(window_count)),
        first(arena.take<long long>(firsts)),
        found(arena.take<unsigned long long>(most + 1)),
        order(arena.take<unsigned char>(roots * kMostOrdered)),
        counters(arena.take<unsigned long long>(2)) {}
  std::uint64_t* windows;
  long long* first;
  unsigned long long* found;
  unsigned char* order;
  unsigned long long* counters;  // leaves taken, words found
};

// How many words of the letters after a root are within a budget.
void count_balls(GpuSearch& search) {
  const int letters = kGpuLeafLetters + search.above;
  double ball = 0;
  double shell = 1;
  for (int budget = 0; budget < kMostOrdered; ++budget) {
    ball += shell;
    search.balls[budget] = static_cast<float>(ball);
    shell *= budget < letters ? 3.0 * (letters - budget) / (budget + 1) : 0;
  }
}

}  // namespace

std::int64_t cuda_roots(const Problem& problem) {
  return std::int64_t{1} << (2 * GpuPlan(problem).root_letters);
}

std::vector<std::uint64_t> search_cuda(const Problem& problem, const Roots& roots,
                                       std::int64_t most, Progress& progress) {
  const auto window_count = static_cast<std::int64_t>(problem.windows.size());
  const auto firsts = static_cast<std::int64_t>(problem.first.size());
  const std::int64_t device_bytes = 8 * (window_count + firsts + most + 2);
  if (device_bytes > kMuchMemory) {
    require_memory({"Planted Motif", "Choose backend 'auto', or take fewer or shorter sequences."},
                   cuda::device_memory(), device_bytes);
  }
  constexpr std::int64_t kMostRoots = 1 << 16;  // at a time
  const auto arrays_in = [&](cuda::DeviceArena& arena) {
    return GpuArrays(arena, window_count, firsts, most, std::min(roots.count, kMostRoots));
  };
  cuda::DeviceArena measured;
  arrays_in(measured);
  cuda::DeviceArena arena(measured.used());
  const GpuArrays arrays = arrays_in(arena);
  const auto on_host = cuda::allocate_pinned<unsigned long long>(2);
  const cuda::Stream stream;
  // So many windows at a time that the user can stop it soon.
  constexpr std::int64_t kCopied = 1 << 22;
  for (std::int64_t i = 0; i < window_count; i += kCopied) {
    progress.report(0, roots.count);
    cuda::copy(arrays.windows + i, problem.windows.data() + i, std::min(kCopied, window_count - i),
               stream);
  }
  const std::vector<long long> first_windows(problem.first.begin(), problem.first.end());
  cuda::copy(arrays.first, first_windows.data(), firsts, stream);
  cuda::clear(arrays.counters, 2, stream);

  GpuSearch search{};
  static_assert(sizeof(unsigned long long) == sizeof(std::uint64_t));
  search.windows = reinterpret_cast<const unsigned long long*>(arrays.windows);
  search.first = arrays.first;
  search.sequences = static_cast<int>(problem.sequences());
  search.filled = problem.filled;
  search.distance = problem.distance;
  search.misses = problem.misses;
  search.above = GpuPlan(problem).above;
  search.root_step = roots.step;
  search.root_mask = static_cast<unsigned long long>(roots.all - 1);
  search.order = arrays.order;
  search.next_leaf = reinterpret_cast<unsigned*>(arrays.counters);
  search.found = arrays.found;
  search.found_count = reinterpret_cast<unsigned*>(arrays.counters + 1);
  search.most = static_cast<unsigned>(most);
  count_balls(search);

  const SearchKernel kernel = kernel_of(problem);
  const std::int64_t resident = cuda::resident_blocks(kernel, kLeafThreads);

  // So many roots at a time that the user can stop it soon: at first so few that they are soon done
  // where all sequences are asked.
  constexpr double kSeconds = 0.03;
  constexpr double kWindowsOfBlock = 3e6;  // about that long
  const double leaves_of_block =
      std::min(16.0, kWindowsOfBlock / static_cast<double>(window_count));
  std::int64_t part = std::max(
      std::int64_t{1}, static_cast<std::int64_t>(leaves_of_block * static_cast<double>(resident)) >>
                           (2 * search.above));
  unsigned found_count = 0;
  for (std::int64_t done = 0; done < roots.count && found_count <= search.most;) {
    part = std::min({part, roots.count - done, kMostRoots});
    search.first_root = static_cast<unsigned long long>(done);
    search.roots = static_cast<unsigned>(part);
    const Stopwatch clock;
    cuda::clear(arrays.counters, 1, stream);
    cuda::launch(order_kernel, {static_cast<unsigned>(part), kOrderThreads}, stream, search);
    const auto blocks = static_cast<unsigned>(std::min(resident, part << (2 * search.above)));
    cuda::launch(kernel, {blocks, kLeafThreads}, stream, search);
    cuda::copy(on_host.get(), arrays.counters, 2, stream);
    stream.wait();
    found_count = static_cast<unsigned>(on_host[1]);
    done += part;
    progress.report(done, roots.count);
    const double faster = std::clamp(kSeconds / std::max(clock.seconds(), 1e-6), 0.1, 8.0);
    part = std::max<std::int64_t>(1, static_cast<std::int64_t>(static_cast<double>(part) * faster));
  }
  if (found_count > search.most) {
    throw TooManyWords();
  }
  std::vector<std::uint64_t> words(found_count);
  if (found_count > 0) {
    cuda::read_back(reinterpret_cast<unsigned long long*>(words.data()), arrays.found, found_count,
                    stream);
  }
  return words;
}

}  // namespace bitvox::motif
