// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>
#include <vector>

#include "core/memory/aligned_array.hpp"

namespace bitvox {

// A vector in memory of aligned_array(), whose elements nobody sets before threads do: resize()
// leaves new ones as they are.
template <class T>
struct PlainAllocator {
  using value_type = T;

  PlainAllocator() = default;
  template <class Other>
  explicit PlainAllocator(const PlainAllocator<Other>&) {}

  T* allocate(std::size_t count) {
    return static_cast<T*>(allocate_aligned(static_cast<std::int64_t>(count * sizeof(T))));
  }
  void deallocate(T* memory, std::size_t) { free_aligned(memory); }

  template <class Element>
  void construct(Element* at) {
    ::new (static_cast<void*>(at)) Element;
  }
  template <class Element, class... Arguments>
  void construct(Element* at, Arguments&&... arguments) {
    ::new (static_cast<void*>(at)) Element(std::forward<Arguments>(arguments)...);
  }

  bool operator==(const PlainAllocator&) const { return true; }
};

template <class T>
using PlainVector = std::vector<T, PlainAllocator<T>>;

}  // namespace bitvox
