// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <new>

#include "core/memory/aligned_array.hpp"

namespace bitvox {

// What ask() returns, which is null where there is no memory: then it is asked once more, when the
// arrays that are kept have been given back. Throws std::bad_alloc.
template <class Ask>
void* ask_for_memory(const Ask& ask) {
  void* memory = ask();
  if (memory == nullptr) {
    free_kept_arrays();
    memory = ask();
  }
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace bitvox
