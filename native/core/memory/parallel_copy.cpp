// SPDX-License-Identifier: BSD-2-Clause
#include "core/memory/parallel_copy.hpp"

#include <algorithm>
#include <cstring>

#include "core/threads/parallel.hpp"

namespace bitvox {

void parallel_copy(void* to, const void* from, std::int64_t bytes, int threads) {
  constexpr std::int64_t kPart = std::int64_t{1} << 18;
  NoProgress quick;
  parallel_for((bytes + kPart - 1) / kPart, threads, quick, [&](std::int64_t part) {
    const std::int64_t first = part * kPart;
    std::memcpy(static_cast<unsigned char*>(to) + first,
                static_cast<const unsigned char*>(from) + first,
                static_cast<std::size_t>(std::min(kPart, bytes - first)));
  });
}

}  // namespace bitvox
