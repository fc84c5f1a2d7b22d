// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>

#include "colour/frame_objects.hpp"
#include "colour/object_steps.cuh"
#include "cuda/gpu_size.hpp"
#include "cuda/launch.hpp"
#include "cuda/overlap.cuh"

namespace bitvox::colour {
namespace {

struct Job {
  std::uint64_t* cleaned;
  const std::uint64_t* own;
  const std::uint8_t* certainty;
  int classes;
  int words_per_row;
  int plane_words;
  std::int64_t min_area;
  std::int64_t first_plane;
  std::int64_t planes;
  ObjectLists found;

  __device__ ObjectPlane plane(std::int64_t i) const {
    const std::int64_t first = i * plane_words;
    const std::int64_t frame = i / classes;
    return {cleaned + first, own + first,
            certainty == nullptr ? nullptr : certainty + 64 * frame * plane_words, words_per_row,
            plane_words};
  }
};

constexpr std::uint32_t kDropped = ~0U;

// Numbers the objects that are kept and writes their records. Returns whether there was room.
__device__ bool write_records(const Job& job, std::int64_t plane, const ObjectWorkspace& work,
                              std::uint32_t objects, std::uint32_t* kept) {
  const auto is_kept = [&](std::uint32_t object) {
    return *work.field(kArea, object) >= job.min_area;
  };
  *kept = number_by_block(
      objects, [&](std::uint32_t object) { return is_kept(object) ? 1U : 0U; },
      [&](std::uint32_t object, std::uint32_t before) {
        *work.field(kNewNumber, object) = is_kept(object) ? before : kDropped;
      });
  __shared__ std::uint32_t place;
  if (threadIdx.x == 0) place = atomicAdd(job.found.used(), *kept);
  __syncthreads();
  const std::uint32_t first = place;
  __syncthreads();  // before the next plane's
  if (std::int64_t{first} + *kept > job.found.room()) return false;
  for_each_by_block(objects, [&](std::uint32_t object) {
    const std::uint32_t number = *work.field(kNewNumber, object);
    if (number == kDropped) return;
    const auto at = [&](ObjectField which) { return *work.field(which, object); };
    const auto side = [&](ObjectField which) { return static_cast<std::int32_t>(at(which)); };
    job.found.record(std::int64_t{first} + number) = {at(kArea),
                                                      work.long_sum(kSumX, object),
                                                      work.long_sum(kSumY, object),
                                                      at(kOwn),
                                                      work.long_sum(kCertainty, object),
                                                      side(kLeft),
                                                      side(kTop),
                                                      side(kRight),
                                                      side(kBottom)};
  });
  if (threadIdx.x == 0) job.found.plane(plane) = {first, static_cast<std::int32_t>(*kept)};
  return true;
}

__device__ void clear_dropped(const ObjectPlane& plane, const ObjectWorkspace& work,
                              std::uint32_t words) {
  for_each_by_block(words, [&](std::uint32_t entry) {
    std::uint64_t& word = plane.words[work.place[entry]];
    const std::uint32_t first = work.first_run[entry];
    std::uint64_t left = word;
    for_each_run_of_word(word, [&](int run, std::uint64_t bits) {
      const std::uint32_t object = work.parents[first + static_cast<std::uint32_t>(run)];
      if (*work.field(kNewNumber, object) == kDropped) left ^= bits;
    });
    word = left;
  });
}

// Returns whether there was room for everything; else the plane is as it was.
__device__ __forceinline__ bool find_in_plane(const Job& job, std::int64_t number,
                                              const ObjectWorkspace& work) {
  const ObjectPlane plane = job.plane(number);
  const WordsAndRuns counts = count_words(plane, work);
  if (counts.words > static_cast<std::uint32_t>(work.limits.words) ||
      counts.runs > static_cast<std::uint32_t>(work.limits.runs)) {
    return false;
  }
  list_words(plane, work, counts.runs);
  join_runs(plane, work, counts);
  const std::uint32_t objects = number_objects(work, counts.runs);
  if (objects > static_cast<std::uint32_t>(work.limits.objects)) return false;
  measure_objects(plane, work, counts.words, objects);
  std::uint32_t kept = 0;
  if (!write_records(job, number, work, objects, &kept)) return false;
  if (kept < objects) clear_dropped(plane, work, counts.words);
  return true;
}

// Workspaces in memory of the GPU, one for each block.
struct LargeWorkspaces {
  std::uint32_t* memory;
  std::int64_t words;  // of each
  int groups;
  ObjectLimits limits;

  __device__ ObjectWorkspace own() const { return {memory + blockIdx.x * words, groups, limits}; }
};

// A plane that is done with after that, whether there was room or not.
__device__ __noinline__ void find_in_large_plane(const Job& job, std::int64_t plane,
                                                 const ObjectWorkspace& work) {
  if (!find_in_plane(job, plane, work) && threadIdx.x == 0) {
    job.found.plane(plane) = {0, ObjectLists::kNoRoom};
  }
  __syncthreads();
}

// A block a plane. For those that do not fit there are workspaces, or they are listed: list[0] is
// how many.
__global__ void __launch_bounds__(kObjectThreads)
    find_kernel(const __grid_constant__ Job job, int groups, ObjectLimits limits,
                const __grid_constant__ LargeWorkspaces large, std::uint32_t* list) {
  cuda::wait_for_previous_kernel();
  extern __shared__ std::uint32_t shared[];
  const std::int64_t plane = job.first_plane + blockIdx.x;
  if (find_in_plane(job, plane, ObjectWorkspace(shared, groups, limits))) return;
  if (list == nullptr) {
    __syncthreads();
    find_in_large_plane(job, plane, large.own());
  } else if (threadIdx.x == 0) {
    list[1 + atomicAdd(list, 1U)] = static_cast<std::uint32_t>(plane);
  }
}

// The planes of the list, or all if there is none.
__global__ void __launch_bounds__(kObjectThreads)
    find_large_kernel(const __grid_constant__ Job job,
                      const __grid_constant__ LargeWorkspaces large, const std::uint32_t* list) {
  cuda::wait_for_previous_kernel();
  const ObjectWorkspace work = large.own();
  const std::int64_t count = list == nullptr ? job.planes : list[0];
  for (std::int64_t i = blockIdx.x; i < count; i += gridDim.x) {
    find_in_large_plane(job, list == nullptr ? job.first_plane + i : list[1 + i], work);
  }
}

int at_most(std::int64_t limit, std::int64_t count) {
  return static_cast<int>(std::min(limit, count));
}

// Of so many bytes: three runs for two words, an object for eight; none that a plane cannot have.
ObjectLimits shared_limits(std::int64_t bytes, std::int64_t groups, std::int64_t plane_words) {
  constexpr std::int64_t kEight = 8 * 2 + 12 + kObjectFields;  // words of 32 bits
  const std::int64_t words = (bytes / 4 - ObjectWorkspace::size(groups, {})) / kEight * 8;
  if (words <= 0) return {};
  return {at_most(words, plane_words), at_most(words * 3 / 2, plane_words * 32),
          at_most(words / 8, plane_words * 16)};
}

// All words, of noise as a rule: 16 runs and four objects for each. Never less than in shared
// memory.
ObjectLimits large_limits(std::int64_t plane_words) {
  const std::int64_t words = std::max<std::int64_t>(plane_words, 8192);
  constexpr std::int64_t kMost = std::int64_t{1} << 29;
  return {at_most(words, kMost), at_most(16 * words, kMost), at_most(4 * words, kMost)};
}

}  // namespace

ObjectFinder::ObjectFinder(const Shape& shape, std::int64_t most_planes)
    : groups_(ObjectWorkspace::groups_of(shape.words_per_slice())),
      slot_words_(ObjectWorkspace::size(groups_, large_limits(shape.words_per_slice()))) {
  constexpr std::int64_t kMostSlots = 64;
  constexpr std::int64_t kMostWords = std::int64_t{1} << 26;  // 256 MiB
  slots_ = std::clamp<std::int64_t>(kMostWords / slot_words_, 1, std::min(most_planes, kMostSlots));
}

void ObjectFinder::find(const DevicePlanes& cleaned, const std::uint64_t* own,
                        std::int64_t min_area, std::int64_t first_plane, std::int64_t planes,
                        const ObjectLists& found, std::uint32_t* scratch, std::uint32_t* list,
                        const cuda::Stream& stream) const {
  const std::int64_t plane_words = cleaned.shape.words_per_slice();
  const Job job{cleaned.words,
                own,
                cleaned.certainty,
                cleaned.classes,
                static_cast<int>(cleaned.shape.words_per_row()),
                static_cast<int>(plane_words),
                min_area,
                first_plane,
                planes,
                found};
  const auto groups = static_cast<int>(groups_);
  constexpr std::int64_t kOfTwoBlocks = 100 << 10;  // a multiprocessor of 228 KiB has two blocks
  constexpr std::int64_t kDeclared = 2 << 10;       // what the kernel has besides
  const ObjectLimits limits = shared_limits(
      std::min(cuda::most_shared_bytes(), kOfTwoBlocks) - kDeclared, groups_, plane_words);
  const LargeWorkspaces large{scratch, slot_words_, groups, large_limits(plane_words)};
  const bool any_fits = limits.words > 0;
  const bool one_each = planes <= slots_;
  if (any_fits) {
    const auto bytes = static_cast<std::size_t>(4 * ObjectWorkspace::size(groups_, limits));
    cuda::allow_shared_bytes(find_kernel, bytes);
    cuda::launch_overlapping(find_kernel, {static_cast<unsigned>(planes), kObjectThreads, bytes},
                             stream, job, groups, limits, large, one_each ? nullptr : list);
    if (one_each) return;
  }
  cuda::launch_overlapping(find_large_kernel, {static_cast<unsigned>(slots_), kObjectThreads},
                           stream, job, large, any_fits ? list : nullptr);
}

}  // namespace bitvox::colour
