// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "ops/label/components.hpp"

// The runs of voxels as the GPU has them: they end at words, so that a word tells all about its
// own, 32 at most. One that goes on in the next word is another run, joined to it.
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

// So many words, runs or tiles from the first on.
struct ItemRange {
  std::int64_t first, end;
};

__device__ __forceinline__ std::int64_t item_of_thread(const ItemRange& range) {
  return range.first + static_cast<std::int64_t>(blockIdx.x) * kLabelThreads + threadIdx.x;
}

__device__ __forceinline__ int first_bit(std::uint64_t bits) {
  return __ffsll(static_cast<long long>(bits)) - 1;
}

// The first voxels of a word's runs.
__device__ __forceinline__ std::uint64_t word_starts(std::uint64_t here) {
  return here & ~(here << 1);
}
__device__ __forceinline__ int run_count(std::uint64_t here) { return __popcll(word_starts(here)); }

__device__ __forceinline__ std::uint32_t label_of(const RunVolume& v, std::uint32_t run) {
  return v.labels[run] & ~kIsLabel;
}

// Calls body(label, first bit, number of bits) for the runs of a word.
template <class Body>
__device__ __forceinline__ void each_run_of_word(const RunVolume& v, std::int64_t word,
                                                 const Body& body) {
  std::uint32_t run = v.bases[word];
  for (std::uint64_t rest = v.words[word]; rest != 0; ++run) {
    const int begin = first_bit(rest);
    const std::uint64_t gap = ~(rest >> begin);  // none in a full word
    const int length = gap == 0 ? 64 : first_bit(gap);
    body(label_of(v, run), begin, length);
    rest &= ~(~std::uint64_t{0} >> (64 - length) << begin);
  }
}

}  // namespace bitvox::label
