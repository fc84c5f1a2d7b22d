// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "cuda/warp.cuh"
#include "ops/label/label_runs.cuh"

// Labels as bits, as pixels, and one a run.
namespace bitvox::label {

// The voxels that have a label.
static __global__ void __launch_bounds__(kLabelThreads)
    keep_labelled_kernel(RunVolume v, ItemRange words, std::uint64_t* out) {
  const std::int64_t word = item_of_thread(words);
  if (word >= words.end) return;
  std::uint64_t kept = 0;
  if (v.words[word] != 0) {
    each_run_of_word(v, word, [&](std::uint32_t label, int begin, int length) {
      if (label != 0) kept |= ~std::uint64_t{0} >> (64 - length) << begin;
    });
  }
  out[word] = kept;
}

// For Scan: the runs that go on from the word before are not counted, and have no label of theirs.
struct CountStarts {
  RunVolume v;
  __device__ bool goes_on(std::int64_t word) const {
    return word % v.words_per_row > 0 && (v.words[word] & v.words[word - 1] >> 63 & 1U) != 0;
  }
  __device__ unsigned operator()(std::int64_t word) const {
    return static_cast<unsigned>(run_count(v.words[word])) - (goes_on(word) ? 1U : 0U);
  }
};
struct CopyLabels {
  CountStarts counted;
  std::uint32_t* out;
  __device__ void operator()(std::int64_t word, unsigned runs, unsigned before) const {
    if (runs == 0) return;
    const RunVolume& v = counted.v;
    const std::uint32_t first = v.bases[word] + (counted.goes_on(word) ? 1U : 0U);
    for (unsigned i = 0; i < runs; ++i) out[before + i] = label_of(v, first + i);
  }
};

// Pixels of rows without padding, from column x of a row on.
struct PixelRange {
  std::int64_t row, x, count;
};

template <class Pixel, int kPixels>
struct alignas(sizeof(Pixel) * kPixels) PixelGroup {
  Pixel pixels[kPixels];
};

// A warp has a row and writes groups of kPixels neighbours, of which the width and the range's
// numbers must be multiples: 4, or 1 for any width. All are in one word.
template <class Pixel, int kPixels>
__global__ void __launch_bounds__(kLabelThreads)
    write_labels_kernel(RunVolume v, PixelRange range, Pixel* pixels) {
  constexpr int kWarps = kLabelThreads / cuda::kWarp;
  const std::int64_t first = (static_cast<std::int64_t>(blockIdx.x) * kWarps +
                              static_cast<int>(threadIdx.x) / cuda::kWarp) *
                                 v.width -
                             range.x;  // pixel of the row
  const std::int64_t row = range.row + (first + range.x) / v.width;
  const std::int64_t end = min(v.width, range.count - first);
  const std::int64_t group_of_row =
      static_cast<std::int64_t>(blockIdx.y) * cuda::kWarp + cuda::this_lane();
  const std::int64_t step = static_cast<std::int64_t>(gridDim.y) * cuda::kWarp * kPixels;
  for (std::int64_t x = max(-first, std::int64_t{0}) + group_of_row * kPixels; x < end; x += step) {
    const std::int64_t word = row * v.words_per_row + x / 64;
    const int bit = static_cast<int>(x % 64);
    const std::uint64_t here = v.words[word];
    PixelGroup<Pixel, kPixels> group = {};
    const unsigned bits = static_cast<unsigned>(here >> bit) & ((1U << kPixels) - 1U);
    if (bits != 0) {
      const std::uint64_t starts = word_starts(here);
      std::uint32_t run = run_at(v.bases[word], starts, bit);  // or the last one before
      std::uint32_t label = (bits & 1U) != 0 ? label_of(v, run) : 0;
#pragma unroll
      for (int i = 0; i < kPixels; ++i) {
        if (i > 0 && (starts >> (bit + i) & 1U) != 0) label = label_of(v, ++run);
        group.pixels[i] = static_cast<Pixel>((bits >> i & 1U) != 0 ? label : 0);
      }
    }
    *reinterpret_cast<PixelGroup<Pixel, kPixels>*>(pixels + first + x) = group;
  }
}

}  // namespace bitvox::label
