// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "paths/path_sum.hpp"

// Where ways are long and narrow, as in mazes and skeletons, going along them voxel by voxel takes
// as many rounds as the longest has steps. Instead they are shortened. The open voxels are the
// nodes of a graph; one that has at most two neighbours left is taken out, and where it had two
// they become neighbours, as far from each other as the way through it. (Seeds stay.) So many go at
// once that no two of them are neighbours, and after some dozens of rounds nothing is left of a
// maze. The words of what is left are found by rounds of steps. Then each node is put back, the
// last first, when all its neighbours have their words. All words are those of the volume, whatever
// the order.
//
// Tree contraction: G. L. Miller, J. H. Reif, "Parallel tree contraction and its application", 26th
// Symposium on Foundations of Computer Science (1985) 478-489.
namespace bitvox::paths {
namespace {

constexpr std::int32_t kNoNode = -1;
constexpr std::int32_t kMostDegree = 2;        // of a node that may go
constexpr std::int32_t kSeedDegree = 1 << 20;  // is added to that of a seed, so that it never goes

template <class W>
struct Corridors {
  using Word = W;

  // Of each node: where its edges begin, and how many places there are.
  std::uint32_t* starts;
  std::uint8_t* sizes;
  std::int32_t* degrees;  // edges that it has now
  Word* words;            // at most kLimit
  // Of each edge, which stands at both of its ends: the other end, or kNoNode, and how much longer
  // the way gets by coming from there.
  std::int32_t* others;
  Word* lengths;
};

__device__ __forceinline__ bool may_go(std::int32_t degree) { return degree <= kMostDegree; }

__device__ __forceinline__ std::uint32_t hash_of(std::int32_t node, std::int32_t round) {
  std::uint32_t h = static_cast<std::uint32_t>(node) * 0x9e3779b9U +
                    static_cast<std::uint32_t>(round) * 0x85ebca6bU;
  h = (h ^ h >> 16) * 0x7feb352dU;
  h = (h ^ h >> 15) * 0x846ca68bU;
  return h ^ h >> 16;
}

// body(place) for each edge of a node.
template <class Word, class Body>
__device__ __forceinline__ void each_edge(const Corridors<Word>& all, std::int32_t node,
                                          const Body& body) {
  const std::uint32_t start = all.starts[node];
  for (std::uint32_t i = start; i < start + all.sizes[node]; ++i) {
    if (all.others[i] != kNoNode) body(i);
  }
}

// Whether a node that may go does in this round: none of its neighbours that may has a larger hash.
template <class Word>
__device__ __forceinline__ bool goes_now(const Corridors<Word>& all, std::int32_t node,
                                         std::int32_t round) {
  const std::uint32_t hash = hash_of(node, round);
  bool goes = true;
  each_edge(all, node, [&](std::uint32_t i) {
    const std::int32_t other = all.others[i];
    if (!may_go(all.degrees[other])) return;
    const std::uint32_t its_hash = hash_of(other, round);
    if (its_hash > hash || (its_hash == hash && other > node)) goes = false;
  });
  return goes;
}

template <class Word>
__device__ __forceinline__ Word shorter_than_limit(Word word) {
  return word < kLimit<Word> ? word : kLimit<Word>;
}

// Of one that there is.
template <class Word>
__device__ __forceinline__ std::uint32_t place_of_edge(const Corridors<Word>& all,
                                                       std::int32_t node, std::int32_t other) {
  std::uint32_t i = all.starts[node];
  while (all.others[i] != other) ++i;
  return i;
}

// So many edges of a node come from one that goes: they are no more. list(node) if it may go now.
template <class Word, class List>
__device__ __forceinline__ void cut_off(const Corridors<Word>& all, std::int32_t node,
                                        std::int32_t from, std::int32_t edges, const List& list) {
  for (std::int32_t i = 0; i < edges; ++i) all.others[place_of_edge(all, node, from)] = kNoNode;
  const std::int32_t before = atomicAdd(&all.degrees[node], -edges);
  if (!may_go(before) && may_go(before - edges)) list(node);
}

// Takes out a node, none of whose neighbours goes at the same time. It keeps its own edges.
template <class Word, class List>
__device__ __forceinline__ void take_out(const Corridors<Word>& all, std::int32_t node,
                                         const List& list) {
  std::uint32_t edges[kMostDegree] = {0, 0};
  int count = 0;
  each_edge(all, node, [&](std::uint32_t i) {
    if (count < kMostDegree) edges[count] = i;
    ++count;
  });
  if (count == 0) return;
  const std::int32_t a = all.others[edges[0]];
  if (count == 1) {
    cut_off(all, a, node, 1, list);
    return;
  }
  const std::int32_t b = all.others[edges[1]];
  if (a == b) {
    cut_off(all, a, node, 2, list);
    return;
  }
  const std::uint32_t at_a = place_of_edge(all, a, node);
  const std::uint32_t at_b = place_of_edge(all, b, node);
  const Word to_a = shorter_than_limit<Word>(all.lengths[edges[1]] + all.lengths[at_a]);
  const Word to_b = shorter_than_limit<Word>(all.lengths[edges[0]] + all.lengths[at_b]);
  all.lengths[at_a] = to_a;
  all.lengths[at_b] = to_b;
  all.others[at_a] = b;
  all.others[at_b] = a;
}

// The least that comes to a node from its neighbours, or its own word.
template <class Word>
__device__ __forceinline__ Word word_from_edges(const Corridors<Word>& all, std::int32_t node) {
  Word best = all.words[node];
  each_edge(all, node, [&](std::uint32_t i) {
    const Word word = all.words[all.others[i]] + all.lengths[i];
    if (word < best) best = word;
  });
  return best;
}

}  // namespace
}  // namespace bitvox::paths
