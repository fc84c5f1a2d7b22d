// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "ops/granulometry/granulometry.hpp"
#include "ops/granulometry/granulometry_tiles.cuh"

namespace bitvox::granulometry {

// The first axis of the city-block distance: along rows, from the lengths of runs.

// Stands for all distances that do not fit, and for "no background".
template <int P>
inline constexpr unsigned kFar = (1U << P) - 1;

// Along a row, within words: distances up to 31, and 32 where there is no background so near. In
// step k the distances below 2^k are known, and those up to 2^(k + 1) are 2^k more than the nearer
// one of the distances 2^k to the left and to the right.
__device__ inline Planes<6> distance_within_word(std::uint32_t object) {
  Planes<6> d{};
  d.word[0] = object;
#pragma unroll
  for (int k = 0; k < 5; ++k) {
    const int shift = 1 << k;
    const std::uint32_t filled = (1U << shift) - 1;
    Planes<6> left{};  // beyond the word: nothing near
    Planes<6> right{};
#pragma unroll
    for (int p = 0; p <= k; ++p) {
      left.word[p] = d.word[p] << shift | (p == k ? filled : 0U);
      right.word[p] = d.word[p] >> shift | (p == k ? ~(kAllLanes >> shift) : 0U);
    }
    const Planes<6> nearer = smaller(left, right);
    const std::uint32_t unknown = d.word[k];
#pragma unroll
    for (int p = 0; p < k; ++p) {
      d.word[p] |= unknown & nearer.word[p];
    }
    d.word[k] = unknown & ~nearer.word[k];
    d.word[k + 1] = unknown & nearer.word[k];
  }
  return d;
}

// x + start for x = 0 .. 31, or 31 - x + start.
enum class Counting { kUp, kDown };
template <int P>
__device__ inline Planes<P> counting_from(unsigned start, Counting direction) {
  constexpr std::uint32_t kIndex[5] = {0xaaaaaaaaU, 0xccccccccU, 0xf0f0f0f0U, 0xff00ff00U,
                                       0xffff0000U};
  constexpr int kBits = P < 5 ? 5 : P;
  std::uint32_t sum[kBits];
  std::uint32_t carry = 0;
#pragma unroll
  for (int p = 0; p < kBits; ++p) {
    const std::uint32_t index =
        p >= 5 ? 0U : (direction == Counting::kUp ? kIndex[p % 5] : ~kIndex[p % 5]);
    const std::uint32_t addend = (start >> p & 1U) != 0 ? kAllLanes : 0U;
    sum[p] = index ^ addend ^ carry;
    carry = (index & addend) | (carry & (index ^ addend));
  }
#pragma unroll
  for (int p = P; p < kBits; ++p) {
    carry |= sum[p];
  }
  Planes<P> result;
#pragma unroll
  for (int p = 0; p < P; ++p) {
    result.word[p] = sum[p] | carry;  // kFar where it does not fit
  }
  return result;
}

// The longest run of object that is told apart.
template <int P>
inline constexpr unsigned kLongest = kFar<P> - 1;

// The words of a row of voxels, with the outside as the border rule has it.
struct WordsOfRow {
  const TileGrid& grid;
  bool clipped;
  const std::uint32_t* row;  // null: outside

  __device__ std::uint32_t at(int tx) const {
    const std::uint32_t outside = clipped ? kAllLanes : 0U;
    if (row == nullptr || tx >= grid.nx) {
      return outside;
    }
    return row[tx] | (outside & ~grid.inside_x(tx));
  }
};

__device__ inline unsigned run_at_start(std::uint32_t word) {
  return static_cast<unsigned>(__clz(static_cast<int>(__brev(~word))));
}

// The run of object that begins at word `from` of a row.
template <int P>
__device__ inline unsigned run_from(const WordsOfRow& words, int from, int lane) {
  unsigned length = 0;
  for (int tx = from; tx < words.grid.nx && length < kLongest<P>; tx += kWarp) {
    const std::uint32_t word = words.at(tx + lane);
    const unsigned ends = __ballot_sync(kAllLanes, word != kAllLanes);
    if (ends != 0) {
      const int at = __ffs(static_cast<int>(ends)) - 1;
      return length + 32U * static_cast<unsigned>(at) +
             __shfl_sync(kAllLanes, run_at_start(word), at);
    }
    length += 32U * kWarp;
  }
  return words.clipped ? kLongest<P> : length;
}

// Distances along a row, kLanes words of it at a time; a warp does one row, or two rows side by
// side. run_before: the run of object that ends there; it becomes the one that ends with these
// words.
template <int P, int kLanes>
__device__ inline Planes<P> distance_in_row(const WordsOfRow& words, std::uint32_t word, int first,
                                            int lane, unsigned& run_before) {
  constexpr unsigned kAllOfRow = kLanes == kWarp ? kAllLanes : (1U << (kLanes % kWarp)) - 1U;
  const int shift = cuda::this_lane() - lane;  // the first lane of this row
  const unsigned with_background = __ballot_sync(kAllLanes, word != kAllLanes) >> shift & kAllOfRow;
  const auto run_at_end = static_cast<unsigned>(__clz(static_cast<int>(~word)));
  // Half a warp has the whole row.
  const unsigned run_after = kLanes == kWarp ? run_from<P>(words, first + kLanes, lane)
                             : words.clipped ? kLongest<P>
                                             : 0U;
  const auto length_of = [](int count) { return 32U * static_cast<unsigned>(count); };

  // The nearest words with background on both sides.
  const unsigned below = with_background & ((1U << lane) - 1U);
  const unsigned above = with_background & ~((2U << lane) - 1U);
  const int low = 31 - __clz(static_cast<int>(below));
  const int high = __ffs(static_cast<int>(above)) - 1;
  const unsigned low_run = __shfl_sync(kAllLanes, run_at_end, low & (kLanes - 1), kLanes);
  const unsigned high_run = __shfl_sync(kAllLanes, run_at_start(word), high & (kLanes - 1), kLanes);
  const unsigned run_left =
      below != 0 ? low_run + length_of(lane - 1 - low) : run_before + length_of(lane);
  const unsigned run_right =
      above != 0 ? high_run + length_of(high - lane - 1) : run_after + length_of(kLanes - 1 - lane);

  const Planes<6> near = distance_within_word(word);
  std::uint32_t too_far = near.word[5];
#pragma unroll
  for (int p = P; p < 5; ++p) {
    too_far |= near.word[p];
  }
  Planes<P> d;
#pragma unroll
  for (int p = 0; p < P; ++p) {
    d.word[p] = (p < 5 ? near.word[p % 6] : 0U) | too_far;
  }
  d = smaller(d, counting_from<P>(min(run_left, kLongest<P>) + 1, Counting::kUp));
  d = smaller(d, counting_from<P>(min(run_right, kLongest<P>) + 1, Counting::kDown));

  if (kLanes == kWarp) {
    const int last = 31 - __clz(static_cast<int>(with_background));
    const unsigned last_run = __shfl_sync(kAllLanes, run_at_end, last & 31);
    run_before = min(kLongest<P>, with_background != 0 ? last_run + length_of(31 - last)
                                                       : run_before + length_of(kWarp));
  }
  return d;
}

// Distances along x, as tiles of planes. A block takes 8 rows side by side in y, in the slices of a
// layer of tiles, one slice after the other; a lane takes a word. Where a row has at most 16 words,
// a warp takes two rows, and the block two slices at a time.
inline constexpr int kDistanceXThreads = 256;

template <int P, int kLanes>
__global__ void __launch_bounds__(kDistanceXThreads, P <= 6   ? 8
                                                     : P == 8 ? 6
                                                              : 4)
    distance_in_x_kernel(TileGrid grid, Edges edges, const std::uint32_t* bits,
                         std::uint32_t* planes) {
  constexpr int kRows = kDistanceXThreads / kLanes;  // at a time
  constexpr int kSlices = kRows / kTileSide;
  // By lane, pair of planes, slice and y; one more so that no two lanes meet in a bank.
  __shared__ uint2 done[kLanes][P / 2 * kRows + 1];
  const int row = static_cast<int>(threadIdx.x) / kLanes;
  const int lane = static_cast<int>(threadIdx.x) % kLanes;
  const auto tz = static_cast<int>(blockIdx.x) / grid.ny;
  const auto ty = static_cast<int>(blockIdx.x) % grid.ny;
  const std::int64_t y = static_cast<std::int64_t>(ty) * kTileSide + row % kTileSide;
  const std::int64_t words_per_row = (grid.width + 63) / 64 * 2;
  const bool clipped = edges == Edges::kClipped;

  for (int slice = 0; slice < kTileSide; slice += kSlices) {
    const std::int64_t z = static_cast<std::int64_t>(tz) * kTileSide + slice + row / kTileSide;
    const bool inside = y < grid.height && z < grid.depth;
    const WordsOfRow words{grid, clipped,
                           inside ? bits + (z * grid.height + y) * words_per_row : nullptr};
    unsigned run_before = clipped ? kLongest<P> : 0U;
    for (int first = 0; first < grid.nx; first += kLanes) {
      const int tx = first + lane;
      const std::uint32_t word = words.at(tx);
      const Planes<P> d = distance_in_row<P, kLanes>(words, word, first, lane, run_before);
      const std::uint32_t voxels = inside && tx < grid.nx ? word & grid.inside_x(tx) : 0U;
#pragma unroll
      for (int i = 0; i < P / 2; ++i) {
        done[lane][i * kRows + row] =
            make_uint2(d.word[2 * i] & voxels, d.word[2 * i + 1] & voxels);
      }
      __syncthreads();

      // 64 bytes for each pair of planes and slice of a tile, two rows at a time.
      const std::int64_t tile = (static_cast<std::int64_t>(tz) * grid.ny + ty) * grid.nx + first;
      std::uint32_t* to = planes + row_offset<P>(tile, slice * kTileSide);
      constexpr unsigned kPerPair = kRows / 2;
      constexpr unsigned kPieces = P / 2 * kPerPair;  // of a tile
      const unsigned pieces = static_cast<unsigned>(min(kLanes, grid.nx - first)) * kPieces;
      for (unsigned i = threadIdx.x; i < pieces; i += kDistanceXThreads) {
        const unsigned piece = i % kPieces;
        const uint2 a = done[i / kPieces][2 * piece];
        const uint2 b = done[i / kPieces][2 * piece + 1];
        *reinterpret_cast<uint4*>(to + (i / kPieces * kTileRows * P +
                                        piece / kPerPair * kPairStride + piece % kPerPair * 4)) =
            make_uint4(a.x, a.y, b.x, b.y);
      }
      __syncthreads();
    }
  }
}

}  // namespace bitvox::granulometry
