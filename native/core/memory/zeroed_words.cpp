// SPDX-License-Identifier: BSD-2-Clause
#include "core/memory/zeroed_words.hpp"

#include <algorithm>

#include "core/memory/ask_for_memory.hpp"
#include "core/platform/platform.hpp"

namespace bitvox {

ZeroedWords::ZeroedWords(std::int64_t count) {
  const auto bytes =
      static_cast<std::size_t>(std::max<std::int64_t>(1, count)) * sizeof(std::uint64_t);
  void* const memory = ask_for_memory([&] { return platform::map_zeroed_memory(bytes); });
  platform::prefer_huge_pages(memory, bytes);
  words_ = {static_cast<std::uint64_t*>(memory), Unmap{bytes}};
}

void ZeroedWords::Unmap::operator()(std::uint64_t* words) const noexcept {
  platform::unmap_memory(words, bytes);
}

}  // namespace bitvox
