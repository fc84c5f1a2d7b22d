// SPDX-License-Identifier: BSD-2-Clause
#include "core/memory/zeroed_words.hpp"

#include <sys/mman.h>

#include <algorithm>

#include "core/memory/ask_for_memory.hpp"

namespace bitvox {

ZeroedWords::ZeroedWords(std::int64_t count) {
  const auto bytes =
      static_cast<std::size_t>(std::max<std::int64_t>(1, count)) * sizeof(std::uint64_t);
  void* const memory = ask_for_memory([&] {
    void* const mapped =
        mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return mapped == MAP_FAILED ? nullptr : mapped;
  });
  madvise(memory, bytes, MADV_HUGEPAGE);  // a wish: failing is no error
  words_ = {static_cast<std::uint64_t*>(memory), Unmap{bytes}};
}

void ZeroedWords::Unmap::operator()(std::uint64_t* words) const noexcept { munmap(words, bytes); }

}  // namespace bitvox
