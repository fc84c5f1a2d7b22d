// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace bitvox {

// Memory that begins at a multiple of kAlignedBytes, and so much of it to spare behind: what inner
// loops that work on whole registers need. Not initialised.
inline constexpr std::int64_t kAlignedBytes = 64;

void free_aligned(void* pointer) noexcept;
struct FreeAligned {
  void operator()(void* pointer) const noexcept { free_aligned(pointer); }
};
template <class T>
using AlignedArray = std::unique_ptr<T[], FreeAligned>;

// Large memory comes in huge pages where the system has them: it is there sooner, and found sooner
// by who walks through it in large steps. Throws std::bad_alloc.
void* allocate_aligned(std::int64_t bytes);

template <class T>
AlignedArray<T> aligned_array(std::int64_t count) {
  return AlignedArray<T>(
      static_cast<T*>(allocate_aligned(count * static_cast<std::int64_t>(sizeof(T)))));
}

// Large arrays that were given back, up to 1 GiB, are kept for the next ones; the system may take
// their pages whenever it is short of memory. How many bytes, and how to be rid of them; no array
// in use is touched.
std::int64_t kept_array_bytes();
void free_kept_arrays();

}  // namespace bitvox
