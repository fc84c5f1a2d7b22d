// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "core/volumes/shape.hpp"
#include "cuda/trees.cuh"
#include "ops/label/label_groups.cuh"

namespace bitvox::label {

using cuda::ArrayTrees;
using cuda::find_root;
using cuda::fresh;
using cuda::hang;

// A tile is a word wide and has 256 groups; a block has a thread for each, in raster order.
struct Tiles {
  int log_groups;  // along y, of 2^8
  int group_height, group_depth;
  std::int64_t along_x, along_y, along_z;

  template <Connectivity kConnectivity>
  static Tiles of(const Shape& s, bool planar) {
    Tiles t{};
    t.log_groups = planar ? 8 : 4;
    t.group_height = Group<kConnectivity>::kHeight;
    t.group_depth = Group<kConnectivity>::kDepth;
    t.along_x = s.words_per_row();
    t.along_y = (s.height + t.height() - 1) / t.height();
    t.along_z = (s.depth + t.depth() - 1) / t.depth();
    return t;
  }

  __host__ __device__ int groups_along_y() const { return 1 << log_groups; }
  // In rows and slices: powers of two.
  __host__ __device__ int height() const { return group_height << log_groups; }
  __host__ __device__ int depth() const { return group_depth * (kLabelThreads >> log_groups); }
  std::int64_t count() const { return along_x * along_y * along_z; }
};

// In shared memory. A key is 32 * thread + run of its group, with an upper half that is all ones.
// At a root this half becomes, once all are joined, the first run of any row in the tree: 32 * row
// of the tile + run. Threads that look at runs of one number find them in different banks.
struct TileTrees {
  static constexpr std::uint32_t kUpper = 0xffff0000U;
  static constexpr std::uint32_t kKeys = kLabelThreads * kMostRunsOfWord;

  std::uint32_t* parents;

  __device__ __forceinline__ static std::uint32_t key_of(int thread) {
    return kUpper | static_cast<std::uint32_t>(thread * kMostRunsOfWord);
  }
  __device__ __forceinline__ std::uint32_t* at(std::uint32_t key) const {
    return parents + ((key ^ (key / kMostRunsOfWord % 32)) % kKeys);
  }

  // What is at the root, whose lower half is that of its key.
  __device__ __forceinline__ std::uint32_t root_of(std::uint32_t key) const {
    std::uint32_t parent = fresh(at(key));
    while (((parent ^ key) & ~kUpper) != 0) {
      key = parent;
      parent = fresh(at(key));
    }
    return parent;
  }

  // The same for `count` keys, which is put there.
  __device__ __forceinline__ void flatten(std::uint32_t key, int count) const {
    for (const std::uint32_t end = key + static_cast<std::uint32_t>(count); key < end; ++key) {
      atomicMin(at(key), root_of(key));
    }
  }
};

// What a block's threads share.
template <int kRows>
struct TileMemory {
  std::uint64_t words[kLabelThreads * kRows];  // in raster order
  std::uint64_t starts[kLabelThreads];         // of the groups' runs
  std::uint32_t bases[kLabelThreads * kRows];  // of the words, in the volume
  std::uint32_t parents[TileTrees::kKeys];
};

}  // namespace bitvox::label
