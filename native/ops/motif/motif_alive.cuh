// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "ops/motif/motif_leaf.cuh"

namespace bitvox::motif {

// The words of a leaf that may still be motifs, and bit planes that count the sequences that a word
// lacks, so that their overflow means "too many". A warp has two first letters each; a lane its
// words of the cells of these.
constexpr int kFirstLetters = 2;  // of a warp
constexpr int kFirstCells = 16;   // of a first letter

template <int kPlanes>
struct AliveWords {
  unsigned words[kFirstLetters][kFirstCells];
  unsigned planes[kPlanes > 0 ? kPlanes : 1][kFirstLetters][kFirstCells];

  // All words that end with `filled` letters A, which may lack `misses` sequences.
  __device__ __forceinline__ void start(int filled, int misses) {
    const unsigned zero = (1U << (2 * filled)) - 1;
    const unsigned lane = static_cast<unsigned>(cuda::this_lane());
    unsigned bits = 0;
    for (unsigned bit = 0; bit < 32; ++bit) {
      if (((lane << 5 | bit) & zero) == 0) bits |= 1U << bit;
    }
    const int count = (1 << kPlanes) - 1 - misses;
#pragma unroll
    for (int first = 0; first < kFirstLetters; ++first) {
#pragma unroll
      for (unsigned i = 0; i < kFirstCells; ++i) {
        words[first][i] = (i << 10 & zero) == 0 ? bits : 0;
#pragma unroll
        for (int plane = 0; plane < kPlanes; ++plane) {
          planes[plane][first][i] = (count >> plane & 1) != 0 ? ~0U : 0U;
        }
      }
    }
  }

  // Takes out what lacks one more sequence than allowed: what is in no cell lacks this one. Whether
  // this lane has any word left.
  __device__ __forceinline__ bool narrow(const unsigned* cells) {
    const int lane = cuda::this_lane();
    const int warp = static_cast<int>(threadIdx.x) / 32;
    unsigned any_first[kFirstCells];
    each_cell(cells + 100 * 32 + lane, [&](int i, unsigned found) { any_first[i] = found; });
    unsigned left = 0;
#pragma unroll
    for (int first = 0; first < kFirstLetters; ++first) {
      each_cell(cells + (warp * kFirstLetters + first) * 25 * 32 + lane,
                [&](int i, unsigned found) {
                  unsigned& alive = words[first][i];
                  unsigned lost = alive & ~(found | any_first[i]);
#pragma unroll
                  for (int plane = 0; plane < kPlanes; ++plane) {
                    const unsigned carry = planes[plane][first][i] & lost;
                    planes[plane][first][i] ^= lost;
                    lost = carry;
                  }
                  alive &= ~lost;
                  left |= alive;
                });
    }
    return left != 0;
  }

  // Writes this lane's words to memory, where word i of the whole leaf is bit i.
  __device__ __forceinline__ void write(unsigned* memory) const {
#pragma unroll
    for (int first = 0; first < kFirstLetters; ++first) {
#pragma unroll
      for (int i = 0; i < kFirstCells; ++i) memory[place_of(first, i)] = words[first][i];
    }
  }

  // How many of the sequences that the planes have counted a word of this lane lacks.
  __device__ __forceinline__ int lacked_by(unsigned word, int misses) const {
    int lacking = kPlanes == 0 ? 0 : misses + 1 - (1 << kPlanes);
#pragma unroll
    for (int plane = 0; plane < kPlanes; ++plane) {
#pragma unroll
      for (int first = 0; first < kFirstLetters; ++first) {
#pragma unroll
        for (int i = 0; i < kFirstCells; ++i) {
          if (place_of(first, i) == word >> 5) {
            lacking += static_cast<int>(planes[plane][first][i] >> (word & 31) & 1) << plane;
          }
        }
      }
    }
    return lacking;
  }

 private:
  __device__ static __forceinline__ unsigned place_of(int first, int i) {
    return ((threadIdx.x / 32 * kFirstLetters + static_cast<unsigned>(first)) * kFirstCells +
            static_cast<unsigned>(i)) *
               32 +
           threadIdx.x % 32;
  }

  // This lane's words of 5^2 cells, with those where letters are any: visit(second letter * 4 +
  // third, bits).
  template <class Visit>
  __device__ static __forceinline__ void each_cell(const unsigned* cells, const Visit& visit) {
    unsigned any_second[5];
#pragma unroll
    for (int i = 0; i < 5; ++i) any_second[i] = cells[(20 + i) * 32];
#pragma unroll
    for (int second = 0; second < 4; ++second) {
      const unsigned any = cells[(second * 5 + 4) * 32] | any_second[4];
#pragma unroll
      for (int third = 0; third < 4; ++third) {
        visit(second * 4 + third, cells[(second * 5 + third) * 32] | any_second[third] | any);
      }
    }
  }
};

}  // namespace bitvox::motif
