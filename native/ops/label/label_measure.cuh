// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "cuda/trees.cuh"
#include "cuda/warp.cuh"
#include "ops/label/label_runs.cuh"

// What is asked about components. The kernels have a thread for every word.
namespace bitvox::label {

template <class Sum>
__global__ void __launch_bounds__(kLabelThreads)
    add_sizes_kernel(RunVolume v, ItemRange words, Sum* sizes) {
  const std::int64_t word = item_of_thread(words);
  std::uint32_t label = 0;
  Sum voxels = 0;
  if (word < words.end && v.words[word] != 0) {
    each_run_of_word(v, word, [&](std::uint32_t run_label, int, int length) {
      if (run_label == 0) return;
      if (run_label != label) {
        if (label != 0) atomicAdd(sizes + label - 1, voxels);
        label = run_label;
        voxels = 0;
      }
      voxels += static_cast<Sum>(length);
    });
  }
  // Neighbours often have the same label: then one adds for the warp.
  const unsigned having = __ballot_sync(cuda::kAllLanes, label != 0);
  if (having == 0) return;
  const std::uint32_t one =
      __shfl_sync(cuda::kAllLanes, label, __ffs(static_cast<int>(having)) - 1);
  if (__all_sync(cuda::kAllLanes, label == 0 || label == one)) {
    voxels = cuda::warp_sum(voxels);
    if (cuda::this_lane() == 0) atomicAdd(sizes + one - 1, voxels);
  } else if (label != 0) {
    atomicAdd(sizes + label - 1, voxels);
  }
}

// The faces of four objects are the bytes of a word.
static __global__ void __launch_bounds__(kLabelThreads)
    add_faces_kernel(RunVolume v, ItemRange words, std::uint32_t* faces) {
  const std::int64_t word = item_of_thread(words);
  if (word >= words.end || v.words[word] == 0) return;
  const std::int64_t row = word / v.words_per_row;
  const std::int64_t x = word % v.words_per_row * 64;
  const std::int64_t y = row % v.height;
  const std::int64_t z = row / v.height;
  const std::uint32_t of_row = (y == 0 ? kLowY : 0U) | (y == v.height - 1 ? kHighY : 0U) |
                               (z == 0 ? kLowZ : 0U) | (z == v.depth - 1 ? kHighZ : 0U);
  if (of_row == 0 && x > 0 && x + 64 < v.width) return;
  each_run_of_word(v, word, [&](std::uint32_t label, int begin, int length) {
    const std::uint32_t touched =
        of_row | (x + begin == 0 ? kLowX : 0U) | (x + begin + length == v.width ? kHighX : 0U);
    if (label == 0 || touched == 0) return;
    std::uint32_t* const of_four = faces + (label - 1) / 4;
    const std::uint32_t bits = touched << (label - 1) % 4 * 8;
    if ((bits & ~cuda::fresh(of_four)) != 0) atomicOr(of_four, bits);
  });
}

static __global__ void __launch_bounds__(kLabelThreads)
    mark_kernel(RunVolume v, ItemRange words, const std::uint64_t* marker, std::uint8_t* marked) {
  const std::int64_t word = item_of_thread(words);
  if (word >= words.end) return;
  const std::uint64_t here = v.words[word];
  const std::uint64_t starts = word_starts(here);
  for (std::uint64_t hits = here & marker[word]; hits != 0; hits &= hits - 1) {
    const std::uint32_t label = label_of(v, run_at(v.bases[word], starts, first_bit(hits)));
    if (label != 0) marked[label - 1] = 1;
  }
}

}  // namespace bitvox::label
