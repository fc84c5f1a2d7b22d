// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "cuda/warp.cuh"

// What two warps, a block, do at a leaf of the tree: the words of one prefix, 4^8 of them, a bit
// each. The last 5 letters are a bit of 32 words of memory, a word a lane: a cell; the first 3
// choose the cell. As on the CPU (motif_rows.hpp) each of these may stand for any letter: 5^3
// cells.
namespace bitvox::motif {

constexpr int kGpuLeafLetters = 8;
constexpr int kLeafWarps = 2;
constexpr int kLeafThreads = 32 * kLeafWarps;
constexpr int kGpuCells = 125;
constexpr int kGpuCellWords = kGpuCells * 32;  // of 32 bits
constexpr unsigned kLeafMask = (1U << (2 * kGpuLeafLetters)) - 1;

// The halves' mismatches, bits 0, 2, 4, ..., side by side: counting bits is what takes long.
__device__ __forceinline__ int mismatches(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t bits = a ^ b;
  const std::uint64_t differ = (bits | bits >> 1) & 0x5555555555555555ULL;
  return __popc(static_cast<unsigned>(differ) | static_cast<unsigned>(differ >> 32) << 1);
}
__device__ __forceinline__ int mismatches(unsigned a, unsigned b) {
  const unsigned bits = a ^ b;
  return __popc((bits | bits >> 1) & 0x55555555U);
}

// The words of 2 letters within 1 of one, as 16 bits.
__device__ __forceinline__ unsigned near_pair(unsigned pair) {
  return 0xfU << (pair & 12) | 0x1111U << (pair & 3);
}

// Places in the cells are in bytes. A cell begins at a multiple of its size, so the other words of
// the cell are at place ^ kWordStep * i.
constexpr unsigned kWordStep = sizeof(unsigned);
constexpr unsigned kCellStep = 32 * kWordStep;

class Cells {
 public:
  __device__ explicit Cells(unsigned* words) : bytes_(reinterpret_cast<unsigned char*>(words)) {}

  __device__ __forceinline__ void set(unsigned place, unsigned bits) const {
    atomicOr(reinterpret_cast<unsigned*>(bytes_ + place), bits);
  }

 private:
  unsigned char* bytes_;
};

// Where a window's last letters are in the cells.
struct LeafPlace {
  unsigned word;       // of the 5 letters in a cell, in its low bits
  unsigned own;        // place of that in the cell of its own first letters
  unsigned to_any[3];  // from there to the same place where one of those letters is any

  __device__ __forceinline__ explicit LeafPlace(unsigned suffix) : word(suffix & 1023) {
    const unsigned first = suffix >> 14 & 3;
    const unsigned second = suffix >> 12 & 3;
    const unsigned third = suffix >> 10 & 3;
    own = ((first * 5 + second) * 5 + third) * kCellStep + (word >> 5) * kWordStep;
    to_any[0] = (4 - first) * 25 * kCellStep;
    to_any[1] = (4 - second) * 5 * kCellStep;
    to_any[2] = (4 - third) * kCellStep;
  }
};

// What is within 0, 1 and 2 of 5 letters. In their third letter words differ by the half of
// memory's word they are in, and by the lowest bit of its place.
__device__ __forceinline__ void set_word(const Cells& cells, unsigned place, unsigned word) {
  cells.set(place, 1U << (word & 31));
}

struct NearBits {
  unsigned exact;       // the word
  unsigned other;       // with the third letter in the other half
  unsigned own_half;    // within 1 of the last two letters, in its half
  unsigned other_half;  // in the other half
  __device__ __forceinline__ explicit NearBits(unsigned word)
      : exact(1U << (word & 31)), other(1U << ((word & 31) ^ 16)) {
    const unsigned pair = near_pair(word & 15);
    own_half = pair << (word & 16);
    other_half = pair << (~word & 16);
  }
};

__device__ __forceinline__ void set_within_1(const Cells& cells, unsigned place, unsigned word) {
  const NearBits bits(word);
  cells.set(place, bits.own_half | bits.other);
  cells.set(place ^ kWordStep, bits.exact | bits.other);
#pragma unroll
  for (unsigned i = 1; i < 4; ++i) {
    cells.set(place ^ 2 * i * kWordStep, bits.exact);
    cells.set(place ^ 8 * i * kWordStep, bits.exact);
  }
}

__device__ __forceinline__ void set_within_2(const Cells& cells, unsigned place, unsigned word) {
  const NearBits bits(word);
  const unsigned any_pair = 0xffffU << (word & 16);
  cells.set(place, any_pair | bits.other_half);
  cells.set(place ^ kWordStep, bits.own_half | bits.other_half);
  const unsigned within_1 = bits.own_half | bits.other;
  const unsigned third_too = bits.exact | bits.other;
#pragma unroll
  for (unsigned i = 1; i < 4; ++i) {
    cells.set(place ^ 2 * i * kWordStep, within_1);
    cells.set(place ^ 8 * i * kWordStep, within_1);
    cells.set(place ^ (2 * i + 1) * kWordStep, third_too);
    cells.set(place ^ (8 * i + 1) * kWordStep, third_too);
#pragma unroll
    for (unsigned j = 1; j < 4; ++j) cells.set(place ^ (2 * i + 8 * j) * kWordStep, bits.exact);
  }
}

// A window with a budget of 3 or more, the same in all lanes of a warp: each sets its word of each
// cell.
__device__ __forceinline__ void set_by_warp(const Cells& cells, unsigned suffix, int budget) {
  const LeafPlace place(suffix);
  const NearBits bits(place.word);
  const unsigned lane = static_cast<unsigned>(cuda::this_lane());
  const unsigned other = lane ^ place.word >> 5;
  const bool same = (other & 1) == 0;  // half of third letters
  const int left = budget - ((other & 24) != 0) - ((other & 6) != 0);
  const unsigned within_0 = same ? bits.exact : 0;
  const unsigned within_1 = same ? bits.own_half | bits.other : bits.exact | bits.other;
  const unsigned within_2 = bits.other_half | (same ? 0xffffU << (place.word & 16) : bits.own_half);
  // Each is part of the next one, so all that the budget allows are put together, without branches.
  const auto at_least = [&](int least) { return ~static_cast<unsigned>((left - least) >> 31); };
  const auto within = [&](int cost) {
    return (within_0 & at_least(cost)) | (within_1 & at_least(cost + 1)) |
           (within_2 & at_least(cost + 2)) | at_least(cost + 3);
  };
  const unsigned own = place.own ^ other * kWordStep;
  const unsigned* const any = place.to_any;
  cells.set(own, within(0));
  const unsigned one = within(1);
  cells.set(own + any[0], one);
  cells.set(own + any[1], one);
  cells.set(own + any[2], one);
  const unsigned two = within(2);
  cells.set(own + any[0] + any[1], two);
  cells.set(own + any[0] + any[2], two);
  cells.set(own + any[1] + any[2], two);
  cells.set(own + any[0] + any[1] + any[2], within(3));
}

}  // namespace bitvox::motif
