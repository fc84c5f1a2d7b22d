// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/atomic_words.cuh"
#include "cuda/warp.cuh"
#include "paths/path_grid.hpp"

// A tile of a volume in the shared memory of a block: words and nodes with those around them. A
// warp has a row of x, a thread a column of z, in registers. Words only fall and every path is
// whole at any time, so threads read what others are about to write.
namespace bitvox::paths {
namespace {

using cuda::kAllLanes;

constexpr int kTileWidth = cuda::kWarp;
constexpr int kTileHeight = 8;
constexpr int kTileDepth = 8;
constexpr int kTileThreads = kTileWidth * kTileHeight;
constexpr int kRowAround = kTileWidth + 2;
constexpr int kRowsAround = kTileHeight + 2;
constexpr int kSliceAround = kRowAround * kRowsAround;
constexpr int kTileAround = kSliceAround * (kTileDepth + 2);
constexpr int kTilesAround = 27;  // itself in the middle

// The lengths of steps by code. Also those that lead nowhere have one that exists.
template <class Word>
struct Steps {
  Word of[kStepCodes];
};

// Of a voxel of the tile, or one beside it.
__device__ __forceinline__ int place_in_tile(int x, int y, int z) {
  return (z + 1) * kSliceAround + (y + 1) * kRowAround + x + 1;
}

// As step_code().
__host__ __device__ constexpr unsigned code_of(int dx, int dy, int dz) {
  return unsigned{dx != 0} | unsigned{dy != 0} << 1 | unsigned{dz != 0} << 2;
}
__host__ __device__ constexpr int axes_of(unsigned code) {
  return static_cast<int>((code & 1U) + (code >> 1 & 1U) + (code >> 2 & 1U));
}

template <class Algebra>
struct SharedTile {
  using Word = typename Algebra::Word;

  Word words[kTileAround];
  typename Algebra::Node nodes[kTileAround];
  Word wakes[kTilesAround];          // the smallest word that is new in that tile
  unsigned changed[2][kRowsAround];  // of row y + 1, a bit for each z: in this turn, or the last
  unsigned ever[kRowsAround];        // in any turn
};

// One word of a thread's column, with those of the voxels around it in one slice. Those at equal
// steps are joined, as what is onward of the smallest is the smallest.
template <class Word>
struct SliceAround {
  Word sides_x, sides_y, corners;
};

template <class Algebra, int kNeighbours>
class TileColumn {
 public:
  using Word = typename Algebra::Word;
  using Node = typename Algebra::Node;

  __device__ __forceinline__ TileColumn(SharedTile<Algebra>& shared, const Algebra& algebra,
                                        const Steps<Word>& steps)
      : shared_(shared),
        words_(shared.words),
        algebra_(algebra),
        steps_(steps),
        lane_(cuda::this_lane()),
        row_(static_cast<int>(threadIdx.x) / cuda::kWarp),
        first_(place_in_tile(lane_, row_, 0)) {
#pragma unroll
    for (int z = 0; z < kTileDepth; ++z) {
      own_[z] = shared.words[first_ + z * kSliceAround];
      nodes_[z] = shared.nodes[first_ + z * kSliceAround];
    }
    before_ = shared.words[first_ - kSliceAround];
    after_ = shared.words[first_ + kTileDepth * kSliceAround];
  }

  // Until no word of the tile changes any more. Tells which slices of this row did.
  __device__ __forceinline__ unsigned relax() {
    unsigned ever = 0;
    unsigned due = kAllSlices;
    for (int turn = 0;; turn ^= 1) {
      unsigned changed = up(due);
      changed = down(changed);
      ever |= changed;
      if (lane_ == 0) shared_.changed[turn][row_ + 1] = changed;
      if (__syncthreads_or(static_cast<int>(changed)) == 0) return ever;
      const unsigned rows = shared_.changed[turn][row_] | shared_.changed[turn][row_ + 2] | changed;
      due = kNeighbours == 1 ? rows : (rows | rows << 1 | rows >> 1) & kAllSlices;
    }
  }

  __device__ __forceinline__ Word word(int z) const { return own_[z]; }

 private:
  static constexpr unsigned kAllSlices = (1U << kTileDepth) - 1;

  __device__ __forceinline__ Word onward(Word from, Node to, unsigned code) const {
    return algebra_.onward(from, to, steps_.of[code]);
  }

  __device__ __forceinline__ SliceAround<Word> slice(int z) const {
    const volatile Word* const at = words_ + first_ + z * kSliceAround;
    SliceAround<Word> around{};
    around.sides_x = min(at[-1], at[1]);
    around.sides_y = min(at[-kRowAround], at[kRowAround]);
    if constexpr (kNeighbours > 1) {
      around.corners = min(min(at[-kRowAround - 1], at[-kRowAround + 1]),
                           min(at[kRowAround - 1], at[kRowAround + 1]));
    }
    return around;
  }

  __device__ __forceinline__ bool improve(int z, Word word) {
    const bool better = word < own_[z] && !algebra_.is_wall(nodes_[z]);
    if (better) {
      own_[z] = word;
      words_[first_ + z * kSliceAround] = word;
    }
    return __any_sync(kAllLanes, better) != 0;
  }

  // What reaches a voxel from those around it.
  __device__ __forceinline__ Word reaching(int z, const SliceAround<Word>& below,
                                           const SliceAround<Word>& here,
                                           const SliceAround<Word>& above) const {
    const Node node = nodes_[z];
    const Word before = z == 0 ? before_ : own_[z == 0 ? 0 : z - 1];
    const Word after = z == kTileDepth - 1 ? after_ : own_[z == kTileDepth - 1 ? z : z + 1];
    Word best = onward(min(before, after), node, 4);
    best = min(best, onward(here.sides_x, node, 1));
    best = min(best, onward(here.sides_y, node, 2));
    if constexpr (kNeighbours > 1) {
      best = min(best, onward(here.corners, node, 3));
      best = min(best, onward(min(below.sides_x, above.sides_x), node, 5));
      best = min(best, onward(min(below.sides_y, above.sides_y), node, 6));
    }
    if constexpr (kNeighbours > 2) {
      best = min(best, onward(min(below.corners, above.corners), node, 7));
    }
    return best;
  }

  // The rows that are due, and those above one that changes. Tells which changed.
  __device__ __forceinline__ unsigned up(unsigned due) {
    unsigned changed = 0;
    SliceAround<Word> below{}, here{}, above{};
    bool has_below = false;
    bool has_here = false;
#pragma unroll
    for (int z = 0; z < kTileDepth; ++z) {
      const bool is_due = (due >> z & 1U) != 0;
      if (is_due) {
        if (kNeighbours > 1 && !has_below) below = slice(z - 1);
        if (!has_here) here = slice(z);
        if (kNeighbours > 1) above = slice(z + 1);
        if (improve(z, reaching(z, below, here, above))) {
          changed |= 1U << z;
          due |= 2U << z;
        }
      }
      if constexpr (kNeighbours > 1) {
        below = here;
        here = above;
        has_below = has_here || is_due;
        has_here = is_due;
      }
    }
    return changed;
  }

  // From the rows that changed straight down, in registers.
  __device__ __forceinline__ unsigned down(unsigned changed) {
#pragma unroll
    for (int z = kTileDepth - 2; z >= 0; --z) {
      if ((changed >> (z + 1) & 1U) != 0 && improve(z, onward(own_[z + 1], nodes_[z], 4))) {
        changed |= 1U << z;
      }
    }
    return changed;
  }

  SharedTile<Algebra>& shared_;
  Word* const words_;
  const Algebra& algebra_;
  const Steps<Word>& steps_;
  const int lane_;
  const int row_;
  const int first_;
  Word own_[kTileDepth];
  Node nodes_[kTileDepth];
  Word before_, after_;  // of the tiles before and after this one
};

}  // namespace
}  // namespace bitvox::paths
