// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

// Union-find by many threads at once. Trees are parents of keys: trees.at(key) is the place of a
// parent. Smaller keys are the roots, and a root is its own parent.
namespace bitvox::cuda {

struct ArrayTrees {
  std::uint32_t* parents;
  __device__ std::uint32_t* at(std::uint32_t key) const { return parents + key; }
};

// What other threads may be writing: never from a register or a cache of this multiprocessor.
__device__ __forceinline__ std::uint32_t fresh(const std::uint32_t* value) {
  return *static_cast<const volatile std::uint32_t*>(value);
}

// Parents only ever get smaller, whoever comes first, so that a key's way to its root only gets
// shorter while it is walked.
template <class Trees>
__device__ __forceinline__ std::uint32_t find_root(const Trees& trees, std::uint32_t key) {
  std::uint32_t parent = fresh(trees.at(key));
  while (parent != key) {
    const std::uint32_t next = fresh(trees.at(parent));
    if (next != parent) atomicMin(trees.at(key), next);
    key = parent;
    parent = next;
  }
  return key;
}

// Joins the trees of two keys: the larger one is hung on the smaller one. Where it was no root, the
// tree that it hung on before is joined in its place.
template <class Trees>
__device__ __forceinline__ void hang(const Trees& trees, std::uint32_t a, std::uint32_t b) {
  while (a != b) {
    const std::uint32_t larger = a > b ? a : b;
    const std::uint32_t smaller = a > b ? b : a;
    const std::uint32_t parent = atomicMin(trees.at(larger), smaller);
    if (parent == larger) return;
    a = parent;
    b = smaller;
  }
}

}  // namespace bitvox::cuda
