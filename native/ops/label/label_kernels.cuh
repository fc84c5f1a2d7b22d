// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/warp.cuh"
#include "ops/label/components.hpp"

// The kernels have a thread for every word, or for every run; see label_contacts.inl for the words.
namespace bitvox::label {

#define BITVOX_INLINE __device__ __forceinline__
#define BITVOX_POPCOUNT __popcll
#include "ops/label/label_contacts.inl"
#undef BITVOX_POPCOUNT
#undef BITVOX_INLINE

inline constexpr int kLabelThreads = 256;

struct RunVolume {
  const std::uint64_t* words;
  std::int64_t words_per_row, height, depth, width;
  std::uint32_t* bases;   // of the words: the runs that begin before it
  std::uint32_t* labels;  // of the runs, see kIsLabel
};

// So many words (or runs) from the first on.
struct ItemRange {
  std::int64_t first, end;
};

__device__ __forceinline__ std::int64_t item_of_thread(const ItemRange& range) {
  return range.first + static_cast<std::int64_t>(blockIdx.x) * kLabelThreads + threadIdx.x;
}

__device__ __forceinline__ RowWords words_at(const RunVolume& v, std::int64_t row, std::int64_t i) {
  const std::uint64_t* const words = v.words + row * v.words_per_row;
  return {i > 0 ? words[i - 1] : 0, words[i], i + 1 < v.words_per_row ? words[i + 1] : 0};
}

// For Scan.
struct CountStarts {
  RunVolume v;
  __device__ unsigned operator()(std::int64_t word) const {
    const std::int64_t i = word % v.words_per_row;
    const std::uint64_t before = i > 0 ? v.words[word - 1] : 0;
    return static_cast<unsigned>(__popcll(run_starts({before, v.words[word], 0})));
  }
};
struct SetBase {
  std::uint32_t* bases;
  __device__ void operator()(std::int64_t word, unsigned, unsigned before) const {
    bases[word] = before;
  }
};
struct CountRoots {
  const std::uint32_t* labels;
  __device__ unsigned operator()(std::int64_t run) const { return labels[run] == run ? 1U : 0U; }
};
struct NumberRoots {
  std::uint32_t* labels;
  __device__ void operator()(std::int64_t run, unsigned is_root, unsigned before) const {
    if (is_root != 0) labels[run] = kIsLabel | (before + 1);
  }
};

static __global__ void __launch_bounds__(kLabelThreads)
    begin_runs_kernel(ItemRange runs, std::uint32_t* labels) {
  const std::int64_t run = item_of_thread(runs);
  if (run < runs.end) labels[run] = static_cast<std::uint32_t>(run);
}

// What other threads may be writing: never from a cache of this multiprocessor.
__device__ __forceinline__ std::uint32_t fresh(const std::uint32_t* value) {
  return *static_cast<const volatile std::uint32_t*>(value);
}

// Runs that are no roots are only ever pointed at roots nearer to their own, so plain writes do.
__device__ inline std::uint32_t find_root(std::uint32_t* parents, std::uint32_t run) {
  std::uint32_t parent = fresh(parents + run);
  while (parent != run) {
    const std::uint32_t next = fresh(parents + parent);
    if (next != parent) {
      *static_cast<volatile std::uint32_t*>(parents + run) = next;
    }
    run = parent;
    parent = next;
  }
  return run;
}

// The larger root is hung on the smaller one, if it is still a root then.
__device__ inline void join_runs(std::uint32_t* parents, std::uint32_t a, std::uint32_t b) {
  for (;;) {
    a = find_root(parents, a);
    b = find_root(parents, b);
    if (a == b) return;
    const std::uint32_t larger = a > b ? a : b;
    const std::uint32_t smaller = a > b ? b : a;
    if (atomicCAS(parents + larger, larger, smaller) == larger) return;
  }
}

static __global__ void __launch_bounds__(kLabelThreads)
    join_runs_kernel(RunVolume v, ItemRange words, Connectivity connectivity, bool planar) {
  const std::int64_t word = item_of_thread(words);
  if (word >= words.end || v.words[word] == 0) return;
  const std::int64_t row = word / v.words_per_row;
  const std::int64_t i = word % v.words_per_row;
  const std::int64_t y = row % v.height;
  const bool above = y > 0;
  const bool below = !planar && row >= v.height;
  const std::int64_t rows[kRowsBefore] = {row - 1, row - v.height, row - v.height - 1,
                                          row - v.height + 1};
  const bool there[kRowsBefore] = {above, below, above && below, below && y + 1 < v.height};
  const RowWords none{0, 0, 0};
  const RowWords a = words_at(v, row, i);
  RowWords r[kRowsBefore];
#pragma unroll
  for (int k = 0; k < kRowsBefore; ++k) r[k] = there[k] ? words_at(v, rows[k], i) : none;
  const std::uint64_t starts = run_starts(a);
  const std::uint32_t base = v.bases[word];
  find_contacts(connectivity, a, r[kRowB], r[kRowC], r[kRowD], r[kRowE],
                [&](int k, int shift, std::uint64_t contacts) {
                  if (contacts == 0) return;
                  const std::uint64_t other_starts = run_starts(r[k]);
                  const std::uint32_t* const other_bases = v.bases + rows[k] * v.words_per_row + i;
                  for (; contacts != 0; contacts &= contacts - 1) {
                    const int x = __ffsll(static_cast<long long>(contacts)) - 1;
                    std::uint32_t other = 0;
                    if (shift > 0 && x == 63) {
                      other = other_bases[1];  // it begins there
                    } else if (shift < 0 && x == 0) {
                      other = other_bases[0] - 1;
                    } else {
                      other = run_at(other_bases[0], other_starts, x + shift);
                    }
                    join_runs(v.labels, run_at(base, starts, x), other);
                  }
                });
}

// Once the roots have labels.
static __global__ void __launch_bounds__(kLabelThreads)
    follow_kernel(ItemRange runs, std::uint32_t* labels) {
  const std::int64_t run = item_of_thread(runs);
  if (run >= runs.end) return;
  std::uint32_t at = fresh(labels + run);
  while ((at & kIsLabel) == 0) at = fresh(labels + at);
  labels[run] = at;
}

static __global__ void __launch_bounds__(kLabelThreads)
    relabel_kernel(ItemRange runs, std::uint32_t* labels, const std::uint32_t* new_labels) {
  const std::int64_t run = item_of_thread(runs);
  if (run >= runs.end) return;
  const std::uint32_t label = labels[run] & ~kIsLabel;
  labels[run] = label == 0 ? 0 : new_labels[label - 1];
}

static __global__ void __launch_bounds__(kLabelThreads)
    keep_kernel(ItemRange runs, std::uint32_t* labels, const std::uint8_t* stay) {
  const std::int64_t run = item_of_thread(runs);
  if (run >= runs.end) return;
  const std::uint32_t label = labels[run] & ~kIsLabel;
  labels[run] = label == 0 || stay[label - 1] == 0 ? 0 : label;
}

__device__ __forceinline__ std::uint32_t label_of(const RunVolume& v, std::uint32_t run) {
  return v.labels[run] & ~kIsLabel;
}

// Calls body(label, first x, last x) for the runs that begin in a word.
template <class Body>
__device__ __forceinline__ void each_run_of_word(const RunVolume& v, std::int64_t row,
                                                 std::int64_t i, const Body& body) {
  const RowWords a = words_at(v, row, i);
  std::uint32_t run = v.bases[row * v.words_per_row + i];
  for (std::uint64_t starts = run_starts(a); starts != 0; starts &= starts - 1, ++run) {
    const int begin = __ffsll(static_cast<long long>(starts)) - 1;
    const std::uint64_t gap = ~(a.here >> begin);  // none in a full word
    const int length = gap == 0 ? 64 : __ffsll(static_cast<long long>(gap)) - 1;
    std::int64_t last = 64 * i + begin + length - 1;
    if (begin + length == 64) {
      const std::uint64_t* const words = v.words + row * v.words_per_row;
      for (std::int64_t next = i + 1; next < v.words_per_row; ++next) {
        const std::uint64_t more_gap = ~words[next];
        const int more = more_gap == 0 ? 64 : __ffsll(static_cast<long long>(more_gap)) - 1;
        last += more;
        if (more < 64) break;
      }
    }
    body(label_of(v, run), 64 * i + begin, last);
  }
}

static __global__ void __launch_bounds__(kLabelThreads)
    add_sizes_kernel(RunVolume v, ItemRange words, unsigned long long* sizes) {
  const std::int64_t word = item_of_thread(words);
  std::uint32_t label = 0;
  unsigned long long voxels = 0;
  if (word < words.end && v.words[word] != 0) {
    each_run_of_word(v, word / v.words_per_row, word % v.words_per_row,
                     [&](std::uint32_t run_label, std::int64_t first, std::int64_t last) {
                       if (run_label == 0) return;
                       if (run_label != label) {
                         if (label != 0) atomicAdd(sizes + label - 1, voxels);
                         label = run_label;
                         voxels = 0;
                       }
                       voxels += static_cast<unsigned long long>(last - first + 1);
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
  const std::int64_t y = row % v.height;
  const std::int64_t z = row / v.height;
  const std::uint32_t of_row = (y == 0 ? kLowY : 0U) | (y == v.height - 1 ? kHighY : 0U) |
                               (z == 0 ? kLowZ : 0U) | (z == v.depth - 1 ? kHighZ : 0U);
  each_run_of_word(v, row, word % v.words_per_row,
                   [&](std::uint32_t label, std::int64_t first, std::int64_t last) {
                     const std::uint32_t touched =
                         of_row | (first == 0 ? kLowX : 0U) | (last == v.width - 1 ? kHighX : 0U);
                     if (label == 0 || touched == 0) return;
                     std::uint32_t* const of_four = faces + (label - 1) / 4;
                     const std::uint32_t bits = touched << (label - 1) % 4 * 8;
                     if ((bits & ~fresh(of_four)) != 0) atomicOr(of_four, bits);
                   });
}

static __global__ void __launch_bounds__(kLabelThreads)
    mark_kernel(RunVolume v, ItemRange words, const std::uint64_t* marker, std::uint8_t* marked) {
  const std::int64_t word = item_of_thread(words);
  if (word >= words.end) return;
  std::uint64_t hits = v.words[word] & marker[word];
  if (hits == 0) return;
  const std::uint64_t starts =
      run_starts(words_at(v, word / v.words_per_row, word % v.words_per_row));
  for (; hits != 0; hits &= hits - 1) {
    const int x = __ffsll(static_cast<long long>(hits)) - 1;
    const std::uint32_t label = label_of(v, run_at(v.bases[word], starts, x));
    if (label != 0) marked[label - 1] = 1;
  }
}

// The voxels that have a label.
static __global__ void __launch_bounds__(kLabelThreads)
    keep_labelled_kernel(RunVolume v, ItemRange words, std::uint64_t* out) {
  const std::int64_t word = item_of_thread(words);
  if (word >= words.end) return;
  const std::uint64_t here = v.words[word];
  std::uint64_t kept = 0;
  if (here != 0) {
    const std::uint64_t starts =
        run_starts(words_at(v, word / v.words_per_row, word % v.words_per_row));
    for (std::uint64_t rest = here; rest != 0;) {
      const int begin = __ffsll(static_cast<long long>(rest)) - 1;
      const std::uint64_t gap = ~(rest >> begin);
      const int length = gap == 0 ? 64 : __ffsll(static_cast<long long>(gap)) - 1;
      const std::uint64_t run = ~std::uint64_t{0} >> (64 - length) << begin;
      if (label_of(v, run_at(v.bases[word], starts, begin)) != 0) kept |= run;
      rest &= ~run;
    }
  }
  out[word] = kept;
}

// Pixels of rows without padding, from column `x` of row `row` on.
struct PixelRange {
  std::int64_t row;
  unsigned x;
  unsigned count;
};

// Each thread writes some pixels, a block's width apart.
inline constexpr int kPixelsOfThread = 4;

template <class Pixel>
__global__ void __launch_bounds__(kLabelThreads)
    write_labels_kernel(RunVolume v, PixelRange range, Pixel* pixels) {
  const unsigned first = blockIdx.x * kLabelThreads * kPixelsOfThread + threadIdx.x;
  const auto width = static_cast<unsigned>(v.width);
#pragma unroll
  for (unsigned k = 0; k < kPixelsOfThread; ++k) {
    const unsigned pixel = first + k * kLabelThreads;
    if (pixel >= range.count) return;
    const std::int64_t row = range.row + (range.x + pixel) / width;
    const unsigned x = (range.x + pixel) % width;
    const std::int64_t word = row * v.words_per_row + x / 64;
    const std::uint64_t here = v.words[word];
    std::uint32_t label = 0;
    if ((here >> (x % 64) & 1U) != 0) {
      const std::uint64_t before = x < 64 ? 0 : v.words[word - 1];
      label = label_of(
          v, run_at(v.bases[word], run_starts({before, here, 0}), static_cast<int>(x % 64)));
    }
    pixels[pixel] = static_cast<Pixel>(label);
  }
}

}  // namespace bitvox::label
