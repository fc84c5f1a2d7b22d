// SPDX-License-Identifier: BSD-2-Clause
#include "core/memory/stream_copy.hpp"

#include <algorithm>
#include <cstring>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace bitvox {

void stream_copy(std::uint8_t* to, const std::uint8_t* from, std::int64_t bytes) {
#ifdef __SSE2__
  constexpr std::int64_t kStore = sizeof(__m128i);
  const auto misplaced = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(to)) % kStore;
  const std::int64_t head = std::min(bytes, (kStore - misplaced) % kStore);
  std::memcpy(to, from, static_cast<std::size_t>(head));
  std::int64_t i = head;
  for (; i + kStore <= bytes; i += kStore) {
    _mm_stream_si128(reinterpret_cast<__m128i*>(to + i),
                     _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + i)));
  }
  std::memcpy(to + i, from + i, static_cast<std::size_t>(bytes - i));
  _mm_sfence();
#else
  std::memcpy(to, from, static_cast<std::size_t>(bytes));
#endif
}

}  // namespace bitvox
