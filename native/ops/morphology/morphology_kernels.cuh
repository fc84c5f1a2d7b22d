// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/warp.cuh"
#include "ops/distance_map/distance_map_kernels.cuh"
#include "ops/morphology/morphology_steps.hpp"

namespace bitvox::morphology {

inline constexpr int kThreads = 256;

// A volume in device memory, and what is in words that lie outside of it. Padding bits are as
// outside too while a step is computed. A thread has one word.
struct Grid {
  std::int64_t words_per_row, height, depth;
  std::uint64_t last_word_mask;
  std::uint64_t outside;
  bool planar;  // every slice on its own
};

struct Place {
  std::int64_t i, y, z, index;
  bool there;

  __device__ explicit Place(const Grid& grid) {
    const std::int64_t in_slice = static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x;
    if (in_slice >> 32 == 0 && grid.words_per_row >> 32 == 0) {  // a much faster division
      y = static_cast<std::uint32_t>(in_slice) / static_cast<std::uint32_t>(grid.words_per_row);
    } else {
      y = in_slice / grid.words_per_row;
    }
    i = in_slice - y * grid.words_per_row;
    z = static_cast<std::int64_t>(blockIdx.z) * gridDim.y + blockIdx.y;
    index = z * grid.height * grid.words_per_row + in_slice;
    there = y < grid.height && z < grid.depth;
  }
};

// Flips all voxels, and makes padding bits as `outside`: how a step begins and, with `outside` 0,
// how it ends.
static __global__ void __launch_bounds__(kThreads)
    flip_words_kernel(Grid grid, std::uint64_t flip, const std::uint64_t* from, std::uint64_t* to) {
  const Place at(grid);
  if (!at.there) return;
  const std::uint64_t mask =
      at.i + 1 < grid.words_per_row ? ~std::uint64_t{0} : grid.last_word_mask;
  to[at.index] = ((from[at.index] ^ flip) & mask) | (grid.outside & ~mask);
}

// The bits of word `at` where the `length` bits before, and the bit itself, are all set; word(j)
// is the one j words before.
template <class WordBefore>
__device__ inline std::uint64_t reached_from_before(std::int64_t length, const WordBefore& word) {
  const std::int64_t whole = length / 64;
  const int rest = static_cast<int>(length % 64);
  // Windows of rest + 1 bits in the word that is `whole` words before.
  std::uint64_t high = word(whole);
  std::uint64_t low = rest > 0 ? word(whole + 1) : 0;
  for (int done = 1; done <= rest;) {
    const int shift = min(done, rest + 1 - done);
    high &= high << shift | low >> (64 - shift);
    low &= low << shift;
    done += shift;
  }
  if (whole == 0) {
    return high;
  }
  // Where all later bits of that word are set, all of the words between, and all earlier bits of
  // this word and the bit itself.
  const int leading = __clzll(static_cast<long long>(~word(whole)));
  high &= leading >= 63 ? ~std::uint64_t{0} : ~std::uint64_t{0} << (63 - leading);
  const std::uint64_t own = word(0);
  high &= (~own & (own + 1)) - 1;
  for (std::int64_t j = 1; j < whole && high != 0; ++j) {
    high &= word(j) == ~std::uint64_t{0} ? ~std::uint64_t{0} : 0;
  }
  return high;
}

static __global__ void __launch_bounds__(kThreads)
    erode_along_x_kernel(Grid grid, std::int64_t radius, const std::uint64_t* from,
                         std::uint64_t* to) {
  const Place at(grid);
  if (!at.there) return;
  const auto word = [&](std::int64_t j) {
    const std::int64_t i = at.i + j;
    return i >= 0 && i < grid.words_per_row ? from[at.index + j] : grid.outside;
  };
  const std::uint64_t before =
      reached_from_before(radius, [&](std::int64_t j) { return word(-j); });
  const std::uint64_t behind = reached_from_before(radius, [&](std::int64_t j) {
    return static_cast<std::uint64_t>(__brevll(static_cast<unsigned long long>(word(j))));
  });
  to[at.index] = before & __brevll(static_cast<unsigned long long>(behind));
}

// The AND of the rows at `step` along y and z, 9 in all: windows of k rows on each side become
// windows of k + step, for steps up to 2 k + 1. Beyond the volume all is outside; where that is
// ignored, the last row inside has what is missing.
static __global__ void __launch_bounds__(kThreads)
    and_box_kernel(Grid grid, std::int64_t step, const std::uint64_t* from, std::uint64_t* to) {
  const Place at(grid);
  if (!at.there) return;
  const std::int64_t ys[3] = {at.y - step, at.y, at.y + step};
  const std::int64_t zs[3] = {at.z - step, at.z, at.z + step};
  std::uint64_t all = ~std::uint64_t{0};
#pragma unroll
  for (int k = 0; k < 3; ++k) {
    if (grid.planar && k != 1) continue;
#pragma unroll
    for (int j = 0; j < 3; ++j) {
      const std::int64_t y = max(std::int64_t{0}, min(grid.height - 1, ys[j]));
      const std::int64_t z = max(std::int64_t{0}, min(grid.depth - 1, zs[k]));
      all &= y == ys[j] && z == zs[k] ? ~std::uint64_t{0} : grid.outside;
      all &= from[(z * grid.height + y) * grid.words_per_row + at.i];
    }
  }
  to[at.index] = all;
}

// The AND of a voxel and those at `step` along the axes.
static __global__ void __launch_bounds__(kThreads)
    and_cross_kernel(Grid grid, std::int64_t step, const std::uint64_t* from, std::uint64_t* to) {
  const Place at(grid);
  if (!at.there) return;
  const auto along_x = [&](std::int64_t j) {
    const std::int64_t i = at.i + j;
    return i >= 0 && i < grid.words_per_row ? from[at.index + j] : grid.outside;
  };
  const auto row = [&](std::int64_t dy, std::int64_t dz) {
    const std::int64_t y = at.y + dy;
    const std::int64_t z = at.z + dz;
    return y >= 0 && y < grid.height && z >= 0 && z < grid.depth
               ? from[(z * grid.height + y) * grid.words_per_row + at.i]
               : grid.outside;
  };
  std::uint64_t all = from[at.index] & row(-step, 0) & row(step, 0);
  if (!grid.planar) {
    all &= row(0, -step) & row(0, step);
  }
  const std::int64_t words = step / 64;
  const int bits = static_cast<int>(step % 64);
  if (bits == 0) {
    all &= along_x(-words) & along_x(words);
  } else {
    all &= along_x(-words) << bits | along_x(-words - 1) >> (64 - bits);
    all &= along_x(words) >> bits | along_x(words + 1) << (64 - bits);
  }
  to[at.index] = all;
}

// From rows eroded along x by h - 1 to h.
static __global__ void __launch_bounds__(kThreads)
    erode_once_kernel(Grid grid, std::int64_t h, const std::uint64_t* from, std::uint64_t* to) {
  const Place at(grid);
  if (!at.there) return;
  const std::uint64_t own = from[at.index];
  const std::uint64_t before = at.i > 0 ? from[at.index - 1] : grid.outside;
  const std::uint64_t behind = at.i + 1 < grid.words_per_row ? from[at.index + 1] : grid.outside;
  std::uint64_t all = (own << 1 | before >> 63) & (own >> 1 | behind << 63);
  if (h == 1) {
    all &= own;
  }
  to[at.index] = all;
}

// Some rows of a ring, as many as fit the parameters of a kernel.
struct RingPart {
  static constexpr int kMost = 440;
  int count;
  short2 rows[kMost];  // y, z
};

// to &= the rows around each row. Beyond the volume all is outside.
static __global__ void __launch_bounds__(kThreads)
    and_ring_kernel(Grid grid, RingPart ring, const std::uint64_t* from, std::uint64_t* to) {
  const Place at(grid);
  if (!at.there) return;
  std::uint64_t all = to[at.index];
  if (all == 0) return;
  for (int k = 0; k < ring.count; ++k) {
    const short2 row = ring.rows[k];
    const std::int64_t y = at.y + row.x;
    const std::int64_t z = at.z + row.y;
    const bool inside = y >= 0 && y < grid.height && z >= 0 && z < grid.depth;
    all &= inside ? from[(z * grid.height + y) * grid.words_per_row + at.i] : grid.outside;
  }
  to[at.index] = all;
}

static __global__ void __launch_bounds__(kThreads)
    combine_words_kernel(Combination combination, std::int64_t words, const std::uint64_t* a,
                         const std::uint64_t* b, std::uint64_t* to) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x;
  if (i >= words) return;
  switch (combination) {
    case Combination::kAnd:
      to[i] = a[i] & b[i];
      break;
    case Combination::kOr:
      to[i] = a[i] | b[i];
      break;
    case Combination::kXor:
      to[i] = a[i] ^ b[i];
      break;
    case Combination::kMinus:
      to[i] = a[i] & ~b[i];
      break;
  }
}

// The bits of `even` and `odd` by turns.
__device__ inline std::uint64_t interleaved(unsigned even, unsigned odd) {
  const auto spread = [](std::uint64_t bits) {
    bits = (bits | bits << 16) & 0x0000ffff0000ffffULL;
    bits = (bits | bits << 8) & 0x00ff00ff00ff00ffULL;
    bits = (bits | bits << 4) & 0x0f0f0f0f0f0f0f0fULL;
    bits = (bits | bits << 2) & 0x3333333333333333ULL;
    return (bits | bits << 1) & 0x5555555555555555ULL;
  };
  return spread(even) | spread(odd) << 1;
}

// Where a field of squared distances has more than `square`; padding as outside. A warp reads the
// cells of one word after the other.
static __global__ void __launch_bounds__(kThreads)
    far_words_kernel(Grid grid, distance_map::CellField<distance_map::Pairs> field, unsigned square,
                     std::uint64_t* to) {
  const Place at(grid);
  const int lane = cuda::this_lane();
  long long start = 0;  // the cells of this lane's word
  int count = 0;
  if (at.there) {
    start = (at.z * grid.height + at.y) * field.pitch + 32 * at.i;
    count = static_cast<int>(field.pitch - 32 * at.i);
  }
  unsigned even = 0;
  unsigned odd = 0;
#pragma unroll 8
  for (int of = 0; of < cuda::kWarp; ++of) {
    const long long first = __shfl_sync(cuda::kAllLanes, start, of);
    const bool there = lane < __shfl_sync(cuda::kAllLanes, count, of);
    const std::uint32_t cell = there ? field.cells[first + lane] : 0;
    const unsigned evens = __ballot_sync(cuda::kAllLanes, (cell & 0xffffU) > square);
    const unsigned odds = __ballot_sync(cuda::kAllLanes, cell >> 16 > square);
    if (lane == of) {
      even = evens;
      odd = odds;
    }
  }
  if (!at.there) return;
  const std::uint64_t mask =
      at.i + 1 < grid.words_per_row ? ~std::uint64_t{0} : grid.last_word_mask;
  to[at.index] = (interleaved(even, odd) & mask) | (grid.outside & ~mask);
}

}  // namespace bitvox::morphology
