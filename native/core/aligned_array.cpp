// SPDX-License-Identifier: BSD-2-Clause
#include "core/aligned_array.hpp"

#include <sys/mman.h>

#include <new>

namespace bitvox {

void* allocate_aligned(std::int64_t bytes) {
  constexpr std::int64_t kHugePage = std::int64_t{2} << 20;
  constexpr std::int64_t kLarge = 8 * kHugePage;  // from here on the last page hardly matters
  const std::int64_t alignment = bytes < kLarge ? kAlignedBytes : kHugePage;
  const std::int64_t size = (bytes / kAlignedBytes + 2) * kAlignedBytes;
  const std::int64_t rounded = (size + alignment - 1) / alignment * alignment;
  void* const pointer =
      std::aligned_alloc(static_cast<std::size_t>(alignment), static_cast<std::size_t>(rounded));
  if (pointer == nullptr) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
  // Ordinary pages do as well.
  if (alignment == kHugePage) madvise(pointer, static_cast<std::size_t>(rounded), MADV_HUGEPAGE);
#endif
  return pointer;
}

}  // namespace bitvox
