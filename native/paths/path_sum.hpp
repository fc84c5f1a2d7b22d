// SPDX-License-Identifier: BSD-2-Clause
#pragma once

// Freestanding, see cpu/rows.cpp.in, and for the GPU too.
#include <stdint.h>

#include "core/host_and_device.hpp"

namespace bitvox::paths {

// Every voxel has a word: what the best path to it has come to. In memory kFar stands where no path
// has come. Words of paths are below kLimit; while they are computed with, anything from kLimit on
// is as good as far, so that two of them can be added without a look.
template <class Word>
constexpr Word kFar = static_cast<Word>(~Word{0});
template <class Word>
constexpr Word kLimit = Word{1} << (8 * sizeof(Word) - 2);

// In memory, to compute with, and back.
template <class Word>
BITVOX_BOTH constexpr Word loaded(Word word) {
  return word < kLimit<Word> ? word : kLimit<Word>;
}
template <class Word>
BITVOX_BOTH constexpr Word stored(Word word) {
  return word < kLimit<Word> ? word : kFar<Word>;
}

// The cost that nothing enters.
template <class Cost>
constexpr Cost kWall = static_cast<Cost>(~Cost{0});

// What steps make of words: the cost of the voxel that is entered times the length of the step is
// added. The words' lowest `shift` bits hold the label of the seed, or nothing, so that of equal
// sums that of the smaller label is the smaller word.
//
// W: std::uint32_t or std::uint64_t. N, what is known of a voxel: std::uint8_t or std::uint16_t.
// The largest cost times the longest step, shifted, must be below kLimit (sum_fits()).
template <class W, class N>
struct Sum {
  using Word = W;
  using Node = N;

  int shift = 0;

  // What a step to such a voxel adds to any word; kLimit where nothing enters it.
  BITVOX_BOTH constexpr Word longer(Node to, uint32_t step) const {
    const Word sum = static_cast<Word>(static_cast<Word>(to) * static_cast<Word>(step)) << shift;
    return to == kWall<Node> ? kLimit<Word> : sum;
  }
};

// Whether steps of this cost and length can be added to words.
template <class Word>
constexpr bool sum_fits(uint64_t cost, uint32_t step, int shift) {
  return cost * step < (uint64_t{kLimit<Word>} >> shift);
}

// A finished map is exact if its largest word (kFar is none) and one more step stay below kLimit:
// then no sum has reached it. Else it must be computed again with wider words.
template <class Word>
constexpr bool sum_is_exact(Word largest, uint64_t cost, uint32_t step, int shift) {
  return largest < kLimit<Word> && (cost * step << shift) < kLimit<Word> - largest;
}

}  // namespace bitvox::paths
