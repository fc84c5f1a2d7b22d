// SPDX-License-Identifier: BSD-2-Clause
#include <cuda_runtime.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>

#include "core/error.hpp"
#include "core/memory.hpp"
#include "cuda/copy.hpp"
#include "cuda/device_buffer.hpp"
#include "cuda/device_memory.hpp"
#include "cuda/gpu_size.hpp"
#include "cuda/launch.hpp"
#include "cuda/pinned_buffer.hpp"
#include "cuda/stream.hpp"
#include "ops/motif/motif.hpp"
#include "ops/motif/motif_search.cuh"

namespace bitvox::motif {
namespace {

constexpr int kWarps = 4;  // of a block
constexpr int kThreads = 32 * kWarps;
constexpr int kWarpsWanted = 24;  // in a multiprocessor
constexpr int kMostListed = 24;
constexpr int kMostLevels = 1;         // letters from lists to leaves
constexpr int kMostAbove = 1;          // letters from roots to lists
constexpr int kFewestRootLetters = 7;  // some warps for every multiprocessor
constexpr int kPlaneSteps[] = {0, 2, 5, 16};

// From the roots of a search to its leaves.
struct GpuPlan {
  explicit GpuPlan(const Problem& problem) {
    const int letters = problem.letters - kGpuLeafLetters;
    levels = std::clamp(letters - kFewestRootLetters, 0, kMostLevels);
    above = std::clamp(letters - levels - kFewestRootLetters, 0, kMostAbove);
    root_letters = letters - levels - above;
  }
  int root_letters, above, levels;
};

std::size_t warp_bytes(int listed, int capacity) {
  const std::size_t bytes = sizeof(WarpMemory) + static_cast<std::size_t>(listed) *
                                                     (sizeof(int) + capacity * sizeof(unsigned));
  return (bytes + 15) / 16 * 16;
}

template <int kPlanes>
__global__ void __launch_bounds__(kThreads)
    search_roots_kernel(const __grid_constant__ GpuSearch search, unsigned bytes_per_warp) {
  extern __shared__ __align__(16) unsigned char shared[];
  RootSearch<kPlanes> roots(search, shared + threadIdx.x / 32 * bytes_per_warp);
  for (;;) {
    unsigned long long root = 0;
    if (cuda::this_lane() == 0) root = atomicAdd(search.next_root, 1ULL);
    root = __shfl_sync(cuda::kAllLanes, root, 0);
    if (root >= search.roots || roots.too_many()) return;
    roots.search_root((search.first_root + root + 1) * search.root_step & search.root_mask);
  }
}

using SearchKernel = void (*)(GpuSearch, unsigned);

SearchKernel kernel_of(int misses) {
  const int planes = std::bit_width(static_cast<unsigned>(misses));
  if (planes <= kPlaneSteps[0]) return search_roots_kernel<kPlaneSteps[0]>;
  if (planes <= kPlaneSteps[1]) return search_roots_kernel<kPlaneSteps[1]>;
  if (planes <= kPlaneSteps[2]) return search_roots_kernel<kPlaneSteps[2]>;
  return search_roots_kernel<kPlaneSteps[3]>;
}

// How many words of the letters after a root are within a budget.
void count_balls(GpuSearch& search) {
  const int letters = kGpuLeafLetters + search.levels + search.above;
  double ball = 0;
  double shell = 1;
  for (int budget = 0; budget < kMostOrdered; ++budget) {
    ball += shell;
    search.balls[budget] = static_cast<float>(ball);
    shell *= budget < letters ? 3.0 * (letters - budget) / (budget + 1) : 0;
  }
}

// How many sequences have lists, and of what capacity: what leaves enough warps in a
// multiprocessor. Only speed depends on it.
void plan_lists(const Problem& problem, GpuSearch& search) {
  const int letters = problem.letters - kGpuLeafLetters - search.levels;
  const double mean = static_cast<double>(problem.window_count(0)) *
                      chance_within(letters, problem.distance, chance_of_match(problem));
  const double most =
      mean + 2 * std::sqrt(mean) + 16;  // those that few words are near are asked first
  const std::int64_t room =
      cuda::most_shared_bytes() / kWarpsWanted - static_cast<std::int64_t>(sizeof(WarpMemory)) - 32;
  constexpr std::int64_t kEntryBytes = sizeof(unsigned);
  search.capacity = (static_cast<int>(most) + 31) / 32 * 32;
  const std::int64_t fit = room / (kEntryBytes * (search.capacity + 1));
  const std::int64_t wanted = std::min<std::int64_t>(problem.sequences(), kMostListed);
  const bool is_used_twice = search.levels > 0;
  search.listed = is_used_twice ? static_cast<int>(std::clamp<std::int64_t>(fit, 0, wanted)) : 0;
}

}  // namespace

std::int64_t cuda_roots(const Problem& problem) {
  return std::int64_t{1} << (2 * GpuPlan(problem).root_letters);
}

std::vector<std::uint64_t> search_cuda(const Problem& problem, const Roots& roots,
                                       std::int64_t most, Progress& progress) {
  progress.report(0, roots.count);
  const auto window_count = static_cast<std::int64_t>(problem.windows.size());
  const auto firsts = static_cast<std::int64_t>(problem.first.size());
  const std::int64_t device_bytes = 8 * (window_count + firsts + most + 2);
  if (device_bytes > kMuchMemory) {
    require_memory({"Planted Motif", "Choose backend 'auto', or take fewer or shorter sequences."},
                   cuda::device_memory(), device_bytes);
  }
  const auto windows = cuda::allocate<std::uint64_t>(window_count);
  const auto first = cuda::allocate<long long>(firsts);
  const auto found = cuda::allocate<unsigned long long>(most + 1);
  const auto counters = cuda::allocate<unsigned long long>(2);  // roots taken, words found
  const auto on_host = cuda::allocate_pinned<unsigned long long>(2);
  const cuda::Stream stream;
  cuda::copy(windows.get(), problem.windows.data(), window_count, stream);
  const std::vector<long long> first_windows(problem.first.begin(), problem.first.end());
  cuda::copy(first.get(), first_windows.data(), firsts, stream);
  cuda::clear(counters.get(), 2, stream);

  GpuSearch search{};
  search.windows = windows.get();
  search.first = first.get();
  search.sequences = static_cast<int>(problem.sequences());
  search.letters = problem.letters;
  search.filled = problem.filled;
  search.distance = problem.distance;
  search.misses = problem.misses;
  const GpuPlan plan(problem);
  search.above = plan.above;
  search.levels = plan.levels;
  search.root_step = roots.step;
  search.root_mask = static_cast<unsigned long long>(roots.all - 1);
  search.next_root = counters.get();
  search.found = found.get();
  search.found_count = reinterpret_cast<unsigned*>(counters.get() + 1);
  search.most = static_cast<unsigned>(most);
  plan_lists(problem, search);
  count_balls(search);

  const SearchKernel kernel = kernel_of(problem.misses);
  const std::size_t bytes = warp_bytes(search.listed, search.capacity);
  cuda::allow_shared_bytes(kernel, bytes * kWarps);
  const int resident = cuda::resident_blocks(kernel, kThreads, bytes * kWarps);

  // So many roots at a time that the user can stop it soon.
  constexpr double kSeconds = 0.03;
  std::int64_t part = (std::int64_t{8} >> (2 * search.above)) * resident * kWarps;
  unsigned found_count = 0;
  for (std::int64_t done = 0; done < roots.count && found_count <= search.most;) {
    part = std::min(part, roots.count - done);
    search.first_root = static_cast<unsigned long long>(done);
    search.roots = static_cast<unsigned long long>(part);
    const auto begin = std::chrono::steady_clock::now();
    cuda::clear(search.next_root, 1, stream);
    const auto blocks =
        static_cast<unsigned>(std::min<std::int64_t>(resident, (part + kWarps - 1) / kWarps));
    cuda::launch(kernel, {blocks, kThreads, bytes * kWarps}, stream, search,
                 static_cast<unsigned>(bytes));
    cuda::copy(on_host.get(), counters.get(), 2, stream);
    stream.wait();
    found_count = static_cast<unsigned>(on_host[1]);
    done += part;
    progress.report(done, roots.count);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    const double faster = std::clamp(kSeconds / std::max(taken.count(), 1e-6), 0.1, 8.0);
    part = std::max<std::int64_t>(kWarps,
                                  static_cast<std::int64_t>(static_cast<double>(part) * faster));
  }
  if (found_count > search.most) {
    throw TooManyWords();
  }
  std::vector<std::uint64_t> words(found_count);
  if (found_count > 0) {
    static_assert(sizeof(unsigned long long) == sizeof(std::uint64_t));
    cuda::read_back(reinterpret_cast<unsigned long long*>(words.data()), found.get(), found_count,
                    stream);
  }
  return words;
}

}  // namespace bitvox::motif
