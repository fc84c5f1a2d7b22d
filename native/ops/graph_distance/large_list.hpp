// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/memory/aligned_array.hpp"

namespace bitvox::graph_distance {

// Memory in huge pages, where there are any: a search goes through it in large steps.
template <class T>
struct LargeMemory {
  using value_type = T;

  LargeMemory() = default;
  template <class Other>
  LargeMemory(const LargeMemory<Other>&) {}

  T* allocate(std::size_t count) {
    return static_cast<T*>(allocate_aligned(static_cast<std::int64_t>(count * sizeof(T))));
  }
  void deallocate(T* pointer, std::size_t) noexcept { free_aligned(pointer); }

  bool operator==(const LargeMemory&) const = default;
};

template <class T>
using LargeList = std::vector<T, LargeMemory<T>>;

}  // namespace bitvox::graph_distance
